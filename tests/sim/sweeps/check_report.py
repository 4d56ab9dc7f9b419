#!/usr/bin/env python3
"""Sweeps a few small trees, and computes the figures of their report again from the store.

    check_report.py ELDEST
"""
import csv
import json
import math
import pathlib
import sqlite3
import subprocess
import sys
import tempfile


def run(*words):
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)


def work(result, kind):
    return result["processor_time_s"][kind]


def compared(result, relative, absolute):
    """Returns speedups and overheads as Weill defines them (1996, 3.1), of processors that are equally fast."""
    one, processors = relative["time_s"], result["processors"]
    return {"relative_speedup": one / result["time_s"],
            "absolute_speedup": absolute["time_s"] / result["time_s"],
            "total_overhead": processors * result["time_s"] / one - 1,
            "search_overhead": work(result, "work") / work(relative, "work") - 1,
            "communication_overhead": (work(result, "communication") - work(relative, "communication")) / one,
            "synchronization_overhead": (work(result, "idle") - work(relative, "idle")) / one}


def check(place, found, expected):
    if not math.isclose(float(found), expected, rel_tol=1e-9, abs_tol=1e-12):
        sys.exit(f"{place}: the report has {found}, the store {expected}")


def main():
    eldest = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = folder / "store.db"
        trees = [f"synthetic:b=6,order=0.7,seed={seed}" for seed in (1, 2)]
        for tree in trees:
            run(eldest, "sweep", store, "--platform", "cm5-32", "--model", "loggp", "--tree", tree, "--depth", "5",
                "--algorithm", "abdada,ybwc", "--processors", "2,8", "--seeds", "1..3", "--quiet")
        run(eldest, "report", store, "--out", folder / "report")

        rows = sqlite3.connect(store).execute(
            "SELECT key, settings, relative, alphabeta, negascout, result FROM points JOIN outcomes USING (key)").fetchall()
        results = {key: json.loads(result) for key, _, _, _, _, result in rows}
        figures = {}
        for key, settings, relative, alphabeta, negascout, _ in rows:
            if relative is None:
                continue
            settings = json.loads(settings)
            absolute = min(results[alphabeta], results[negascout], key=lambda result: result["time_s"])
            place = (settings["tree"], settings["algorithm"], settings["processors"])
            figures.setdefault(place, []).append(compared(results[key], results[relative], absolute))

        checked = 0
        with open(folder / "report" / "means.csv", newline="") as file:
            for row in csv.DictReader(file):
                tree = row["panel"].split(", depth")[0]
                repeats = figures[tree, row["series"], int(row["processors"])]
                for figure in repeats[0]:
                    mean = sum(repeat[figure] for repeat in repeats) / len(repeats)
                    check(f"{row['panel']}, {row['series']}, {figure}", row[figure], mean)
                    if not float(row[figure + "_low"]) <= mean <= float(row[figure + "_high"]):
                        sys.exit(f"{row['panel']}, {row['series']}: {figure} is not in its interval")
                    checked += 1
        if checked != len(figures) * 6:
            sys.exit(f"{checked} figures in the report, {len(figures) * 6} in the store")
        page = (folder / "report" / "index.html").read_text()
        if page.count("<svg") != 8 or "http://" in page.replace("http://www.w3.org/", ""):
            sys.exit("the page is not complete in itself")
        with open(folder / "report" / "searches.csv", newline="") as file:
            if len(list(csv.DictReader(file))) != len(rows):
                sys.exit("not every search is in searches.csv")


if __name__ == "__main__":
    main()
