#!/usr/bin/env python3
"""Searches on simulated machines by our two models and by SMPI, side by side.

    results/smpi/smpi.py measure build/ci/sim/eldest build/ci/sim/eldest-smpi   # writes searches.csv.gz
    results/smpi/smpi.py report                                                 # prints the tables
"""
import json
import math
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DATA = HERE / "searches.csv.gz"
PLATFORMS = ["cm5-32", "myrinet-32", "ethernet-100-32"]
ALGORITHMS = ["abdada", "ybwc"]
# By name, the model or, for SMPI, where packets are looked for and whether their headers travel.
WITNESSES = {"flow": None, "loggp": None, "work, no headers": ("work", "no"), "work, headers": ("work", "yes"),
             "poll, no headers": ("poll", "no"), "poll, headers": ("poll", "yes")}
POSITIONS = [f"BK.{number:02}" for number in range(1, 25)]
OTHERS = [name for name in WITNESSES if name != "flow"]
CASE = ["witness", "platform", "processors", "position", "depth", "algorithm"]
FOUND = ["time_s", "nodes", "value", "version", "model_version"]


def search(programs, witness, platform, processors, position, depth, algorithm):
    """The figures FOUND of one search."""
    words = ["--position", f"{ROOT}/trees/chess/bratko-kopec.epd:{position}", "--depth", str(depth), "--algorithm",
             algorithm, "--quiet", "--json"]
    eldest, smpi = programs
    if WITNESSES[witness] is None:
        command = [eldest, "simulate", "--platform", platform, "--model", witness, "--processors", str(processors)]
    else:
        look, headers = WITNESSES[witness]
        command = [smpi, "--platform", platform, "--processes", str(processors), "--look", look, "--headers", headers,
                   "run", "--cluster"]
    result = json.loads(subprocess.run([*command, *words], stdout=subprocess.PIPE, check=True, text=True).stdout)
    return [result[column] for column in FOUND]


def polling(platform, folder):
    """The path of a copy of a platform file, in which processors poll instead of being interrupted, as MPI programs do."""
    text = (ROOT / "platforms" / f"{platform}.xml").read_text(encoding="utf-8")
    path = Path(folder) / f"{platform}.xml"
    path.write_text(re.sub('(eldest:service" value=")interrupt', r"\1poll", text), encoding="utf-8")
    return str(path)


def measure(*programs):
    rows = [CASE + FOUND]
    with tempfile.TemporaryDirectory() as folder:
        cases = [(platform, 8, position, 4) for platform in PLATFORMS for position in POSITIONS]
        cases += [("cm5-32", processors, "BK.02", 5) for processors in (1, 2, 4, 8, 16, 32)]
        for platform, processors, position, depth in cases:
            for algorithm in ALGORITHMS:
                for witness in WITNESSES:
                    rows.append([witness, platform, processors, position, depth, algorithm, *search(
                        programs, witness, polling(platform, folder), processors, position, depth, algorithm)])
    sweeps.write_rows(DATA, rows)


def load():
    return [search | {"time_s": float(search["time_s"])} for search in sweeps.read(DATA)]


def per_cent(logarithms):
    """The geometric mean from the logarithms, and its 95 % interval, in per cent above 1."""
    mean, *ends = (100 * math.expm1(value) for value in (statistics.mean(logarithms), *measured.interval(logarithms)))
    return measured.with_interval(mean, ends, "+.1f")


def deviations(searches):
    print("Time on 8 processors by loggp and by SMPI, in per cent more than by the model `flow`: geometric means over "
          f"{len(POSITIONS)} positions to depth 4, with their 95 % intervals\n")
    rows = []
    for platform in PLATFORMS:
        for algorithm in ALGORITHMS:
            row = [platform, algorithm]
            for witness in OTHERS:
                chosen = [{search["position"]: search["time_s"] for search in sweeps.having(
                    searches, {"platform": platform, "algorithm": algorithm, "depth": "4", "witness": name})}
                    for name in ("flow", witness)]
                row.append(per_cent([math.log(time / chosen[0][position]) for position, time in chosen[1].items()]))
            rows.append(row)
    sweeps.table(["platform", "algorithm", *OTHERS], rows)


def by_processors(searches):
    print("BK.02 to depth 5 on the CM5 whose processors poll: simulated seconds, and nodes in brackets\n")
    rows = []
    for algorithm in ALGORITHMS:
        for processors in (1, 2, 4, 8, 16, 32):
            row = [algorithm, str(processors)]
            for witness in WITNESSES:
                (one,) = sweeps.having(searches, {"algorithm": algorithm, "processors": str(processors), "depth": "5",
                                                  "witness": witness})
                row.append(f"{one['time_s']:.4f} ({one['nodes']})")
            rows.append(row)
    sweeps.table(["algorithm", "P", *WITNESSES], rows)


def report():
    searches = load()
    deviations(searches)
    by_processors(searches)
    values = {}
    for one in searches:
        values.setdefault((one["position"], one["depth"]), set()).add(one["value"])
    print(f"{len(searches)} searches; {sum(len(found) > 1 for found in values.values())} positions with several values")


if __name__ == "__main__":
    {"measure": measure, "report": report}[sys.argv[1]](*sys.argv[2:])
