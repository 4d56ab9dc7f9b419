#!/usr/bin/env python3
"""ABDADA with a time-out on the 32 nodes of a CM5, of which some die at random moments (Weill 1996, section 4), and APHID
with a failure time-out (--aphid-patience) on the same machine, whose slaves die.

    results/failures/failures.py measure    # makes runs.json.gz
    results/failures/failures.py report     # the tables, in Markdown
    results/failures/failures.py draw       # makes time.svg, with gnuplot
"""
import argparse
import itertools
import math
import random
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

DATA = Path(__file__).with_name("runs.json.gz")
FIGURE = Path(__file__).with_name("time.svg")
PROCESSORS = 32
POSITIONS = "trees/chess/bratko-kopec.epd"
COMMON = ["--platform", "platforms/cm5-32.xml", "--model", "loggp", "--depth", 5, "--tt-depth", "exact"]
TIMEOUTS = [0.0001, 0.0003, 0.001, 0.01]
MILLISECOND = 0.001  # the time-out of the other tables
DEAD = [1, 2, 4, 8, 16]
SCHEDULES = 2  # of each position
RESISTANT = ["abdada", "simplified-abdada", "alphabeta-star", "shared-table", "lazy-smp"]
FROM_THE_START = "from the start"
PATIENCES = [0.01, 0.1, 1]  # of APHID's master, seconds
APHID = ["--algorithm", "aphid", "--table-timeout", MILLISECOND]
COLOURS = ["#56b4e9", "#0072b2", "#d55e00", "#009e73", "#000000"]


def schedule(position, number, end, most=max(DEAD)):
    """The processors that die, and when: `most` ranks in random order, each with a random moment before `end`, in seconds."""
    source = random.Random(f"{position} {number}")
    return [(rank, source.uniform(0, end)) for rank in source.sample(range(PROCESSORS), most)]


def search(eldest, position, processors, options):
    words = [*COMMON, "--position", position, "--processors", processors, *options]
    output = measured.simulate(eldest, words)
    return output.get("runs", [output])  # a lone search is the report itself


def entry(run, **settings):
    return {"id": run["id"], "value": run["value"], "time_s": run["time_s"], "nodes": run["nodes"],
            "timeouts": run["counters"]["timeouts"], "reads": run["table"]["reads"], **settings}


def failing(arguments, base, timeout, dead, number):
    """One search of a position with the processors that die in it, by the schedule `number`."""
    moments = schedule(base["id"], number, base["time_s"])[:dead]
    at_start = number == FROM_THE_START
    failures = ",".join(f"{rank}@{0 if at_start else moment}" for rank, moment in moments)
    run, = search(arguments.eldest, f"{POSITIONS}:{base['id']}", PROCESSORS,
                  ["--abdada-timeout", timeout, "--failures", failures])
    return entry(run, timeout=timeout, dead=dead, schedule=number)


def measure(arguments, data):
    sequential = search(arguments.eldest, POSITIONS, 1, ["--algorithm", "negascout"])
    usual = search(arguments.eldest, POSITIONS, PROCESSORS, [])
    data["sequential"] = [entry(run) for run in sequential]
    data["usual"] = [entry(run) for run in usual]
    data["nothing fails"] = [entry(run, timeout=timeout, dead=0) for timeout in TIMEOUTS
                             for run in search(arguments.eldest, POSITIONS, PROCESSORS, ["--abdada-timeout", timeout])]
    data["fewer"] = [entry(run, dead=dead) for dead in DEAD
                     for run in search(arguments.eldest, POSITIONS, PROCESSORS - dead, [])]
    tasks = [(base, timeout, dead, number) for base in data["usual"] for timeout in TIMEOUTS for dead in DEAD
             for number in [*range(SCHEDULES), *([FROM_THE_START] if timeout == MILLISECOND else [])]]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        data["failures"] = list(pool.map(lambda task: failing(arguments, *task), tasks))
    data["cost"] = measure_cost(arguments)
    data["aphid"] = measure_aphid(arguments)
    measured.save(arguments.data, data)


def measure_cost(arguments):
    """Searches in which nothing fails, without and with a time-out, by each algorithm that has one."""
    return [entry(run, algorithm=algorithm, timeout=timeout) for algorithm in RESISTANT for timeout in [0, MILLISECOND]
            for run in search(arguments.eldest, POSITIONS, PROCESSORS,
                              ["--algorithm", algorithm, "--table-timeout", timeout])]


def measure_aphid(arguments):
    """Searches by APHID in which slaves die, in which nothing fails, and on as many processors fewer."""
    def of(position, processors, words, **settings):
        runs = search(arguments.eldest, position, processors, [*APHID, *words])
        return [{**entry(run, **settings), "given_up": run["counters"]["slaves_given_up"],
                 "mistaken": run["counters"]["slaves_found_alive"]} for run in runs]

    usual = of(POSITIONS, PROCESSORS, [], patience=0, dead=0)
    runs = usual + [run for dead in DEAD for run in of(POSITIONS, PROCESSORS - dead, [], patience=0, dead=dead)]
    for patience in PATIENCES:
        runs += of(POSITIONS, PROCESSORS, ["--aphid-patience", patience], patience=patience, dead=0)

    def failing_slaves(task):
        base, patience, dead, number = task
        slaves = [(rank, moment) for rank, moment in schedule(base["id"], number, base["time_s"], PROCESSORS) if rank != 0]
        failures = ",".join(f"{rank}@{moment}" for rank, moment in slaves[:dead])
        return of(f"{POSITIONS}:{base['id']}", PROCESSORS, ["--aphid-patience", patience, "--failures", failures],
                  patience=patience, dead=dead)

    with ThreadPoolExecutor(arguments.jobs) as pool:
        tasks = itertools.product(usual, PATIENCES, DEAD, range(SCHEDULES))
        return runs + [run for found in pool.map(failing_slaves, tasks) for run in found]


class Figures:
    """Times relative to the search without a time-out on a machine without failures."""

    def __init__(self, data):
        self.data = data
        self.usual = {run["id"]: run["time_s"] for run in data["usual"]}

    def ratio(self, runs, usual=None):
        """The geometric mean over the positions of the time relative to `usual`, and its interval; None without searches."""
        usual = usual or self.usual
        by_position = {}
        for run in runs:
            by_position.setdefault(run["id"], []).append(math.log(run["time_s"] / usual[run["id"]]))
        if not by_position:
            return None
        logarithms = [statistics.mean(by_position[position]) for position in sorted(by_position)]
        low, high = measured.interval(logarithms)
        return [math.exp(x) for x in (statistics.mean(logarithms), low, high)]

    def with_timeout(self, timeout, dead, from_the_start=False):
        if dead == 0:
            return self.ratio([run for run in self.data["nothing fails"] if run["timeout"] == timeout])
        return self.ratio([run for run in self.data["failures"]
                           if run["timeout"] == timeout and run["dead"] == dead
                           and (run["schedule"] == FROM_THE_START) == from_the_start])

    def fewer(self, dead):
        if dead == 0:
            return [1, 1, 1]
        return self.ratio([run for run in self.data["fewer"] if run["dead"] == dead])

    def lines(self):
        """The lines of the figure and columns of the table, each a label and a function of the number of the dead."""
        for timeout in TIMEOUTS:
            yield f"time-out {1000 * timeout:g} ms", lambda dead, of=timeout: self.with_timeout(of, dead)
        yield "as many processors fewer, no time-out", self.fewer

    def spent(self, timeout, dead):
        """The share of the survivors' time in which they waited unsuccessfully, and the geometric mean of their nodes,
        divided by those of all processors in the usual search."""
        runs = [run for run in self.data["failures"]
                if run["timeout"] == timeout and run["dead"] == dead and run["schedule"] != FROM_THE_START]
        waited = sum(run["timeouts"] * timeout for run in runs)
        nodes = {run["id"]: run["nodes"] for run in self.data["usual"]}
        return (waited / sum(run["time_s"] * (PROCESSORS - dead) for run in runs),
                math.exp(statistics.mean(math.log(run["nodes"] / nodes[run["id"]]) for run in runs)))

    def aphid(self, **settings):
        """The searches by APHID with these settings."""
        return [run for run in self.data["aphid"] if all(run[name] == value for name, value in settings.items())]

    def aphid_ratio(self, **settings):
        """The time of these searches, by that of APHID without a failure time-out where nothing fails."""
        return self.ratio(self.aphid(**settings), {run["id"]: run["time_s"] for run in self.aphid(patience=0, dead=0)})

    def unlike_sequential(self, runs):
        """The number of these searches, and of those with another value than the sequential search."""
        values = {run["id"]: run["value"] for run in self.data["sequential"]}
        return len(runs), sum(run["value"] != values[run["id"]] for run in runs)


def cell(ratio):
    return "" if ratio is None else "{:.2f} ({:.2f} to {:.2f})".format(*ratio)


def print_row(words):
    print("| " + " | ".join(map(str, words)) + " |")


def report(data):
    figures = Figures(data)
    lines = list(figures.lines())
    print_row(["dead", *[label for label, _ in lines]])
    print("|---" * (len(lines) + 1) + "|")
    for dead in [0, *DEAD]:
        print_row([dead, *[cell(ratio(dead)) for _, ratio in lines]])
    print()
    print_row(["dead: waited unsuccessfully; nodes", *[label for label, _ in lines[:len(TIMEOUTS)]]])
    print("|---" * (len(TIMEOUTS) + 1) + "|")
    for dead in DEAD:
        spent = [figures.spent(timeout, dead) for timeout in TIMEOUTS]
        print_row([dead, *[f"{100 * waited:.0f} %; {nodes:.2f}" for waited, nodes in spent]])
    print()
    print_row(["dead from the start", "time-out 1 ms", "as many processors fewer", "answers given up, by reads"])
    print("|---" * 4 + "|")
    for dead in DEAD:
        runs = [run for run in data["failures"] if run["dead"] == dead and run["schedule"] == FROM_THE_START]
        given_up = sum(run["timeouts"] for run in runs) / sum(run["reads"] for run in runs)
        print_row([dead, cell(figures.with_timeout(MILLISECOND, dead, True)), cell(figures.fewer(dead)),
                   f"{given_up:.2f}"])
    print()
    print_row(["nothing fails", "time with a time-out of 1 ms", "answers given up, by reads"])
    print("|---" * 3 + "|")
    for algorithm in RESISTANT:
        of = {timeout: {run["id"]: run for run in data["cost"]
                        if run["algorithm"] == algorithm and run["timeout"] == timeout} for timeout in [0, MILLISECOND]}
        logarithms = [math.log(run["time_s"] / of[0][position]["time_s"])
                      for position, run in of[MILLISECOND].items()]
        given_up = sum(run["timeouts"] for run in of[MILLISECOND].values())
        reads = sum(run["reads"] for run in of[MILLISECOND].values())
        print_row([f"`{algorithm}`", f"{measured.change(logarithms, 1)} %", f"{given_up / reads:.5f}"])
    print()
    print_row(["searches with failures", "", "with another value than NegaScout on one processor"])
    print("|---" * 3 + "|")
    for algorithm, runs in [("`abdada`", data["failures"]),
                            ("`aphid`", [run for run in figures.aphid() if run["patience"] > 0 and run["dead"] > 0])]:
        print_row([algorithm, *figures.unlike_sequential(runs)])
    print()
    report_aphid(figures)


def report_aphid(figures):
    print_row(["dead slaves", *[f"failure time-out {1000 * patience:g} ms" for patience in PATIENCES],
               "as many slaves fewer, no failure time-out"])
    print("|---" * (len(PATIENCES) + 2) + "|")
    for dead in [0, *DEAD]:
        print_row([dead, *[cell(figures.aphid_ratio(patience=patience, dead=dead)) for patience in [*PATIENCES, 0]]])
    print()
    print_row(["dead slaves: given up, of these by mistake, means",
               *[f"failure time-out {1000 * patience:g} ms" for patience in PATIENCES]])
    print("|---" * (len(PATIENCES) + 1) + "|")
    for dead in [0, *DEAD]:
        means = [[statistics.mean(run[what] for run in figures.aphid(patience=patience, dead=dead))
                  for what in ("given_up", "mistaken")] for patience in PATIENCES]
        print_row([dead, *[f"{given_up:.1f}, {mistaken:.1f}" for given_up, mistaken in means]])


def draw(data):
    lines = list(Figures(data).lines())
    script = ["set terminal svg size 640,420 noenhanced font 'sans,12'", f"set output '{FIGURE}'",
              "set key top left reverse Left", "set grid lc rgb '#dddddd'", "set border 3", "set tics nomirror",
              "set xlabel 'processors of 32 that die'", "set ylabel 'time, by that of the usual search'",
              f"set xtics ({', '.join(map(str, [0, *DEAD]))})", "set xrange [-0.5:16.5]", "set logscale y 2"]
    elements = []
    for place, (label, ratio) in enumerate(lines):
        script += [f"$line{place} << END", *[f"{dead} {' '.join(map(str, ratio(dead)))}" for dead in [0, *DEAD]], "END"]
        elements += [f"$line{place} using 1:3:4 with filledcurves lc rgb '{COLOURS[place]}' fs transparent solid 0.15 "
                     "noborder notitle",
                     f"$line{place} using 1:2 with linespoints lc rgb '{COLOURS[place]}' pt {5 + 2 * place} lw 2 ps 0.8 "
                     f"title '{label}'"]
    script.append("plot " + ", ".join(elements))
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", check=True, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["measure", "report", "draw"])
    parser.add_argument("--eldest", default=str(measured.ROOT / "build/release/sim/eldest"))
    parser.add_argument("--data", type=Path, default=DATA)
    measured.add_jobs(parser)
    arguments = parser.parse_args()
    data = measured.load(arguments.data, {})
    {"measure": lambda: measure(arguments, data), "report": lambda: report(data), "draw": lambda: draw(data)}[
        arguments.action]()


if __name__ == "__main__":
    main()
