#!/usr/bin/env python3
"""Parallel searches at equal time: the depth that they reach, and the quality of the moves that they choose.

    results/equal-time/equal_time.py search   # simulates what searches.json.gz does not have yet
    results/equal-time/equal_time.py judge    # has Stockfish judge the moves that judged.json.gz does not have yet
    results/equal-time/equal_time.py report   # the tables, in Markdown

A search ends after TIME, and chooses the move of its last complete iteration. The loss of a move is Stockfish's value of its
best move less that of the chosen move, both by searches to JUDGE_DEPTH with an empty table, in hundredths of a pawn. A loss
counts at most WORST.
"""
import argparse
import math
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

HERE = Path(__file__).resolve().parent
POSITIONS = HERE / "positions.epd"
SEARCHES = HERE / "searches.json.gz"
JUDGED = HERE / "judged.json.gz"
TIME = 0.01  # simulated seconds
JUDGE = "/usr/games/stockfish"
JUDGE_DEPTH = 16
WORST = 300
# The search of `eldest uci`, with nodes of 1 us.
SEARCH = ["--platform", "server-128", "--model", "loggp", "--program", "modern", "--losing-captures", "no", "--iid-depth", "5",
          "--aspiration", "40", "--null-move-growth", "6", "--lmr-after", "4", "--lmr-size", "logarithmic", "--futility",
          "100", "--countermoves", "yes", "--depth", "64"]
STOCKFISH = "lazy-smp-stockfish"
DELAYS = ["--jitter", "100ns"]
ALGORITHMS = {
    "NegaScout": ("negascout", []),
    "ABDADA `best`": ("abdada", ["--abdada-variant", "best"]),
    "YBWC `best`": ("ybwc", ["--ybwc-variant", "best"]),
    "Young Brothers on Notice": ("ybn", []),
    "Dynamic Tree Splitting, looks before each son": ("dts", ["--dts-poll", "son"]),
    "shared table, random order": ("shared-table", []),
    "Lazy SMP (Cheng)": ("lazy-smp-cheng", []),
    "Lazy SMP (Stockfish)": (STOCKFISH, []),
    "Lazy SMP (Stockfish), reductions varied": (STOCKFISH, [f"--{STOCKFISH}-vary-reductions", "yes"]),
    "Lazy SMP (Stockfish), no depth skipped": (STOCKFISH, [f"--{STOCKFISH}-skip", "no"]),
    "Young Brothers on Notice, delays": ("ybn", DELAYS),
    "Lazy SMP (Cheng), delays": ("lazy-smp-cheng", DELAYS),
    "Lazy SMP (Stockfish), delays": (STOCKFISH, DELAYS),
    "Lazy SMP (Stockfish), no depth skipped, delays": (STOCKFISH, [f"--{STOCKFISH}-skip", "no", *DELAYS]),
}
PROCESSORS = [4, 16]
ALONE = "NegaScout"


def kinds():
    """The searches: label, processors, seconds, algorithm and options."""
    for label, (algorithm, options) in ALGORITHMS.items():
        for processors in PROCESSORS:
            if label == ALONE:
                yield f"one processor, {processors} times as long", 1, TIME * processors, algorithm, options
            else:
                yield f"{label} / {processors}", processors, TIME, algorithm, options
    yield "one processor", 1, TIME, ALGORITHMS[ALONE][0], ALGORITHMS[ALONE][1]


def search(arguments):
    """Simulates one search of each kind in each position."""
    data = measured.load(SEARCHES, {})
    for label, processors, seconds, algorithm, options in kinds():
        if label in data:
            continue
        print(label, flush=True)
        words = [*SEARCH, "--algorithm", algorithm, *options, "--processors", processors, "--time", seconds]
        report = measured.simulate(arguments.eldest, [*words, "--position", POSITIONS, "--jobs", arguments.jobs], measured.ROOT)
        data[label] = {"command": "eldest simulate " + " ".join(map(str, words)), "version": report["runs"][0]["version"],
                       "runs": {run["id"]: {"position": run["position"], "move": run["best_move"],
                                            "depth": run["iterations"][-1]["depth"], "nodes": run["nodes"]}
                                for run in report["runs"]}}
        measured.save(SEARCHES, data)


class Judge:
    """Stockfish."""

    def __init__(self):
        self.process = subprocess.Popen([JUDGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci")
        self.name = self.listen("uciok", "id name")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def listen(self, end, wanted):
        """Returns the last line that begins with `wanted`, before the line that begins with `end`."""
        last = ""
        for line in self.process.stdout:
            if line.startswith(wanted):
                last = line
            if line.startswith(end):
                return last.strip()
        raise RuntimeError("the judge has ended")

    def value(self, position, move):
        """The value of a move or, if `move` is empty, of the best one, in hundredths of a pawn."""
        self.say("ucinewgame")
        self.say(f"position fen {position}")
        self.say(f"go depth {JUDGE_DEPTH}" + (f" searchmoves {move}" if move else ""))
        words = self.listen("bestmove", "info depth").split()
        kind, number = words[words.index("score") + 1:][:2]
        return int(number) if kind == "cp" else int(math.copysign(10_000, int(number)))


def judge(_arguments):
    """Judges every move that a search has chosen, and the best move of each position."""
    data = measured.load(JUDGED, {"judge": "", "values": {}})
    referee = Judge()
    data["judge"] = referee.name
    for kind in measured.load(SEARCHES, {}).values():
        for name, run in kind["runs"].items():
            values = data["values"].setdefault(name, {})
            for move in {"", run["move"]} - set(values):
                values[move] = referee.value(run["position"], move)
    measured.save(JUDGED, data)


def losses(searches, judged, label):
    """The loss by position. The best value is that of the best move among all that have been judged."""
    found = {}
    for name, run in searches[label]["runs"].items():
        values = judged["values"][name]
        found[name] = min(WORST, max(values.values()) - values[run["move"]])
    return found


def report(_arguments):
    searches, judged = measured.load(SEARCHES, {}), measured.load(JUDGED, {})
    groups = {"One processor": [label for label in searches if label.startswith("one processor")]}
    for processors in PROCESSORS:
        groups[f"{processors} processors"] = [label for label in searches if label.endswith(f" / {processors}")]
    alone = losses(searches, judged, "one processor")
    for title, labels in groups.items():
        print(f"\n{title}, {len(alone)} positions\n")
        print("| | depth | nodes (1,000) | loss | saved of one processor's loss |\n|---|---|---|---|---|")
        for label in labels:
            runs = searches[label]["runs"].values()
            own = losses(searches, judged, label)
            saved = measured.estimate([alone[name] - own[name] for name in alone])
            interval = "" if label == "one processor" else \
                f"{saved.mean:.1f} ({saved.interval()[0]:.1f} to {saved.interval()[1]:.1f})"
            print(f"| {label.split(' / ')[0]} | {statistics.mean(run['depth'] for run in runs):.2f} "
                  f"| {statistics.mean(run['nodes'] for run in runs) / 1000:.0f} "
                  f"| {statistics.mean(own.values()):.1f} | {interval} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["search", "judge", "report"])
    parser.add_argument("--eldest", default=str(measured.ROOT / "build/release/sim/eldest"))
    parser.add_argument("--jobs", type=int, default=1, help="simulations at a time")
    arguments = parser.parse_args()
    {"search": search, "judge": judge, "report": report}[arguments.action](arguments)


if __name__ == "__main__":
    main()
