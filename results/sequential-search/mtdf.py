#!/usr/bin/env python3
"""MTD(f) against NegaScout and αβ on one processor, and in parallel searches: the tables of the page, from mtdf.csv.gz.

    results/sequential-search/mtdf.py report
"""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

GAMES = {"chess": "chess", "Othello": "othello:evaluation=learned", "checkers": "checkers"}
PARALLEL = {"abdada": "ABDADA `best`", "ybwc": "YBWC `best`", "ybn": "YBN", "jamboree": "Jamboree"}
PROCESSORS = 32


def change(numerators, denominators, column):
    """The change from one search to another by positions, in per cent, with its standard error."""
    return measured.change([math.log(search[column] / denominators[position][column])
                            for position, search in numerators.items()], 1)


def sequential(searches):
    print("On one node of the CM5: MTD(f) and αβ against NegaScout, in per cent\n")
    rows = []
    for game, tree in GAMES.items():
        for depth in sweeps.depths(searches, tree=tree, processors=1):
            negascout, alphabeta, mtdf = (sweeps.choose(searches, tree=tree, depth=depth, algorithm=algorithm)
                                          for algorithm in ["negascout", "alphabeta", "mtdf"])
            rows.append([game, depth, len(mtdf), *(change(chosen, negascout, column) for chosen in [alphabeta, mtdf]
                                                   for column in ["nodes", "time_s"])])
    sweeps.table(["game", "depth", "positions", "αβ, nodes", "αβ, time", "MTD(f), nodes", "MTD(f), time"], rows)


def parallel(searches):
    print(f"On {PROCESSORS} nodes of the CM5: absolute speedups on NegaScout and on MTD(f), and the change of the time by MTD(f), in "
          "per cent\n")
    rows = []
    for game, tree in GAMES.items():
        for depth in sweeps.depths(searches, tree=tree, processors=PROCESSORS):
            for algorithm, name in PARALLEL.items():
                negascout, mtdf = (sweeps.choose(searches, tree=tree, depth=depth, algorithm=algorithm, search=search,
                                                 processors=PROCESSORS) for search in ["negascout", "mtdf"])
                rows.append([game, depth, name, *(sweeps.cell(chosen, "absolute_speedup") for chosen in [negascout, mtdf]),
                             change(mtdf, negascout, "time_s")])
    sweeps.table(["game", "depth", "algorithm", "on NegaScout", "on MTD(f)", "time"], rows)


def report():
    searches = sweeps.load(Path(__file__).with_name("mtdf.csv.gz"))
    sequential(searches)
    parallel(searches)


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
