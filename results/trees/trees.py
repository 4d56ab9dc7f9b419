#!/usr/bin/env python3
"""Parallel searches of synthetic trees by their order of moves and by their number of moves: the tables of the page.

    results/trees/trees.py report
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

FOLDER = Path(__file__).parent
PROCESSORS = 32
ORDERS = {"0.05": "random", "0.5": "0.5", "0.7": "0.7", "0.9": "0.9", "0.98": "0.98"}
BRANCHING = [3, 6, 10, 20, 40]


def load(name, key):
    """The searches of a file whose trees differ by `key` and by their seeds. `id` is the seed, and `key` a member."""
    searches = sweeps.load(FOLDER / name)
    for search in searches:
        search["id"] = int(re.search(r"seed=(\d+)", search["tree"])[1])
        search[key] = re.search(key + r"=([\d.]+)", search["tree"])[1]
    return searches


def ratio(numerators, denominators):
    """The mean over the trees of the ratio of two speedups, with its interval."""
    ratios = [search["absolute_speedup"] / denominators[seed]["absolute_speedup"] for seed, search in numerators.items()]
    return measured.with_interval(sum(ratios) / len(ratios), measured.interval(ratios, positive=True))


def by_order():
    print(f"By the order of moves, on {PROCESSORS} processors, twelve trees each\n")
    searches = sweeps.over(load("order.csv.gz", "order"), "alphabeta")
    rows = []
    for depth in sweeps.depths(searches):
        for order, name in ORDERS.items():
            chosen = {algorithm: sweeps.choose(searches, order=order, depth=depth, algorithm=algorithm,
                                               processors=1 if algorithm == "alphabeta" else PROCESSORS)
                      for algorithm in ["alphabeta", "ybwc", "abdada"]}
            first = [float(search["first_move_cutoff_rate"]) for search in chosen["alphabeta"].values()]
            rows.append([depth, name, f"{sum(first) / len(first):.2f}", f"{sweeps.mean(chosen['alphabeta'], 'nodes'):,.0f}",
                         sweeps.cell(chosen["ybwc"], "relative_speedup"), sweeps.cell(chosen["ybwc"], "absolute_speedup"),
                         sweeps.cell(chosen["abdada"], "absolute_speedup"), ratio(chosen["ybwc"], chosen["abdada"])])
    sweeps.table(["depth", "order", "first moves", "nodes of αβ", "YBWC over itself", "YBWC", "ABDADA", "YBWC / ABDADA"], rows)


ALGORITHMS = {"APHID": {"algorithm": "aphid"}, "YBWC": {"algorithm": "ybwc", "ybwc_min_split_depth": "2"},
              "YBWC `best`, from depth 4": {"algorithm": "ybwc", "ybwc_min_split_depth": "4"}, "DTS": {"algorithm": "dts"}, "YBN": {"algorithm": "ybn"}}


def by_branching():
    print(f"By the number of moves of a node, on {PROCESSORS} processors, twelve trees each\n")
    searches = load("branching.csv.gz", "b")
    rows = []
    for branching in BRANCHING:
        for depth in sweeps.depths(searches, b=str(branching)):
            negascout = sweeps.choose(searches, b=str(branching), depth=depth, algorithm="negascout", processors=1)
            chosen = [sweeps.choose(searches, b=str(branching), depth=depth, processors=PROCESSORS, **settings)
                      for settings in ALGORITHMS.values()]
            rows.append([branching, depth, f"{sweeps.mean(negascout, 'nodes'):,.0f}", *sweeps.ranked(chosen),
                         *(f"{sweeps.mean(searches_of_one, column):.2f}" for searches_of_one in chosen[:2]
                           for column in ["search_overhead_by_nodes", "synchronization_overhead"])])
    sweeps.table(["moves", "depth", "nodes of NegaScout", *ALGORITHMS, "APHID SO", "APHID SY", "YBWC SO", "YBWC SY"], rows)


def report():
    by_order()
    by_branching()


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
