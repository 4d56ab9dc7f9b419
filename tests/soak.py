#!/usr/bin/env python3
"""Makes random searches over all features, and checks that each finds the same as plain alpha-beta.

A case is a tree, an algorithm with some of its options, a machine (a shipped platform, a random one, or the threads
of this computer), a model, options of the search and of the table, and perhaps failures. With --tt-depth exact, the
value of every iteration is the minimax value, which alpha-beta without a table finds. Options that prune or reduce
are left out, because they change the value. Further checks:

- The time of every processor is work, communication and idle.
- Simulations that are made twice have the same result.
- The program ends as tests/fuzz/outcome.py says.

A case depends only on --seed and its number:

    tests/soak.py --program build/ci/sim/eldest --minutes 60
    tests/soak.py --program build/ci/sim/eldest --seed 1 --only 1234
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import math
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "fuzz")]
import platforms  # noqa: E402
import program_options  # noqa: E402
from outcome import fault, run  # noqa: E402

ALGORITHMS = ["abdada", "ybwc", "ybn", "simplified-abdada", "alphabeta-star", "shared-table", "lazy-smp", "pvsplit", "aphid",
              "jamboree", "dts", "uidpabs", "felten-otto", "alphabeta", "negascout"]
SHIPPED = {"cm5-32": 32, "t3d-128": 24, "cs6400-64": 24, "origin2000-64": 24, "ethernet-10-16": 8, "ethernet-100-32": 16,
           "myrinet-32": 16, "numa-64": 24, "server-128": 24, "rdma-1024": 16, "cloud-100g-3072": 16, "cloud-25g-2048": 16}
POSITIONS = {
    "chess": (["trees/chess/bratko-kopec.epd:BK.%02d" % i for i in range(1, 25)]
              + ["startpos", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
                 "k7/2Q5/2K5/8/8/8/8/8 w - - 0 1"], 3),
    "othello": (["startpos"] + ["trees/othello/ffo.txt:FFO-%d" % i for i in (40, 41, 45, 50)], 4),
    "checkers": (["startpos", "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "B:W5:B", "W:WK1:BK32"], 6),
}
# Values for numbers of an algorithm's options. The options do most with the least values.
NUMBERS = ["0", "1", "2", "3", "4", "8"]
PATIENCES = [0.00001, 0.001, 0.1]  # seconds
TIMES = ["0us", "1us", "50us", "2ms", "10ms"]
NO_TABLE = {"tt-sharing": "none"}
TOLERANCE = 1e-9  # of sums of times


def synthetic_tree(rng):
    """Draws a tree and its depth, with some ten thousand leaves at most."""
    most = rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 8, 12])
    model = rng.choice(["ordered", "ordered", "incremental", "iid"])
    keys = {"b": f"{rng.randint(1, most)}..{most}", "model": model, "spread": rng.choice([0, 1, 5, 100, 1000])}
    if model == "ordered":
        keys |= {"order": round(rng.random(), 2), "falloff": rng.choice([0, 0.5, 1]), "trend": rng.choice([0, 0, 3])}
    if model == "incremental":
        keys["correlation"] = rng.choice([0, 0.5, 1])
    keys |= {"noise": rng.choice([0, 0, 50]), "swing": rng.choice([0, 0, 80]), "grain": rng.choice([1, 1, 10, 100]),
             "transpositions": rng.choice([0, 0, 0.5, 1]), "leaf": rng.choice([0, 0, 0.1, 0.5]),
             "extend": rng.choice([0, 0, 0, 0.1]), "reduction": rng.choice([0, 0, 0, 0.4]),
             "cost_spread": rng.choice([0, 1])}
    deepest = 7 if most == 1 else min(7, int(math.log(20_000) / math.log(most)))
    return "synthetic:" + ",".join(f"{key}={value}" for key, value in keys.items()), "startpos", rng.randint(1, deepest)


def draw_tree(rng):
    """Draws the options that choose the tree and the depth."""
    if rng.random() < 0.6:
        tree, position, depth = synthetic_tree(rng)
        words = {"tree": tree}
    else:
        tree = rng.choice(list(POSITIONS))
        positions, deepest = POSITIONS[tree]
        position, depth = rng.choice(positions), rng.randint(1, deepest)
        words = {"tree": tree, "position": position}
        if rng.random() < 0.2 and tree != "othello":
            words["quiescence"] = "yes"
            words["losing-captures"] = rng.choice(["yes", "no"]) if tree == "chess" else "yes"
        if tree == "chess" and rng.random() < 0.3:
            words["check-extension"] = "no"
    return words | {"depth": depth, "seed": rng.randrange(1000)}


def draw_properties(rng):
    service = rng.choice(["interrupt", "poll", "hardware"])
    values = {"service": service, "send-overhead": rng.choice(TIMES[:3]), "receive-overhead": rng.choice(TIMES[:3]),
              "message-overhead": rng.choice(TIMES[:3]), "service-time": rng.choice(["0us", "1us", "300us"]),
              "local-access": rng.choice(["0us", "1us"]), "lock-time": rng.choice(["0us", "1us"]),
              "write": rng.choice(["posted", "fetched", "awaited"]), "memory-banks": rng.choice(["0", "1", "16"]),
              "split-phase": rng.choice(["yes", "no"]), "busy-slowdown": rng.choice(["1", "1.5"])}
    if service == "hardware":
        values["lock-round-trips"] = rng.choice(["0", "0", "1", "2"])
    if rng.random() < 0.3:
        values |= {"packet-payload": "16", "packet-size": "20"}
    return "".join(f'<prop id="eldest:{name}" value="{value}"/>\n' for name, value in values.items())


def full_zone(rng):
    """Draws hosts with different speeds and numbers of cores, each linked with every other."""
    hosts, cores = rng.randint(1, 8), rng.choice([1, 1, 2, 4])
    lines = [f'<host id="h{i}" speed="{rng.choice(["1Mf", "1Mf", "3Mf"])}" core="{cores}"/>' for i in range(hosts)]
    lines.append(f'<link id="net" bandwidth="{rng.choice(["1MBps", "100MBps"])}" latency="{rng.choice(TIMES)}" '
                 f'sharing_policy="{rng.choice(["FATPIPE", "SHARED", "SPLITDUPLEX"])}"/>')
    way = ' direction="UP"' if "SPLITDUPLEX" in lines[-1] else ""
    lines += [f'<route src="h{a}" dst="h{b}"><link_ctn id="net"{way}/></route>' for a, b in
              itertools.combinations(range(hosts), 2)]
    return '<zone id="z" routing="Full">\n{p}' + "\n".join(lines) + "\n</zone>\n", hosts * cores


def made_up_platform(rng):
    """Draws the text of a platform file, and its number of processors."""
    if rng.random() < 0.5:
        zone, processors = full_zone(rng)
    else:
        zone = rng.choice([text for text in platforms.SMALL if "{f}" not in text and "<config" not in text])
        processors = 2 if "<host" in zone or "<peer" in zone else 8
    return platforms.HEAD + zone.replace("{p}", draw_properties(rng)) + "</platform>\n", processors


def draw_options(rng, tree, sequential):
    """Draws options of the search and of the table that do not change the value."""
    drawn = {"search": rng.choice(["alphabeta", "negascout"]), "tt-depth": "exact",
             "tt-entries": rng.choice([1, 16, 256, 4096, 65536])}
    choices = {"tt-scale": ["per-processor"], "tt-sharing": ["local", "none"], "tt-store": ["better"],
               "generate-moves": ["while-waiting", "after-answer"], "iid-depth": [3, 4], "aspiration": [1, 20, 300]}
    if tree["tree"] == "chess" and tree.get("quiescence") != "yes":
        choices["frontier-order"] = ["gain"]
    for name, values in choices.items():
        if rng.random() < 0.2:
            drawn[name] = rng.choice(values)
    if sequential:
        drawn.pop("search")
    return drawn


def draw_own_options(rng, algorithm, known):
    """Draws some of an algorithm's own options."""
    drawn = {}
    for option in known:
        if option.name.startswith(f"--{algorithm}-") and rng.random() < 0.25 and not option.name.endswith("-timeout"):
            numbers = PATIENCES if option.name.endswith("-patience") else NUMBERS
            drawn[option.name[2:]] = rng.choice(option.words if "|" in option.value else numbers)
    return drawn


def draw_machine(rng):
    """Draws a machine's options, the text of its platform file or nothing, and its number of processors."""
    drawn, text = {}, None
    if rng.random() < 0.4:
        name = rng.choice(list(SHIPPED))
        drawn["platform"], most = name, SHIPPED[name]
    else:
        text, most = made_up_platform(rng)
    drawn["model"] = rng.choice(["flow", "loggp"])
    if rng.random() < 0.3:
        drawn["jitter"] = rng.choice(["1e-9", "1e-6", "1e-3"])
    if rng.random() < 0.2:
        drawn["placement"] = "spread"
    if rng.random() < 0.15:
        drawn["node-costs"] = rng.choice(["1,0,0,0", "1000,1,1,1,1", "10,30,70,20"])
    return drawn, text, most


def draw_failures(rng, algorithm, processors):
    """Draws processors that fail, and the options with which a search survives. In APHID, the master does not fail."""
    spared = 1 if algorithm == "aphid" else 0
    failures = [f"{rank}@{rng.choice([0, 1e-4, 0.002, 0.05])}" for rank in range(spared, processors) if rng.random() < 0.3]
    if not failures:
        return {}
    resistance = {"abdada-timeout": rng.choice(["0.05", "0.5"])}
    if algorithm == "aphid":
        resistance = {"table-timeout": rng.choice(["0.001", "0.05"]), "aphid-patience": rng.choice(PATIENCES)}
    return resistance | {"failures": ",".join(failures)}


class Case:
    """A search, by its number."""

    def __init__(self, seed, number, known):
        rng = random.Random(f"{seed}-{number}")
        self.tree = draw_tree(rng)
        self.algorithm = rng.choice(ALGORITHMS)
        sequential = self.algorithm in ("alphabeta", "negascout")
        self.command = "run" if rng.random() < 0.2 else "simulate"
        self.options = draw_options(rng, self.tree, sequential) | draw_own_options(rng, self.algorithm, known)
        self.platform = None
        if self.command == "run":
            most = 8
        else:
            machine, self.platform, most = draw_machine(rng)
            self.options |= machine
        processors = 1 if sequential else rng.choice([1, rng.randint(1, most), most])
        self.options["processors"] = processors
        resistant = self.command == "simulate" and self.algorithm in ("abdada", "aphid")
        if resistant and processors > 1 and rng.random() < 0.7:
            self.options |= draw_failures(rng, self.algorithm, processors)
        self.fails = "failures" in self.options
        self.may_be_lost = self.fails and self.algorithm == "abdada"  # where all processors fail
        self.repeated = self.command == "simulate" and rng.random() < 0.1

    def words(self, folder):
        """Returns the command. Writes its platform file, if it needs one, into the folder."""
        options = {"algorithm": self.algorithm} | self.tree | self.options
        if self.platform:
            path = pathlib.Path(folder, "platform.xml")
            path.write_text(self.platform)
            options["platform"] = str(path)
        return [self.command, *itertools.chain(*([f"--{name}", str(value)] for name, value in options.items())), "--json", "--quiet"]

    def reference(self):
        """Returns the command that searches the same tree by alpha-beta alone."""
        options = {"algorithm": "alphabeta", "platform": "cm5-32", "model": "loggp", "tt-depth": "exact"} | NO_TABLE | self.tree
        return ["simulate", *itertools.chain(*([f"--{name}", str(value)] for name, value in options.items())), "--json", "--quiet"]


def wrong_values(result, reference):
    """Returns how the values of the iterations differ from those of alpha-beta, or an empty text."""
    expected = {iteration["depth"]: iteration["value"] for iteration in reference["iterations"]}
    for iteration in result["iterations"]:
        if iteration["value"] != expected[iteration["depth"]]:
            return f"value {iteration['value']} at depth {iteration['depth']}, not {expected[iteration['depth']]}"
    if result["value"] != reference["value"]:
        return f"value {result['value']}, not {reference['value']}"
    return ""


def wrong_accounts(result):
    """Returns the times that do not add up, or an empty text."""
    shares = result["processor_time_s"]
    elapsed = result["time_s"]
    processors = result["per_processor"]
    if len(processors) != result["processors"]:
        return f"{len(processors)} processors"
    for own in processors:
        total = own["work_s"] + own["communication_s"] + own["idle_s"]
        if abs(total - elapsed) > TOLERANCE * max(elapsed, 1):
            return f"a processor's {total} s of {elapsed} s"
        if min(own["work_s"], own["communication_s"], own["idle_s"]) < -TOLERANCE:
            return "a time is negative"
    if abs(sum(shares.values()) - elapsed * len(processors)) > TOLERANCE * max(elapsed, 1) * len(processors):
        return f"shares of {sum(shares.values())} s in {len(processors)} times {elapsed} s"
    if sum(own["nodes"] for own in processors) != result["nodes"]:
        return "nodes"
    return ""


def without_wall(result):
    return {name: value for name, value in result.items() if name not in ("wall_s", "peak_rss_bytes")}


def parse(out):
    try:
        return json.loads(out)
    except ValueError:
        return None


def search(arguments, words):
    status, err, out = run([arguments.program, *words], arguments.time, output=subprocess.PIPE, memory=None)
    return status, err, parse(out)


def try_case(arguments, known, number):
    """Returns the kind of a case, its outcome, and what was wrong, or an empty text."""
    case = Case(arguments.seed, number, known)
    kind = "threads" if case.command == "run" else case.options["model"] + (" with failures" if case.fails else "")

    def outcome(what, wrong=""):
        line = f"--seed {arguments.seed} --only {number}: {wrong}: {shlex.join(words)}" if wrong else ""
        return (kind, case.algorithm), what, line

    with tempfile.TemporaryDirectory() as folder:
        words = case.words(folder)
        status, err, result = search(arguments, words)
        if wrong := fault(status, err):
            return outcome("fault", f"{wrong}: {err[:300]!r}")
        if status == 2:
            return outcome("refused", "" if not arguments.only else err)
        if status == 1:
            return outcome("lost" if case.may_be_lost else "fault", "" if case.may_be_lost else err)
        if result is None:
            return outcome("fault", "no JSON")
        status, err, reference = search(arguments, case.reference())
        if status != 0 or reference is None:
            return outcome("fault", f"alpha-beta: {err}")
        if wrong := wrong_values(result, reference) or wrong_accounts(result):
            return outcome("fault", wrong)
        if case.repeated:
            _, _, again = search(arguments, words)
            if again is None or without_wall(again) != without_wall(result):
                return outcome("fault", "another result the second time")
            return outcome("right, twice")
    return outcome("right")


def cases(arguments):
    """Yields the numbers of the cases, until the time is over."""
    if arguments.only is not None:
        yield arguments.only
        return
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes else math.inf
    for number in range(arguments.first, arguments.first + arguments.count) if arguments.count else itertools.count(arguments.first):
        if time.monotonic() > end:
            return
        yield number


def results(arguments, known):
    """Yields the outcomes as they come. At most as many cases run as there are jobs."""
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        running = set()
        for number in cases(arguments):
            running.add(pool.submit(try_case, arguments, known, number))
            if len(running) >= arguments.jobs:
                done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                yield from (one.result() for one in done)
        yield from (one.result() for one in concurrent.futures.as_completed(running))


def print_counts(counts):
    outcomes = ["right", "right, twice", "lost", "refused", "fault"]
    print("machine".ljust(22) + "".join(name.rjust(14) for name in outcomes))
    for kind in sorted({kind for (kind, _), _ in counts}):
        row = [sum(n for ((k, _), what), n in counts.items() if (k, what) == (kind, name)) for name in outcomes]
        print(kind.ljust(22) + "".join(str(n).rjust(14) for n in row))
    print("algorithm".ljust(22) + "".join(name.rjust(14) for name in outcomes))
    for algorithm in ALGORITHMS:
        row = [sum(n for ((_, a), what), n in counts.items() if (a, what) == (algorithm, name)) for name in outcomes]
        print(algorithm.ljust(22) + "".join(str(n).rjust(14) for n in row))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="how long to go on")
    parser.add_argument("--count", type=int, help="how many cases there are")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--only", type=int, help="this case alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--time", type=float, default=120, help="seconds that a search may take")
    arguments = parser.parse_args()
    arguments.program = os.path.abspath(arguments.program)
    known = program_options.options(arguments.program, "simulate")
    counts = collections.Counter()
    for kind, what, wrong in results(arguments, known):
        counts[kind, what] += 1
        if wrong:
            print(wrong.rstrip(), flush=True)
    print_counts(counts)
    failures = sum(n for (_, what), n in counts.items() if what == "fault")
    print(f"{sum(counts.values())} cases, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
