#!/usr/bin/env python3
"""Checks the kit of results/predictions/ and its comparison, with short searches.

A file that is simulated with another seed upholds the predictions that the kit simulates. One with longer times refutes them.
Files of other searches are refused, each with one line. A kit that is interrupted writes whole rounds only.

    tests/predictions.py --program build/ci/sim/eldest
"""
import argparse
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "results/predictions"
POSITIONS = {"chess": [f"trees/chess/bratko-kopec.epd:BK.{number:02}" for number in range(2, 8)],
             "othello": [f"trees/othello/championships.txt:{number}@{number + 11}" for number in range(1, 7)]}
DEPTHS = {"chess": 3, "othello": 5}
ALGORITHMS = ["abdada", "ybwc"]
# Times as a multiple of the right ones, well beyond the margin of the predictions.
SLOW = 1.5


class Failed(Exception):
    """A check that has failed; the text says which."""


def expect(condition, text):
    if not condition:
        raise Failed(text)


def write_settings(folder):
    for game, positions in POSITIONS.items():
        lines = ["[sweep]", f"tree = {game}", *(f"position = {position}" for position in positions), "model = loggp",
                 f"algorithm = {','.join(ALGORITHMS)}", "abdada-variant = best", f"depth = {DEPTHS[game]}",
                 "tt-entries = 4096", "jitter = 20ns", "set = eldest:poll-time=2.2ns"]
        (folder / f"{game}.ini").write_text("\n".join(lines) + "\n")


class Kit:
    """The kit and the comparison, in a folder with settings of short searches."""

    def __init__(self, program, folder):
        self.folder = folder
        self.command = [sys.executable, str(FOLDER / "kit"), "--eldest", str(Path(program).resolve()), "--settings",
                        str(folder)]

    def run(self, *words):
        return subprocess.run([*self.command, *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)

    def write(self, name, *words):
        """Writes a file by the kit."""
        outcome = self.run("--out", name, *words)
        expect(outcome.returncode == 0, f"kit {' '.join(words)}: {outcome.stderr}")

    def compare(self, name, other):
        return subprocess.run([sys.executable, str(FOLDER / "predictions.py"), "compare", name, other], cwd=self.folder,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def verdicts(self, name, other):
        """The verdict on each prediction, by game and algorithm."""
        outcome = self.compare(name, other)
        expect(outcome.returncode == 0, f"compare {name} {other}: {outcome.stderr}")
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in outcome.stdout.splitlines()]
        return {(row[0], row[2]): row[8] for row in rows if len(row) == 9 and row[0] in POSITIONS}

    def read(self, name):
        with gzip.open(self.folder / name, "rt", encoding="utf-8") as file:
            return json.load(file)

    def distort(self, name, change):
        """Writes the measured file with a change as NAME."""
        content = self.read("measured.json.gz")
        change(content)
        with gzip.open(self.folder / name, "wt", encoding="utf-8") as file:
            json.dump(content, file)


def check_verdicts(kit):
    kinds = {(game, algorithm) for game in POSITIONS for algorithm in ALGORITHMS}
    verdicts = kit.verdicts("measured.json.gz", "predicted.json.gz")
    expect(verdicts == {kind: "upheld" for kind in kinds}, f"another seed: {verdicts}")

    def slow(content):
        for search in content["searches"]:
            if search["algorithm"] == "ybwc":
                search["time_s"] *= SLOW

    kit.distort("slow.json.gz", slow)
    verdicts = kit.verdicts("slow.json.gz", "predicted.json.gz")
    expected = {(game, algorithm): "refuted" if algorithm == "ybwc" else "upheld" for game, algorithm in kinds}
    expect(verdicts == expected, f"YBWC slower: {verdicts}")


def of(content, algorithm):
    return [search for search in content["searches"] if search["algorithm"] == algorithm]


def without(algorithm):
    def change(content):
        content["searches"] = [search for search in content["searches"] if search["algorithm"] != algorithm]
    return change


def other_values(content):
    for algorithm in ALGORITHMS:
        for search in of(content, algorithm):
            search["value"] += 1


# Errors of a file, and the text of the line that refuses it.
REFUSALS = [
    (lambda content: content["settings"]["chess"].update(depth=["4"]), r"chess has depth 4, the predictions have 3"),
    (lambda content: content["settings"]["chess"].update({"abdada-variant": ["published"]}), r"abdada_variant published"),
    (lambda content: content.update(model_version=content["model_version"] - 1), r"model version"),
    (lambda content: of(content, "negascout")[0].update(nodes=1), r"has nodes 1, should be \d+; this is another version"),
    (lambda content: of(content, "alphabeta")[0].update(value=12345), r"has value 12345, should be -?\d+"),
    (other_values, r"\d+ of \d+ parallel searches have other values than NegaScout"),
    (without("negascout"), r"has no search by negascout"),
    (lambda content: content["searches"][0].update(time_s=0), r"time 0"),
    (lambda content: content["searches"][0].update(time_s="long"), r"time 'long'"),
    (lambda content: content["searches"][0].update(processors=True), r"True processors"),
    (lambda content: content.pop("searches"), r"lacks 'searches'"),
    (lambda content: content.update(searches=7), r"is no file of the kit"),
    (lambda content: content.update(searches=[search for search in content["searches"] if search["id"] in ("BK.02", "BK.03")]),
     r"has 2 positions"),
    (lambda content: content.update(format=2), r"is no file of the kit of format 1"),
]


def check_refusals(kit):
    for change, pattern in REFUSALS:
        kit.distort("bad.json.gz", change)
        check_refusal(kit.compare("bad.json.gz", "predicted.json.gz"), pattern)
    (kit.folder / "bad.json.gz").write_bytes((kit.folder / "measured.json.gz").read_bytes()[:1000])
    check_refusal(kit.compare("bad.json.gz", "predicted.json.gz"), "cannot be read")
    check_refusal(kit.compare("missing.json.gz", "predicted.json.gz"), "cannot be read")
    check_refusal(kit.compare("measured.json.gz", "no-such-platform"), "no-such-platform|searches.csv.gz: is missing")


def check_refusal(outcome, pattern):
    lines = outcome.stderr.splitlines()
    expect(outcome.returncode == 1 and not outcome.stdout and len(lines) == 1 and re.search(pattern, lines[0]),
           f"should be refused with one line like {pattern!r}: status {outcome.returncode}, {outcome.stderr!r}")


def check_options(kit):
    for words, pattern in [(["--simulate", "graviton3-64"], "--processors"),
                           (["--simulate", "graviton3-64", "--processors", "200"], "64 hosts"),
                           (["--simulate", "nowhere", "--processors", "2"], "nowhere"),
                           (["--simulate", "nowhere.gz", "--processors", "2"], "nowhere.gz: is no file of the kit"),
                           (["--simulate", "measured.json.gz", "--processors", "2"], "has no calibrated platform"),
                           (["--processors", "100000", "--busy"], r"this computer has \d+ core"),
                           (["--out", "/no/such/folder/file", "--busy"], "there is no such folder"),
                           (["--eldest", "/no/such/program", "--busy"], "there is no such program")]:
        check_refusal(kit.run(*words), pattern)
    expect(kit.run("--processors", "0").returncode == 2, "--processors 0 should be refused with status 2")


def check_lost_folder(kit):
    """A measurement that cannot be written where it should is kept elsewhere."""
    (kit.folder / ".lost.json.gz.partial").mkdir()
    outcome = kit.run("--simulate", "graviton3-64", "--processors", "2", "--out", "lost.json.gz")
    found = re.search(r"the measurement is in (\S+)", outcome.stderr)
    expect(outcome.returncode == 1 and found, f"a file that cannot be written: {outcome.stderr!r}")
    kept = Path(found[1])
    with gzip.open(kept, "rt", encoding="utf-8") as file:
        expect(json.load(file)["rounds"] == 1, "a measurement that is kept elsewhere is not whole")
    kept.unlink()
    kept.parent.rmdir()


def check_interrupt(kit):
    """Interrupts the kit in its second round."""
    words = ["--simulate", "graviton3-64", "--processors", "2", "--rounds", "1000", "--out", "interrupted.json.gz"]
    with subprocess.Popen([*kit.command, *words], cwd=kit.folder, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          start_new_session=True) as process:
        for line in process.stderr:
            if line.startswith("round 1:"):
                os.killpg(process.pid, signal.SIGINT)
        process.wait()
    expect(process.returncode == 0, f"an interrupted kit: status {process.returncode}")
    content = kit.read("interrupted.json.gz")
    rounds = [search["round"] for search in content["searches"]]
    one_round = sum(len(positions) for positions in POSITIONS.values()) * (len(ALGORITHMS) + 2)
    expect(content["rounds"] >= 1 and all(rounds.count(number + 1) == one_round for number in range(content["rounds"])),
           f"an interrupted kit: {len(rounds)} searches in {content['rounds']} rounds of {one_round}")


def check_cores(kit):
    """Measures on the cores of this computer. What sequential searches find must be what simulations find."""
    if len(os.sched_getaffinity(0)) < 2:
        print("one core: no measurement")
        return
    platform = ROOT / "results/validation/charged.xml"
    kit.write("real.json.gz", "--calibrated", str(platform), "--processors", "2", "--rounds", "1", "--busy")
    content = kit.read("real.json.gz")
    expect(content["rounds"] == 1 and content["platform"] == platform.read_text() and content["machine"]["cores"] >= 1,
           "a measurement lacks rounds, the platform or the machine")
    kit.write("own.json.gz", "--simulate", "real.json.gz", "--processors", "2")
    verdicts = kit.verdicts("real.json.gz", "own.json.gz")
    expect(len(verdicts) == len(POSITIONS) * len(ALGORITHMS), f"a measurement: {verdicts}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    with tempfile.TemporaryDirectory() as folder:
        kit = Kit(parser.parse_args().program, Path(folder))
        write_settings(kit.folder)
        for name, seed in [("predicted.json.gz", 1), ("measured.json.gz", 2)]:
            kit.write(name, "--simulate", "graviton3-64", "--processors", "8", "--seed", str(seed))
        for check in (check_verdicts, check_refusals, check_options, check_lost_folder, check_interrupt, check_cores):
            try:
                check(kit)
            except Failed as error:
                sys.exit(f"{check.__name__}: {error}")


if __name__ == "__main__":
    main()
