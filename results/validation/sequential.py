#!/usr/bin/env python3
"""The deviation of the simulated sequential time from the real one, on a computer whose speed changes all the time.

Calibrates and searches in turn, PAIRS times, and prints the mean deviations with their standard errors, by position.

    results/validation/sequential.py ELDEST [PAIRS]
"""
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

TREES = [("chess", "results/validation/sequential-chess.epd", 8), ("othello", "results/validation/sequential-othello.txt", 12)]


def deviations(eldest, platform, tree, positions, depth):
    """The simulated time of the sequential search divided by its real time, less 1, by position."""
    words = ["validate", "--platform", platform, "--tree", tree, "--position", positions, "--depth", depth,
             "--processors", 1, "--algorithm", "shared-table", "--repeats", 1]
    searches = measured.report_of(eldest, words)["searches"]
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
