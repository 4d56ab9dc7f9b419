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


def mean_of(values):
    return sum(values) / len(values)


def compared_figures(by_tree):
    return next(iter(by_tree.values()))[0]


def time_to(depth, result):
    """Returns the time at which a depth was complete."""
    return next(one["time_s"] for one in result["iterations"] if one["depth"] == depth)


def check_mean(place, row, figure, mean):
    """Checks a mean, and that it is in its interval."""
    check(f"{place}, {figure}", row[figure], mean)
    if not float(row[figure + "_low"]) <= mean * (1 + 1e-12) or not mean <= float(row[figure + "_high"]) * (1 + 1e-12):
        sys.exit(f"{place}: {figure} is not in its interval")


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
        figures = {}  # by algorithm and processors, then by tree
        times = {}
        for key, settings, relative, alphabeta, negascout, _ in rows:
            if relative is None:
                continue
            settings = json.loads(settings)
            absolute = min(results[alphabeta], results[negascout], key=lambda result: result["time_s"])
            place = (settings["algorithm"], str(settings["processors"]))
            figures.setdefault(place, {}).setdefault(settings["tree"], []).append(
                compared(results[key], results[relative], absolute))
            times.setdefault(place, []).append(results[key])

        checked = 0
        with open(folder / "report" / "means.csv", newline="") as file:
            for row in csv.DictReader(file):
                place = (row["algorithm"], row["processors"])
                if (row["platform"], row["model"], row["tree"], row["depth"]) != ("CM5", "loggp", "synthetic:b=6,order=0.7", "5"):
                    sys.exit(f"means.csv: wrong axes: {row}")
                if (row["positions"], row["n"]) != ("2", "6"):
                    sys.exit(f"{place}: {row['n']} searches in {row['positions']} trees")
                for figure in compared_figures(figures[place]):
                    mean = mean_of([mean_of([repeat[figure] for repeat in repeats]) for repeats in figures[place].values()])
                    check_mean(place, row, figure, mean)
                    checked += 1
                check_mean(place, row, "nodes_per_s", sum(result["nodes"] for result in times[place])
                           / sum(result["time_s"] for result in times[place]))
        if checked != len(figures) * 6:
            sys.exit(f"{checked} figures in the report, {len(figures) * 6} in the store")
        with open(folder / "report" / "times-to-depth.csv", newline="") as file:
            for row in csv.DictReader(file):
                place = (row["algorithm"], row["processors"])
                check_mean(place, row, "time_s", mean_of([time_to(int(row["completed_depth"]), result)
                                                          for result in times[place]]))
        page = (folder / "report" / "index.html").read_text()
        if page.count("<svg") != 4 or "http://" in page.replace("http://www.w3.org/", ""):
            sys.exit("the page is not complete in itself")
        with open(folder / "report" / "searches.csv", newline="") as file:
            if len(list(csv.DictReader(file))) != len(rows):
                sys.exit("not every search is in searches.csv")


if __name__ == "__main__":
    main()
