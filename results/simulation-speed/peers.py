#!/usr/bin/env python3
"""The time of a simulated message, and the time to an answer, beside other simulators.

    results/simulation-speed/peers.py measure [--eldest build/release/sim/eldest]   # measures searches.csv anew
    results/simulation-speed/peers.py report [--peers FILE]                         # the tables of the page

No other simulator is built or run. peers.csv has their times. To compare with other times, give a file with the same
columns.
"""
import argparse
import csv
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEARCHES = HERE / "searches.csv"
OURS = "eldest `loggp`"
BK04 = "--position trees/chess/bratko-kopec.epd:BK.04"
# Name: arguments of `eldest simulate --model loggp`.
ANSWERS = {
    "ABDADA on the CM5's 32 nodes, chess, depth 6": f"--platform cm5-32 --algorithm abdada --processors 32 {BK04} --depth 6",
    "ABDADA on 128 PEs of the T3D, chess, depth 7": f"--platform t3d-128 --algorithm abdada --processors 128 {BK04} --depth 7",
    "YBWC on 128 PEs of the T3D, chess, depth 7": f"--platform t3d-128 --algorithm ybwc --processors 128 {BK04} --depth 7",
    "Young Brothers on Notice on 1,024 hosts, chess, depth 6":
        f"--platform rdma-1024 --algorithm ybn --processors 1024 {BK04} --depth 6",
}
COLUMNS = ["search", "version", "messages", "nodes", "cpu_s", "wall_s", "mib"]


def measure(eldest):
    """Simulates each search alone, and stores its messages and times."""
    rows = []
    for name, words in ANSWERS.items():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [eldest, "simulate", "--model", "loggp", *words.split(), "--json", "--quiet"]
        run = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        rows.append([name, run["version"], run["messages"]["count"], run["nodes"], f"{cpu:.2f}", f"{run['wall_s']:.2f}",
                     run["peak_rss_bytes"] >> 20])
    with open(SEARCHES, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


def load(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def span(least, most):
    """A range of times, with two digits; an upper bound if the least is 0."""
    low, high = (f"{float(f'{value:.2g}'):,g}" for value in (least, most))
    if least == 0:
        return f"at most {high}"
    return low if low == high else f"{low} to {high}"


def report(peers):
    ours = next((peer for peer in peers if peer["simulator"] == OURS), None)
    if ours is None:
        sys.exit(f"peers: no simulator is called {OURS}, should be the one that the others are compared with")
    least, most = float(ours["least_ns"]), float(ours["most_ns"])
    sweeps.table(["simulator", "ns", "of a", f"by {OURS}", "measured with"],
                 [[peer["simulator"], span(float(peer["least_ns"]), float(peer["most_ns"])), peer["of"],
                   span(float(peer["least_ns"]) / least, float(peer["most_ns"]) / most), peer["how"]] for peer in peers])
    others = [peer for peer in peers if peer["of"] == "message" and not peer["simulator"].startswith("eldest")]
    rows = []
    for search in load(SEARCHES):
        seconds = [span(*(int(search["messages"]) * float(peer[end]) * 1e-9 for end in ("least_ns", "most_ns")))
                   for peer in others]
        rows.append([search["search"], f"{int(search['messages']):,}", f"{int(search['nodes']):,}", search["cpu_s"],
                     search["mib"], *seconds])
    sweeps.table(["search", "messages", "nodes", "eldest, s", "MiB",
                  *(f"messages by {peer['simulator']}, s" for peer in others)], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["measure", "report"])
    parser.add_argument("--eldest", default=os.fspath(ROOT / "build/release/sim/eldest"))
    parser.add_argument("--peers", type=Path, default=HERE / "peers.csv")
    arguments = parser.parse_args()
    if arguments.action == "measure":
        measure(arguments.eldest)
    else:
        report(load(arguments.peers))


if __name__ == "__main__":
    main()
