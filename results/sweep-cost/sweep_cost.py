#!/usr/bin/env python3
"""The points a second of a sweep and its store, with 1, 10 and 100 processes on one store.

    results/sweep-cost/sweep_cost.py measure --eldest build/release/sim/eldest --name after
    results/sweep-cost/sweep_cost.py report

The points take some milliseconds each. --name is the name of the figures, such as that of a version of the program.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from measured import measure_or_report, save  # noqa: E402

GRID = ["--platform", "cm5-32", "--model", "loggp", "--tree", "synthetic:b=5,seed=3", "--depth", "2", "--quiet",
        "--algorithm", "abdada,ybwc", "--processors", "2"]
DATA = HERE / "cost.json.gz"


def grid(points):
    """The options of a sweep with `points` points: 4 for each seed, and two that all seeds share."""
    return [*GRID, "--seeds", f"1..{(points - 2) // 4}"]


def own_time(process):
    """The processor time of a running process, in seconds, without its children; None if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_all(commands, folder):
    """Runs processes at once. Returns the seconds until all have ended, and the processor time of the first, in seconds."""
    begin = time.monotonic()
    running = [subprocess.Popen([str(word) for word in words], cwd=folder, stdout=subprocess.DEVNULL)
               for words in commands]
    used = 0
    while running[0].poll() is None:
        used = own_time(running[0].pid) or used
        time.sleep(0.01)
    if any(process.wait() != 0 for process in running):
        raise SystemExit("sweep_cost: a process has failed")
    return time.monotonic() - begin, used


def measure_collect(eldest, folder, writers, results):
    """Measures `writers` processes that collect `results` results each, of points that were planned."""
    points = writers * results
    subprocess.run([eldest, "sweep", "store.db", "--plan", *grid(points + 2)], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    one = json.loads(subprocess.run([eldest, "simulate", *GRID[:-4], "--algorithm", "ybwc", "--processors", "2",
                                     "--jitter", "1e-9", "--json"], check=True, stdout=subprocess.PIPE).stdout)
    for writer in range(writers):
        with open(folder / f"{writer}.json", "w") as file:
            for result in range(results):
                one["seed"] = 1 + writer * results + result
                file.write(json.dumps(one, indent=2) + "\n")
    seconds, _ = run_all([[eldest, "collect", "store.db", f"{writer}.json"] for writer in range(writers)], folder)
    return {"points": points, "seconds": seconds}


def measure_sweep(eldest, folder, writers, points):
    """Measures sweeps of the same points on one store: one sweep with two simulations at a time, or several with one each."""
    jobs = 2 if writers == 1 else 1
    seconds, used = run_all([[eldest, "sweep", "store.db", "--jobs", jobs, *grid(points)]] * writers, folder)
    return {"points": points, "seconds": seconds, "own_time": used}


MEASUREMENTS = {
    "collect: 1 process of 2,000 results": (measure_collect, 1, 2000),
    "collect: 10 processes of 200 results": (measure_collect, 10, 200),
    "collect: 100 processes of 20 results": (measure_collect, 100, 20),
    "collect: 100 processes of 1 result": (measure_collect, 100, 1),
    "sweep: 1 process, 502 points": (measure_sweep, 1, 502),
    "sweep: 1 process, 6,002 points": (measure_sweep, 1, 6002),
    "sweep: 10 processes, 1,002 points": (measure_sweep, 10, 1002),
    "sweep: 100 processes, 1,002 points": (measure_sweep, 100, 1002),
}


def measure(arguments, figures):
    own = figures.setdefault(arguments.name, {})
    for name, (function, writers, count) in MEASUREMENTS.items():
        if arguments.only and arguments.only not in name:
            continue
        with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
            own[name] = function(str(Path(arguments.eldest).resolve()), Path(folder), writers, count)
        print(name, own[name], flush=True)
        save(arguments.data, figures)


def report(figures):
    print("| | " + " | ".join(f"{name}: points/s | ms of its own a point" for name in figures) + " |")
    print("|---|" + "---|" * 2 * len(figures))
    for name in MEASUREMENTS:
        cells = []
        for own in figures.values():
            found = own.get(name)
            cells.append(f"{found['points'] / found['seconds']:.0f}" if found else "")
            alone = found and ": 1 process" in name and found.get("own_time")
            cells.append(f"{1000 * found['own_time'] / found['points']:.1f}" if alone else "")
        print(f"| {name} | " + " | ".join(cells) + " |")


def add_options(parser):
    parser.add_argument("--name", default="now")
    parser.add_argument("--only", help="those measurements with this in their names")
    parser.add_argument("--folder", help="where the stores are made; a temporary one by default")


if __name__ == "__main__":
    measure_or_report(__doc__, DATA, measure, report, add_options)
