#!/usr/bin/env python3
"""YBWC, ABDADA and APHID on shared memory, and what the costs of messages and of stores change.

    results/shared-memory/shared_memory.py export STORE [--eldest FILE]   # searches.csv.gz from a store of `eldest sweep`
    results/shared-memory/shared_memory.py report                         # the table of README.md, in Markdown
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

SEARCHES = Path(__file__).with_name("searches.csv.gz")
# Label: platform file, and whether nodes are Frenchess's.
MACHINES = {"`numa-64`, bare": ("numa-64", True), "`numa-64`, 1 µs": ("numa-64", False),
            "`origin2000-64`, bare": ("origin2000-64", True)}
ALGORITHMS = {"ybwc": "YBWC", "abdada": "ABDADA", "aphid": "APHID"}
PROCESSORS = [32, 64]
SLOWER = "[18000.0,0.0,0.0,0.0,0.0]"  # nodes of 1 µs
SHIPPED = {"eldest:message-overhead": "", "eldest:write": ""}
CHANGES = {"messages": {"eldest:message-overhead": "0"}, "stores": {"eldest:write": "posted"}}


def chosen(searches, machine, algorithm, processors, change):
    """The searches of an algorithm on a machine, with a change of the platform file, by position."""
    platform, bare = MACHINES[machine]
    return sweeps.choose([search for search in searches if (search["node_costs"] != SLOWER) == bare], platform_file=platform,
                         algorithm=algorithm, processors=processors, **(SHIPPED | change))


def report():
    searches = sweeps.load(SEARCHES)
    rows = [(machine, processors, algorithm) for machine in MACHINES for processors in PROCESSORS for algorithm in ALGORITHMS]
    shipped = {row: chosen(searches, row[0], row[2], row[1], {}) for row in rows}
    ratios = sweeps.ratios({(row, cost): (shipped[row], chosen(searches, row[0], row[2], row[1], change)) for row in rows
                            for cost, change in CHANGES.items() if (row[2], cost) != ("abdada", "messages")})
    bold = {}
    for machine in MACHINES:
        for processors in PROCESSORS:
            of_machine = [(machine, processors, algorithm) for algorithm in ALGORITHMS]
            bold |= dict(zip(of_machine, sweeps.ranked([shipped[row] for row in of_machine])))
    sweeps.table(["platform, nodes", "P", "algorithm", "speedup", "messages cost / are free", "stores are awaited / posted"],
                 [[row[0], row[1], ALGORITHMS[row[2]], bold[row], *(ratios.get((row, cost), "sends none") for cost in CHANGES)]
                  for row in rows])


if __name__ == "__main__":
    sweeps.export_or_report(__doc__, SEARCHES, report)
