#!/usr/bin/env python3
"""Runs a plan with GNU parallel on two computers. Both are this one, because a script takes the place of ssh and runs
the command here.

The store must then have exactly the rows of an undisturbed sweep. Needs the Debian package parallel:

    tests/sweeps/parallel.py --program build/ci/sim/eldest

Exit status 77 means that there is no GNU parallel here.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from stores import TINY_GRID, Eldest, first_difference

SKIPPED = 77
SSH = """#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done # options
shift                                    # the computer
[ "$1" != -- ] || shift
exec sh -c "$*"
"""
GRID = [*TINY_GRID, "--seeds", "1..5"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="eldest")
    arguments = parser.parse_args()
    if not shutil.which("parallel"):
        print("parallel: skipped: needs GNU parallel")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="eldest-parallel-") as name:
        folder = Path(name)
        eldest = Eldest(arguments.program, folder)
        eldest.run("sweep", "undisturbed.db", "--quiet", *GRID)
        plan = eldest.run("sweep", "plan.db", "--plan", *GRID)
        environment = {**os.environ, "PATH": f"{Path(eldest.program).parent}:{os.environ['PATH']}", "HOME": name}
        ssh = folder / "ssh"
        ssh.write_text(SSH)
        ssh.chmod(0o755)
        results = subprocess.run(["parallel", "--will-cite", "--ssh", ssh, "--sshlogin", "1/one,1/other"], input=plan,
                                 text=True, env=environment, cwd=folder, stdout=subprocess.PIPE, check=True)
        (folder / "results.json").write_text(results.stdout)
        eldest.run("collect", "plan.db", "results.json")
        difference = first_difference(folder / "plan.db", folder / "undisturbed.db")
        if difference:
            raise SystemExit(f"parallel: {difference}")
    print("parallel: the store has the rows of an undisturbed sweep")


if __name__ == "__main__":
    main()
