#!/usr/bin/env python3
"""ABDADA on 128 PEs of the T3D: the tables of the page.

    results/weill-t3d/weill_t3d.py report

quiescence.csv.gz has the searches with quiescence search and the fixed time of an iteration, explanations.csv.gz has
other explanations, and searches.csv.gz has the searches without quiescence search.
"""
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402: likewise

# Weill 1996, section 5.
GROWING, CONSTANT = ({int(row["depth"]): float(row["published"]) for row in sweeps.published(place=place)}
                     for place in ["5, Table 1", "5, Table 2"])
DEFER_DEPTHS = ["1", "2", "3", "4"]
FITTED_DEPTHS = [3, 4, 5]  # of Table 1, by which the time of an iteration is fitted
ITERATION_COST = 0.175  # seconds, as in quiescence.ini


class Times:
    """The seconds of ABDADA at one depth, by position."""

    def __init__(self, searches, depth, **settings):
        def times(processors, scale):
            return {name: search["time_s"] for name, search in sweeps.choose(
                searches, algorithm="abdada", depth=depth, processors=processors, tt_scale=scale, **settings).items()}

        self.one = times(1, "constant")
        self.few = times(32, "constant")
        self.many = times(128, "constant")
        self.growing = times(128, "per-processor")


def ratios(slow, fast, cost=0.0):
    """The speedups by position, if every search takes `cost` seconds more."""
    return {name: (slow[name] + cost) / (fast[name] + cost) for name in sorted(fast)}


def mean_ratio(slow, fast, cost=0.0):
    return statistics.mean(ratios(slow, fast, cost).values())


def halves(by_position):
    """The means over the odd-numbered and over the even-numbered positions."""
    values = [by_position[name] for name in sorted(by_position)]
    return statistics.mean(values[::2]), statistics.mean(values[1::2])


def against(ours, published):
    return f"{ours / published:.2f}"


def explained_tables(searches):
    print(f"With quiescence search and {ITERATION_COST} s for each iteration: 128 PEs against one, with a transposition table that grows with "
          "the PEs (Table 1), and against 32, with one of constant size (Table 2). *Even* are the even-numbered positions:\n")
    rows = []
    for depth in range(3, 9):
        times = Times(searches, depth)
        one, many = ratios(times.one, times.growing), ratios(times.few, times.many)
        means = statistics.mean(one.values()), statistics.mean(many.values())
        rows.append([depth,
                     GROWING[depth], measured.figure(list(one.values()), True), against(means[0], GROWING[depth]),
                     against(halves(one)[1], GROWING[depth]),
                     CONSTANT[depth], measured.figure(list(many.values()), True), against(means[1], CONSTANT[depth]),
                     against(halves(many)[1], CONSTANT[depth]),
                     f"{GROWING[depth] / CONSTANT[depth]:.1f}", f"{mean_ratio(times.one, times.few):.1f}"])
    sweeps.table(["depth", "Table 1", "ours", "ours / his", "even", "Table 2", "ours", "ours / his", "even",
                  "32 against one, by his tables", "ours"], rows)


def fitted_cost(searches, **settings):
    """The seconds of an iteration, in steps of 5 ms, that fit Table 1 best on the odd-numbered positions: the least sum of
    squares of logarithms."""
    times = {depth: Times(searches, depth, **settings) for depth in FITTED_DEPTHS}

    def error(cost):
        return sum(math.log(halves(ratios(times[depth].one, times[depth].many, cost * depth))[0] / GROWING[depth]) ** 2
                   for depth in FITTED_DEPTHS)

    return min((step / 200 for step in range(101)), key=error)


def by_column(searches, depths, columns):
    """Prints the speedups of both tables by depth, with a column for each name, settings and seconds of an iteration. The
    seconds are added to the simulated times. All transposition tables have constant size."""
    rows = []
    for depth in depths:
        row = [depth]
        for published, slow, fast in [(GROWING, "one", "many"), (CONSTANT, "few", "many")]:
            row.append(published[depth])
            for _, settings, cost in columns:
                times = Times(searches, depth, **settings)
                ratio = getattr(times, fast) and mean_ratio(getattr(times, slow), getattr(times, fast), cost * depth)
                row.append(f"{ratio:.2f}; {against(ratio, published[depth])}" if ratio else "")
        rows.append(row)
    heads = [name for name, _, _ in columns]
    sweeps.table(["depth", "Table 1", *heads, "Table 2", *heads], rows)


EXPLANATIONS = {"quiescence search": {"quiescence": "true"},
                "least depth 4, `best`": {"quiescence": "false", "abdada_defer_depth": "4"}}


def rival_explanations(searches):
    print("Two explanations, with the fixed time of an iteration that fits each best (added to the simulated times), and "
          "without one. Transposition tables have constant size. A cell has our speedup; after the semicolon, our speedup divided by his:\n")
    columns = [(f"{name}, {cost:.3f} s", settings, cost) for name, settings in EXPLANATIONS.items()
               for cost in sorted({0.0, fitted_cost(searches, **settings)})]
    depths = sweeps.depths(searches, algorithm="abdada", tt_scale="constant")
    by_column(searches, [depth for depth in depths if depth <= 8], columns)


def depth_nine(searches):
    print("Depth 9 with both, in BK.01, 05, 09, 13, 17 and 21, which were chosen beforehand:\n")
    times = Times(searches, 9)
    rows = []
    for name, published, slow, fast in [("128 against one, growing table", GROWING[9], times.one, times.growing),
                                        ("128 against 32", CONSTANT[9], times.few, times.many),
                                        ("32 against one", 28, times.one, times.few)]:
        values = list(ratios(slow, fast).values())
        rows.append([name, published, measured.figure(values, True), against(statistics.mean(values), published)])
    sweeps.table(["", "Weill", "ours", "ours / his"], rows)


def without_quiescence(searches):
    print("Without quiescence search and without a fixed time, by the least depth of a node whose sons are deferred: 128 PEs against one, and "
          "against 32, with transposition tables of constant size. A cell has our speedup; after the semicolon, our speedup divided by his:\n")
    by_column(searches, sweeps.depths(searches, algorithm="abdada", tt_scale="constant"),
              [(f"least depth {least}", {"abdada_defer_depth": least}, 0.0) for least in DEFER_DEPTHS])


def report():
    folder = Path(__file__).parent
    explanations = sweeps.load(folder / "explanations.csv.gz")
    quiescence = sweeps.load(folder / "quiescence.csv.gz")
    explained_tables(quiescence)
    rival_explanations(explanations)
    depth_nine(quiescence)
    without_quiescence(sweeps.load(folder / "searches.csv.gz"))


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
