#!/usr/bin/env python3
"""Figures that others have published, beside simulated ones: the tables of the page, from published.csv and its sweeps.

    results/others/others.py export STORE   # searches.csv.gz, from the store of the sweeps
    results/others/others.py report         # the tables

A line of published.csv is a figure, as in the file beside scoreboard.py. `platform` and `options` choose among our
searches; `machine`, `confidence` and `read_in` say where the figure is from and how sure it is. Our deepest search is
compared if the figure has no depth, or if ours do not reach it. Figures from memory are shown and not counted.
"""
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent), str(FOLDER.parent / "scoreboard")]
import measured  # noqa: E402: found by the line above
import scoreboard  # noqa: E402
import sweeps  # noqa: E402

PUBLISHED = FOLDER / "published.csv"
SEARCHES = FOLDER / "searches.csv.gz"
CONFIDENCES = ["paper", "abstract", "secondary", "author", "rule", "derived", "quoted", "memory"]
FEW = 16
PROCESSORS = [2, 4, 8, 16]
TRANSPUTERS = [16, 32, 64, 256, 1024]
CRAY_BLITZ = {"PVS": {"algorithm": "pvsplit", "pvsplit_enhanced": "false"},
              "EPVS": {"algorithm": "pvsplit", "pvsplit_enhanced": "true"}, "DTS": {"algorithm": "dts"}}
LATENCIES = {"2e-07": "0.2 µs", "1e-05": "10 µs", "0.0001": "0.1 ms", "0.001": "1 ms"}  # of a link, by the table's text


def compared(row):
    """The depth of our searches with which a figure is compared, and our figure for each position, as numerators and
    denominators."""
    found = scoreboard.deepest(row, int(row["depth"]) if row["depth"] else sys.maxsize)
    if not found:
        sys.exit(f"{PUBLISHED}: no searches of ours for {row['source']}, {row['place']}, P = {row['processors']}")
    return found.depth, found.pairs


def beside_ours(rows):
    """Prints the figures beside ours. Returns, for those that count, pairs of the number of processors and our figure
    divided by the published one."""
    lines, ratios = [], []
    for row in rows:
        depth, pairs = compared(row)
        published, ours = float(row["published"]), scoreboard.mean_of_ratios(pairs)
        counts = row["confidence"] != "memory"
        if counts:
            ratios.append((int(row["processors"]), ours / published))
        lines.append([row["source"], row["place"], scoreboard.NAMES[row["quantity"]], algorithm(row), row["processors"],
                      row["machine"], row["depth"], scoreboard.rounded(published), row["platform"], row["program"], depth,
                      measured_cell([numerator / denominator for numerator, denominator in pairs]),
                      scoreboard.rounded(scoreboard.ratio_of_sums(pairs)), f"{ours / published:.2f}", row["confidence"], row["note"]])
    sweeps.table(["source", "place", "quantity", "algorithm", "P", "machine", "depth", "published", "our machine",
                  "our program", "our depth", "ours", "ratio of sums", "ours / published", "confidence", "note"], lines)
    return ratios


def measured_cell(values):
    """A mean with its interval, with two decimals if the mean is less than ten and one otherwise."""
    mean = sum(values) / len(values)
    return measured.with_interval(mean, measured.interval(values, positive=True), ".2f" if mean < 9.995 else ".1f")


def algorithm(row):
    name = scoreboard.ALGORITHMS[row["algorithm"]]
    if "pvsplit_enhanced=true" in row["options"]:
        return "Enhanced " + name
    return name + ("*" if "ybwc_star=true" in row["options"] else "")


def shares(rows, ratios):
    print(f"Figures from memory, not counted: {len(rows) - len(ratios)}.")
    scoreboard.print_shares(f"on up to {FEW} processors", [ratio for processors, ratio in ratios if processors <= FEW])
    scoreboard.print_shares("on more", [ratio for processors, ratio in ratios if processors > FEW])
    print(f"{sum(1 / 2 <= ratio <= 2 for _, ratio in ratios)} of {len(ratios)} within a factor of two.\n")


def sources(rows):
    """Prints where the figures were read."""
    lines = dict.fromkeys((row["source"], row["confidence"], row["read_in"]) for row in rows)
    sweeps.table(["source", "confidence", "read in"], lines)


def cell(searches, column="relative_speedup", **settings):
    return sweeps.cell(sweeps.choose(searches, **settings), column)


def by_depth(searches):
    """Prints the speedups of the three algorithms of Cray Blitz, and of Zugzwang, by the size of the search."""
    rows = []
    for place, settings in CRAY_BLITZ.items():
        figures = {int(row["processors"]): row["published"]
                   for row in sweeps.published(PUBLISHED, source="Hyatt 1997", place=place)}
        for depth in sweeps.depths(searches, platform="C916", **settings):
            rows.append([place, depth, *(cell(searches, platform="C916", depth=depth, processors=processors, **settings)
                                         for processors in PROCESSORS)])
        rows.append([place, "published", *(figures[processors] for processors in PROCESSORS)])
    sweeps.table(["Cray Blitz", "depth", *PROCESSORS], rows)
    rows = []
    for star in ["false", "true"]:
        settings = {"platform": "Transputers", "algorithm": "ybwc", "ybwc_star": star}
        rows += [["YBWC*" if star == "true" else "YBWC", depth,
                  *(cell(searches, depth=depth, processors=processors, **settings) for processors in TRANSPUTERS)]
                 for depth in sweeps.depths(searches, **settings)]
    figures = {row["processors"]: row["published"] for row in sweeps.published(PUBLISHED, program="zugzwang", algorithm="ybwc")}
    rows.append(["published", "7 and more", *(figures.get(str(processors), "") for processors in TRANSPUTERS)])
    sweeps.table(["Zugzwang", "depth", *TRANSPUTERS], rows)


def difference(searches, better, worse, **settings):
    """The mean difference of the speedups of two searches of the same positions, with its interval."""
    pairs = zip(*(sweeps.choose(searches, **settings, **own).values() for own in (better, worse)))
    values = [one["relative_speedup"] - other["relative_speedup"] for one, other in pairs]
    return measured.with_interval(sum(values) / len(values), measured.interval(values), "+.2f")


def orderings(searches):
    """Prints the figures by which orderings known from measurements are tested."""
    rows = []
    for better, worse in [("EPVS", "PVS"), ("DTS", "EPVS")]:
        rows.append([f"{better} − {worse}", *(difference(searches, CRAY_BLITZ[better], CRAY_BLITZ[worse], platform="C916",
                                                        depth=6, processors=processors) for processors in PROCESSORS)])
    sweeps.table(["Cray C916, depth 6, difference of speedups", *PROCESSORS], rows)
    rows = []
    for algorithm in ["aphid", "ybwc", "abdada", "shared-table"]:
        settings = {"platform": "CM5", "algorithm": algorithm, "depth": 5, "processors": 16}
        shortest = next(iter(LATENCIES))
        rows.append([scoreboard.ALGORITHMS[algorithm],
                     cell(searches, "search_overhead_by_nodes", tt_sharing="global", latency=shortest, **settings),
                     *(cell(searches, tt_sharing=sharing, latency=latency, **settings)
                       for sharing in ["global", "local"] for latency in LATENCIES)])
    sweeps.table(["CM5, 16 nodes, depth 5, by the latency of a link", "nodes more than on one",
                  *(f"{sharing} table, {latency}" for sharing in ["shared", "own"] for latency in LATENCIES.values())], rows)


def report():
    rows = scoreboard.read_published(PUBLISHED)
    for line, row in enumerate(rows, 2):
        if row["confidence"] not in CONFIDENCES:
            sys.exit(f"{PUBLISHED}:{line}: no such confidence: {row['confidence']}; there are {', '.join(CONFIDENCES)}")
    shares(rows, beside_ours(rows))
    sources(rows)
    searches = sweeps.load(SEARCHES)
    by_depth(searches)
    orderings(searches)


if __name__ == "__main__":
    sweeps.export_or_report(__doc__, SEARCHES, report)
