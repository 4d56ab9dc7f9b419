#!/usr/bin/env python3
"""APHID in four programs on the Origin 2000, and YBWC in one: the tables of the page, from searches.csv.gz.

    results/aphid-origin/aphid_origin.py report
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

PROCESSORS = [8, 16, 32, 64]
# Brockington & Schaeffer, Table I: speedup and total search overhead, by processors.
PUBLISHED = {"keyano": {8: (5.74, 0.0912), 16: (11.27, 0.1726), 32: (21.99, 0.2878), 64: (37.44, 0.7672)},
             "chinook": {16: (8.35, 0.8745), 32: (10.82, 2.016), 64: (14.35, 3.931)},
             "crafty": {16: (8.76, 0.699), 32: (16.56, 1.207), 64: (18.00, 3.0065)},
             "theturk": {16: (8.48, 0.5926), 32: (12.96, 1.572), 64: (15.96, 3.848)}}
DEPTHS = {"keyano": "15", "chinook": "25 to 29", "crafty": "11 and 12", "theturk": "11 and 12"}
NAMES = {"keyano": "Keyano", "chinook": "Chinook", "crafty": "Crafty", "theturk": "TheTurk"}


def speedups(searches, program, algorithm):
    print(f"{NAMES[program]}, {algorithm.upper()}: absolute speedup\n")
    rows = []
    for depth in sweeps.depths(searches, program=program, algorithm=algorithm):
        chosen = [sweeps.choose(searches, program=program, algorithm=algorithm, depth=depth, processors=processors)
                  for processors in PROCESSORS]
        positions = max(map(len, chosen))
        rows.append([depth, positions, *(sweeps.cell(own, "absolute_speedup") for own in chosen)])
    if algorithm == "aphid":
        rows.append([f"{DEPTHS[program]}, published", "", *(PUBLISHED[program].get(processors, ("",))[0]
                                                            for processors in PROCESSORS)])
    sweeps.table(["depth", "positions", *PROCESSORS], rows)


def overheads(searches, program):
    print(f"{NAMES[program]}, APHID: overheads in per cent, search + speculative / parallelization\n")
    rows = []
    for depth in sweeps.depths(searches, program=program, algorithm="aphid"):
        row = [depth]
        for processors in PROCESSORS:
            own = sweeps.choose(searches, program=program, algorithm="aphid", depth=depth, processors=processors)
            parts = [100 * sweeps.mean(own, f"aphid_{part}_overhead") for part in
                     ["search", "speculative", "parallelization"]] if own else []
            row.append(f"{parts[0]:.0f} + {parts[1]:.0f} / {parts[2]:.0f}" if own else "")
        rows.append(row)
    rows.append([f"{DEPTHS[program]}, published: search and speculative",
                 *(f"{100 * PUBLISHED[program][processors][1]:.0f}" if processors in PUBLISHED[program] else ""
                   for processors in PROCESSORS)])
    sweeps.table(["depth", *PROCESSORS], rows)


def report():
    searches = sweeps.load(Path(__file__).with_name("searches.csv.gz"))
    for program in PUBLISHED:
        if not sweeps.depths(searches, program=program):
            continue
        speedups(searches, program, "aphid")
        if program == "keyano":
            speedups(searches, program, "ybwc")
        overheads(searches, program)


if __name__ == "__main__":
    if sys.argv[1:] != ["report"]:
        sys.exit(__doc__)
    report()
