#!/usr/bin/env python3
"""Plays games of `eldest uci` against other players that speak UCI, or against itself.

    tests/uci/games.py --program build/release/sim/eldest --first eldest:Threads=2 \\
        --second stockfish:UCI_LimitStrength=true,UCI_Elo=1800 --time 2+0.02 --games 200 --out games.jsonl

    tests/uci/games.py --first eldest:Threads=2 --second eldest:Threads=2 --time 1+0.01 --load 24 --jobs 2 --games 500 \\
        --out /tmp/loaded.jsonl

A player is a program, eldest, stockfish or gnuchess (Debian's packages), and options for `setoption`. The referee is
python-chess if it is installed, otherwise Stockfish's move generator, because they share no code with eldest. A game ends
by mate, stalemate, the third repetition, fifty moves, or material that cannot mate. It also ends when an opponent of
eldest fails. It is never adjudicated. A player loses that makes an illegal move, exceeds the time, dies or does not
answer. If that is eldest, the exit status is 1. The table at the end has each player's failures, as a part of its games,
with the 95 % interval of Wilson.

Openings are played in turn, each by both players with either colour. Each game is a line of JSON in the file. Missing
games are added to the file.

- --time S+I: seconds for the game, and further seconds for each move;
- --movetime S: seconds for each move, which may be exceeded by at most --grace;
- --nodes N: nodes for each move, without a limit of time;
- --load N: processes that keep the computer busy during the games.
"""
import argparse
import contextlib
import json
import math
import multiprocessing
import queue
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

try:
    import chess
except ImportError:
    chess = None

COMMANDS = {"stockfish": ["/usr/games/stockfish"], "gnuchess": ["/usr/games/gnuchess", "--uci"]}
MOST_PLIES = 800  # under the fifty-move rule, a game is longer only with many pawn moves
PATIENCE = 60  # seconds for an answer that is not a move
# Short openings of many kinds.
OPENINGS = """
e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
e2e4 e7e5 g1f3 b8c6 f1c4 f8c5
e2e4 e7e5 g1f3 g8f6 f3e5 d7d6
e2e4 e7e5 f2f4 e5f4 g1f3 g7g5
e2e4 e7e5 b1c3 g8f6 f2f4 d7d5
e2e4 c7c5 g1f3 d7d6 d2d4 c5d4
e2e4 c7c5 g1f3 b8c6 d2d4 c5d4
e2e4 c7c5 c2c3 d7d5 e4d5 d8d5
e2e4 c7c5 b1c3 b8c6 g2g3 g7g6
e2e4 e7e6 d2d4 d7d5 b1c3 f8b4
e2e4 e7e6 d2d4 d7d5 e4e5 c7c5
e2e4 c7c6 d2d4 d7d5 b1c3 d5e4
e2e4 d7d5 e4d5 d8d5 b1c3 d5a5
e2e4 d7d6 d2d4 g8f6 b1c3 g7g6
e2e4 g8f6 e4e5 f6d5 d2d4 d7d6
d2d4 d7d5 c2c4 e7e6 b1c3 g8f6
d2d4 d7d5 c2c4 c7c6 g1f3 g8f6
d2d4 d7d5 c2c4 d5c4 g1f3 g8f6
d2d4 d7d5 c1f4 g8f6 e2e3 c7c5
d2d4 g8f6 c2c4 g7g6 b1c3 f8g7
d2d4 g8f6 c2c4 g7g6 b1c3 d7d5
d2d4 g8f6 c2c4 e7e6 b1c3 f8b4
d2d4 g8f6 c2c4 e7e6 g1f3 b7b6
d2d4 g8f6 c2c4 c7c5 d4d5 b7b5
d2d4 f7f5 g2g3 g8f6 f1g2 e7e6
d2d4 g8f6 c1g5 f6e4 g5f4 c7c5
c2c4 e7e5 b1c3 g8f6 g1f3 b8c6
c2c4 c7c5 g1f3 g8f6 b1c3 d7d5
g1f3 d7d5 g2g3 c7c5 f1g2 b8c6
b2b3 e7e5 c1b2 b8c6 e2e3 d7d5
""".strip().splitlines()


class Failure(Exception):
    """A failure of a player: an illegal move, no answer, or its end."""


class Player:
    """A program that speaks UCI."""

    def __init__(self, text, program):
        name, _, options = text.partition(":")
        command = COMMANDS.get(name) or [program, "uci"]
        self.lines = queue.Queue()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        threading.Thread(target=self._read, daemon=True).start()
        self.say("uci")
        self.hear("uciok")
        for option in filter(None, options.split(",")):
            key, _, value = option.partition("=")
            self.say(f"setoption name {key} value {value}")
        self.ready()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.strip()))
        self.lines.put((time.monotonic(), None))

    def say(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Failure("died") from error

    def hear(self, word, seconds=PATIENCE):
        """Returns the lines up to the first one that begins with `word`, and the moment of that line."""
        lines = []
        end = time.monotonic() + seconds
        while True:
            try:
                moment, line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty as error:
                raise Failure("no answer") from error
            if line is None:
                raise Failure("died")
            lines.append(line)
            if line.split(" ")[0] == word:
                return moment, lines

    def ready(self):
        self.say("isready")
        self.hear("readyok")

    def close(self):
        try:
            self.say("quit")
            self.process.wait(5)
        except (Failure, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        with contextlib.suppress(OSError):  # a player that has ended does not read the rest
            self.process.stdin.close()


class Library:
    """The rules of chess, by python-chess."""

    def __init__(self):
        self.board = chess.Board()

    def position(self, moves):
        """Returns the FEN after the moves, whether the side to move is in check, and its legal moves."""
        if len(moves) < len(self.board.move_stack):
            self.board = chess.Board()
        for move in moves[len(self.board.move_stack):]:
            self.board.push_uci(move)
        return self.board.fen(en_passant="legal"), self.board.is_check(), [move.uci() for move in self.board.legal_moves]

    def close(self):
        pass


class Referee:
    """The rules of chess, by Stockfish."""

    def __init__(self):
        self.player = Player("stockfish", None)

    def close(self):
        self.player.close()

    def position(self, moves):
        """Returns the FEN after the moves, whether the side to move is in check, and its legal moves."""
        self.player.say("position startpos moves " + " ".join(moves))
        self.player.say("d")
        _, shown = self.player.hear("Checkers:")
        self.player.say("go perft 1")
        _, counted = self.player.hear("Nodes")
        fen = next(line.removeprefix("Fen: ") for line in shown if line.startswith("Fen: "))
        legal = [line.split(":")[0] for line in counted if ":" in line and not line.startswith(("Nodes", "info"))]
        return fen, shown[-1] != "Checkers:", legal


def cannot_mate(fen):
    men = [piece for piece in fen.split()[0].lower() if piece.isalpha()]
    return sorted(men) in (["k", "k"], ["b", "k", "k"], ["k", "k", "n"])


class Clock:
    def __init__(self, arguments):
        self.per_move = arguments.movetime
        self.nodes = arguments.nodes
        self.left = [arguments.time[0]] * 2 if arguments.time else None
        self.increment = arguments.time[1] if arguments.time else 0
        self.grace = arguments.grace
        self.closest = [math.inf, math.inf]  # seconds left at each side's worst move

    def go(self):
        if self.nodes:
            return f"go nodes {self.nodes}"
        if self.left is None:
            return f"go movetime {round(self.per_move * 1000)}"
        white, black = (round(left * 1000) for left in self.left)
        more = round(self.increment * 1000)
        return f"go wtime {white} btime {black} winc {more} binc {more}"

    def limit(self, side):
        if self.nodes:
            return PATIENCE
        return self.per_move + self.grace if self.left is None else self.left[side]

    def charge(self, side, seconds):
        """Counts the time of a move. Returns true if the move was in time."""
        self.closest[side] = min(self.closest[side], self.limit(side) - seconds)
        in_time = seconds <= self.limit(side)
        if self.left is not None:
            self.left[side] += self.increment - seconds
        return in_time


def ask_for_move(player, moves, clock, side):
    player.say("position startpos moves " + " ".join(moves))
    start = time.monotonic()
    player.say(clock.go())
    moment, lines = player.hear("bestmove", clock.limit(side) + PATIENCE)
    if not clock.charge(side, moment - start):
        raise Failure("time")
    return lines[-1].split()[1] if len(lines[-1].split()) > 1 else ""


def draw_in(fen, legal, occurrences, moves):
    """Returns why a position is drawn, or nothing if it is not."""
    reasons = {"stalemate": not legal, "repetition": occurrences == 3, "fifty moves": int(fen.split()[4]) >= 100,
               "material": cannot_mate(fen), "length": len(moves) >= MOST_PLIES}
    return next((reason for reason, holds in reasons.items() if holds), None)


def play(players, referee, opening, arguments):
    """Returns White's score, the reason, the moves, and the least time that each side has had left."""
    moves = opening.split()
    clock = Clock(arguments)
    seen = {}
    for player in players:
        player.say("ucinewgame")
        player.ready()
    while True:
        side = len(moves) % 2
        fen, check, legal = referee.position(moves)
        place = tuple(fen.split()[:4])
        seen[place] = seen.get(place, 0) + 1
        ended = "mate" if check and not legal else draw_in(fen, legal, seen[place], moves)
        if ended:
            return (side if ended == "mate" else 0.5), ended, moves, clock.closest
        try:
            move = ask_for_move(players[side], moves, clock, side)
            if move not in legal:
                raise Failure(f"illegal move {move}")
        except Failure as failure:
            return side, f"{failure} of {'Black' if side else 'White'}", moves, clock.closest
        moves.append(move)


def conditions(arguments):
    return {"time": arguments.time, "movetime": arguments.movetime, "nodes": arguments.nodes, "load": arguments.load}


def make_game(number, arguments):
    """Plays one game, in separate programs."""
    names = [arguments.first, arguments.second]
    turned = number % 2 == 1
    sides = names[::-1] if turned else names
    players = []
    referee = Library() if chess else Referee()
    try:
        for side in sides:
            players.append(Player(side, arguments.program))
        opening = OPENINGS[number // 2 % len(OPENINGS)]
        score, reason, moves, least_left = play(players, referee, opening, arguments)
    finally:
        for closed in [*players, referee]:
            closed.close()
    limit = {name: value for name, value in conditions(arguments).items() if value}
    return {"number": number, "first": names[0], "second": names[1], **limit, "first_is_white": not turned,
            "score": 1 - score if turned else score, "reason": reason,
            "least_left": {name: round(left, 4) for name, left in zip(["white", "black"], least_left)},
            "moves": " ".join(moves)}


def who_failed(game):
    """Returns "first", "second", or nothing if no failure ended the game."""
    if not game["reason"].endswith((" of White", " of Black")):
        return None
    return "first" if game["reason"].endswith("White") == game["first_is_white"] else "second"


def is_failure_of(game, name):
    """Returns true if a game ended by a failure of the player `name`."""
    failed = who_failed(game)
    return failed is not None and game[failed].startswith(name)


def wilson(count, total):
    """Returns the ends of the 95 % interval of a part (Wilson, Journal of the American Statistical Association, 1927)."""
    z = 1.959964
    part = count / total
    middle = part + z * z / (2 * total)
    half = z * math.sqrt(part * (1 - part) / total + z * z / (4 * total * total))
    return [max(0, (middle + sign * half) / (1 + z * z / total)) for sign in (-1, 1)]


def failure_row(games, side, kind):
    count = sum(who_failed(game) == side and game["reason"].startswith(kind) for game in games)
    low, high = wilson(count, len(games))
    return f"{games[0][side]:40} {kind:13} {count:5} of {len(games)}: {100 * count / len(games):5.1f} % " \
           f"({100 * low:.1f} to {100 * high:.1f})"


def summary(games):
    wins, draws, losses = (sum(game["score"] == score for game in games) for score in (1, 0.5, 0))
    rows = [failure_row(games, side, kind) for side in ("first", "second")
            for kind in ("time", "illegal move", "died", "no answer")] if games else []
    return "\n".join([f"{len(games)} games: +{wins} ={draws} -{losses}", *rows])


def stay_busy():
    while True:
        pass


@contextlib.contextmanager
def busy_processes(count):
    """Keeps `count` processes busy."""
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=stay_busy, daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.kill()


def time_control(text):
    seconds, _, more = text.partition("+")
    return [float(seconds), float(more or 0)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/sim/eldest")
    parser.add_argument("--first", default="eldest")
    parser.add_argument("--second", default="eldest")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--time", type=time_control)
    limit.add_argument("--movetime", type=float)
    limit.add_argument("--nodes", type=int)
    parser.add_argument("--grace", type=float, default=0.05)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()

    def wanted(game):
        return game["first"] == arguments.first and game["second"] == arguments.second and \
            all((game.get(name) or None) == (value or None) for name, value in conditions(arguments).items())

    lines = arguments.out.read_text(encoding="utf-8").splitlines() if arguments.out.exists() else []
    games = [game for game in map(json.loads, lines) if wanted(game)]
    missing = sorted(set(range(arguments.games)) - {game["number"] for game in games})
    with busy_processes(arguments.load), ThreadPoolExecutor(arguments.jobs) as pool, \
            arguments.out.open("a", encoding="utf-8") as out:
        for game in pool.map(lambda number: make_game(number, arguments), missing):
            out.write(json.dumps(game) + "\n")
            out.flush()
            games.append(game)
    print(f"{arguments.first} against {arguments.second}: {summary(games)}")
    sys.exit(any(is_failure_of(game, "eldest") for game in games))


if __name__ == "__main__":
    main()
