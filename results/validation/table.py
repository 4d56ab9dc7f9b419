#!/usr/bin/env python3
"""The tables of README.md, from what `eldest validate --json` printed:

    results/validation/table.py results/validation/chess.json.gz
"""
import gzip
import json
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

HEAD = ["algorithm", "P", "time (s)", "± %", "simulated", "dev. %", "nodes", "dev. %", "RS", "simulated", "dev. %",
        "AS", "simulated", "SO", "sim.", "CO", "sim.", "SY", "sim."]


def cells(row):
    real, simulated, deviation = row["real"], row["simulated"], row["deviation"]
    yield row["algorithm"] + (" each" if row["at_once"] else "")
    yield str(row["processors"])
    yield f"{real['time_s']:.3f}"
    yield f"{100 * real['spread']:.0f}"
    yield f"{simulated['time_s']:.3f}"
    yield f"{100 * deviation['time']:+.1f}"
    yield f"{real['nodes']:.0f}"
    yield f"{100 * deviation['nodes']:+.1f}"
    for speedup in ("relative", "absolute"):
        yield f"{real['speedup'][speedup]:.2f}"
        yield f"{simulated['speedup'][speedup]:.2f}"
        if speedup == "relative":
            yield f"{100 * deviation['relative_speedup']:+.1f}"
    for overhead in ("search", "communication", "synchronization"):
        yield f"{real['overhead'][overhead]:.2f}"
        yield f"{simulated['overhead'][overhead]:.2f}"


def times(searches):
    """The times of the searches that all went well, real (the median) and simulated, by algorithm and processors, by
    position."""
    found = {}
    for search in searches:
        if search["real"] and not search["at_once"]:
            found.setdefault((search["algorithm"], search["processors"]), {})[search["id"]] = (
                statistics.median(one["time_s"] for one in search["real"]), search["simulated"][0]["time_s"])
    return found


def change(logarithms):
    return f"{measured.change(logarithms, 1)} %"


def print_pairs(searches):
    """What can be said of all positions in pairs: means of logarithms, with their standard errors."""
    found = times(searches)
    sequential = found["negascout", 1]
    print("| algorithm | positions | relative speedup on two, simulated against real | one thread against NegaScout |")
    print("|---|---:|---:|---:|")
    for algorithm in sorted({algorithm for algorithm, _ in found} - {"negascout"}):
        one, two = found[algorithm, 1], found[algorithm, 2]
        positions = sorted(set(one) & set(two) & set(sequential))
        deviation = [math.log(one[name][1] / two[name][1] / (one[name][0] / two[name][0])) for name in positions]
        cost = [math.log(one[name][0] / sequential[name][0]) for name in positions]
        print(f"| {algorithm} | {len(positions)} | {change(deviation)} | {change(cost)} |")


def main():
    with gzip.open(sys.argv[1], "rt", encoding="utf-8") as file:
        report = json.load(file)
    print(f"| {' | '.join(HEAD)} |\n|---|{'---:|' * (len(HEAD) - 1)}")
    for row in report["rows"]:
        print(f"| {' | '.join(cells(row))} |")
    print()
    print_pairs(report["searches"])


if __name__ == "__main__":
    main()
