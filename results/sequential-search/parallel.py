#!/usr/bin/env python3
"""Speedups of parallel searches with null moves and late move reductions: the tables of the page.

    results/sequential-search/parallel.py export STORE [--eldest FILE]   # parallel.csv.gz from a store of `eldest sweep`
    results/sequential-search/parallel.py report

The speedup of a position is the time of the faster of recursive alpha-beta and NegaScout on one processor,
with the same pruning, divided by the time of the parallel search. A table has the mean over the positions,
followed by its 95 % interval. The table also has the nodes of all positions together, divided by those of the same
algorithm on one processor, and the share of the processors' time that is idle.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

SEARCHES = Path(__file__).with_name("parallel.csv.gz")
MORE = {name: f"$.counters.{name}" for name in ["needed_nodes", "ahead_nodes", "abandoned_nodes", "master_busy_us"]}
PROCESSORS = 16
NONE = "none"
NULL_MOVE = "`--null-move 2`"
BOTH = "`--null-move 2 --lmr-after 3`"
PRUNING = {NONE: {"null_move": "0", "lmr_after": "0"}, NULL_MOVE: {"null_move": "2", "lmr_after": "0"},
           BOTH: {"null_move": "2", "lmr_after": "3"}}
TABLES = {6: [NONE, NULL_MOVE, BOTH], 7: [NULL_MOVE, BOTH]}  # by depth
ALGORITHMS = {"abdada": "ABDADA", "ybwc": "YBWC", "dts": "DTS", "jamboree": "Jamboree", "aphid": "APHID"}


def more_nodes(found):
    """The nodes of all searches, divided by those of the same algorithm on one processor."""
    alone = sum(search["nodes"] / (1 + search["search_overhead_by_nodes"]) for search in found.values())
    return sum(search["nodes"] for search in found.values()) / alone


def idle(found):
    """The share of the processors' time in all searches that is idle."""
    times = {name: search["time_s"] for name, search in found.items()}
    return sum(time * found[name]["synchronization_overhead"] / (1 + found[name]["total_overhead"])
               for name, time in times.items()) / sum(times.values())


def report_aphid(searches):
    """Prints what APHID's time and nodes go to, as sums over the positions."""
    rows = []
    for depth, prunings in TABLES.items():
        for pruning in prunings:
            found = sweeps.choose(searches, depth=depth, processors=PROCESSORS, algorithm="aphid", **PRUNING[pruning]).values()
            of = {name: sum(float(search[name]) for search in found) for name in ["time_s", "nodes", *MORE]}
            rows.append([depth, pruning, f"{of['time_s']:.0f} s", f"{of['master_busy_us'] / 1e6:.0f} s",
                         *(f"{of[name] / 1e6:.1f}" for name in ["nodes", "needed_nodes", "ahead_nodes", "abandoned_nodes"])])
    sweeps.table(["D", "pruning", "APHID's time", "master busy", "million nodes", "needed", "ahead", "abandoned"], rows)


def report():
    searches = sweeps.load(SEARCHES)
    for depth, prunings in TABLES.items():
        print(f"Depth {depth}:\n")
        of = {(algorithm, pruning): sweeps.choose(searches, depth=depth, processors=PROCESSORS, algorithm=algorithm,
                                                  **PRUNING[pruning]) for algorithm in ALGORITHMS for pruning in prunings}
        ranked = {pruning: dict(zip(ALGORITHMS, sweeps.ranked([of[algorithm, pruning] for algorithm in ALGORITHMS])))
                  for pruning in prunings}
        losses = sweeps.ratios({(algorithm, pruning): (found, of[algorithm, prunings[0]])
                                for (algorithm, pruning), found in of.items() if pruning != prunings[0]})
        others = "by that without" if prunings[0] == NONE else f"by that with {prunings[0]}"
        sweeps.table(["algorithm", "pruning", "speedup", others, "nodes", "idle"],
                     [[ALGORITHMS[algorithm], pruning, ranked[pruning][algorithm], losses.get((algorithm, pruning), ""),
                       f"{more_nodes(found):.2f}", f"{idle(found):.0%}"] for (algorithm, pruning), found in of.items()])
    report_aphid(searches)


if __name__ == "__main__":
    sweeps.export_or_report(__doc__, SEARCHES, report, MORE)
