#!/usr/bin/env python3
"""The deviation of the model loggp from flow: simulated time and nodes, over platforms, algorithms and trees.

    results/loggp/deviation.py sweep STORE [--eldest FILE] [--jobs N]   # the searches, by `eldest sweep`
    results/loggp/deviation.py export STORE [--eldest FILE]             # searches.csv.gz from the store
    results/loggp/deviation.py report                                   # the tables, in Markdown

A deviation is the mean over positions of the logarithm of the ratio of loggp to flow. A parallel search is chaotic: a message
that comes a nanosecond later can change the order in which nodes are searched, and with it the tree. The control shows the
deviation by chaos alone: it compares flow with messages up to 1 ns late with flow.
"""
import itertools
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

HERE = Path(__file__).resolve().parent
SEARCHES = HERE / "searches.csv.gz"
MORE = {"work_s": "$.processor_time_s.work", "communication_s": "$.processor_time_s.communication",
        "idle_s": "$.processor_time_s.idle"}
TREES = ["chess", "othello", "checkers", "synthetic"]
PLATFORMS = {(8,): ["ethernet-10-16"],
             (8, 32): ["cm5-32", "cs6400-64", "ethernet-100-32", "myrinet-32", "numa-64", "origin2000-64"],
             (8, 32, 128): ["rdma-1024", "t3d-128"]}
ALGORITHMS = {"abdada": [], "simplified-abdada": [], "ybwc": [], "aphid": [], "pvsplit": [],
              "shared-table": ["--shared-table-order", "root"]}
MODELS = {"flow": ["--model", "flow"], "loggp": ["--model", "loggp"], "control": ["--model", "flow", "--jitter", "1ns"]}
# A processor that spends more than this share of its time on communication is held up by the network.
SATURATED = 0.3
CASE = ["platform", "processors", "algorithm", "tree"]


def sweep(arguments):
    for (processors, platforms), tree, model in itertools.product(PLATFORMS.items(), TREES, MODELS.values()):
        for options, algorithms in itertools.groupby(ALGORITHMS, ALGORITHMS.get):
            sweeps.search(arguments, HERE / f"{tree}.ini", "--platform", ",".join(platforms), "--processors",
                          ",".join(map(str, processors)), "--algorithm", ",".join(algorithms), *options, *model)


def load():
    """The searches on several processors. Each has its case, the column "root" for its position or the seed of its tree, the
    model or "control", and the share of its processors' time that they spend on communication."""
    searches = []
    for search in sweeps.load(SEARCHES):
        if search["processors"] == 1:
            continue
        account = [float(search[column]) for column in MORE]
        searches.append(search | {
            "platform": search["platform_file"], "tree": search["tree"].split(":")[0], "root": search["tree_seed"] or search["id"],
            "model": "control" if float(search["jitter"]) else search["model"], "communication": account[1] / sum(account)})
    return searches


def cases(searches):
    """The searches of each case, by model and root."""
    found = {}
    for search in searches:
        case = found.setdefault(tuple(search[column] for column in CASE), {model: {} for model in MODELS})
        case[search["model"]][search["root"]] = search
    return [dict(zip(CASE, key)) | case for key, case in sorted(found.items())]


def logarithms(some, model, figure):
    return [math.log(case[model][root][figure] / search[figure]) for case in some for root, search in case["flow"].items()]


def communication(some):
    return statistics.mean(search["communication"] for case in some for search in case["flow"].values())


def table(some, keys):
    """Prints one line for every combination of the keys."""
    some, rows = sorted(some, key=lambda case: [case[key] for key in keys]), []
    for key, members in itertools.groupby(some, key=lambda case: [case[key] for key in keys]):
        members = list(members)
        rows.append([*key, len(logarithms(members, "loggp", "time_s")), f"{100 * communication(members):.0f}",
                     *(measured.change(logarithms(members, model, figure), 1)
                       for model in ("loggp", "control") for figure in ("time_s", "nodes"))])
    sweeps.table([*keys, "searches", "comm, %", "time, %", "nodes, %", "control: time, %", "nodes, %"], rows)


def spread(some, model, figure):
    """The mean absolute deviation of a single search, in per cent."""
    return 100 * statistics.mean(map(abs, logarithms(some, model, figure)))


def report(_arguments):
    found = cases(load())
    free = [case for case in found if communication([case]) <= SATURATED]
    held_up = [case for case in found if communication([case]) > SATURATED]
    print("Network not saturated\n")
    for keys in [["algorithm"], ["platform", "processors"], ["tree"]]:
        table(free, keys)
    print(f"All: time {measured.change(logarithms(free, 'loggp', 'time_s'), 1)} %, nodes "
          f"{measured.change(logarithms(free, 'loggp', 'nodes'), 1)} %. A single search is off by "
          f"{spread(free, 'loggp', 'time_s'):.1f} % in time and {spread(free, 'loggp', 'nodes'):.1f} % in nodes; the control by "
          f"{spread(free, 'control', 'time_s'):.1f} % and {spread(free, 'control', 'nodes'):.1f} %.\n")
    print("Saturated\n")
    table(held_up, ["platform", "processors", "algorithm"])


if __name__ == "__main__":
    sweeps.command_line(__doc__, SEARCHES, {"sweep": sweep, "report": report}, MORE)
