#!/usr/bin/env python3
"""Compares searches of eldest-smpi with those of `eldest simulate`.

    smpi.py --eldest build/ci/sim/eldest --program build/ci/sim/eldest-smpi [CHECK...]
"""

import argparse
import json
import os
import re
import subprocess
import tempfile

import checks
from checks import require

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))
TREE = ["--tree", "synthetic:b=12,order=0.8,noise=20", "--tt-depth", "exact", "--seed", "3", "--depth", "5"]
FOREVER = 60  # seconds after which a program hangs


class Machine:
    """A CM-5 whose processors poll, as simulated by our models and by SMPI."""

    def __init__(self, eldest, program, folder):
        self.eldest = eldest
        self.tree = TREE
        self.program = program
        self.interrupted = os.path.join(ROOT, "platforms/cm5-32.xml")
        self.polling = os.path.join(folder, "cm5-poll.xml")
        with open(self.interrupted, encoding="utf-8") as file:
            text = file.read()
        with open(self.polling, "w", encoding="utf-8") as file:
            file.write(re.sub('(eldest:service" value=")interrupt', r"\1poll", text))

    def run(self, *words):
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=FOREVER, check=False)
        return done.returncode, done.stdout, done.stderr

    def by_model(self, processors, *words):
        status, out, err = self.run(self.eldest, "simulate", "--platform", self.polling, "--model", "flow",
                                    "--processors", str(processors), *self.tree, *words, "--json", "--quiet")
        require(status == 0, err)
        return json.loads(out)

    def by_smpi(self, processes, *words, options=()):
        return self.run(self.program, "--platform", self.polling, "--processes", str(processes), *options, "run",
                        "--cluster", *self.tree, *words, "--json", "--quiet")

    def report(self, processes, *words, options=()):
        status, out, err = self.by_smpi(processes, *words, options=options)
        require(status == 0 and err == "", f"status {status}: {err}")
        return json.loads(out)


AS_SIMULATED = ("--look", "work", "--headers", "no")


def check_alone(machine):
    """Checks that one process takes the time of one processor."""
    for algorithm in ("negascout", "abdada"):
        witness = machine.report(1, "--algorithm", algorithm)
        require(witness["model"] == "smpi" and "cpu_s" not in witness, "the time is said to be real")
        model = machine.by_model(1, "--algorithm", algorithm)
        require(abs(witness["time_s"] / model["time_s"] - 1) < 1e-9, f"{witness['time_s']} s, not {model['time_s']}")
        require(witness["nodes"] == model["nodes"], "nodes")


def check_two(machine):
    """Checks that two processes take the time of two processors, except for the time of their start."""
    machine.tree = ["--position", os.path.join(ROOT, "trees/chess/bratko-kopec.epd:BK.02"), "--depth", "4"]
    witness = machine.report(2, "--algorithm", "abdada", options=AS_SIMULATED)
    model = machine.by_model(2, "--algorithm", "abdada")
    machine.tree = TREE
    require(witness["nodes"] == model["nodes"], f"{witness['nodes']} nodes, not {model['nodes']}")
    require(abs(witness["time_s"] - model["time_s"]) < 50e-6, f"{witness['time_s']} s, not {model['time_s']}")


def check_values(machine):
    """Checks that every algorithm finds the value, and that a repetition has the same result and time."""
    value = machine.by_model(1, "--algorithm", "negascout")["value"]
    algorithms = json.loads(machine.run(machine.eldest, "list", "--json")[1])["algorithms"]
    for algorithm in algorithms:
        processes = 1 if algorithm["description"].startswith("sequential") else 4
        one, two = (machine.report(processes, "--algorithm", algorithm["name"]) for _ in range(2))
        require(one["value"] == value, f"{algorithm['name']}: {one['value']}, not {value}")
        require((one["time_s"], one["nodes"]) == (two["time_s"], two["nodes"]), f"{algorithm['name']}: another time")


def check_refusals(machine):
    program, polling = machine.program, machine.polling
    search = ("run", "--cluster", *TREE)
    for words, pattern in (
            (("--platform", machine.interrupted, "--processes", "2", *search), "should be poll"),
            (("--platform", "/nonexistent", "--processes", "2", *search), "/nonexistent"),
            (("--platform", polling, "--processes", "2"), "run --cluster"),
            (("--platform", polling, "--processes", "2", "run", *TREE), "run --cluster"),
            (("--platform", polling, "--processes", "2", *search, "--threads", "2"), "threads"),
            (("--platform", polling, "--processes", "0", *search), "--processes 0"),
            (("--platform", polling, "--processes", "33", *search), "33"),
            (("--platform", polling, "--processes", "2", "--look", "now", *search), "--look now"),
            (("--platform", polling, "--processes", "2", "run", "--cluster", "--depth", "99"), "--depth 99"),
            (("--platform", polling, "--processes", "2", *search, "--tt-access", "one-sided"), "one-sided")):
        status, out, err = machine.run(program, *words)
        require(status == 2 and out == "" and err.count("\n") == 1 and re.search(pattern, err), f"{status}: {out}{err}")


CHECKS = checks.of(globals())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--eldest", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("checks", nargs="*", choices=[*CHECKS, []])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(os.path.abspath(options.eldest), os.path.abspath(options.program), folder)
        checks.run(CHECKS, options.checks, machine)


if __name__ == "__main__":
    main()
