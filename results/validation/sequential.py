#!/usr/bin/env python3
"""How well the sequential time is simulated, on a computer whose speed changes all the time: calibrates and searches
in turn, again and again, and prints the mean deviations with their standard errors, by position.

    results/validation/sequential.py ELDEST [PAIRS]
"""
import json
import statistics
import subprocess
import sys
import tempfile

TREES = [("chess", "results/validation/sequential-chess.epd", 8), ("othello", "results/validation/sequential-othello.txt", 12)]


def deviations(eldest, platform, tree, positions, depth):
    """Simulated by real time of the sequential search, less 1, by position."""
    command = [eldest, "validate", "--platform", platform, "--tree", tree, "--position", positions, "--depth",
               str(depth), "--processors", "1", "--algorithm", "shared-table", "--repeats", "1", "--json", "--quiet"]
    searches = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["searches"]
    return {search["id"]: search["simulated"][0]["time_s"] / search["real"][0]["time_s"] - 1
            for search in searches if search["algorithm"] == "negascout"}


def main():
    eldest = sys.argv[1]
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    all_deviations = {}
    with tempfile.NamedTemporaryFile(suffix=".xml") as platform:
        for _ in range(pairs):
            subprocess.run([eldest, "calibrate", "--out", platform.name, "--repeats", "1", "--quiet"], check=True,
                           stdout=subprocess.DEVNULL)
            for tree, positions, depth in TREES:
                found = deviations(eldest, platform.name, tree, positions, depth)
                found["mean"] = statistics.mean(found.values())
                for position, deviation in found.items():
                    all_deviations.setdefault((f"{tree} {depth}", position), []).append(deviation)
    print("| tree, depth | position | mean % | ± | median % |\n|---|---|---:|---:|---:|")
    for (tree, position), found in all_deviations.items():
        error = statistics.stdev(found) / len(found) ** 0.5
        print(f"| {tree} | {position} | {100 * statistics.mean(found):+.1f} | {100 * error:.1f} | "
              f"{100 * statistics.median(found):+.1f} |")


if __name__ == "__main__":
    main()
