#!/usr/bin/env python3
"""Fits what the threads of a desktop computer share, and predicts the same computer with twice the memory bandwidth.

    results/many-cores/many_cores.py fit --program build/release/sim/eldest   # writes speeds.json
    results/many-cores/many_cores.py report                                  # prints the tables of README.md
"""
import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLATFORM = HERE / "ryzen-7950x-32.xml"
KEPT = HERE / "speeds.json"

# Nodes a second of one process alone, and of each of 32: https://github.com/official-stockfish/fishtest/issues/2077
MEASURED = {("monty", 1): (685_668, 365_731), ("monty", 2): (688_477, 370_616),
            ("Stockfish 16.1", 1): (1_869_666, 332_322), ("Stockfish 16.1", 2): (1_814_631, 511_087)}
DIMM = 48  # GB/s


def speeds(program, **properties):
    """Returns what is left of the speed of a process with all 32 at work: of computing, and of visits to nodes."""
    text = PLATFORM.read_text(encoding="utf-8")
    for name, value in properties.items():
        text = re.sub(rf'(eldest:{name.replace("_", "-")}" value=)"[^"]*"', rf'\g<1>"{value}"', text)
    with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as platform:
        platform.write(text)
        platform.flush()
        run = subprocess.run([program, "check", "--json", "--quiet", platform.name], capture_output=True, check=True)
    last = json.loads(run.stdout)["work"][-1]
    return last["compute_speed"], last["visit_speed"]["chess"]


def bisect(speed_of, speed, low, high):
    """Returns the value, rounded, at which a falling function is `speed`."""
    while high - low > 1e-4 * high:
        middle = (low + high) / 2
        if speed_of(middle) > speed:
            low = middle
        else:
            high = middle
    return float(f"{(low + high) / 2:.3g}")


def costs(alone):
    """Returns the node costs of a program with `alone` nodes a second, on a host of 1 Gf."""
    return f"{1e9 / alone:.3f},0,0,0"


def fit(program):
    one, all_of_them = MEASURED["monty", 1]
    slowdown = bisect(lambda value: speeds(program, thread_slowdown=value)[0], all_of_them / one, 1, 3)
    alone, busy = MEASURED["Stockfish 16.1", 1]
    stockfish = {"thread_slowdown": slowdown, "node_costs_chess": costs(alone)}
    most = DIMM * 1e9 / alone
    moved = bisect(lambda value: speeds(program, node_bytes_chess=f"{value:.1f},0,0,0", **stockfish)[1], busy / alone,
                   0, 0.999 * most)
    rows = []
    for (name, dimms), (one, busy) in MEASURED.items():
        alone = MEASURED[name, 1][0]
        transfer = 0 if name == "monty" else moved / (DIMM * 1e9)
        seconds = 1 / alone - transfer + transfer / dimms  # alone: computing takes as long as with one module
        left = speeds(program, thread_slowdown=slowdown, node_costs_chess=costs(1 / seconds),
                      memory_bandwidth=f"{DIMM * dimms}GBps",
                      node_bytes_chess=f"{0 if name == 'monty' else moved},0,0,0")[1]
        rows += [[name, dimms, 1, one, round(1 / seconds)], [name, dimms, 32, busy, round(left / seconds)]]
    KEPT.write_text(json.dumps({"thread_slowdown": slowdown, "node_bytes": moved, "speeds": rows}, indent=1) + "\n",
                    encoding="utf-8")


def report():
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    print("| fitted | value | by |\n|---|---|---|")
    print(f"| `thread-slowdown` | {kept['thread_slowdown']:g} | monty, one DIMM |")
    print(f"| `node-bytes` of Stockfish | {kept['node_bytes']:g} | Stockfish, one DIMM |\n")
    print("| program | DIMMs | processes | nodes/s of each, measured | model | ratio | |\n|---|---:|---:|---:|---:|---:|---|")
    for name, dimms, processes, measured, model in kept["speeds"]:
        known = "predicted" if dimms == 2 else "given" if processes == 1 else "fitted"
        print(f"| {name} | {dimms} | {processes} | {measured:,} | {model:,} | {model / measured:.2f} | {known} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("fit").add_argument("--program", type=Path, required=True)
    commands.add_parser("report")
    given = parser.parse_args()
    if given.command == "fit":
        fit(given.program.resolve())
    report()


if __name__ == "__main__":
    main()
