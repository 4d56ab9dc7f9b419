#!/usr/bin/env python3
"""MTD(f) against NegaScout and αβ on one processor, and in parallel searches: the tables of the page, from mtdf.csv.gz.

    results/sequential-search/mtdf.py report
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

GAMES = {"chess": "chess", "Othello": "othello:evaluation=learned", "checkers": "checkers"}
PARALLEL = {"abdada": "ABDADA `best`", "ybwc": "YBWC `best`", "ybn": "YBN", "jamboree": "Jamboree"}
PROCESSORS = 32


def sequential(searches):
    print("On one node of the CM5: MTD(f) and αβ against NegaScout\n")
    found = {(game, depth): [sweeps.choose(searches, tree=tree, depth=depth, algorithm=algorithm, processors=1)
                             for algorithm in ["negascout", "alphabeta", "mtdf"]]
             for game, tree in GAMES.items() for depth in sweeps.depths(searches, tree=tree, processors=1)}
    pairs = {(*key, place): (chosen[place], chosen[0]) for key, chosen in found.items() for place in (1, 2)}
    cells = {column: sweeps.ratios(pairs, column, geometric=True) for column in ["nodes", "time_s"]}
    sweeps.table(["game", "depth", "positions", "αβ, nodes", "αβ, time", "MTD(f), nodes", "MTD(f), time"],
                 [[*key, len(chosen[0]), *(cells[column][*key, place] for place in (1, 2) for column in cells)]
                  for key, chosen in found.items()])


def parallel(searches):
    print(f"On {PROCESSORS} nodes of the CM5: absolute speedups on NegaScout and on MTD(f), and times by MTD(f) as multiples of those "
          "by NegaScout\n")
    found = {(game, depth, name): [sweeps.choose(searches, tree=tree, depth=depth, algorithm=algorithm, search=search,
                                                 processors=PROCESSORS) for search in ["mtdf", "negascout"]]
             for game, tree in GAMES.items() for depth in sweeps.depths(searches, tree=tree, processors=PROCESSORS)
             for algorithm, name in PARALLEL.items()}
    ratios = sweeps.ratios(found, "time_s", geometric=True)
    sweeps.table(["game", "depth", "algorithm", "on NegaScout", "on MTD(f)", "time"],
                 [[*key, *(sweeps.cell(chosen, "absolute_speedup") for chosen in (negascout, mtdf)), ratios[key]]
                  for key, (mtdf, negascout) in found.items()])


def report():
    searches = sweeps.load(Path(__file__).with_name("mtdf.csv.gz"))
    sequential(searches)
    parallel(searches)


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
