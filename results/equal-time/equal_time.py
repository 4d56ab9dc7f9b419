#!/usr/bin/env python3
"""Parallel searches at equal time: the depth that they reach, and the quality of the moves that they choose.

    results/equal-time/equal_time.py sweep STORE [--eldest FILE] [--jobs N]   # the searches, by `eldest sweep`
    results/equal-time/equal_time.py export STORE [--eldest FILE]             # searches.csv.gz from the store
    results/equal-time/equal_time.py judge    # has Stockfish judge the moves that judged.csv does not have yet
    results/equal-time/equal_time.py report   # the tables, in Markdown

A search ends after its time, and chooses the move of its last complete iteration. The loss of a move is Stockfish's value of
its best move less that of the chosen move, both by searches to JUDGE_DEPTH with an empty table, in hundredths of a pawn. A
loss counts at most WORST.
"""
import collections
import csv
import math
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

HERE = Path(__file__).resolve().parent
SETTINGS = HERE / "chess.ini"
SEARCHES = HERE / "searches.csv.gz"
JUDGED = HERE / "judged.csv"
MORE = {"move": "$.best_move", "depth_reached": "$.iterations[#-1].depth"}
MILLISECONDS = 10
PROCESSORS = [4, 16]
JUDGE = "/usr/games/stockfish"
JUDGE_DEPTH = 16
WORST = 300
CHENG, STOCKFISH = "lazy-smp-cheng", "lazy-smp-stockfish"
# The options that some of the searches vary, with their defaults.
VARIED = {"jitter": "0s", f"{STOCKFISH}-vary-reductions": "no", f"{STOCKFISH}-skip": "yes"}
DELAYS = {"jitter": "100ns"}
IN_STEP = {f"{STOCKFISH}-skip": "no"}
ALGORITHMS = {
    "ABDADA `best`": ("abdada", {"abdada-variant": "best"}),
    "YBWC `best`": ("ybwc", {"ybwc-variant": "best"}),
    "Young Brothers on Notice": ("ybn", {}),
    "Dynamic Tree Splitting, looks before each son": ("dts", {"dts-poll": "son"}),
    "shared table, random order": ("shared-table", {}),
    "Lazy SMP (Cheng)": (CHENG, {}),
    "Lazy SMP (Stockfish)": (STOCKFISH, {}),
    "Lazy SMP (Stockfish), reductions varied": (STOCKFISH, {f"{STOCKFISH}-vary-reductions": "yes"}),
    "Lazy SMP (Stockfish), no depth skipped": (STOCKFISH, IN_STEP),
    "Young Brothers on Notice, delays": ("ybn", DELAYS),
    "Lazy SMP (Cheng), delays": (CHENG, DELAYS),
    "Lazy SMP (Stockfish), delays": (STOCKFISH, DELAYS),
    "Lazy SMP (Stockfish), no depth skipped, delays": (STOCKFISH, IN_STEP | DELAYS),
}


class Kind(NamedTuple):
    """Searches by an algorithm with the same options, processors and time."""
    algorithm: str
    options: dict
    processors: int = 1
    milliseconds: int = MILLISECONDS

    def words(self):
        """The arguments of `eldest sweep`."""
        options = [word for name, value in self.options.items() for word in (f"--{name}", value)]
        return ["--algorithm", self.algorithm, "--processors", self.processors, "--time", f"{self.milliseconds}ms", *options]

    def is_of(self, search):
        """Returns true if a search of the table is of this kind."""
        own = (search["algorithm"], search["processors"], round(1000 * float(search["time"])))
        return own == (self.algorithm, self.processors, self.milliseconds) and all(
            search[column] in ("", VALUES.get(value, value))
            for column, value in ((name.replace("-", "_"), value) for name, value in (VARIED | self.options).items()))


# The values of options in the table, where they differ from those on the command line.
VALUES = {"yes": "true", "no": "false", "0s": "0.0", "100ns": "1e-07"}
ALONE = "one processor"
GROUPS = {ALONE: {ALONE: Kind("negascout", {}),
                  **{f"{ALONE}, {times} times as long": Kind("negascout", {}, 1, times * MILLISECONDS) for times in PROCESSORS}},
          **{f"{processors} processors": {label: Kind(*of, processors) for label, of in ALGORITHMS.items()}
             for processors in PROCESSORS}}


def sweep(arguments):
    for kind in (kind for group in GROUPS.values() for kind in group.values()):
        sweeps.search(arguments, SETTINGS, *kind.words())


class Judge:
    """Stockfish."""

    def __init__(self):
        self.process = subprocess.Popen([JUDGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci")
        self.name = self.listen("uciok", "id name").removeprefix("id name ")

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


def read_judged():
    """The rows of judged.csv, by position and move."""
    if not JUDGED.exists():
        return {}
    with open(JUDGED, encoding="utf-8", newline="") as file:
        return {(row["id"], row["move"]): row for row in csv.DictReader(file)}


def judge(_arguments):
    """Judges every move that a search has chosen, and the best move of each position."""
    rows = read_judged()
    referee = Judge()
    for search in sweeps.load(SEARCHES):
        for move in ["", search["move"]]:
            key = search["id"], move
            if key not in rows:
                rows[key] = dict(zip(["id", "move", "value", "judge"],
                                     [*key, referee.value(search["position"], move), referee.name]))
    with open(JUDGED, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["id", "move", "value", "judge"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(row for _, row in sorted(rows.items()))


def losses_of():
    """The losses of the judged moves, by position and move. The best value is that of the best move among all that have been
    judged."""
    values = {key: int(row["value"]) for key, row in read_judged().items()}
    best = collections.defaultdict(lambda: -math.inf)
    for (position, _), value in values.items():
        best[position] = max(best[position], value)
    return {(position, move): min(WORST, best[position] - value) for (position, move), value in values.items()}


def chosen_by(kind, searches):
    """The searches of a kind, in the order of positions."""
    return sorted((search for search in searches if kind.is_of(search)), key=lambda search: search["id"])


def report(_arguments):
    searches, losses = sweeps.load(SEARCHES), losses_of()

    def losses_by(kind):
        return [losses[search["id"], search["move"]] for search in chosen_by(kind, searches)]

    alone = losses_by(GROUPS[ALONE][ALONE])
    for title, kinds in GROUPS.items():
        print(f"{title[0].upper()}{title[1:]}, {len(alone)} positions\n")
        own = {label: losses_by(kind) for label, kind in kinds.items()}
        least = min(own, key=lambda label: statistics.mean(own[label]))
        behind = {label: measured.estimate(differences(own[label], own[least])) for label in kinds if label != least}
        certain = measured.adjusted({label: one.p_value(one.mean) for label, one in behind.items()})
        rows = []
        for label, kind in kinds.items():
            found = chosen_by(kind, searches)
            saved = measured.estimate(differences(alone, own[label]))
            depths = [int(search["depth_reached"]) for search in found]
            rows.append([label, measured.with_interval(statistics.mean(depths), measured.interval(depths)),
                         f"{statistics.mean(search['nodes'] for search in found) / 1000:.0f}", f"{statistics.mean(own[label]):.1f}",
                         "" if label == ALONE else measured.with_interval(saved.mean, saved.interval(), ".1f"),
                         "" if label == least else marked(behind[label], certain[label])])
        sweeps.table(["", "depth", "nodes (1,000)", "loss", "saved of one processor's loss", "loss more than the least"], rows)


def differences(values, others):
    return [value - other for value, other in zip(values, others)]


def marked(difference, p_value):
    """A difference with its interval, bold if it is not 0 after the correction for the number of differences."""
    mark = "**" if p_value <= 1 - measured.CONFIDENCE else ""
    return mark + measured.with_interval(difference.mean, difference.interval(), ".1f") + mark


if __name__ == "__main__":
    sweeps.command_line(__doc__, SEARCHES, {"sweep": sweep, "judge": judge, "report": report}, MORE)
