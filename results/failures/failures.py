#!/usr/bin/env python3
"""ABDADA with a time-out on the 32 nodes of a CM5, of which some die at random moments (Weill 1996, section 4), and APHID
with a failure time-out (--aphid-patience) on the same machine, whose slaves die.

    results/failures/failures.py sweep STORE [--eldest FILE]    # the searches, by `eldest sweep`
    results/failures/failures.py export STORE [--eldest FILE]   # searches.csv.gz from the store
    results/failures/failures.py report                         # the tables, in Markdown
    results/failures/failures.py draw                           # makes time.svg, with gnuplot
"""
import argparse
import math
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

SEARCHES = Path(__file__).with_name("searches.csv.gz")
SETTINGS = Path(__file__).with_name("chess.ini")
FIGURE = Path(__file__).with_name("time.svg")
MORE = {"value": "$.value", "timeouts": "$.counters.timeouts", "given_up": "$.counters.slaves_given_up",
        "mistaken": "$.counters.slaves_found_alive"}
PROCESSORS = 32
POSITIONS = "trees/chess/bratko-kopec.epd"
TIMEOUTS = [0.0001, 0.0003, 0.001, 0.01]
MILLISECOND = 0.001  # the time-out of the other tables
DEAD = [1, 2, 4, 8, 16]
FEWER = [PROCESSORS - dead for dead in DEAD]
SCHEDULES = 2  # of each position
RESISTANT = ["abdada", "simplified-abdada", "alphabeta-star", "shared-table", "lazy-smp-cheng"]
PATIENCES = [0.01, 0.1, 1]  # of APHID's master, seconds
COLOURS = ["#56b4e9", "#0072b2", "#d55e00", "#009e73", "#000000"]


def schedule(position, number, end, most=max(DEAD)):
    """The processors that die, and when: `most` ranks in random order, each with a random moment before `end`, in seconds."""
    source = random.Random(f"{position} {number}")
    return [(rank, source.uniform(0, end)) for rank in source.sample(range(PROCESSORS), most)]


def listed(values):
    return ",".join(map(str, values))


class Sweep:
    """The searches of a store."""

    def __init__(self, arguments):
        self.arguments = arguments

    def run(self, algorithm, processors, *words):
        command = [self.arguments.eldest, "sweep", self.arguments.store, "--config", SETTINGS, "--algorithm", algorithm,
                   "--processors", listed(processors), "--jobs", self.arguments.jobs, "--quiet", *words]
        subprocess.run([str(word) for word in command], cwd=measured.ROOT, check=True, stdout=subprocess.DEVNULL)

    def times(self, algorithm):
        """The times of an algorithm's searches on all processors without failures and its own time-outs, by position."""
        with tempfile.NamedTemporaryFile(suffix=".gz") as file:
            sweeps.export(self.arguments.store, self.arguments.eldest, file.name, MORE)
            searches = Searches(sweeps.load(Path(file.name)))
        return {position: found[0]["time_s"] for position, found in searches.of(algorithm, dead=0).items()}

    def failing(self, algorithm, position, schedules, *words):
        """The searches of a position in which the first processors of the schedules die."""
        lists = [listed(f"{rank}@{moment:.6g}" for rank, moment in moments[:dead]) for moments in schedules for dead in DEAD]
        self.run(algorithm, [PROCESSORS], "--position", f"{POSITIONS}:{position}", *words,
                 *(word for failures in lists for word in ("--failures", failures)))


def sweep(arguments):
    of = Sweep(arguments)
    timeouts = ["--abdada-timeout", listed(TIMEOUTS)]
    of.run("abdada", [*FEWER, PROCESSORS], "--position", POSITIONS)
    of.run("abdada", [PROCESSORS], "--position", POSITIONS, *timeouts)
    of.run(listed(RESISTANT), [PROCESSORS], "--position", POSITIONS, "--table-timeout", f"0,{MILLISECOND}")
    for position, end in of.times("abdada").items():
        schedules = [schedule(position, number, end) for number in range(SCHEDULES)]
        of.failing("abdada", position, schedules, *timeouts)
        of.failing("abdada", position, [[(rank, 0) for rank, _ in schedule(position, "from the start", end)]],
                   "--abdada-timeout", MILLISECOND)
    aphid = ["--table-timeout", MILLISECOND]
    of.run("aphid", [*FEWER, PROCESSORS], "--position", POSITIONS, *aphid)
    patient = [*aphid, "--aphid-patience", listed(PATIENCES)]
    of.run("aphid", [PROCESSORS], "--position", POSITIONS, *patient)
    for position, end in of.times("aphid").items():
        schedules = [[(rank, moment) for rank, moment in schedule(position, number, end, PROCESSORS) if rank != 0]
                     for number in range(SCHEDULES)]
        of.failing("aphid", position, schedules, *patient)


class Searches:
    """The parallel searches, with the number of processors that die in each."""

    def __init__(self, searches):
        self.sequential = {search["id"]: search["value"] for search in searches if search["algorithm"] == "negascout"}
        self.found = [self.parallel(search) for search in searches if search["processors"] > 1]

    @staticmethod
    def parallel(search):
        failures = search["failures"].split(",") if search.get("failures") else []
        numbers = {name: float(search.get(name) or 0) for name in ("abdada_timeout", "table_timeout", "aphid_patience")}
        from_start = bool(failures) and all(failure.endswith("@0") for failure in failures)
        return search | numbers | {"dead": len(failures), "from_start": from_start}

    def of(self, algorithm, dead, processors=PROCESSORS, **settings):
        """The searches by an algorithm with these settings, and without time-outs of its own otherwise, by position."""
        wanted = {"algorithm": algorithm, "dead": dead, "processors": processors, "abdada_timeout": 0, "aphid_patience": 0,
                  "table_timeout": MILLISECOND if algorithm == "aphid" else 0, "from_start": False} | settings
        found = {}
        for search in sweeps.having(self.found, wanted):
            found.setdefault(search["id"], []).append(search)
        return dict(sorted(found.items()))

    def unlike_sequential(self, algorithm):
        """The number of an algorithm's searches with failures, and of those with another value than NegaScout's."""
        failing = [search for search in self.found if search["algorithm"] == algorithm and search["dead"]]
        return len(failing), sum(search["value"] != self.sequential[search["id"]] for search in failing)


def logarithms(found, usual):
    """By position, the mean logarithm of the times as multiples of those of the usual searches."""
    if list(found) != list(usual):
        sys.exit("searches of different positions")
    return [statistics.fmean(math.log(search["time_s"] / usual[position][0]["time_s"]) for search in searches)
            for position, searches in found.items()]


def ratio(found, usual):
    """The geometric mean over the positions of the times as multiples of those of the usual searches, and its interval."""
    estimate = measured.estimate(logarithms(found, usual))
    return [math.exp(value) for value in (estimate.mean, *estimate.interval())]


def cell(of_ratio, form=".2f"):
    mean, *ends = of_ratio
    return measured.with_interval(mean, ends, form)


def all_of(found):
    return [search for searches in found.values() for search in searches]


def total(found, column):
    return sum(float(search[column]) for search in all_of(found))


def given_up(found):
    """The number of answers that were given up, divided by that of reads."""
    return total(found, "timeouts") / total(found, "table_reads")


class Abdada:
    """ABDADA's times, as multiples of those of the usual search: the lines of the figure."""

    def __init__(self, searches):
        self.searches, self.usual = searches, searches.of("abdada", dead=0)

    def dying(self, timeout, dead, **settings):
        return self.searches.of("abdada", dead, abdada_timeout=timeout, **settings)

    def with_timeout(self, timeout, dead, **settings):
        return ratio(self.dying(timeout, dead, **settings), self.usual)

    def fewer(self, dead):
        return ratio(self.searches.of("abdada", 0, PROCESSORS - dead), self.usual)

    def lines(self):
        """The lines of the figure and columns of the table, each a label and a function of the number of the dead."""
        for timeout in TIMEOUTS:
            yield f"time-out {1000 * timeout:g} ms", lambda dead, of=timeout: self.with_timeout(of, dead)
        yield "as many processors fewer, no time-out", self.fewer

    def spent(self, timeout, dead):
        """The share of the survivors' time in which they waited unsuccessfully, and the geometric mean of their nodes,
        divided by those of all processors in the usual search."""
        found = self.dying(timeout, dead)
        waited = timeout * total(found, "timeouts") / (total(found, "time_s") * (PROCESSORS - dead))
        nodes = statistics.fmean(math.log(search["nodes"] / self.usual[position][0]["nodes"])
                                 for position, of_position in found.items() for search in of_position)
        return f"{100 * waited:.0f} %; {math.exp(nodes):.2f}"


def report():
    searches = Searches(sweeps.load(SEARCHES))
    abdada = Abdada(searches)
    lines = list(abdada.lines())
    sweeps.table(["dead", *[label for label, _ in lines]],
                 [[dead, *[cell(of(dead)) for _, of in lines]] for dead in [0, *DEAD]])
    sweeps.table(["dead: waited unsuccessfully; nodes", *[label for label, _ in lines[:len(TIMEOUTS)]]],
                 [[dead, *[abdada.spent(timeout, dead) for timeout in TIMEOUTS]] for dead in DEAD])
    sweeps.table(["dead from the start", "time-out 1 ms", "as many processors fewer", "answers given up, by reads"],
                 [[dead, cell(abdada.with_timeout(MILLISECOND, dead, from_start=True)), cell(abdada.fewer(dead)),
                   f"{given_up(abdada.dying(MILLISECOND, dead, from_start=True)):.2f}"] for dead in DEAD])
    report_cost(searches)
    sweeps.table(["searches with failures", "", "with another value than NegaScout on one processor"],
                 [[f"`{algorithm}`", *searches.unlike_sequential(algorithm)] for algorithm in ("abdada", "aphid")])
    report_aphid(searches)


def report_cost(searches):
    """Prints the cost of a time-out if nothing fails. Bold are times that differ, corrected for the number of algorithms."""
    pairs = {algorithm: [searches.of(algorithm, 0, table_timeout=timeout) for timeout in (MILLISECOND, 0)]
             for algorithm in RESISTANT}
    estimates = {algorithm: measured.estimate(logarithms(*pair)) for algorithm, pair in pairs.items()}
    adjusted = measured.adjusted({algorithm: estimate.p_value(estimate.mean) for algorithm, estimate in estimates.items()})
    rows = []
    for algorithm, (with_timeout, without) in pairs.items():
        mark = "**" if adjusted[algorithm] <= 1 - measured.CONFIDENCE else ""
        rows.append([f"`{algorithm}`", mark + cell(ratio(with_timeout, without), ".3f") + mark,
                     f"{given_up(with_timeout):.5f}"])
    sweeps.table(["nothing fails", "time with a time-out of 1 ms", "answers given up, by reads"], rows)


def report_aphid(searches):
    def dying(patience, dead):
        return searches.of("aphid", dead, aphid_patience=patience)

    usual = dying(0, 0)
    labels = [f"failure time-out {1000 * patience:g} ms" for patience in PATIENCES]
    sweeps.table(["dead slaves", *labels, "as many slaves fewer, no failure time-out"],
                 [[dead, *[cell(ratio(dying(patience, dead), usual)) for patience in PATIENCES],
                   cell(ratio(searches.of("aphid", 0, PROCESSORS - dead), usual))] for dead in [0, *DEAD]])

    def mean(found, column):
        return f"{total(found, column) / len(all_of(found)):.1f}"

    sweeps.table(["dead slaves: given up, of these by mistake, means", *labels],
                 [[dead, *[f"{mean(found, 'given_up')}, {mean(found, 'mistaken')}"
                           for found in (dying(patience, dead) for patience in PATIENCES)]] for dead in [0, *DEAD]])


def draw():
    lines = list(Abdada(Searches(sweeps.load(SEARCHES))).lines())
    script = ["set terminal svg size 640,420 noenhanced font 'sans,12'", f"set output '{FIGURE}'",
              "set key top left reverse Left", "set grid lc rgb '#dddddd'", "set border 3", "set tics nomirror",
              "set xlabel 'processors of 32 that die'", "set ylabel 'time, by that of the usual search'",
              f"set xtics ({', '.join(map(str, [0, *DEAD]))})", "set xrange [-0.5:16.5]", "set logscale y 2"]
    elements = []
    for place, (label, of) in enumerate(lines):
        script += [f"$line{place} << END", *[f"{dead} {' '.join(map(str, of(dead)))}" for dead in [0, *DEAD]], "END"]
        elements += [f"$line{place} using 1:3:4 with filledcurves lc rgb '{COLOURS[place]}' fs transparent solid 0.15 "
                     "noborder notitle",
                     f"$line{place} using 1:2 with linespoints lc rgb '{COLOURS[place]}' pt {5 + 2 * place} lw 2 ps 0.8 "
                     f"title '{label}'"]
    script.append("plot " + ", ".join(elements))
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", check=True, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["sweep", "export", "report", "draw"])
    parser.add_argument("store", nargs="?")
    parser.add_argument("--eldest", default=str(measured.ROOT / "build/release/sim/eldest"))
    measured.add_jobs(parser)
    arguments = parser.parse_args()
    if (arguments.action in ("sweep", "export")) != (arguments.store is not None):
        parser.error("sweep and export, and no other action, need a store")
    {"sweep": lambda: sweep(arguments), "export": lambda: sweeps.export(arguments.store, arguments.eldest, SEARCHES, MORE),
     "report": report, "draw": draw}[arguments.action]()


if __name__ == "__main__":
    main()
