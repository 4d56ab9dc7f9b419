#!/usr/bin/env python3
"""What one thread of each parallel algorithm costs beside the sequential search, by time.

Every position is searched three times by each in turn, and the least time counts. Printed are by how much time and nodes
exceed NegaScout's, from the means of the logarithms, with their standard errors.

    results/validation/one_thread.py eldest 6
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

ALGORITHMS = ["abdada", "ybwc", "ybn", "simplified-abdada", "shared-table", "aphid"]
ROUNDS = 3


def search(program, position, depth, algorithm):
    """Seconds and nodes of one search."""
    result = measured.search_on_one_thread(program, algorithm, ["--position", position, "--depth", depth])
    return result["time_s"], result["nodes"]


def ratios(program, position, depth):
    """By algorithm, the logarithms of its time and of its nodes, by those of NegaScout."""
    algorithms = ["negascout", *ALGORITHMS]
    runs = [{algorithm: search(program, position, depth, algorithm) for algorithm in algorithms} for _ in range(ROUNDS)]
    least = {algorithm: min(run[algorithm] for run in runs) for algorithm in algorithms}
    return {algorithm: [math.log(own / of_negascout) for own, of_negascout in zip(least[algorithm], least["negascout"])]
            for algorithm in ALGORITHMS}


def main():
    program, depth = sys.argv[1:]
    found = [ratios(program, f"trees/chess/bratko-kopec.epd:BK.{number:02}", depth) for number in range(1, 25)]
    changes = {algorithm: [measured.change(logarithms, 1) for logarithms in zip(*(of_position[algorithm] for of_position in found))]
               for algorithm in ALGORITHMS}
    sweeps.table(["algorithm", "time, %", "nodes, %"], [[algorithm, *both] for algorithm, both in changes.items()])


if __name__ == "__main__":
    main()
