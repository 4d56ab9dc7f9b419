#!/usr/bin/env python3
"""The tables of README.md, from what `eldest validate --json` printed:

    results/validation/table.py results/validation/chess.json.gz
"""
import gzip
import json
import sys

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


def main():
    with gzip.open(sys.argv[1], "rt", encoding="utf-8") as file:
        rows = json.load(file)["rows"]
    print(f"| {' | '.join(HEAD)} |\n|---|{'---:|' * (len(HEAD) - 1)}")
    for row in rows:
        print(f"| {' | '.join(cells(row))} |")


if __name__ == "__main__":
    main()
