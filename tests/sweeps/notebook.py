#!/usr/bin/env python3
"""Reads the views of a store as docs/reference/notebooks.md shows, and compares them with the tables of its report.

    tests/sweeps/notebook.py --program build/ci/sim/eldest

The lines of the page are run where pandas is installed. The views are read in any case.
"""
import argparse
import csv
import importlib.util
import math
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from stores import Eldest

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/notebooks.md"


def blocks(language):
    """Returns the blocks of a language on the page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


def commands():
    """Returns the arguments of the page's commands, without the name of the program."""
    lines = blocks("sh")[0].replace("\\\n", " ").splitlines()
    return [line.split()[1:] for line in lines]


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def close(some, other):
    return math.isclose(float(some), float(other), rel_tol=1e-12)


def check_searches(store, rows):
    """Compares the views of searches and speedups with searches.csv."""
    searches = {row["key"]: row for row in store.execute("SELECT * FROM searches")}
    speedups = {row["key"]: row for row in store.execute("SELECT * FROM speedups")}
    if searches.keys() != {row["key"] for row in rows}:
        sys.exit("the view searches has other searches than the report")
    for row in rows:
        view = searches[row["key"]]
        for column in ("platform", "model", "tree", "algorithm", "search", "position", "command"):
            if view[column] != row[column]:
                sys.exit(f"searches: {column} is {view[column]}, not {row[column]}")
        for column in ("depth", "processors", "seed", "time_s", "nodes"):
            if not close(view[column], row[column]):
                sys.exit(f"searches: {column} is {view[column]}, not {row[column]}")
        if (row["key"] in speedups) != bool(row["absolute_speedup"]):
            sys.exit(f"speedups: {row['key']} is in only one of the view and the report")
        for column in ("relative_speedup", "absolute_speedup", "efficiency", "total_overhead", "search_overhead_by_nodes"):
            if row["absolute_speedup"] and not math.isclose(speedups[row["key"]][column], float(row[column]),
                                                            rel_tol=1e-9, abs_tol=1e-12):
                sys.exit(f"speedups: {column} is {speedups[row['key']][column]}, not {row[column]}")
    return len(rows)


def check_depths(store, rows):
    """Compares the view of iterations with times-to-depth.csv."""
    means = {(row["algorithm"], row["processors"], row["depth"]): row["time_s"] for row in store.execute(
        "SELECT algorithm, processors, iterations.depth, avg(iterations.time_s) AS time_s FROM iterations"
        " JOIN speedups USING (key) GROUP BY 1, 2, 3")}
    for row in rows:
        mean = means.pop((row["algorithm"], int(row["processors"]), int(row["completed_depth"])))
        if not close(row["time_s"], mean):
            sys.exit(f"times-to-depth.csv: {row['time_s']}, not {mean}")
    if means:
        sys.exit("the view iterations has more depths than the report")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        eldest = Eldest(arguments.program, PAGE.parents[2])
        for words in commands():
            eldest.run(*[word.replace("/tmp", name) for word in words])
        store = sqlite3.connect(f"file:{name}/notebook.db?mode=ro", uri=True)
        store.row_factory = sqlite3.Row
        count = check_searches(store, table(Path(name) / "notebook/searches.csv"))
        check_depths(store, table(Path(name) / "notebook/times-to-depth.csv"))
        options = dict(store.execute("SELECT name, value FROM options WHERE name = 'tt_entries'").fetchall())
        if options != {"tt_entries": 1 << 20}:
            sys.exit(f"options: {options}")
        print(f"{count} searches are the same in the views and in the report")
        if importlib.util.find_spec("pandas") is None:
            print("skipped here: the lines for pandas, which is not installed")
            return
        lines = blocks("python")[0].replace("/tmp", name)
        shown = subprocess.run([sys.executable, "-c", lines], check=True, text=True, stdout=subprocess.PIPE).stdout
        if len(re.findall(r"^(?:abdada|ybwc)?\s+[248]\s+\d", shown, re.M)) != 6:
            sys.exit(f"the lines for pandas print {shown}")


if __name__ == "__main__":
    main()
