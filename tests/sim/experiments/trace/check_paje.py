#!/usr/bin/env python3
"""Compares the sums of a Paje file's states with the account of the report. The reader shares no code with the
writer. PajeNG's reader is also used, where it is installed.

usage: check_paje.py PROGRAM PLATFORM [PJ_DUMP]
"""
import collections
import json
import re
import subprocess
import sys
import tempfile

USES = {"work": "work", "wasted work": "work", "communication": "communication", "idle": "idle"}


def sums_of_file(path):
    """Returns seconds by use, over all processors, from the lines of a file."""
    sums = collections.Counter()
    states = {}
    with open(path) as file:
        for line in file:
            words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', line)]
            if words[0] == "7" and words[2] == "Activity":  # SetState
                time, container, state = float(words[1]), words[3], words[4]
            elif words[0] == "6" and words[2] == "Processor":  # DestroyContainer
                time, container, state = float(words[1]), words[3], None
            else:
                continue
            if container in states:
                since, before = states[container]
                sums[USES[before]] += time - since
            states[container] = (time, state)
    return sums


def sums_of_dump(pj_dump, path):
    """Returns seconds by use, over all processors, as PajeNG reads the file."""
    # To the nanosecond, because its microseconds would round every state.
    text = subprocess.run([pj_dump, "--float-precision=9", path], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    sums = collections.Counter()
    for line in text.splitlines():
        fields = line.split(", ")
        if fields[0] == "State" and fields[2] == "activity":
            sums[USES[fields[7]]] += float(fields[5])
    return sums


def account_of(report):
    """Returns seconds by use, over all processors, from the report."""
    return {use: report["processor_time_s"][use] for use in ("work", "communication", "idle")}


def main():
    program, platform = sys.argv[1:3]
    for algorithm, processors, depth in (("ybwc", 8, 3), ("abdada", 32, 4)):
        with tempfile.NamedTemporaryFile(suffix=".paje") as file:
            report = json.loads(subprocess.run(
                [program, "simulate", "--platform", platform, "--model", "loggp", "--algorithm",
                 algorithm, "--depth", str(depth), "--processors", str(processors), "--quiet",
                 "--json", "--trace", file.name], check=True, stdout=subprocess.PIPE).stdout)
            account = account_of(report)
            sums = [sums_of_file(file.name)]
            if len(sys.argv) > 3:
                sums.append(sums_of_dump(sys.argv[3], file.name))
        for found in sums:
            for use, seconds in account.items():
                if abs(found[use] - seconds) > 1e-5 * seconds:
                    sys.exit(f"{algorithm}: {use} {found[use]} s in the trace, {seconds} s reported")


main()
