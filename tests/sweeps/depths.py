#!/usr/bin/env python3
"""Compares a sweep over several depths, which takes them from one search, with sweeps over one depth each.

The rows of both stores must be the same. With --cost, also prints the processor time of the sweep over all depths, as
a multiple of that of the deepest depth, and fails if it is more than this many times. Further arguments are options of
the sweep:

    tests/sweeps/depths.py --program build/ci/sim/eldest --depths 4..7 --cost 1.1 --platform cm5-32 --model loggp \\
      --algorithm abdada,ybwc --processors 32 --position trees/chess/bratko-kopec.epd:BK.02
"""
import argparse
import resource
import tempfile
from pathlib import Path

from stores import Eldest, first_difference, rows

SMALL = ["--platform", "cm5-32", "--model", "flow,loggp", "--tree", "othello", "--processors", "3", "--seeds", "1",
         "--algorithm", "abdada,aphid,uidpabs,ybwc"]


def processor_seconds(eldest, *words):
    """Runs a sweep, and returns the processor time of all of its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    eldest.run("sweep", *words, "--quiet")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--depths", default="1..4", help="the least and the greatest depth")
    parser.add_argument("--cost", type=float, help="greatest cost of all depths, as a multiple of the deepest's")
    known, grid = parser.parse_known_args()
    least, greatest = map(int, known.depths.split(".."))
    eldest = Eldest(known.program, Path(__file__).resolve().parents[2])
    with tempfile.TemporaryDirectory() as folder:
        together, alone = f"{folder}/together.db", f"{folder}/alone.db"
        all_seconds = processor_seconds(eldest, together, "--depth", known.depths, *(grid or SMALL))
        seconds = [processor_seconds(eldest, alone, "--depth", depth, *(grid or SMALL))
                   for depth in range(least, greatest + 1)]
        if difference := first_difference(together, alone):
            raise SystemExit(difference)
        print(f"{len(rows(together))} results are the same")
    if known.cost:
        print(f"processor time: {all_seconds:.1f} s for all depths, {seconds[-1]:.1f} s for the deepest, "
              f"{all_seconds / seconds[-1]:.2f} times; {sum(seconds):.1f} s for one depth after another")
        if all_seconds > known.cost * seconds[-1]:
            raise SystemExit(f"more than {known.cost} times")


main()
