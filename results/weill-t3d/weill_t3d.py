#!/usr/bin/env python3
"""ABDADA on 128 PEs of the T3D: the tables of the page, from searches.csv.gz.

    results/weill-t3d/weill_t3d.py report
"""
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

# Weill 1996, section 5.
GROWING, CONSTANT = ({int(row["depth"]): float(row["published"]) for row in sweeps.published(place=place)}
                     for place in ["5, Table 1", "5, Table 2"])
DEFER_DEPTHS = ["1", "2", "3", "4"]


class Times:
    """The seconds of ABDADA at one depth, by position."""

    def __init__(self, searches, depth, defer_depth="1"):
        def times(processors, scale):
            return {name: search["time_s"] for name, search in sweeps.choose(
                searches, algorithm="abdada", depth=depth, processors=processors, tt_scale=scale,
                abdada_defer_depth=defer_depth).items()}

        self.one = times(1, "constant")
        self.few = times(32, "constant")
        self.many = times(128, "constant")
        self.growing = times(128, "per-processor")


def mean_ratio(slow, fast, cost=0.0):
    """The mean over the positions of the speedup, if every search takes `cost` seconds more."""
    return statistics.mean((slow[name] + cost) / (fast[name] + cost) for name in fast)


def ratio_of_sums(slow, fast):
    """The speedup of all positions together."""
    return sum(slow[name] for name in fast) / sum(fast.values())


def cost_for(slow, fast, speedup):
    """The seconds that every search must take longer, so that the mean speedup is `speedup`; None if it is lower already."""
    low, high = 0.0, 1e4
    if mean_ratio(slow, fast) < speedup:
        return None
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if mean_ratio(slow, fast, middle) > speedup else (low, middle)
    return low


def seconds(cost):
    return "" if cost is None else f"{cost:.2f}"


def published_tables(searches):
    print("128 PEs against one, with a transposition table that grows with the PEs (Table 1), and against 32, with one of "
          "constant size (Table 2). *Sums* are the ratios of the summed times. *Cost that explains it* is the number of seconds that, added to every search, would lower "
          "our speedup to his:\n")
    rows = []
    for depth in sweeps.depths(searches, algorithm="abdada", tt_scale="per-processor", abdada_defer_depth="1"):
        times = Times(searches, depth)
        one, many = (mean_ratio(times.one, times.growing), mean_ratio(times.few, times.many))
        rows.append([depth, GROWING[depth], f"{one:.2f}", f"{ratio_of_sums(times.one, times.growing):.2f}",
                     f"{one / GROWING[depth]:.2f}",
                     seconds(cost_for(times.one, times.growing, GROWING[depth])),
                     CONSTANT[depth], f"{many:.2f}", f"{ratio_of_sums(times.few, times.many):.2f}", f"{many / CONSTANT[depth]:.2f}",
                     seconds(cost_for(times.few, times.many, CONSTANT[depth])),
                     f"{mean_ratio(times.one, times.few):.1f}", f"{ratio_of_sums(times.one, times.few):.1f}"])
    sweeps.table(["depth", "Table 1", "ours", "sums", "ours / his", "cost that explains it, s", "Table 2", "ours", "sums",
                  "ours / his", "cost that explains it, s", "ours, 32 against one", "sums"], rows)


def least_depths_of_deferring(searches):
    print("By the least depth of a node whose sons are deferred: 128 PEs against one, and against 32, with transposition "
          "tables of constant size. A cell has our speedup; after the semicolon, our speedup divided by his:\n")
    rows = []
    for depth in sweeps.depths(searches, algorithm="abdada", tt_scale="constant"):
        all_times = [Times(searches, depth, least) for least in DEFER_DEPTHS]
        row = [depth]
        for published, pair in [(GROWING, lambda times: (times.one, times.many)),
                                (CONSTANT, lambda times: (times.few, times.many))]:
            row.append(published[depth])
            for times in all_times:
                slow, fast = pair(times)
                ratio = mean_ratio(slow, fast) if fast else None
                row.append(f"{ratio:.2f}; {ratio / published[depth]:.2f}" if fast else "")
        rows.append(row)
    sweeps.table(["depth", *(word for table in ["Table 1", "Table 2"]
                             for word in [table, *(f"least depth {least}" for least in DEFER_DEPTHS)])], rows)


def report():
    searches = sweeps.load(Path(__file__).with_name("searches.csv.gz"))
    published_tables(searches)
    least_depths_of_deferring(searches)


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
