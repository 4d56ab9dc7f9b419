#!/usr/bin/env python3
"""Changes files of positions at random, and checks that every line is searched or named as bad.

Draws lines from the files that come with eldest, changes some of them, and writes them in an encoding and with ends of
lines that a file may have. `eldest perft --bad-positions skip` must count paths in as many positions as there are
lines, less the lines that it names. Without skipping, its error must name the same lines.

    tests/fuzz/positions.py --program build/ci/sim/eldest --count 10000 --seed 1
"""
import argparse
import collections
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TREES = Path(__file__).resolve().parents[2] / "trees"
FILES = {"chess": ["chess/bratko-kopec.epd"], "othello": ["othello/ffo.txt", "othello/wc1996-final.txt"],
         "checkers": ["checkers/chinook-tinsley-1992.fen"]}
# Changes of a line that people and editors make.
TOKENS = ["", " ", ";", '"', ":", "#", "\t", "-", "x", "X", "K", "w", "9", "/", "é", "bm", "id", ' id "a";', "0 1", "@3", ","]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"]
ENDS = ["\n", "\r\n", "\r"]


def is_record(line):
    return line.strip(" \t") != "" and not line.strip(" \t").startswith("#")


def changed(draw, line):
    for _ in range(draw.randint(1, 3)):
        begin = draw.randrange(len(line) + 1)
        line = line[:begin] + draw.choice(TOKENS) + line[begin + draw.choice([0, 0, 1, 2, 8]):]
    return line


def random_suite(draw, sources):
    """Returns the lines of a suite."""
    lines = draw.sample(sources, draw.randint(1, 12))
    lines = [changed(draw, line) if draw.random() < 0.4 else line for line in lines]
    if draw.random() < 0.2:  # two files joined without a line break between them
        at = draw.randrange(len(lines))
        lines[at:at + 2] = ["".join(lines[at:at + 2])]
    if draw.random() < 0.2:
        lines.insert(draw.randrange(len(lines) + 1), draw.choice(["", "# comment", "  "]))
    return lines


def run(program, *words):
    return subprocess.run([program, "perft", "--depth", "0", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=60)


def named_lines(text, name):
    """Returns the numbers of the bad lines that an error names."""
    first = re.search(rf"{re.escape(name)}:(\d+): ", text)
    if not first:
        return []
    others = re.search(r"; and lines ([\d, ]+)$", text.strip())
    return [int(first[1]), *map(int, re.findall(r"; line (\d+): ", text[first.end():])),
            *map(int, others[1].split(",") if others else [])]


def check(program, tree, file, lines):
    """Returns what is wrong, or nothing, and the number of bad lines."""
    records = [number for number, line in enumerate(lines, 1) if is_record(line)]
    refusing = run(program, "--tree", tree, "--position", file)
    errors = refusing.stderr.decode(errors="replace")
    skipping = run(program, "--tree", tree, "--position", file, "--bad-positions", "skip", "--json", "--quiet")
    if not {refusing.returncode, skipping.returncode} <= {0, 2}:
        return f"status {refusing.returncode}, {skipping.returncode}: {errors}", 0
    if len(errors.splitlines()) != (refusing.returncode == 2):
        return f"not one line of error: {errors}", 0
    bad = named_lines(errors, str(file))
    if not set(bad) <= set(records) or len(bad) != len(set(bad)):
        return f"names lines {bad} of the records {records}", 0
    if refusing.returncode == 0 and bad or refusing.returncode == 2 and not bad and records:
        return f"refused without naming a line: {errors}", 0
    if skipping.returncode == 2:
        return (None if len(bad) == len(records) else f"nothing searched: {skipping.stderr.decode()}"), len(bad)
    report = json.loads(skipping.stdout)
    ids = [position["id"] for position in report["positions"]]
    if len(ids) != len(set(ids)):
        return f"ids {ids}", 0
    if len(ids) + report["skipped_positions"] != len(records) or report["skipped_positions"] != len(bad):
        return f"{len(records)} records, {len(ids)} searched, {report['skipped_positions']} skipped, {bad} bad", 0
    return None, len(bad)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="eldest")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    program = str(Path(arguments.program).resolve())
    sources = {tree: [line for file in files for line in (TREES / file).read_text().splitlines() if is_record(line)]
               for tree, files in FILES.items()}
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="eldest-positions-") as folder:
        for case in range(arguments.count):
            tree = draw.choice(sorted(sources))
            lines = random_suite(draw, sources[tree])
            text = draw.choice(ENDS).join(lines) + draw.choice(["\n", ""])
            file = Path(folder) / "suite"
            file.write_bytes(text.encode(draw.choice(ENCODINGS)))
            wrong, bad = check(program, tree, file, lines)
            if wrong:
                sys.exit(f"positions: case {case} of seed {arguments.seed}, {tree}: {wrong}\n{text!r}")
            counts[tree] += 1
            counts["lines"] += sum(map(is_record, lines))
            counts["bad"] += bad
    print(f"positions: {arguments.count} files, {counts['lines']} lines, {counts['bad']} of them named as bad, "
          "all others searched")


if __name__ == "__main__":
    main()
