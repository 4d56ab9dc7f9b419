#!/usr/bin/env python3
"""The processor time of the results in this folder, and of three typical studies.

    results/costs/costs.py measure [--program FILE]     runs the studies, and stores their times in studies.csv
    results/costs/costs.py report                       the tables of the page
"""
import argparse
import csv
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

HERE = Path(__file__).parent
RESULTS = HERE.parent
ROOT = RESULTS.parent
STUDIES_FILE = HERE / "studies.csv"
FORECAST_FILE = HERE / "forecast.csv"

CHESS = "trees/chess/bratko-kopec.epd"
TREE = "synthetic:b=18..54,order=0.8,noise=40"
STUDIES = {
    "speedups of two algorithms on a CM-5, 24 chess positions to depth 5":
        [f"sweep STORE --platform cm5-32 --model loggp --position {CHESS} --depth 5 --algorithm abdada,ybwc "
         "--processors 1..32:x2", "report STORE --out FOLDER/report"],
    "four algorithms and three latencies, 12 Othello positions to depth 8":
        ["sweep STORE --platform rdma-1024 --model loggp --set latency=1us,10us,100us --algorithm abdada,ybwc,aphid,shared-table "
         "--processors 4,16,64 --tree othello --depth 8 " + " ".join(f"--position trees/othello/ffo.txt:FFO-{i}" for i in range(40, 52)),
         "report STORE --x latency --out FOLDER/report", "compare STORE --by algorithm"],
    "an engine of one's own: a fit, and three algorithms on up to 1,024 cores, 10 trees to depth 5":
        ["stats --fit results/fitted-trees/chess-log.csv",
         "sweep STORE --platform rdma-1024 --model loggp --node-costs 27000,0,0,0 --algorithm abdada,ybwc,shared-table "
         "--processors 64,1024 --depth 5 " + " ".join(f"--tree {TREE},seed={i}" for i in range(1, 11)),
         "report STORE --out FOLDER/report"],
}
MODEL_VERSION = "7"  # by which everything is searched again
COLUMNS = ["study", "searches", "cpu_s", "wall_s"]


def searches_in(folder):
    with open(f"{folder}/report/searches.csv", newline="", encoding="utf-8") as file:
        return sum(1 for _ in csv.DictReader(file))


def measure_study(program, name):
    with tempfile.TemporaryDirectory() as folder:
        begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        for command in STUDIES[name]:
            words = command.replace("STORE", f"{folder}/store.db").replace("FOLDER", folder).split()
            subprocess.run([program, *words, "--quiet"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return [name, searches_in(folder), f"{cpu:.1f}", f"{time.monotonic() - begin:.1f}"]


def measure(program):
    rows = [measure_study(program, name) for name in STUDIES]
    with open(STUDIES_FILE, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


class Recorded:
    """The searches in the tables of a folder: their number, seconds, and versions of programs and of the model."""

    def __init__(self, folder):
        self.searches, self.versions, self.model_versions = 0, set(), set()
        self.has_seconds, longest = True, {}
        for path in folder.glob("*.csv.gz"):
            rows = sweeps.read(path)
            self.has_seconds &= "wall_s" in rows[0]
            for row in rows:
                if row.get("wall_s"):
                    self.searches += 1
                    self.versions.add(row["version"])
                    self.model_versions.add(row.get("model_version"))
                    # Depths of one search have a common simulation, whose seconds the deepest has.
                    search = path, re.sub(r"--depth \d+", "", row["command"])
                    longest[search] = max(longest.get(search, 0), float(row["wall_s"]))
        self.hours = sum(longest.values()) / 3600


def is_searched_again(folder, recorded):
    return recorded.model_versions == {MODEL_VERSION} and not list(folder.glob("*.json.gz"))


def link(folder):
    """A link to the page of a folder, or its name if it has no page yet."""
    return f"[{folder}](../{folder}/README.md)" if (RESULTS / folder / "README.md").exists() else folder


def report():
    with open(STUDIES_FILE, newline="", encoding="utf-8") as file:
        sweeps.table(["study", "searches", "CPU seconds", "seconds on two cores"],
                     [[row["study"], row["searches"], row["cpu_s"], row["wall_s"]] for row in csv.DictReader(file)])
    rows, hours_of = [], {}
    for folder in sorted(path for path in RESULTS.iterdir() if path.is_dir()):
        recorded = Recorded(folder)
        if recorded.searches and recorded.has_seconds:
            if is_searched_again(folder, recorded):
                hours_of[folder.name] = f"{recorded.hours:.2f}"
            rows.append([link(folder.name), f"{recorded.searches:,}", f"{recorded.hours:.2f}", len(recorded.versions)])
    sweeps.table(["folder", "searches", "hours", "builds"], rows)
    with open(FORECAST_FILE, newline="", encoding="utf-8") as file:
        forecast = list(csv.DictReader(file))
    rows = [[link(row["folder"]), row["searches"], row["hours"], hours_of.get(row["folder"], "")] for row in forecast]
    total = sum(float(row["hours"]) for row in forecast)
    sweeps.table(["folder", "what will be searched", "forecast, CPU hours", "taken, hours"], [*rows, ["all", "", f"{total:.1f}", ""]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["measure", "report"])
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/sim/eldest")
    arguments = parser.parse_args()
    measure(arguments.program.resolve()) if arguments.action == "measure" else report()


if __name__ == "__main__":
    main()
