#!/usr/bin/env python3
"""Times of one thread of each parallel algorithm beside the sequential search.

Every position is searched three times by each algorithm in turn, and the least time counts. The script prints the excess
of time and nodes over NegaScout's, in per cent, from the means of the logarithms, with their standard errors.

    results/validation/one_thread.py eldest
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

ALGORITHMS = ["abdada", "ybwc", "ybn", "simplified-abdada", "shared-table", "aphid"]
ROUNDS = 3
SEARCHES = {
    "chess 7": [f"--position trees/chess/bratko-kopec.epd:BK.{number:02} --depth 7" for number in range(1, 25)],
    "othello 11": [f"--tree othello --position results/validation/othello.txt:WC96-{moves:02} --depth 11"
                   for moves in range(6, 41) if moves % 3 != 2],
}


def search(program, words, algorithm):
    """The seconds and nodes of one search."""
    result = measured.search_on_one_thread(program, algorithm, words.split())
    return result["time_s"], result["nodes"]


def ratios(program, words):
    """By algorithm, the logarithms of its time and of its nodes, each divided by NegaScout's."""
    algorithms = ["negascout", *ALGORITHMS]
    runs = [{algorithm: search(program, words, algorithm) for algorithm in algorithms} for _ in range(ROUNDS)]
    least = {algorithm: min(run[algorithm] for run in runs) for algorithm in algorithms}
    return {algorithm: [math.log(own / of_negascout) for own, of_negascout in zip(least[algorithm], least["negascout"])]
            for algorithm in ALGORITHMS}


def main():
    (program,) = sys.argv[1:]
    rows = []
    for tree, searches in SEARCHES.items():
        found = [ratios(program, words) for words in searches]
        for algorithm in ALGORITHMS:
            times, nodes = zip(*(of_position[algorithm] for of_position in found))
            rows.append([tree, algorithm, measured.change(times, 1), measured.change(nodes, 1)])
    sweeps.table(["tree, depth", "algorithm", "time, %", "nodes, %"], rows)


if __name__ == "__main__":
    main()
