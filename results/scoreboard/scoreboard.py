#!/usr/bin/env python3
"""The published figures beside ours: the table and the picture of the page, from published.csv and the sweeps that it names.

    results/scoreboard/scoreboard.py report
    results/scoreboard/scoreboard.py draw     # published-and-ours.svg; needs Matplotlib (python3-matplotlib)
    results/scoreboard/scoreboard.py check    # exits with 1 if the picture is not that of the data

A line of published.csv is a figure of a paper: its source, its place there, our data, the settings of the searches, the
quantity, and how the paper averages it. Where our searches do not reach the figure's depth, the deepest one is compared. The
figure is omitted instead if the paper has it for several depths, or if it is a time. `variant` has the name of another version
of the algorithm and, after a colon, our data for that version. After a question mark come settings that differ, as in `options`.
Several variants are separated by semicolons. A figure is compared with its variants as well, whose shares are counted separately.
A figure whose note is "fitted" is not counted. Another page may have such a file of its own, with additional columns, as
others/others.py does.
"""
import collections
import dataclasses
import functools
import math
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import pictures  # noqa: E402
import sweeps  # noqa: E402

RESULTS = Path(__file__).resolve().parents[1]
PICTURE = Path(__file__).with_name("published-and-ours.svg")


@functools.cache
def data(name, baseline):
    """The searches of a file, with absolute speedups over `baseline` or, if it is empty, over the faster of αβ and NegaScout."""
    searches = sweeps.load(RESULTS / name)
    return sweeps.over(searches, baseline) if baseline else searches


class Searches:
    """Our searches with which a published figure is compared."""

    def __init__(self, row):
        self.row = row
        # Newer reports have no column for the program, but all of its settings.
        self.searches = [search for search in data(row["data"], row.get("baseline", ""))
                         if search.get("program", row["program"]) == row["program"]]

    def choose(self, depth, **changes):
        settings = {name: self.row[name] for name in ["algorithm", "search", "tt_scale"]}
        settings.update(processors=int(self.row["processors"]), depth=depth)
        if settings["algorithm"] == "abdada":
            settings["abdada_defer_depth"] = "1"
        settings.update(more_settings(self.row))
        settings.update(changes)
        return sweeps.choose(self.searches, **settings)


def more_settings(row):
    """The additional settings of a figure: its platform, and its `options`, such as "pvsplit_enhanced=true;seed=1"."""
    settings = dict(word.split("=") for word in row.get("options", "").split(";") if word)
    return settings | ({"platform": row["platform"]} if row.get("platform") else {})


SECONDS = {"seconds_of_all", "seconds_of_one"}


def by_time(values, searches):
    """Figures as numerators and denominators that are proportional to the searches' times."""
    return [(value * search["time_s"], search["time_s"]) for value, search in zip(values, searches)]


def by_nodes(values, searches):
    """Figures as numerators and denominators that are the nodes of the search on one processor."""
    nodes = [search["nodes"] / (1 + search["search_overhead_by_nodes"]) for search in searches]
    return [(value * count, count) for value, count in zip(values, nodes)]


def parts(searches, depth):
    """The numerator and the denominator of a quantity for each position; those of all positions for a quantity of SECONDS.
    Empty if there are no such searches."""
    name = searches.row["quantity"]

    def times_by(numerator, denominator):
        return [(search["time_s"], denominator[position]["time_s"]) for position, search in numerator.items()
                if position in denominator]

    if name in SECONDS:
        seconds = math.fsum(search["time_s"] for search in searches.choose(depth).values())
        return [(seconds, 1)] if seconds else []
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


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A published figure with ours, from `pairs` of a numerator and a denominator for each position, searched to `depth`."""
    row: dict
    depth: int
    pairs: list

    @property
    def published(self):
        return float(self.row["published"])

    @property
    def is_at_its_depth(self):
        return self.depth == int(self.row["depth"])

    @property
    def is_fitted(self):
        return self.row["note"] == "fitted"

    @property
    def is_of_sums(self):
        """True for a ratio of sums: as its paper averages, or as the paper gives times."""
        return self.row["averaged"] == "sums" or not self.row["averaged"] and self.row["quantity"] == "alphabeta_by_negascout"

    def ratio(self):
        """Our figure, averaged as the paper does, divided by the published one."""
        return (ratio_of_sums if self.is_of_sums else mean_of_ratios)(self.pairs) / self.published

    def interval(self):
        """The interval of `ratio()`, by linear approximation if it is of sums; None for a time, which is not of a sample."""
        if len(self.pairs) == 1:
            return None
        if not self.is_of_sums:
            ends = measured.interval([numerator / denominator for numerator, denominator in self.pairs], positive=True)
        else:
            ours, mean = ratio_of_sums(self.pairs), statistics.fmean(denominator for _, denominator in self.pairs)
            ends = measured.interval([ours + (numerator - ours * denominator) / mean for numerator, denominator in self.pairs])
        return tuple(end / self.published for end in ends)


def deepest(row, at_most):
    """The comparison of a figure with our searches to the greatest depth up to `at_most`; None if there are no such searches."""
    searches = Searches(row)
    for depth in sorted({search["depth"] for search in searches.searches if search["depth"] <= at_most}, reverse=True):
        if pairs := parts(searches, depth):
            return Comparison(row, depth, pairs)
    return None


WAYS = {"mean": "mean of ratios", "sums": "ratio of sums", "": "not said"}  # of averaging
NAMES = {"seconds_of_all": "seconds, all positions", "seconds_of_one": "seconds, one position", "alphabeta_by_negascout": "time of αβ / NegaScout",
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


def with_variants(row):
    """The figure, followed by the same figure for each of its variants."""
    rows = [row | {"variant": ""}]
    for variant in filter(None, row.get("variant", "").split("; ")):
        name, _, of_variant = variant.partition(": ")
        data_of_variant, _, options = of_variant.partition("?")
        rows.append(row | {"variant": name, "data": data_of_variant, "options": f"{row['options']};{options}"})
    return rows


def read_published(path=sweeps.PUBLISHED):
    """The rows of a file of published figures, with their variants. Exits with a message if a row cannot be used."""
    rows = []
    for line, figure in enumerate(sweeps.published(path), 2):
        if figure["quantity"] not in NAMES:
            sys.exit(f"{path}:{line}: no such quantity: {figure['quantity']}; there are {', '.join(NAMES)}")
        for row in with_variants(figure):
            if not (RESULTS / row["data"]).name.endswith(".csv.gz") or not (RESULTS / row["data"]).exists():
                sys.exit(f"{path}:{line}: no such searches: {row['data']}")
            rows.append(row)
    return rows


def is_of_its_depth_only(row, rows):
    """True if a figure must not be compared with one of another depth."""
    same = [other for other in rows if all(other[name] == row[name] for name in
                                           ["source", "place", "program", "algorithm", "search", "tt_scale", "processors",
                                            "quantity", "variant"])]
    return len(same) > 1 or row["quantity"] in SECONDS


def print_shares(where, ratios):
    """Prints how many of `ratios`, of our figures to published ones, are within 10 and 25 % of 1; `where` describes them."""
    within = [sum(abs(ratio - 1) <= limit for ratio in ratios) for limit in (0.1, 0.25)]
    print(f"{len(ratios)} figures {where}: {within[0]} within 10 %, {within[1]} within 25 %.")


def comparisons():
    """The figures of published.csv that are compared, in its order."""
    rows = read_published()
    found = [deepest(row, int(row["depth"])) for row in rows]
    return [one for one in found if one and (one.is_at_its_depth or not is_of_its_depth_only(one.row, rows))]


def algorithm_of(row):
    name = ALGORITHMS[row["algorithm"]]
    if row["algorithm"] in ("abdada", "ybwc"):
        name += f" on {ALGORITHMS[row['search']]}"
    return name + (f", {row['variant']}" if row["variant"] else "")


def ratio_cell(one):
    ends = one.interval()
    return measured.with_interval(one.ratio(), ends) if ends else f"{one.ratio():.2f}"


def report():
    compared = comparisons()
    sweeps.table(["source", "place", "program", "algorithm", "P", "quantity", "depth", "published", "averaged", "our depth",
                  "mean of ratios", "ratio of sums", "ours / published", "note"],
                 [[one.row["source"], one.row["place"], one.row["program"], algorithm_of(one.row), one.row["processors"],
                   NAMES[one.row["quantity"]], one.row["depth"], rounded(one.published), WAYS[one.row["averaged"]], one.depth,
                   rounded(mean_of_ratios(one.pairs)), rounded(ratio_of_sums(one.pairs)), ratio_cell(one), one.row["note"]]
                  for one in compared])
    counted = [one for one in compared if not one.is_fitted]
    ratios = collections.defaultdict(list)  # by what is printed of them
    for one in counted:
        depth = "at the published depth" if one.is_at_its_depth else "at a smaller depth"
        ratios[depth + (f', variant "{one.row["variant"]}"' if one.row["variant"] else "")].append(one.ratio())
    for where, values in ratios.items():
        print_shares(where, values)
    print_shares("at the published depth, all as ratios of sums", [
        ratio_of_sums(one.pairs) / one.published for one in counted if one.is_at_its_depth and not one.row["variant"]])
    print(f"{len(compared) - len(counted)} figures are not counted, because choices are fitted to them.")
    print("Figures of published.csv that are omitted, because our searches do not reach their depth: "
          f"{len(read_published()) - len(compared)}.")


PAPERS = {"weill-cm5": ("Weill 1996", "CM5"), "weill-t3d": ("Weill 1996", "T3D"),
          "aphid-origin": ("Brockington & Schaeffer", "")}
PROGRAMS = {"bugs": "Othello", "frenchess": "chess", "keyano": "Keyano", "chinook": "Chinook", "crafty": "Crafty",
            "theturk": "TheTurk"}
KINDS = {"seconds_of_all": "one processor", "seconds_of_one": "one processor", "alphabeta_by_negascout": "one processor",
         "relative_speedup": "speedup", "absolute_speedup": "speedup", "speedup_over_32": "128 over 32",
         "reads_by_writes": "reads / writes", "total_search_overhead": "overhead", "aphid_speculative_overhead": "Figure 9",
         "busy": "Figure 9"}


def group_of(row):
    """The paper, the machine or program, and the kind of quantity: the figures that stand together in the picture."""
    paper, machine = PAPERS[row["data"].partition("/")[0]]
    return paper, machine or PROGRAMS[row["program"]], KINDS[row["quantity"]]


def label_of(row):
    """The settings that tell a figure from the others of its group."""
    _, where, kind = group_of(row)
    if where == "T3D":
        return f"{row['processors']} PEs, depth {row['depth']}" if kind == "speedup" else f"depth {row['depth']}"
    if where != "CM5":
        return {"busy": "YBWC busy, 64", "aphid_speculative_overhead": "speculative, 64"}.get(row["quantity"], row["processors"])
    program = PROGRAMS[row["program"]]
    if kind == "one processor":
        return f"{program}, " + {"seconds_of_all": "seconds", "seconds_of_one": f"seconds, {row['note']}"}.get(
            row["quantity"], "αβ / NegaScout")
    absolute = ", absolute" if row["quantity"] == "absolute_speedup" else ""
    return f"{program}, {algorithm_of(row | {'variant': ''})}{absolute}, {row['processors']}"


class Point(NamedTuple):
    """A figure of the picture: its place, and ours / published with the interval."""
    group: tuple
    label: str
    variant: str
    is_fitted: bool
    is_at_its_depth: bool
    ratio: float
    ends: tuple


def to_four_digits(figure):
    return float(f"{figure:.4g}")


def points():
    """The points of the picture, from left to right."""
    return [Point(group_of(one.row), label_of(one.row), one.row["variant"], one.is_fitted, one.is_at_its_depth,
                  to_four_digits(one.ratio()),
                  tuple(map(to_four_digits, one.interval() or ()))) for one in comparisons()]


def places(shown):
    """The points at each place of the picture's axis, by group and label; figures of variants are at one place."""
    found = collections.defaultdict(dict)
    for point in shown:
        found[point.group].setdefault(point.label, []).append(point)
    return found


FITTED = "decided on a fitted choice, not counted", "x", "0.55", "0.55"  # label, marker, colour, face
STYLES = {  # of the other figures, by the first word of the variant
    "": ("", "o", "C0", 0), "the": ("APHID without our additions, ", "D", "C1", 0.28),
    "d'": ("APHID with a d' of 5, ", "^", "C2", -0.28)}  # beginning of the label, marker, colour, offset


def draw_points(plt, shown):
    figure, axes = plt.subplots(figsize=(13, 6.2))
    axes.axhspan(0.75, 1.25, color="C2", alpha=0.15, lw=0)
    axes.axhline(1, color="C2", lw=1)
    ticks, labels, place, papers = [], [], 0, collections.defaultdict(list)
    for (paper, where, kind), figures in places(shown).items():
        begin = place
        for label, ones in figures.items():
            ticks.append(place)
            labels.append(label)
            for point in ones:
                version, marker, colour, offset = STYLES[point.variant.partition(" ")[0]]
                name, face = version + ("at the published depth" if point.is_at_its_depth else "in shallower searches"), colour
                if point.is_fitted:
                    name, marker, colour, face = FITTED
                elif not point.is_at_its_depth:
                    face = "white"
                x = place + offset
                if point.ends:
                    axes.plot([x, x], point.ends, color=colour, lw=1.2, alpha=0.6)
                axes.plot(x, point.ratio, marker, color=colour, markerfacecolor=face, markersize=4 if offset else 6, label=name)
            place += 1
        papers[paper] += [begin, place - 1]
        axes.text((begin + place - 1) / 2, 11.5, f"{where}\n{kind}", ha="center", va="bottom", fontsize=8)
        axes.axvline(place - 0.1, color="0.85", lw=0.8)
        place += 0.8
    for paper, ends in papers.items():
        axes.text((min(ends) + max(ends)) / 2, 20, paper, ha="center", va="bottom", fontweight="bold")
    axes.set_yscale("log")
    axes.set_ylim(0.15, 11)
    axes.set_xlim(-0.9, place - 0.9)
    axes.set_yticks([0.25, 0.5, 0.75, 1, 1.25, 2, 4, 8], ["0.25", "0.5", "0.75", "1", "1.25", "2", "4", "8"])
    axes.minorticks_off()
    axes.set_xticks(ticks, labels, rotation=90, fontsize=7.5)
    axes.set_ylabel("ours / published")
    handles = dict(zip(*reversed(axes.get_legend_handles_labels())))
    axes.legend(handles.values(), handles.keys(), loc="upper left", bbox_to_anchor=(0.06, 1), fontsize=7.5)
    return figure


def drawn():
    return [pictures.Picture(PICTURE, draw_points, points())]


def check():
    if pictures.names_of_wrong(drawn()):
        sys.exit(f"{PICTURE} is not of the data: draw it again with {__file__} draw")


def main():
    actions = {"report": report, "draw": lambda: pictures.draw(drawn()), "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in actions:
        sys.exit(__doc__)
    actions[sys.argv[1]]()


if __name__ == "__main__":
    main()
