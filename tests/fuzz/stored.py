#!/usr/bin/env python3
"""Gives the program results, logs, settings and stores with mistakes in them, by the thousand.

The inputs begin as what the program itself has written: results of simulations for collect, --from and --fit, a log in
CSV, settings, and the store of a sweep for report, compare, sweep and collect. Then they are changed at random: bytes,
lines, fields, types, numbers, depths, rows, columns and pages. Each command must end as tests/fuzz/outcome.py says,
with standard error in UTF-8 without hidden characters, in its own words rather than those of a library. Inputs depend
only on --seed and their number:

    tests/fuzz/stored.py --program build/ci/sim/eldest --count 2000
    tests/fuzz/stored.py --program build/ci/sim/eldest --seed 1 --only 1234
"""

import argparse
import collections
import concurrent.futures
import copy
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from outcome import MEMORY, fault, limit_memory

MACHINE = ["--platform", "cm5-32", "--model", "loggp", "--tree", "synthetic:b=4,seed=3", "--depth", "3"]
SWEEP = ["sweep", "s.db", *MACHINE, "--algorithm", "abdada,ybwc", "--processors", "2", "--quiet"]
SIMULATE = ["simulate", *MACHINE, "--processors", "2", "--json", "--quiet"]
# Marks of messages that libraries have written.
FOREIGN = re.compile(r"json\.exception|std::|basic_string|boost::|bad_|vector::|SQL logic error")
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
TEXTS = ["", "x", "\x1b[2J", "a\nb", "\u202egpj.exe", "=1+1", "'", "\"", "<script>", "$(touch ran)", "`touch ran`", "%s%n", "~/a",
         "/", "\x00", "x" * 5000, "ü", "\U000e0041", "null", "startpos", "synthetic:b=", "-1", "1e999"]
VALUES = [None, True, [], {}, [[]], 0, -1, 1.5, 1e300, -1e300, 2**31, 2**63, 2**64, 10**30, 1e-320]
PIECES = [b"\x00", b"\xff\xfe", b"\xe2\x80\xae", b"\x1b[2J", b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\u0000", b"\\ud800", b"1e999",
          b"-", b"NaN", b"#", b"\n", b"\r", b"\xef\xbb\xbf", b"=", b"[sweep]", b"\t", b"'"]
CELLS = ["NULL", "''", "x'ff'", "-1", "1e400", "'{'", "'[]'", "'\x1b[2J'", "'\u202e'", "zeroblob(5000)", "'{\"a\":1}'", "cast(x'c328' AS TEXT)",
         "'<script>'", "randomblob(30)", "9223372036854775807"]
SCHEMAS = ["DROP TABLE points; CREATE VIEW points AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS key,"
           " '{}' AS settings, '' AS command, NULL AS relative, NULL AS alphabeta, NULL AS negascout FROM n",
           "CREATE TRIGGER t AFTER INSERT ON claims BEGIN UPDATE outcomes SET result = NULL; END",
           "CREATE VIEW v AS SELECT 1", "DROP TABLE claims", "DROP TABLE outcomes", "ALTER TABLE points RENAME COLUMN command TO c",
           "ALTER TABLE points ADD COLUMN more", "CREATE INDEX i ON outcomes(wall_s)", "DELETE FROM points", "DELETE FROM outcomes",
           "PRAGMA user_version = 1", "PRAGMA user_version = 0", "PRAGMA user_version = 7", "PRAGMA application_id = 1",
           "PRAGMA journal_mode = WAL", "VACUUM", "PRAGMA encoding", "INSERT INTO points SELECT key || 'x', settings, command, relative,"
           " alphabeta, negascout FROM points", "UPDATE points SET relative = alphabeta", "UPDATE points SET relative = NULL",
           "DROP TABLE points; CREATE TABLE points(key TEXT PRIMARY KEY, settings AS (hex(zeroblob(1000000))), command, relative,"
           " alphabeta, negascout)", "CREATE VIRTUAL TABLE f USING fts5(t)",
           "DROP TABLE claims; CREATE TABLE claims(key TEXT PRIMARY KEY, computer, process, process_start) WITHOUT ROWID"]


def places(value, path=()):
    """Returns the paths of all values in JSON."""
    found = [path]
    if isinstance(value, (list, dict)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            found += places(one, (*path, key))
    return found


def change_field(value, rng):
    """Changes one value in JSON: removes, replaces or renames it."""
    path = rng.choice([one for one in places(value) if one] or [()])
    if not path:
        return copy.deepcopy(rng.choice(VALUES))
    inner = value
    for key in path[:-1]:
        inner = inner[key]
    kind = rng.randrange(4)
    if kind == 0:
        del inner[path[-1]]
    elif kind == 1 and isinstance(inner, dict):
        inner[rng.choice(TEXTS)] = inner.pop(path[-1])
    else:
        inner[path[-1]] = copy.deepcopy(rng.choice(TEXTS if kind == 2 else VALUES))
    return value


def mutate_json(data, rng):
    value = json.loads(data)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        value = change_field(value, rng)
    return json.dumps(value, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")


def mutate_bytes(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        place = rng.randrange(len(data) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            data[place:place] = rng.choice(PIECES)
        elif kind == 1:
            data[place:place + rng.randrange(1, 40)] = b""
        elif kind == 2:
            data[place:place] = data[place:place + rng.randrange(1, 400)]
        else:
            data[place:place + 1] = bytes([rng.randrange(256)])
    return bytes(data)


def mutate_lines(data, rng):
    lines = data.split(b"\n")
    kind = rng.randrange(5)
    place = rng.randrange(len(lines))
    if kind == 0:
        del lines[place]
    elif kind == 1:
        lines.insert(place, rng.choice(lines))
    elif kind == 2:
        lines[place] = lines[place].replace(b",", rng.choice(PIECES), 1)
    elif kind == 3:
        lines[place] = re.sub(rb"[0-9.]+", lambda _: rng.choice([b"-1", b"1e999", b"nan", b"", b"99999999999999999999", b"0"]), lines[place],
                              count=1)
    else:
        return b"\n".join(lines)[:rng.randrange(len(data))]
    return b"\n".join(lines)


def mutate_deep(data, rng):
    depth = rng.choice([150, 199, 201, 5000, 200000])
    opened, closed = rng.choice([(b"[", b"]"), (b'{"a":', b"}")])
    inner = opened * depth + b"1" + (closed * depth if rng.random() < 0.7 else b"")
    fields = list(re.finditer(rb'": ', data))
    place = rng.choice(fields).end() if fields else 0
    return data[:place] + inner + b"," + data[place:] if rng.random() < 0.5 else inner


def mutate_text(data, rng, kinds):
    """Returns a changed input. Of some, a second whole one follows, as in files of results."""
    changed = rng.choice(kinds)(data, rng)
    return changed + b"\n" + data if rng.random() < 0.2 else changed


def mutate_store(path, rng):
    """Changes a store: rows, fields of JSON in them, the schema, or bytes of the file. Returns the kind of the change."""
    kind = rng.choice(["row", "row", "field", "field", "schema", "bytes", "cut", "other"])
    if kind in ("row", "field", "schema"):
        database = sqlite3.connect(path)
        try:
            change_database(database, kind, rng)
            database.commit()
        except (sqlite3.Error, ValueError, RecursionError):  # an earlier change, or a constraint, forbids it
            pass
        database.close()
    elif kind == "bytes":
        data = bytearray(path.read_bytes())
        for _ in range(rng.choice([1, 4, 100])):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data)
    elif kind == "cut":
        data = path.read_bytes()
        path.write_bytes(data[:rng.choice([0, 50, 100, 4096, rng.randrange(len(data) + 1)])])
    else:
        path.write_bytes(rng.choice([b"", b"x" * 3000, b"SQLite format 3\x00" + b"\xff" * 2000]))
    return kind


def change_database(database, kind, rng):
    if kind == "schema":
        database.executescript(rng.choice(SCHEMAS))
        return
    table, columns = rng.choice([("points", ["key", "settings", "command", "relative", "alphabeta"]),
                                 ("outcomes", ["key", "result", "failure", "wall_s", "computer", "ended_at", "limit_s"]),
                                 ("claims", ["process"]),
                                 ("platforms", ["digest", "name", "written", "parsed", "profiles"]),
                                 ("sweeps", ["id", "command", "file", "text", "version", "model_version"])])
    if kind == "row":
        database.execute("PRAGMA ignore_check_constraints = ON")
        which = rng.choice(["", " WHERE rowid = 2", " WHERE rowid % 3 = 1"])
        database.execute(f"UPDATE {table} SET {rng.choice(columns)} = {rng.choice(CELLS)}{which}")
        return
    table, column = rng.choice([("points", "settings"), ("outcomes", "result"), ("platforms", "profiles"), ("platforms", "written")])
    for rowid, text in database.execute(f"SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall():
        if rng.random() < 0.5:
            kinds = [mutate_bytes, mutate_lines] if column == "written" else [mutate_json, mutate_json, mutate_bytes, mutate_deep]
            changed = mutate_text(text.encode(), rng, kinds)
            database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (changed.decode(errors="replace"), rowid))


JSON_KINDS = [mutate_json, mutate_json, mutate_json, mutate_bytes, mutate_deep]
# Of each class: the base input, the ways to change it, and the commands that read it.
CLASSES = {
    "collect": ("result.json", JSON_KINDS, [["collect", "new.db", "input"]]),
    "--from": ("result.json", JSON_KINDS, [["simulate", "--from", "input", "--depth", "2"]]),
    "--fit JSON": ("log.json", JSON_KINDS, [["stats", "--fit", "input", "--fit-trials", "4"]]),
    "--fit CSV": ("log.csv", [mutate_lines, mutate_lines, mutate_bytes], [["stats", "--fit", "input", "--fit-trials", "4"]]),
    "--config": ("settings.ini", [mutate_lines, mutate_bytes, mutate_bytes], [["simulate", "--config", "input"],
                                                                              ["sweep", "new.db", "--plan", "--config", "input"]]),
    "stores": (None, None, [["report", "s.db"], ["report", "s.db", "--out", "page"], ["report", "s.db", "--json"],
                            ["compare", "s.db", "--by", "algorithm"], ["compare", "s.db", "whole.db"], SWEEP, [*SWEEP, "--plan"],
                            ["collect", "s.db", "result.json"], ["check", "s.db:cm5-32"], ["simulate", "--from", "s.db:KEY"],
                            ["simulate", "--platform", "s.db:KEY", "--config", "s.db:settings.ini"]]),
}


def judge(status, err):
    """Returns what is wrong with an outcome, or an empty text."""
    text = err.decode(errors="replace")
    if wrong := fault(status, text):
        return wrong
    try:
        err.decode()
    except UnicodeDecodeError:
        return "standard error is not UTF-8"
    if HIDDEN.search(text):
        return "hidden characters"
    if FOREIGN.search(text):
        return "words of a library"
    return ""


def ended(words, folder, seconds):
    """Runs the program. Returns the exit status, or None if it had to be ended, and standard error."""
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder,
                          preexec_fn=lambda: limit_memory(MEMORY), start_new_session=True) as process:
        try:
            return process.communicate(timeout=seconds)[1], process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return process.communicate()[1], None


def try_input(arguments, base, number, parent):
    """Makes an input and runs a command on it. Returns the class, the exit status, and what is wrong."""
    rng = random.Random(f"{arguments.seed}-{number}")
    name = rng.choice([*CLASSES, "stores", "stores"])
    source, kinds, commands = CLASSES[name]
    folder = pathlib.Path(parent, str(number))
    shutil.copytree(base, folder)
    kind = ""
    if source is None:
        for _ in range(rng.choice([1, 1, 2])):
            kind = mutate_store(folder / "s.db", rng)
            if kind == "schema":  # what reads a view may not end
                break
    else:
        (folder / "input").write_bytes(mutate_text((folder / source).read_bytes(), rng, kinds))
    words = [word.replace("KEY", first_key(base / "whole.db")) for word in rng.choice(commands)]
    err, status = ended([arguments.program, *words], folder, arguments.time)
    wrong = judge(status, err)
    if not wrong and list(folder.glob("**/ran")):
        wrong = "a command was run"
    if not arguments.keep:
        shutil.rmtree(folder)
    line = f"{number} ({name} {kind}): {wrong}: {' '.join(words)}: {err[:300]!r}" if wrong else ""
    return name if source else f"stores: {words[0]}", status, line


def first_key(store):
    """Returns the key of the first point of a store."""
    database = sqlite3.connect(store)
    key, = database.execute("SELECT key FROM points").fetchone()
    database.close()
    return key


def make_base(program, folder):
    """Writes the inputs that are changed into a folder."""
    def output(*words):
        return subprocess.run([program, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout

    (folder / "settings.ini").write_text("# Settings\nplatform = cm5-32\nmodel = loggp\ntree = \"synthetic:b=4\"  # small\ndepth = 2\n"
                                         "processors = 2\nquiescence\n[sweep]\nalgorithm = abdada,ybwc\n[simulate]\nalgorithm = ybwc\n")
    output(*SWEEP, "--seeds", "1,2", "--config", "settings.ini")
    shutil.copy(folder / "s.db", folder / "whole.db")
    (folder / "result.json").write_bytes(output(*SIMULATE, "--algorithm", "ybwc"))
    (folder / "log.json").write_bytes(output("simulate", *MACHINE, "--algorithm", "negascout", "--json", "--quiet"))
    (folder / "log.csv").write_text("position,depth,nodes,seconds,value,cutoffs,first_cutoffs\na,1,9,0.1,3,2,1\na,2,30,0.3,-2,9,8\n"
                                    "a,3,95,0.9,4,30,27\nb,1,8,0.1,0,1,1\nb,2,31,0.3,5,10,9\nb,3,99,1,5,33,30\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--only", type=int, help="this input alone, whose folder is kept")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float, default=20, help="seconds that a command may take")
    arguments = parser.parse_args()
    arguments.program = os.path.abspath(arguments.program)
    arguments.keep = arguments.only is not None
    numbers = [arguments.only] if arguments.keep else range(arguments.count)
    tried, wrong = collections.Counter(), collections.Counter()
    parent = tempfile.mkdtemp()
    base = pathlib.Path(parent, "base")
    base.mkdir()
    make_base(arguments.program, base)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, status, line in pool.map(lambda n: try_input(arguments, base, n, parent), numbers):
            tried[name, status] += 1
            if line:
                wrong[name] += 1
                print(line, flush=True)
    for name in sorted({name for name, _ in tried}):
        statuses = {status: count for (one, status), count in tried.items() if one == name}
        print(f"{name:16} {sum(statuses.values()):6} tried, {wrong[name]:4} wrong; exit status "
              + ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items(), key=str)))
    print(f"{len(numbers)} inputs, {sum(wrong.values())} failures")
    if arguments.keep:
        print(f"kept in {parent}")
    else:
        shutil.rmtree(parent)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
