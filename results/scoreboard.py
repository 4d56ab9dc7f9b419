#!/usr/bin/env python3
"""The published figures beside ours: the table of results/README.md, from published.csv and the sweeps that it names.

    results/scoreboard.py report

A line of published.csv is a figure of a paper: its source, its place there, our data, the settings of the searches, the
quantity, and how the paper averages it. Where our searches do not reach the figure's depth, the deepest one is compared. The figure is omitted
instead if the paper has it for several depths, or if it is a time. `variant` has the name of another version of the
algorithm and, after a colon, our data for that version. A figure with a variant is compared with that version as well,
whose shares are counted separately. A figure whose note is "fitted" is not counted. Another page may have such a file of its
own, with additional columns, as others/others.py does.
"""
import collections
import functools
import math
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
        # Newer reports have no column for the program, but all of its settings.
        self.searches = [search for search in data(row["data"]) if search.get("program", row["program"]) == row["program"]]

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


def by_time(values, searches):
    """Figures as numerators and denominators that are proportional to the searches' times."""
    return [(value * search["time_s"], search["time_s"]) for value, search in zip(values, searches)]


def by_nodes(values, searches):
    """Figures as numerators and denominators that are the nodes of the search on one processor."""
    nodes = [search["nodes"] / (1 + search["search_overhead_by_nodes"]) for search in searches]
    return [(value * count, count) for value, count in zip(values, nodes)]


def parts(searches, depth):
    """The numerator and the denominator of a quantity for each position; empty if there are no such searches."""
    name = searches.row["quantity"]

    def times_by(numerator, denominator):
        return [(search["time_s"], denominator[position]["time_s"]) for position, search in numerator.items()
                if position in denominator]

    if name == "alphabeta_by_negascout":
        return times_by(*(searches.choose(depth, algorithm=algorithm, search=algorithm, processors=1)
                          for algorithm in ["alphabeta", "negascout"]))
    chosen = searches.choose(depth)
    if name == "speedup_over_32":
        return times_by(searches.choose(depth, processors=32), chosen)
    if name == "gain_by_load_balancing":
        return times_by(searches.choose(depth, felten_otto_load_balancing="false"), chosen)
    own = list(chosen.values())
    if name == "reads_by_writes":
        return [(search["table_reads"], search["table_writes"]) for search in own]
    if name == "busy":
        return by_time([1 - search["synchronization_overhead"] / (1 + search["total_overhead"]) for search in own], own)
    if name == "nodes_against_one":
        return by_nodes([1 + search["search_overhead_by_nodes"] for search in own], own)
    if name == "total_search_overhead":
        return by_nodes([search["aphid_search_overhead"] + search["aphid_speculative_overhead"] for search in own], own)
    if name == "aphid_speculative_overhead":
        return by_nodes([search[name] for search in own], own)
    return by_time([search[name] for search in own], own)


def mean_of_ratios(pairs):
    return statistics.fmean(numerator / denominator for numerator, denominator in pairs)


def ratio_of_sums(pairs):
    return math.fsum(numerator for numerator, _ in pairs) / math.fsum(denominator for _, denominator in pairs)


def seconds_of_all(searches, depth):
    return math.fsum(search["time_s"] for search in searches.choose(depth).values())


def quantity(searches, depth):
    """Our figure at a depth as the mean of ratios and as the ratio of sums, or twice the same for a sum; None if there are
    no such searches."""
    if searches.row["quantity"] == "seconds_of_all":
        seconds = seconds_of_all(searches, depth)
        return (seconds, seconds) if seconds else None
    pairs = parts(searches, depth)
    return (mean_of_ratios(pairs), ratio_of_sums(pairs)) if pairs else None


WAYS = {"mean": "mean of ratios", "sums": "ratio of sums", "": "not said"}  # of averaging
OF_SUMS = {"alphabeta_by_negascout", "reads_by_writes"}  # compared as ratios of sums if the paper does not say


def as_published(row, figures):
    """The one of both figures that is averaged as the paper does."""
    mean, of_sums = figures
    return of_sums if row["averaged"] == "sums" or not row["averaged"] and row["quantity"] in OF_SUMS else mean


NAMES = {"seconds_of_all": "seconds, all positions", "alphabeta_by_negascout": "time of αβ / NegaScout",
         "relative_speedup": "relative speedup", "absolute_speedup": "absolute speedup",
         "reads_by_writes": "reads / writes", "speedup_over_32": "128 PEs against 32",
         "total_search_overhead": "total search overhead", "aphid_speculative_overhead": "speculative search",
         "busy": "share of time not idle", "nodes_against_one": "nodes against one processor",
         "gain_by_load_balancing": "gain by load balancing"}
ALGORITHMS = {"abdada": "ABDADA", "ybwc": "YBWC", "aphid": "APHID", "alphabeta": "αβ", "negascout": "NegaScout",
              "pvsplit": "PV-Split", "dts": "DTS", "felten-otto": "Felten & Otto", "uidpabs": "UIDPABS",
              "shared-table": "shared table", "lazy-smp": "Lazy SMP", "lazy-smp-cheng": "Lazy SMP (Cheng)", "jamboree": "Jamboree", "": ""}


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
    lines, of_sums = [], []
    ratios = collections.defaultdict(list)  # by variant, and by whether the depth is the published one
    for row in rows:
        found = Searches(row).depth(int(row["depth"]))
        if not found or found[0] < int(row["depth"]) and is_of_its_depth_only(row, rows):
            continue
        depth, figures = found
        ours, published = as_published(row, figures), float(row["published"])
        if row["note"] != "fitted":
            ratios[row["variant"], depth == int(row["depth"])].append(ours / published)
            if depth == int(row["depth"]) and not row["variant"]:
                of_sums.append(figures[1] / published)
        parallel = ALGORITHMS[row["algorithm"]]
        if row["algorithm"] in ("abdada", "ybwc"):
            parallel += f" on {ALGORITHMS[row['search']]}"
        parallel += f", {row['variant']}" if row["variant"] else ""
        lines.append([row["source"], row["place"], row["program"], parallel, row["processors"], NAMES[row["quantity"]],
                      row["depth"], rounded(published), WAYS[row["averaged"]], depth, *map(rounded, figures),
                      f"{ours / published:.2f}", row["note"]])
    sweeps.table(["source", "place", "program", "algorithm", "P", "quantity", "depth", "published", "averaged",
                  "our depth", "mean of ratios", "ratio of sums", "ours / published", "note"], lines)
    for (variant, same), all_ratios in ratios.items():
        print_shares(("at the published depth" if same else "at a smaller depth") + (f', variant "{variant}"' if variant else ""), all_ratios)
    print_shares("at the published depth, all as ratios of sums", of_sums)
    print(f"{sum(row['note'] == 'fitted' for row in rows)} figures are not counted, because choices are fitted to them.")
    print("Figures of published.csv that are omitted, because our searches do not reach their depth: "
          f"{len(rows) - len(lines)}.")


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
