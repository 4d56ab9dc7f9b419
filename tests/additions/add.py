#!/usr/bin/env python3
"""Adds an algorithm, a game and a command to a copy of the project, each from its template here.

Builds the program and the tests of the additions, runs both, and counts the existing files that each
addition has changed. Fails if one addition has changed more than two.

  tests/additions/add.py [--keep FOLDER]
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MOST = 2


class Copy:
    """A copy of the checkout, as it is, in which changes are counted."""

    def __init__(self, folder):
        self.folder = folder
        files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT,
                               capture_output=True, check=True).stdout
        tar = subprocess.run(["tar", "-c", "--null", "--ignore-failed-read", "-T", "-"], cwd=ROOT, input=files,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
        subprocess.run(["tar", "-x"], cwd=folder, input=tar, check=True)
        self.git("init", "--quiet")
        self.commit()

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x", *words], cwd=self.folder, check=True,
                              capture_output=True, text=True).stdout

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "state")

    def put(self, template, file):
        target = self.folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text((HERE / template).read_text())

    def change(self, file, pattern, replacement):
        path = self.folder / file
        text, count = re.subn(pattern, replacement, path.read_text(), count=1)
        if count != 1:
            raise SystemExit(f"{file}: there is no {pattern}")
        path.write_text(text)

    def changed(self):
        """Returns the existing files that have changed since the last count."""
        self.git("add", "--all")
        files = self.git("diff", "--cached", "--name-only", "--diff-filter=M").split()
        self.commit()
        return files


def add_algorithm(copy):
    copy.put("algorithm/settings.hpp", "algorithms/sample/settings.hpp")
    copy.put("algorithm/sample.hpp", "algorithms/sample/sample.hpp")
    copy.put("algorithm/test.cpp", "tests/sim/experiments/algorithms/sample.cpp")
    copy.change("CMakeLists.txt", r"(set\(ELDEST_ALGORITHMS\n)", r"\1    sample:SampleSettings\n")


def add_game(copy):
    copy.put("game/position.hpp", "trees/sample/position.hpp")
    copy.put("game/problem.cpp", "sim/experiments/problems/sample.cpp")
    copy.put("game/test.cpp", "tests/trees/sample/sample.cpp")
    copy.change("CMakeLists.txt", r"(set\(ELDEST_TREES [^)]*)\)", r"\1 sample)")


def add_command(copy):
    copy.put("command/sample_command.cpp", "sim/cli/commands/sample_command.cpp")
    copy.change("sim/cli/command_list.cpp", r"Command help_command", r"Command sample_command();\n\g<0>")
    copy.change("sim/cli/command_list.cpp", r" help_command\(commands\)}", r" sample_command(), help_command(commands)}")


def run(folder, *words):
    print("+", *words, flush=True)
    return subprocess.run(words, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--keep", type=pathlib.Path, help="where the copy is made, and stays")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        copy = Copy(folder)
        too_many = False
        for name, add in [("algorithm", add_algorithm), ("game", add_game), ("command", add_command)]:
            add(copy)
            files = copy.changed()
            print(f"{name}: {len(files)} existing files changed ({', '.join(files)})")
            too_many |= len(files) > MOST
        run(folder, ".ci/check-layers")
        run(folder, "cmake", "--preset", "release")
        run(folder, "cmake", "--build", "--preset", "release", "--target", "eldest", "test_sample", "test_simulated_search",
            "--parallel", str(os.cpu_count()))
        program = "build/release/sim/eldest"
        print(run(folder, program, "sample"), end="")
        print(run(folder, program, "simulate", "--platform", "cm5-32", "--algorithm", "sample", "--tree", "sample", "--depth", "8",
                  "--processors", "8"), end="")
        print(run(folder, "ctest", "--preset", "release", "--tests-regex", "the added", "--no-tests=error"), end="")
        return too_many


sys.exit(main())
