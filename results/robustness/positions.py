#!/usr/bin/env python3
"""Reads public suites of positions and files of games, and counts what eldest makes of their records.

    results/robustness/positions.py --program build/ci/sim/eldest --folder FILES \\
        --out results/robustness/position-files.csv

public-positions.csv has the address, the commit, the game and the checksum of each file, which is at
FILES/OWNER/NAME/COMMIT/PATH, with 12 digits of the commit. --fetch downloads those that are missing. A record is a line
with a position, or a game. Its number in a file is counted here, by the plain form of each format. Each record must be
searched, or be named by an error. The verdict is

- whole: all records are searched;
- in part: with `--bad-positions skip`, those that are not named as bad are searched;
- refused: no record can be searched;
- lost: a record is neither searched nor named, or one is counted twice. The exit status is then 1.
"""
import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys

from platforms import HERE, obtain

COLUMNS = ["repository", "commit", "path", "verdict", "records", "searched", "bad", "reason"]
# Comments, a tag, the result that ends a game, or another word.
TOKEN = re.compile(r'\{[^}]*\}|;.*|(?P<tag>\[\s*\w+\s*".*"\s*\])|(?P<end>(?:[012]-[012]|1/2-1/2|\*)(?!\S))|(?P<word>\S+)')


def text_of(content):
    return content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def lines_with_records(content):
    lines = (line.strip(" \t\0") for line in text_of(content).split("\n"))
    return sum(line != "" and not line.startswith("#") for line in lines)


def games(content):
    """Returns the number of games in PGN or PDN: each ends with its result, where another begins, or with the file."""
    count, begun, has_moves = 0, False, False
    for token in TOKEN.finditer(text_of(content)):
        ends = token["end"] is not None
        if ends or token["tag"] and has_moves:
            count += 1
        if ends:
            begun = has_moves = False
        elif token["tag"] or token["word"]:
            begun, has_moves = True, token["tag"] is None
    return count + begun


RECORDS = {
    ".pgn": games,
    ".pdn": games,
    ".ggf": lambda content: content.count(b"(;GM["),
    ".wtb": lambda content: int.from_bytes(content[4:8], "little"),
}


def perft(program, entry, path, *more):
    return subprocess.run([program, "perft", "--depth", "0", "--tree", entry["tree"], "--position", path, *more],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", timeout=600, check=False)


def bad_records(errors, path):
    """Returns the number of bad records that an error names, and what is wrong with the first."""
    text = errors.strip().removeprefix("eldest: ").removeprefix("--position ").removeprefix(f"{path}:")
    text, _, lines = re.sub(r"^\d+: ", "", text).partition("; and lines ")
    first, *others = re.split(r"; line (?=\d+: )", text)
    numbers, _, more = lines.partition(" and ")
    return 1 + len(others) + len(re.findall(r"\d+", numbers)) + int(more.removesuffix(" more") or 0), first


def measure(program, entry, path):
    """Returns the row of a file."""
    row = {key: entry[key] for key in ("repository", "commit", "path")}
    row["records"] = RECORDS.get(path.suffix, lines_with_records)(path.read_bytes())
    refusing = perft(program, entry, path)
    if refusing.returncode == 0:
        row |= {"bad": 0, "searched": len(refusing.stdout.splitlines()) // 2}
    else:
        row["bad"], row["reason"] = bad_records(refusing.stderr, path)
        skipping = perft(program, entry, path, "--bad-positions", "skip", "--json", "--quiet")
        row["searched"] = len(json.loads(skipping.stdout)["positions"]) if skipping.returncode == 0 else 0
    if row["searched"] + row["bad"] != row["records"]:
        return row | {"verdict": "lost"}
    return row | {"verdict": "refused" if row["searched"] == 0 else "in part" if row["bad"] else "whole"}


def print_counts(rows):
    counts = collections.defaultdict(collections.Counter)
    for row in rows:
        for group in (pathlib.Path(row["path"]).suffix, "all"):
            counts[group].update({row["verdict"]: 1, "files": 1, **{key: row[key] for key in ("records", "searched", "bad")}})
    columns = ["files", "whole", "in part", "refused", "lost", "records", "searched", "bad"]
    print("| | " + " | ".join(columns) + " |\n|---|" + "---:|" * len(columns))
    for group, count in sorted(counts.items(), key=lambda each: (each[0] == "all", each[0])):
        print(f"| {group} | " + " | ".join(f"{count[column]:,}" for column in columns) + " |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", required=True)
    options.add_argument("--folder", type=pathlib.Path, required=True)
    options.add_argument("--manifest", type=pathlib.Path, default=HERE / "public-positions.csv")
    options.add_argument("--out", type=pathlib.Path)
    options.add_argument("--fetch", action="store_true", help="download the files that are missing")
    options = options.parse_args()
    with open(options.manifest, encoding="utf-8", newline="") as file:
        entries = list(csv.DictReader(file))
    rows = [measure(options.program, entry, obtain(entry, options.folder, options.fetch)) for entry in entries]
    with open(options.out, "w", encoding="utf-8", newline="") if options.out else sys.stdout as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        print_counts(rows)
    return any(row["verdict"] == "lost" for row in rows)


if __name__ == "__main__":
    sys.exit(main())
