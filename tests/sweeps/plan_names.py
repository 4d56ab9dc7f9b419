#!/usr/bin/env python3
"""Runs plans for positions and files with random names, by sh, by GNU parallel and by the job script for Slurm.

Names have blanks, colons, quotes, line breaks, other control characters, and commands for a shell to run. Each
line of a plan must give the result of its own point, so that eldest collect completes the store, and no command of a
name may be run. GNU parallel is left out where it is missing.

    tests/sweeps/plan_names.py --program build/ci/sim/eldest --names 10000 --seed 1
"""
import argparse
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from stores import Eldest

JOB_SCRIPT = Path(__file__).with_name("sweep.sbatch").resolve()
POSITIONS = Path(__file__).parents[2] / "trees/chess/bratko-kopec.epd"
GRID = ["--platform", "cm5-32", "--model", "loggp", "--tree", "chess", "--depth", "1", "--algorithm", "negascout"]
NAMES_IN_FILE = 20
PIECES = [*"aZ09 .,:;-_=+@%&|<>()[]{}#!?*~^'`\\$", "  ", "é", "棋", "\u202e", "\u0085", "$(touch canary)", "`touch canary`",
          ";touch canary;", "'; touch canary; '", "--json", "%s", "$HOME", "||touch canary", "#2", ":1@2"]
PIECES_OF_FILES = [*PIECES, "\n", "\ntouch canary\n", "\t", "\x1b[2J", "\x7f", '"', '"$(touch canary)"']


def random_name(draw, pieces):
    return "".join(draw.choice(pieces) for _ in range(draw.randint(1, 6)))


def write_files(draw, folder, names):
    """Writes files of positions with `names` random names in all. Returns the names of the files."""
    boards = [line.split(" bm ")[0] for line in POSITIONS.read_text().splitlines() if " bm " in line]
    files = []
    while names > 0:
        ids = [random_name(draw, PIECES) for _ in range(min(names, NAMES_IN_FILE))]
        names -= len(ids)
        name = f"{random_name(draw, PIECES_OF_FILES)}{len(files)}"
        escaped = [one.replace("\\", "\\\\") for one in ids]
        lines = [f'{board} id "{one}";' for board, one in zip(draw.sample(boards, len(ids)), escaped)]
        (folder / name).write_text("\n".join(lines) + "\n")
        files.append(name)
    return files


def run_by_sh(plan, folder, environment):
    return "".join(subprocess.run(["sh", "-c", line], cwd=folder, env=environment, text=True, check=True,
                                  stdout=subprocess.PIPE).stdout for line in plan.splitlines())


def run_by_parallel(plan, folder, environment):
    return subprocess.run(["parallel", "--will-cite", "--jobs", "2"], input=plan, cwd=folder, env=environment,
                          text=True, check=True, stdout=subprocess.PIPE).stdout


def run_by_job_script(plan, folder, environment):
    (folder / "plan").write_text(plan)
    task = {**environment, "SLURM_ARRAY_JOB_ID": "7", "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "1"}
    subprocess.run(["sh", JOB_SCRIPT, "plan", "results"], cwd=folder, env=task, check=True)
    results = [path.read_text() for path in (folder / "results").iterdir()]
    shutil.rmtree(folder / "results")
    return "".join(results)


def missing(store):
    """Returns the commands of the points without a result."""
    database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    commands = database.execute("SELECT command FROM points LEFT JOIN outcomes USING (key) WHERE result IS NULL")
    found = [command for command, in commands]
    database.close()
    return found


def check(eldest, folder, files, runner, environment):
    """Returns the number of points that the plan of some files has."""
    store = f"{runner.__name__}.db"
    grid = [*GRID, *(word for name in files for word in ("--position", f"./{name}"))]
    plan = eldest.run("sweep", store, "--plan", *grid)
    (folder / "results.json").write_text(runner(plan, folder, environment))
    eldest.run("collect", store, "results.json")
    left = missing(folder / store)
    again = eldest.run("sweep", store, "--plan", *grid)
    if left or again:
        raise SystemExit(f"plan_names: {runner.__name__}: without result: {(left or again.splitlines())[0]}")
    if list(folder.rglob("canary*")):
        raise SystemExit(f"plan_names: {runner.__name__}: ran a command in a name")
    (folder / store).unlink()
    return len(plan.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="eldest")
    parser.add_argument("--names", type=int, default=100, help="number of names of positions")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    runners = [run_by_sh, run_by_job_script] + [run_by_parallel] * (shutil.which("parallel") is not None)
    lines = 0
    with tempfile.TemporaryDirectory(prefix="eldest-plan-names-") as name:
        folder = Path(name)
        eldest = Eldest(arguments.program, folder)
        environment = {**os.environ, "PATH": f"{Path(eldest.program).parent}:{os.environ['PATH']}", "HOME": name}
        files = write_files(draw, folder, arguments.names)
        for number, file in enumerate(files):  # one by one, because equal positions of several are one point
            lines += check(eldest, folder, [file], runners[number % len(runners)], environment)
    print(f"plan_names: {arguments.names} names: all {lines} lines gave the results of their points")


if __name__ == "__main__":
    main()
