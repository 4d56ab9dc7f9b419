"""The commands that run.py disturbs, as small as they can be, and what each leaves behind."""

import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "sweeps"))
from stores import rows  # noqa: E402

TREE = ["--tree", "synthetic:b=3", "--depth", "2"]
MACHINE = ["--platform", "ethernet-10-16", "--model", "loggp"]
SIMULATION = [*MACHINE, *TREE, "--quiet"]
SWEEP = ["sweep", "s.db", *SIMULATION, "--algorithm", "abdada", "--processors", "1,2", "--jobs", "1"]
REAL = ["run", *TREE, "--processors", "2", "--pin", "no", "--quiet"]
PROCESSOR = re.search(r"model name\s*: (.*)|$", pathlib.Path("/proc/cpuinfo").read_text())[1] or os.uname().machine
OLD = "an old file\n"
# The best move depends on no clock, even if the search is stopped at once by the next one. Nothing is asked during a search,
# because the answer may come before the best move or after it.
SINGLE_REPLY = "7k/8/6K1/8/8/8/8/R7 b - - 0 1"
CONVERSATION = (f"uci\nisready\nposition fen {SINGLE_REPLY}\ngo depth 2\nposition fen {SINGLE_REPLY}\n"
                "go movetime 1\nquit\n")
LOG = "position,depth,nodes\n" + "".join(f"{place},{depth},{place + 3 ** depth}\n" for place in range(1, 4) for depth in range(1, 6))


class Command:
    """A command, the files that it reads or replaces, and those that it writes.

    `exact`: its output depends on no clock. `writes`: files that must be whole, by name, and the end of a whole one.
    `slow`: takes seconds, so that only some of its calls are disturbed. `lines`: what it must print of its lines, in spite
    of errors.
    """

    def __init__(self, name, words, files=None, writes=None, store=None, exact=True, text="", slow=False, lines=".*"):
        self.name, self.words, self.files = name, words, files or {}
        self.writes, self.store, self.exact, self.text, self.slow = writes or {}, store, exact, text, slow
        self.lines = re.compile(lines)

    def prepare(self, folder):
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def printed(self, output):
        """Returns what the command has printed, without figures that differ from run to run."""
        output = "\n".join(found[0] for found in map(self.lines.match, output.splitlines()) if found)
        if self.exact:
            return re.sub(r'"(wall_s|peak_rss_bytes)": [\d.e+-]+', r'"\1": 0', output)
        output = output.replace(PROCESSOR, os.uname().machine)  # as where it cannot be read
        return re.sub(r"[ \n]+", " ", re.sub(r"-?\d[\d.]*(e[+-]?\d+)?", "0", output))

    def written(self, folder):
        """Returns what is in each of the files: OLD, nothing, or a text that is the same for every whole file."""
        return {name: self.content(folder / name, end) for name, end in self.writes.items()}

    def content(self, path, end):
        if not path.exists():
            return ""
        text = path.read_text(encoding="utf-8", errors="replace")
        if text == OLD or self.exact and path.suffix != ".pdf":
            return text
        return "whole" if text.rstrip().endswith(end) and text[0] in "<{[%" else text

    def stored(self, folder):
        """Returns the points of the store by key, or nothing without a store."""
        path = folder / self.store if self.store else None
        if not path or not path.exists() or path.stat().st_size == 0:
            return {}
        with tempfile.TemporaryDirectory(dir=folder.parent) as name:
            # A copy, in which a journal left by a failed transaction is applied.
            for file in folder.glob(f"{self.store}*"):
                shutil.copy(file, name)
            database = sqlite3.connect(f"{name}/{self.store}")
            tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            database.close()
            return rows(f"{name}/{self.store}") if tables else {}


def store_of(program, folder, words):
    """Returns the content of a store that has been filled by `words`."""
    subprocess.run([program, *words], cwd=folder, check=True, capture_output=True)
    content = (folder / "s.db").read_bytes()
    (folder / "s.db").unlink()
    return content


def all_commands(program, folder):
    """Returns the commands. `folder`: an empty folder for the files that they need."""
    results = subprocess.run([program, "simulate", *SIMULATION, "--processors", "1,2", "--baseline", "--json"],
                             cwd=folder, check=True, capture_output=True, encoding="utf-8").stdout
    full = store_of(program, folder, SWEEP)
    half = store_of(program, folder, [word.replace("1,2", "1") for word in SWEEP])
    panel = "synthetic-b-3-depth-2-on-ethernet10-loggp"
    pictures = {f"out/{panel}-{name}.{kind}": end for name in ("speedup", "time-lost", "time-to-depth", "nodes-a-second")
                for kind, end in (("svg", "</svg>"), ("pdf", "%%EOF"))}
    page = {"out/index.html": "", "out/searches.csv": "", "out/means.csv": "", "out/times-to-depth.csv": "",
            "out/speedups.md": "", "out/speedups.tex": "", **pictures}
    traces = {kind: [f"t.{kind}"] for kind in ("json", "svg", "paje")}
    return [
        Command("sweep, new", [*SWEEP, "--json"], store="s.db"),
        Command("sweep, resumed", [*SWEEP, "--json"], {"s.db": half}, store="s.db"),
        Command("sweep --plan", [*SWEEP, "--plan"], store="s.db"),
        Command("collect, new", ["collect", "s.db", "r.json", "--json", "--quiet"], {"r.json": results}, store="s.db"),
        Command("collect, more", ["collect", "s.db", "r.json", "--quiet"], {"r.json": results, "s.db": half}, store="s.db"),
        Command("report", ["report", "s.db", "--json"], {"s.db": full}),
        Command("report --out", ["report", "s.db", "--out", "out"], {"s.db": full}, page),
        Command("report, again", ["report", "s.db", "--out", "out"],
                {"s.db": full, "out/index.html": OLD, "out/means.csv": OLD}, page),
        Command("compare", ["compare", "s.db", "s.db", "--json"], {"s.db": full}),
        Command("simulate", ["simulate", *SIMULATION, "--processors", "1,2", "--baseline", "--json"]),
        Command("simulate, flow", ["simulate", "--platform", "ethernet-10-16", *TREE, "--quiet", "--processors", "2"]),
        *(Command(f"simulate --trace {kind}", ["simulate", *SIMULATION, "--processors", "2", "--trace", *names],
                  {names[0]: OLD} if kind == "svg" else {}, {names[0]: ""}) for kind, names in traces.items()),
        Command("run", [*REAL, "--json"], exact=False),
        Command("run --trace", [*REAL, "--trace", "t.svg"], {"t.svg": OLD}, {"t.svg": "</svg>"}, exact=False),
        Command("validate", ["validate", *SIMULATION, "--algorithm", "abdada", "--processors", "1", "--repeats", "1"],
                exact=False),
        Command("validate --real", ["validate", *SIMULATION, "--algorithm", "abdada", "--processors", "1", "--repeats", "1",
                                    "--real", f"{program} run --pin no"], exact=False),
        Command("calibrate", ["calibrate", "--repeats", "1", "--seconds", "1us", "--out", "p.xml", "--quiet"],
                {"p.xml": OLD}, {"p.xml": "</platform>"}, exact=False, slow=True,
                lines=r"(?!\w+: ).*"),  # a row of a tree is missing if its figure is 0
        Command("stats --fit", ["stats", "--fit", "log.csv", "--fit-trials", "4", "--json", "--quiet"], {"log.csv": LOG}, slow=True),
        Command("stats", ["stats", *TREE]),
        Command("uci", ["uci", "--processors", "2", "--hash", "1"], exact=False, text=CONVERSATION, lines=r"bestmove \w+|readyok"),
        Command("list", ["list"]),
        Command("perft", ["perft", *TREE]),
        Command("help", ["help", "--format", "man"]),
    ]
