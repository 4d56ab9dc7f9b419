#!/usr/bin/env python3
"""The tables of README.md, from the report of `eldest validate --json`.

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


def figures(searches, name):
    """A figure of the searches, real (the median) and simulated, by algorithm and processors, then by position. Searches
    without real runs, and those made at once, are left out."""
    found = {}
    for search in searches:
        if search["real"] and not search["at_once"]:
            found.setdefault((search["algorithm"], search["processors"]), {})[search["id"]] = (
                statistics.median(one[name] for one in search["real"]),
                statistics.median(one[name] for one in search["simulated"]))
    return found


def deviations(path):
    """The simulated absolute speedups on two processors divided by the real ones, one for each position, by algorithm."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        found = figures(json.load(file)["searches"], "time_s")
    sequential = found["negascout", 1]
    return {algorithm: absolute_ratios(sequential, two) for (algorithm, count), two in sorted(found.items())
            if count == 2 and algorithm != "negascout"}


def absolute_ratios(sequential, two):
    """The simulated absolute speedups divided by the real ones, from the times on one and two processors."""
    return [sequential[name][1] / two[name][1] / (sequential[name][0] / two[name][0])
            for name in sorted(set(sequential) & set(two))]


def deviation_of(ratios):
    """The deviation of the mean of ratios from 1 in per cent, with its interval."""
    mean, (low, high) = statistics.mean(ratios), measured.interval(ratios, positive=True)
    mean, low, high = (f"{100 * (ratio - 1):+.1f}" for ratio in (mean, low, high))
    return f"{mean} ({low} to {high}) %"


def change(logarithms):
    return f"{measured.change(logarithms, 1)} %"


def print_pairs(searches):
    """Prints the comparison in pairs over all positions: means of ratios with intervals, and means of logarithms with
    standard errors."""
    found = figures(searches, "time_s")
    sequential = found["negascout", 1]
    print("| algorithm | positions | absolute speedup on two, simulated against real | relative speedup on two, simulated against "
          "real | one thread against NegaScout, real | simulated |")
    print("|---|---:|---:|---:|---:|---:|")
    for algorithm in sorted({algorithm for algorithm, _ in found} - {"negascout"}):
        one, two = found[algorithm, 1], found[algorithm, 2]
        positions = sorted(set(one) & set(two) & set(sequential))
        deviation = [math.log(one[name][1] / two[name][1] / (one[name][0] / two[name][0])) for name in positions]
        absolute = absolute_ratios(sequential, two)
        costs = [[math.log(one[name][world] / sequential[name][world]) for name in positions] for world in (0, 1)]
        print(f"| {algorithm} | {len(positions)} | {deviation_of(absolute)} | {change(deviation)} | "
              f"{change(costs[0])} | {change(costs[1])} |")


def print_turns(searches, cores):
    """Prints the figures of more threads than cores, which take turns. Their nodes are compared with those of as many
    simulated processors, and their time with that of one thread on each core."""
    nodes, times = figures(searches, "nodes"), figures(searches, "time_s")
    threads = max(count for _, count in nodes)
    if threads == cores:
        return
    print(f"\n| algorithm | positions | nodes of {threads} by those of one, real | simulated | simulated against real | "
          f"time of {threads} threads against {cores} |\n|---|---:|---:|---:|---:|---:|")
    for algorithm in sorted({algorithm for algorithm, _ in nodes} - {"negascout"}):
        one, many = nodes[algorithm, 1], nodes[algorithm, threads]
        slow, fast = times[algorithm, threads], times[algorithm, cores]
        positions = sorted(set(one) & set(many) & set(fast))
        real, simulated = (statistics.mean(many[name][world] / one[name][world] for name in positions)
                           for world in (0, 1))
        deviation = [math.log(many[name][1] / many[name][0]) for name in positions]
        cost = [math.log(slow[name][0] / fast[name][0]) for name in positions]
        print(f"| {algorithm} | {len(positions)} | {real:.2f} | {simulated:.2f} | {change(deviation)} | {change(cost)} |")


def main():
    with gzip.open(sys.argv[1], "rt", encoding="utf-8") as file:
        report = json.load(file)
    print(f"| {' | '.join(HEAD)} |\n|---|{'---:|' * (len(HEAD) - 1)}")
    cores = int(report["computer"].split(", ")[1].split()[0])
    for row in report["rows"]:
        if row["processors"] <= cores:
            print(f"| {' | '.join(cells(row))} |")
    print()
    print_pairs(report["searches"])
    print_turns(report["searches"], cores)


if __name__ == "__main__":
    main()
