"""Shared by the tests of sweeps: the rows of stores, and the program."""
import json
import sqlite3
import subprocess
from pathlib import Path

# The fields of a result that differ in another run of the same simulation.
OF_THE_RUN = ["wall_s", "peak_rss_bytes"]

# A grid of 200 points for 48 seeds, which take a few milliseconds each.
TINY_GRID = ["--platform", "cm5-32", "--model", "loggp", "--tree", "synthetic:b=5,seed=3", "--depth", "3",
             "--algorithm", "abdada,ybwc", "--processors", "2"]


def rows(store):
    """Returns the points of a store by key: settings, command, baselines, and the result or the failure. Fields that
    differ from run to run are left out. There are none in a store whose first process was killed at once."""
    database = sqlite3.connect(f"file:{store}?mode=rw", uri=True)  # takes back what a killed process has half written
    found = {}
    if not database.execute("SELECT * FROM sqlite_schema").fetchone():
        return found
    for key, result, failure, *point in database.execute(
            "SELECT key, result, failure, settings, command, relative, alphabeta, negascout"
            " FROM points LEFT JOIN outcomes USING (key)"):
        if result is not None:
            result = json.loads(result)
            for field in OF_THE_RUN:
                del result[field]
        found[key] = {"point": point, "result": result, "failure": failure}
    database.close()
    return found


def first_difference(store, reference):
    """Returns one line on a difference between a store and the rows of an undisturbed sweep, or an empty text."""
    found, expected = rows(store), rows(reference)
    if found.keys() != expected.keys():
        return f"{len(found.keys() - expected.keys())} strange points, {len(expected.keys() - found.keys())} missing"
    for key, row in expected.items():
        for field in row:
            if found[key][field] != row[field]:
                return f"{key}: {field} {str(found[key][field])[:200]}, not {str(row[field])[:200]}"
    return ""


class Eldest:
    """The program, run in a folder."""

    def __init__(self, program, folder):
        self.program = str(Path(program).resolve())
        self.folder = folder

    def run(self, *words, status=0):
        """Runs the program with these words, and returns its output. It must end with `status`, and with one line of
        error if `status` is not 0."""
        ended = subprocess.run([self.program, *map(str, words)], cwd=self.folder, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        errors = ended.stderr.splitlines()
        if ended.returncode != status or len(errors) > (status != 0):
            raise SystemExit(f"eldest {' '.join(map(str, words))[:200]}: status {ended.returncode}, not {status}: "
                             f"{ended.stderr}")
        return ended.stdout if status == 0 else errors[0]
