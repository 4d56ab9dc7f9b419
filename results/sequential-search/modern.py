#!/usr/bin/env python3
"""The tree of a modern selective search, and parallel speedups in it at the same size of search: the tables of the page.

    results/sequential-search/modern.py export STORE [--eldest FILE]   # modern.csv.gz from a store of `eldest sweep`
    results/sequential-search/modern.py report

The engine preset `modern` is compared with `nnue`, which differs in its search only: `nnue` has neither null moves nor
reductions nor windows at the root, and searches all captures in quiescence. Speedups are as in parallel.py.
"""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import parallel  # noqa: E402: found beside this script
import sweeps  # noqa: E402: found by the line above

SEARCHES = Path(__file__).with_name("modern.csv.gz")
# The null moves and the depth of the parallel searches, which are of about the same size.
PROGRAMS = {"nnue": ("0", 5), "modern": ("2", 7)}
PROCESSORS = [16, 64]


def report():
    searches = sweeps.load(SEARCHES)

    def of(program, algorithm, processors):
        null_move, depth = PROGRAMS[program]
        return sweeps.choose(searches, algorithm=algorithm, processors=processors, null_move=null_move, depth=depth)

    rows = []
    for program, (_, last) in PROGRAMS.items():
        found = of(program, "negascout", 1).values()
        iterations = {depth: sum(int(search[f"nodes_{depth}"]) for search in found) for depth in range(1, last + 1)}
        for depth in range(3, last + 1):
            growth = math.sqrt(iterations[depth] / iterations[depth - 2])
            first = sum(float(search["first_move_cutoff_rate"]) for search in found) / len(found)
            rows.append([program, depth, f"{iterations[depth]:,}", f"{growth:.2f}", f"{first:.3f}" if depth == last else ""])
    sweeps.table(["program", "D", "nodes of the iteration", "growth a ply", "first-move"], rows)
    rows = []
    for program, (_, depth) in PROGRAMS.items():
        cells = []
        for processors in PROCESSORS:
            found = of(program, "abdada", processors)
            cells += [sweeps.cell(found, "absolute_speedup"), f"{parallel.more_nodes(found):.2f}"]
        rows.append([program, depth, *cells])
    sweeps.table(["program", "D", *(word for count in PROCESSORS for word in (f"speedup on {count}", "nodes"))], rows)


if __name__ == "__main__":
    sweeps.export_or_report(__doc__, SEARCHES, report,
                            {f"nodes_{depth}": f"$.iterations[{depth - 1}].nodes" for depth in range(1, 8)})
