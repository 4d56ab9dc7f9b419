#!/usr/bin/env python3
"""The published figures beside ours: the table of results/README.md, from published.csv and the sweeps that it names.

    results/scoreboard.py report

A line of published.csv is a figure of a paper: its source, its place there, our data, the settings of the searches, and
the quantity. Where our searches do not reach the figure's depth, the deepest one is compared. The figure is omitted
instead if the paper has it for several depths, or if it is a time. `variant` has the name of another version of the
algorithm and, after a colon, our data for that version. The figure is compared with that version as well, whose shares
are counted separately. Another page may have such a file of its own, with additional columns, as others/others.py does.
"""
import collections
import functools
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import sweeps  # noqa: E402: found by the line above

FOLDER = Path(__file__).parent


@functools.cache
def data(name):
    return sweeps.load(FOLDER / name)


class Searches:
    """Our searches with which a published figure is compared."""

    def __init__(self, row):
        self.row = row
        self.searches = [search for search in data(row["data"]) if search["program"] == row["program"]]

    def choose(self, depth, **changes):
        settings = {name: self.row[name] for name in ["algorithm", "search", "tt_scale"]}
        settings.update(processors=int(self.row["processors"]), depth=depth)
        if settings["algorithm"] == "abdada":
            settings["abdada_defer_depth"] = "1"
        settings.update(more_settings(self.row))
        settings.update(changes)
        return sweeps.choose(self.searches, **settings)

    def depth(self, at_most):
        """Our greatest depth up to `at_most`, and its figure; None if there is no such search."""
        for depth in sorted({search["depth"] for search in self.searches}, reverse=True):
            figure = quantity(self, depth) if depth <= at_most else None
            if figure is not None:
                return depth, figure
        return None


def more_settings(row):
    """The additional settings of a figure: its platform, and its `options`, such as "pvsplit_enhanced=true;seed=1"."""
    settings = dict(word.split("=") for word in row.get("options", "").split(";") if word)
    return settings | ({"platform": row["platform"]} if row.get("platform") else {})


def ratio_of_sums(chosen, numerator, denominator):
    return sum(search[numerator] for search in chosen) / sum(search[denominator] for search in chosen)


def sequential_seconds(searches, depth, algorithm):
    return sum(search["time_s"] for search in
               searches.choose(depth, algorithm=algorithm, search=algorithm, processors=1).values())


def by_position(searches, depth):
    """The values, by position, of a quantity that is a mean over the positions; empty if there are no such searches."""
    name = searches.row["quantity"]
    chosen = searches.choose(depth)
    own = list(chosen.values())
    if name == "speedup_over_32":
        few = searches.choose(depth, processors=32)
        return [few[position]["time_s"] / search["time_s"] for position, search in chosen.items()]
    if name == "gain_by_load_balancing":
        without = searches.choose(depth, felten_otto_load_balancing="false")
        return [without[position]["time_s"] / search["time_s"] for position, search in chosen.items()]
    if name == "total_search_overhead":
        return [search["aphid_search_overhead"] + search["aphid_speculative_overhead"] for search in own]
    if name == "busy":
        return [1 - search["synchronization_overhead"] / (1 + search["total_overhead"]) for search in own]
    if name == "nodes_against_one":
        return [1 + search["search_overhead_by_nodes"] for search in own]
    return [search[name] for search in own]


def quantity(searches, depth):
    """Our figure at a depth; None if there are no such searches."""
    name = searches.row["quantity"]
    if name == "alphabeta_by_negascout":
        negascout = sequential_seconds(searches, depth, "negascout")
        return sequential_seconds(searches, depth, "alphabeta") / negascout if negascout else None
    if name in ("seconds_of_all", "reads_by_writes"):
        own = searches.choose(depth).values()
        if not own:
            return None
        if name == "seconds_of_all":
            return sum(search["time_s"] for search in own)
        return ratio_of_sums(own, "table_reads", "table_writes")
    values = by_position(searches, depth)
    return statistics.mean(values) if values else None


NAMES = {"seconds_of_all": "seconds, all positions", "alphabeta_by_negascout": "time of αβ / NegaScout",
         "relative_speedup": "relative speedup", "absolute_speedup": "absolute speedup",
         "reads_by_writes": "reads / writes", "speedup_over_32": "128 PEs against 32",
         "total_search_overhead": "total search overhead", "aphid_speculative_overhead": "speculative search",
         "busy": "share of time not idle", "nodes_against_one": "nodes against one processor",
         "gain_by_load_balancing": "gain by load balancing"}
ALGORITHMS = {"abdada": "ABDADA", "ybwc": "YBWC", "aphid": "APHID", "alphabeta": "αβ", "negascout": "NegaScout",
              "pvsplit": "PV-Split", "dts": "DTS", "felten-otto": "Felten & Otto", "uidpabs": "UIDPABS",
              "shared-table": "shared table", "lazy-smp": "Lazy SMP", "jamboree": "Jamboree", "": ""}


def rounded(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def with_variant(row):
    """The figure, followed by the same figure for its variant, if it names one."""
    name, _, of_variant = row.get("variant", "").partition(": ")
    return [row | {"variant": ""}, *([row | {"variant": name, "data": of_variant}] if name else [])]


def read_published(path=sweeps.PUBLISHED):
    """The rows of a file of published figures, with their variants. Exits with a message if a row cannot be used."""
    rows = []
    for line, figure in enumerate(sweeps.published(path), 2):
        if figure["quantity"] not in NAMES:
            sys.exit(f"{path}:{line}: no such quantity: {figure['quantity']}; there are {', '.join(NAMES)}")
        for row in with_variant(figure):
            if not (FOLDER / row["data"]).name.endswith(".csv.gz") or not (FOLDER / row["data"]).exists():
                sys.exit(f"{path}:{line}: no such searches: {row['data']}")
            rows.append(row)
    return rows


def is_of_its_depth_only(row, rows):
    """True if a figure must not be compared with one of another depth."""
    same = [other for other in rows if all(other[name] == row[name] for name in
                                           ["source", "place", "program", "algorithm", "search", "tt_scale", "processors",
                                            "quantity", "variant"])]
    return len(same) > 1 or row["quantity"] == "seconds_of_all"


def print_shares(where, ratios):
    """Prints how many of `ratios`, of our figures to published ones, are within 10 and 25 % of 1; `where` describes them."""
    within = [sum(abs(ratio - 1) <= limit for ratio in ratios) for limit in (0.1, 0.25)]
    print(f"{len(ratios)} figures {where}: {within[0]} within 10 %, {within[1]} within 25 %.")


def report():
    rows = read_published()
    lines = []
    ratios = collections.defaultdict(list)  # by variant, and by whether the depth is the published one
    for row in rows:
        found = Searches(row).depth(int(row["depth"]))
        if not found or found[0] < int(row["depth"]) and is_of_its_depth_only(row, rows):
            continue
        depth, ours = found
        published = float(row["published"])
        ratios[row["variant"], depth == int(row["depth"])].append(ours / published)
        parallel = ALGORITHMS[row["algorithm"]]
        if row["algorithm"] in ("abdada", "ybwc"):
            parallel += f" on {ALGORITHMS[row['search']]}"
        parallel += f", {row['variant']}" if row["variant"] else ""
        lines.append([row["source"], row["place"], row["program"], parallel, row["processors"], NAMES[row["quantity"]],
                      row["depth"], rounded(published), depth, rounded(ours), f"{ours / published:.2f}", row["note"]])
    sweeps.table(["source", "place", "program", "algorithm", "P", "quantity", "depth", "published", "our depth", "ours",
                  "ours / published", "note"], lines)
    for (variant, same), all_ratios in ratios.items():
        print_shares(("at the published depth" if same else "at a smaller depth") + (f', variant "{variant}"' if variant else ""), all_ratios)
    print("Figures of published.csv that are omitted, because our searches do not reach their depth: "
          f"{len(rows) - len(lines)}.")


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
