#!/usr/bin/env python3
"""Kills, stops or delays a process of a search on a cluster at a random moment, again and again.

After each: the search ends, within 30 s of a loss. Either it has the exact value of each iteration, or there is one
JSON object with "complete": false, the rank of the lost process, and the exact values of the iterations before. The
object is on standard output and in the file of --out. No process and no other file is left.

    cluster_losses.py --program build/ci/sim/eldest-cluster --mpirun mpirun --count 500 --seed 1
"""

import argparse
import collections
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from checks import Failure, require
from cluster import SEARCH, SOON, Cluster

DEPTH = 9  # takes some seconds
FATES = ("killed", "stopped", "slow")


def exact_values(program):
    """Returns the value of the search to each depth."""
    said = subprocess.run([program, "run", "--algorithm", "negascout", *SEARCH, "--depth", str(DEPTH), "--json"],
                          check=True, capture_output=True, text=True).stdout
    return [iteration["value"] for iteration in json.loads(said)["iterations"]]


def require_exact(iterations, exact):
    values = [iteration["value"] for iteration in iterations]
    require(values == exact[:len(values)], f"values {values}, not {exact}")


def only_object(out):
    """Returns the JSON object in the output, around which mpirun may print lines of its own."""
    return json.loads(out[out.index("{"):out.rindex("}") + 1])


def disturb(process, fate, draw):
    if fate == "killed":
        os.kill(process, signal.SIGKILL)
        return
    os.kill(process, signal.SIGSTOP)
    if fate == "slow":
        for _ in range(draw.randint(1, 4)):
            time.sleep(draw.uniform(0.1, 1))
            os.kill(process, signal.SIGCONT)
            time.sleep(draw.uniform(0, 0.1))
            os.kill(process, signal.SIGSTOP)
        os.kill(process, signal.SIGCONT)


def try_loss(cluster, draw, exact, accesses, folder):
    """Disturbs one search. Returns the process's fate and what became of the search."""
    ranks = draw.randint(2, 4)
    victim = draw.randrange(ranks)
    fate = draw.choice(FATES)
    kept = folder / "kept.json"
    cluster.make_mark()
    running = cluster.start(cluster.words(ranks, [
        *SEARCH, "--depth", str(DEPTH), "--algorithm", draw.choice(["abdada", "ybwc", "aphid"]), "--tt-access",
        draw.choice(accesses), "--json", "--quiet", "--out", str(kept)]))
    processes = cluster.wait_for_file(kept, ranks)
    time.sleep(draw.uniform(0, 1.5))
    begin = time.monotonic()
    try:
        disturb(processes[victim], fate, draw)
    except ProcessLookupError:
        fate = "late"  # the search is over
    status, out, err = cluster.finish(running)
    took = time.monotonic() - begin
    require(took < SOON or fate in ("slow", "late"), f"{fate}: ended after {took:.0f} s")
    report = only_object(out)
    is_whole = "complete" not in report
    if is_whole:  # perhaps with a loss after the report
        require_exact(report["iterations"], exact)
        require(report["best_move"] and len(report["iterations"]) == DEPTH, "not to its depth")
        require(json.loads(kept.read_text())["complete"], "the file is not complete")
    else:
        require(status != 0 and fate != "slow", f"status {status}: {err}")
        require(not report["complete"], "complete")
        require(report["lost_rank"] == victim, f"lost rank {report['lost_rank']}, not {victim}")
        require_exact((report["running"] or {"iterations": []})["iterations"], exact)
        require(json.loads(kept.read_text()) == report, "the file differs")
    require([path.name for path in folder.iterdir()] == ["kept.json"], f"files: {list(folder.iterdir())}")
    cluster.require_end(time.monotonic())
    return fate, "whole" if is_whole else "reported"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--mpirun", required=True)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--accesses", default="messages,one-sided",
                        help="those of --tt-access; one-sided takes minutes with MPICH")
    options = parser.parse_args()
    cluster = Cluster(os.path.abspath(options.program), options.mpirun)
    accesses = options.accesses.split(",")
    exact = exact_values(cluster.program)
    counts = collections.Counter()
    wrong = 0
    for number in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as folder:
            try:
                counts[try_loss(cluster, random.Random(number), exact, accesses, pathlib.Path(folder))] += 1
            except (Failure, ValueError, KeyError) as error:
                wrong += 1
                print(f"seed {number}: {type(error).__name__}: {error}", flush=True)
    for (fate, end), count in sorted(counts.items()):
        print(f"{fate:8} {end:8} {count:4}")
    print(f"wrong: {wrong} of {options.count}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
