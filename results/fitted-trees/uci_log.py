#!/usr/bin/env python3
"""Logs the iterations of a UCI engine, as `eldest stats --fit` reads them.

    results/fitted-trees/uci_log.py ENGINE POSITIONS.epd --depth D [--hash MB] [--positions N] > log.csv

Each position of the file is searched by one thread with an empty table. The log has what the engine says of every
iteration, until it finds a mate. UCI has no word for cut-offs, for nodes ended by the table, nor for moves, so those
columns are missing.
"""
import argparse
import subprocess


def positions(path, count):
    """The ids and FENs of the first `count` positions of an EPD file, or of all if `count` is None."""
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    for number, line in enumerate(lines[:count], 1):
        operations = dict(text.strip().partition(" ")[::2] for text in " ".join(line.split()[4:]).split(";"))
        yield operations.get("id", str(number)).strip('"'), " ".join(line.split()[:4]) + " 0 1"


class Engine:
    def __init__(self, program, megabytes):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1)
        self.say("uci", "setoption name Threads value 1", f"setoption name Hash value {megabytes}")

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def lines_until(self, word):
        for line in self.process.stdout:
            if line.split()[:1] == [word]:
                return
            yield line.split()
        raise SystemExit(f"the engine has ended before it said {word}")

    def iterations(self, fen, depth):
        """The words of the last line of each iteration, by depth."""
        self.say("ucinewgame", "isready")
        list(self.lines_until("readyok"))
        self.say("position fen " + fen, f"go depth {depth}")
        last = {}
        for words in self.lines_until("bestmove"):
            if words[:1] == ["info"] and "depth" in words and "nodes" in words and "string" not in words:
                last[int(words[words.index("depth") + 1])] = words
        return last


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("epd")
    parser.add_argument("--depth", type=int, required=True)
    parser.add_argument("--hash", type=int, default=256)
    parser.add_argument("--positions", type=int)
    arguments = parser.parse_args()
    engine = Engine(arguments.engine, arguments.hash)
    print("position,depth,nodes,value,seconds")
    for name, fen in positions(arguments.epd, arguments.positions):
        for depth, words in sorted(engine.iterations(fen, arguments.depth).items()):
            if "mate" in words:  # the following iterations are no usual searches
                break
            nodes, milliseconds = (int(words[words.index(word) + 1]) for word in ["nodes", "time"])
            exact = "cp" in words and "lowerbound" not in words and "upperbound" not in words
            value = words[words.index("cp") + 1] if exact else ""
            print(f"{name},{depth},{nodes},{value},{milliseconds / 1000}", flush=True)
    engine.say("quit")


if __name__ == "__main__":
    main()
