#!/usr/bin/env python3
"""Makes random searches over all features, and checks that each finds the same as plain alpha-beta.

A case is a tree, an algorithm with some of its options, a machine (a shipped platform, a random one, or the threads
of this computer), up to 1,024 processors, a model, and options of the search and of the table. It may have failures of
the kinds that the algorithm promises to survive (results/failures/README.md). With --tt-depth exact, the value of every
iteration is the minimax value, which alpha-beta without a table finds. Options that prune or reduce are left out,
because they change the value. Further checks:

- The best move is legal and begins the principal variation. In checkers, alpha-beta finds that it has the value.
- The time of every processor is work, communication and idle. The sum over the processors is the time of the search
  times their number.
- Simulations that are made twice have the same result.
- The program ends as tests/fuzz/outcome.py says.

A case depends only on --seed and its number, and on --algorithm if it is given:

    tests/soak.py --program build/ci/sim/eldest --minutes 60
    tests/soak.py --program build/ci/sim/eldest --seed 1 --only 1234
    tests/soak.py --program build/ci/sim/eldest --algorithm tdsab --count 1000

A build during the run replaces the program, so that cases fail. To build meanwhile, copy `eldest` and
`eldest-simgrid.so`, set ELDEST_DATA_DIR to the root of the repository, and give the copy.
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

ALGORITHMS = ["abdada", "ybwc", "ybn", "simplified-abdada", "alphabeta-star", "shared-table", "lazy-smp-cheng",
              "lazy-smp-stockfish", "split-points", "pvsplit", "aphid",
              "jamboree", "dts", "uidpabs", "felten-otto", "tdsab",
              "tree-splitting", "mwf", "alphabeta", "negascout", "mtdf"]
SHIPPED = {"cm5-32": 32, "t3d-128": 24, "cs6400-64": 24, "origin2000-64": 24, "ethernet-10-16": 8, "ethernet-100-32": 16,
           "myrinet-32": 16, "numa-64": 24, "server-128": 24, "rdma-1024": 16, "cloud-100g-3072": 16, "cloud-25g-2048": 16,
           "altra-80": 24, "epyc-7773x-64": 24, "epyc-9654-192": 24, "graviton2-64": 24, "graviton3-64": 24, "m1-pro-6": 6,
           "ryzen-7950x-16": 16, "raspberry-pi4-32": 16, "efa-c5n-1152": 16, "infiniband-hdr-3840": 16,
           "slingshot-3328": 16}
LARGE = ["rdma-1024", "cloud-100g-3072", "cloud-25g-2048", "transputer-1024", "efa-c5n-1152", "infiniband-hdr-3840",
         "slingshot-3328"]  # with 1,024 processors or more
MOST = 1024  # processors
POSITIONS = {
    "chess": (["trees/chess/bratko-kopec.epd:BK.%02d" % i for i in range(1, 25)]
              + ["startpos", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
                 "k7/2Q5/2K5/8/8/8/8/8 w - - 0 1"], 3),
    "othello": (["startpos"] + ["trees/othello/ffo.txt:FFO-%d" % i for i in (40, 41, 45, 50)], 4),
    "checkers": (["startpos", "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "B:W5:B", "W:WK1:BK32"], 6),
}
# Algorithms that survive processors that stop and messages that are lost, with a time-out.
RESISTANT = ["abdada", "simplified-abdada", "alphabeta-star", "shared-table", "lazy-smp-cheng", "aphid"]
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
    drawn = {"search": rng.choice(["alphabeta", "negascout", "mtdf"]), "tt-depth": "exact",
             "tt-entries": rng.choice([1, 16, 256, 4096, 65536])}
    choices = {"tt-scale": ["per-processor"], "tt-sharing": ["local", "none"], "tt-store": ["better"],
               "generate-moves": ["while-waiting", "after-answer"], "iid-depth": [3, 4], "aspiration": [1, 20, 300]}
    if tree["tree"] == "chess" and tree.get("quiescence") != "yes":
        choices["frontier-order"] = ["gain"]
    for name, values in choices.items():
        if rng.random() < 0.2:
            drawn[name] = rng.choice(values)
    if drawn["search"] == "mtdf":
        drawn.pop("aspiration", None)
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
    if rng.random() < 0.08:
        drawn["platform"], most = rng.choice(LARGE), MOST
    elif rng.random() < 0.4:
        name = rng.choice(list(SHIPPED))
        drawn["platform"], most = name, SHIPPED[name]
    else:
        text, most = made_up_platform(rng)
    drawn["model"] = "loggp" if most == MOST else rng.choice(["flow", "loggp"])  # a minute for the other
    if rng.random() < 0.3:
        drawn["jitter"] = rng.choice(["1e-9", "1e-6", "1e-3"])
    if rng.random() < 0.2:
        drawn["placement"] = "spread"
    if rng.random() < 0.15:
        drawn["node-costs"] = rng.choice(["1,0,0,0", "1000,1,1,1,1", "10,30,70,20"])
    return drawn, text, most


def draw_moment(rng):
    return rng.choice([0, 1e-4, 0.002, 0.05])


def draw_harmless_failures(rng, processors):
    """Draws failures that every algorithm survives."""
    pauses = [f"{rank}@{begin}-{begin + rng.choice([1e-4, 0.01])}" for rank in range(processors) if rng.random() < 0.2
              for begin in [draw_moment(rng)]]
    slow = [f"slow:{rank}x{rng.choice([2, 10])}@{draw_moment(rng)}" for rank in range(processors) if rng.random() < 0.2]
    drawn = {"failures": ",".join(pauses[:9] + slow[:9])} if pauses or slow else {}
    if rng.random() < 0.4:
        drawn["double"] = rng.choice(["0.01", "0.3"])
    if rng.random() < 0.4:
        drawn["delay"] = rng.choice(["0.01:5ms", "0.5:100us"])
    return drawn


def draw_fatal_failures(rng, algorithm, processors, links):
    """Draws failures that a search with a time-out survives, and its time-outs. In APHID, the master does not stop."""
    spared = 1 if algorithm == "aphid" else 0
    failures = [f"{rank}@{draw_moment(rng)}" for rank in range(spared, processors) if rng.random() < 0.3]
    if rng.random() < 0.2:
        begin = draw_moment(rng)
        failures.append(f"part:0-{rng.randrange(processors - 1)}@{begin}" + rng.choice(["", f"-{begin + 0.01}"]))
    if links and rng.random() < 0.2:
        failures.append(f"link:{rng.choice(links)}@{draw_moment(rng)}")
    drawn = {"failures": ",".join(failures)} if failures else {}
    if rng.random() < 0.3:
        drawn["lose"] = rng.choice(["0.001", "0.1"])
    if not drawn:
        return {}
    if algorithm == "aphid":
        return drawn | {"table-timeout": rng.choice(["0.001", "0.05"]), "aphid-patience": rng.choice(PATIENCES)}
    name = "abdada-timeout" if algorithm == "abdada" and rng.random() < 0.5 else "table-timeout"
    return drawn | {name: rng.choice(["0.05", "0.5"])}


def draw_failures(rng, algorithm, processors, platform):
    """Draws failures that the algorithm promises to survive: see results/failures/README.md."""
    if algorithm in RESISTANT and rng.random() < 0.6:
        links = ["net"] if platform and 'link id="net"' in platform else []
        return draw_fatal_failures(rng, algorithm, processors, links)
    return draw_harmless_failures(rng, processors)


def all_stop(failures, processors):
    """Returns true if every processor stops for good."""
    return sum(one.split("@")[0].isdigit() and "-" not in one.split("@")[1].replace("e-", "e")
               for one in failures.split(",") if one) == processors


class Case:
    """A search, by its number."""

    def __init__(self, seed, number, known, algorithm=None):
        rng = random.Random(f"{seed}-{number}")
        self.tree = draw_tree(rng)
        drawn = rng.choice(ALGORITHMS)
        self.algorithm = algorithm or drawn
        sequential = self.algorithm in ("alphabeta", "negascout", "mtdf")
        self.command = "run" if rng.random() < 0.2 else "simulate"
        self.options = draw_options(rng, self.tree, sequential) | draw_own_options(rng, self.algorithm, known)
        if self.algorithm == "uidpabs" and self.options["search"] == "mtdf":
            self.options["search"] = "negascout"
        if self.algorithm == "tdsab":  # has no other search
            self.options["search"] = "mtdf"
            self.options.pop("aspiration", None)
        if self.algorithm == "lazy-smp-stockfish":  # processor 0 must not serve a table of one bucket
            self.options["tt-entries"] = max(4096, self.options["tt-entries"])
        self.platform = None
        if self.command == "run":
            most = 8
        else:
            machine, self.platform, most = draw_machine(rng)
            self.options |= machine
        processors = 1 if sequential else rng.choice([1, rng.randint(1, most), most])
        self.options["processors"] = processors
        if self.command == "simulate" and processors > 1 and rng.random() < 0.5:
            self.options |= draw_failures(rng, self.algorithm, processors, self.platform)
        self.fails = any(name in self.options for name in ("failures", "lose", "double", "delay"))
        self.may_be_lost = all_stop(self.options.get("failures", ""), processors)
        self.repeated = self.command == "simulate" and rng.random() < 0.1

    def words(self, folder):
        """Returns the command. Writes its platform file, if it needs one, into the folder."""
        options = {"algorithm": self.algorithm} | self.tree | self.options
        if self.platform:
            path = pathlib.Path(folder, "platform.xml")
            path.write_text(self.platform)
            options["platform"] = str(path)
        return [self.command, *itertools.chain(*([f"--{name}", str(value)] for name, value in options.items())), "--json", "--quiet"]

    def legal_moves(self):
        """Returns the command that lists the legal moves."""
        words = itertools.chain(*([f"--{name}", str(self.tree[name])] for name in ("tree", "position", "seed")
                                  if name in self.tree))
        return ["perft", *words, "--depth", "1", "--divide", "--quiet"]

    def reference(self, position=None, depth=None):
        """Returns the command that searches the same tree, or the tree of another position, by alpha-beta alone."""
        options = {"algorithm": "alphabeta", "platform": "cm5-32", "model": "loggp", "tt-depth": "exact"} | NO_TABLE | self.tree
        if position:
            options |= {"position": position, "depth": depth}
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
    if abs(sum(own[name] for own in processors for name in ("work_s", "communication_s", "idle_s"))
           - elapsed * len(processors)) > TOLERANCE * max(elapsed, 1) * len(processors):
        return "the processors' times"
    if abs(sum(shares.values()) - elapsed * len(processors)) > TOLERANCE * max(elapsed, 1) * len(processors):
        return f"shares of {sum(shares.values())} s in {len(processors)} times {elapsed} s"
    if sum(own["nodes"] for own in processors) != result["nodes"]:
        return "nodes"
    return ""


def wrong_value_of_move(arguments, case, result, folder):
    """Returns how the best move's value differs from the result's in checkers, or an empty text.

    In chess, a root decides on the evaluation of the positions below it, so that a son searched as a root has another
    value. The sons of a synthetic root are no roots.
    """
    depth = case.tree["depth"]
    if case.tree["tree"] != "checkers" or depth < 2:
        return ""
    position = result["position"]
    path = pathlib.Path(folder, "move.pdn")
    path.write_text(f'[SetUp "1"]\n[FEN "{position}"]\n[Result "*"]\n\n1{"..." if position[0] == "B" else "."} '
                    f'{result["best_move"]} *\n')
    status, err, son = search(arguments, case.reference(f"{path}:1@1", depth - 1))
    if status != 0 or son is None:
        return f"best move {result['best_move']}: {err}"
    return "" if son["value"] == -result["value"] else f"best move {result['best_move']} has value {-son['value']}"


def wrong_moves(arguments, case, result, folder):
    """Returns what is wrong with the best move, or an empty text."""
    status, err, out = run([arguments.program, *case.legal_moves()], arguments.time, output=subprocess.PIPE, memory=None)
    if status != 0:
        return f"perft: {err}"
    legal = [line.rsplit(maxsplit=1)[0] for line in out.decode().splitlines()[:-1]]
    best, line = result["best_move"], result["pv"]
    if not legal:
        return "" if not best and not line else "a best move where there is none"
    if best not in legal or line[:1] != [best]:
        return f"best move {best!r}, principal variation {line}"
    return wrong_value_of_move(arguments, case, result, folder)


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
    case = Case(arguments.seed, number, known, arguments.algorithm)
    kind = "threads" if case.command == "run" else case.options["model"] + (" with failures" if case.fails else "")

    def outcome(what, wrong=""):
        chosen = f" --algorithm {arguments.algorithm}" if arguments.algorithm else ""
        line = f"--seed {arguments.seed}{chosen} --only {number}: {wrong}: {shlex.join(words)}" if wrong else ""
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
        if wrong := (wrong_values(result, reference) or wrong_accounts(result)
                     or wrong_moves(arguments, case, result, folder)):
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
    parser.add_argument("--algorithm", choices=ALGORITHMS, help="in all cases")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--time", type=float, default=300, help="seconds that a search may take")
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
