#!/usr/bin/env python3
"""ABDADA on the 128 PEs of the T3D at shallow depths, without locks and with them.

    results/held-locks/held_locks.py export STORE [--eldest FILE]   # searches.csv.gz from a store of `eldest sweep`
    results/held-locks/held_locks.py report                         # the table of README.md, in Markdown
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

SEARCHES = Path(__file__).with_name("searches.csv.gz")
DEPTHS = [3, 4, 5, 6]
PROCESSORS = 128
# Name: the number of swaps that lock an entry, as changed; none is as in the platform file, one.
LOCKS = {"no locks": "0", "locks": "", "four swaps": "4"}


def tries(chosen):
    """The number of unsuccessful swaps, divided by that of reads and writes."""
    accesses = sum(search["table_reads"] + search["table_writes"] for search in chosen.values())
    return f"{sum(int(search['lock_retries']) for search in chosen.values()) / accesses:.2f}"


def report():
    searches = sweeps.load(SEARCHES)
    of = {(depth, name): sweeps.choose(searches, processors=PROCESSORS, depth=depth, **{"eldest:lock-round-trips": swaps})
          for depth in DEPTHS for name, swaps in LOCKS.items()}
    weill = {int(row["depth"]): row["published"] for row in sweeps.published(place="5, Table 1")}
    ratios = sweeps.ratios({(depth, name): (of[depth, name], of[depth, "no locks"]) for depth in DEPTHS
                            for name in LOCKS if name != "no locks"}, "relative_speedup")
    sweeps.table(["depth", "Weill", *LOCKS, "locks / no locks", "four swaps / no locks", "unsuccessful swaps", "of four"],
                 [[depth, weill[depth], *(sweeps.cell(of[depth, name], "relative_speedup") for name in LOCKS),
                   ratios[depth, "locks"], ratios[depth, "four swaps"], tries(of[depth, "locks"]),
                   tries(of[depth, "four swaps"])] for depth in DEPTHS])


if __name__ == "__main__":
    sweeps.export_or_report(__doc__, SEARCHES, report, {"lock_retries": "$.table.lock_retries"})
