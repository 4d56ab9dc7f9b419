#!/usr/bin/env python3
"""What one thread of each parallel algorithm costs beside the sequential search, by time.

Every position is searched three times by each in turn, and the least time counts. Printed are the mean of the logarithm of
(time / NegaScout's time) with its standard error, and that of the nodes.

    results/validation/one_thread.py eldest 6
"""

import json
import math
import statistics
import subprocess
import sys

ALGORITHMS = ["abdada", "ybwc", "ybn", "simplified-abdada", "shared-table", "aphid"]
ROUNDS = 3


def search(program, position, depth, algorithm):
    """Seconds and nodes of one search."""
    command = [program, "run", "--processors", "1", "--position", position, "--depth", depth, "--algorithm", algorithm,
               "--json", "--quiet"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result["time_s"], result["nodes"]


def ratios(program, position, depth):
    """By algorithm, the logarithms of its time and of its nodes, by those of NegaScout."""
    algorithms = ["negascout", *ALGORITHMS]
    runs = [{algorithm: search(program, position, depth, algorithm) for algorithm in algorithms} for _ in range(ROUNDS)]
    least = {algorithm: min(run[algorithm] for run in runs) for algorithm in algorithms}
    return {algorithm: [math.log(own / of_negascout) for own, of_negascout in zip(least[algorithm], least["negascout"])]
            for algorithm in ALGORITHMS}


def percent(logarithms):
    """Their mean with its standard error."""
    error = statistics.stdev(logarithms) / math.sqrt(len(logarithms))
    return f"{100 * statistics.mean(logarithms):+.1f} ± {100 * error:.1f}"


def main():
    program, depth = sys.argv[1:]
    found = [ratios(program, f"trees/chess/bratko-kopec.epd:BK.{number:02}", depth) for number in range(1, 25)]
    print("| algorithm | time | nodes |")
    print("|---|---:|---:|")
    for algorithm in ALGORITHMS:
        times, nodes = zip(*(of_position[algorithm] for of_position in found))
        print(f"| {algorithm} | {percent(times)} % | {percent(nodes)} % |")


if __name__ == "__main__":
    main()
