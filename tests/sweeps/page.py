#!/usr/bin/env python3
"""Opens the page of a store whose texts are all scripts in Chromium, and says if one of them ran.

    ./setup install chromium
    tests/sweeps/page.py --program build/ci/sim/eldest

Each text of the store would write its name into the title of the page if it was executed. Texts are put into every
field by SQL, as a stranger can. The page is opened without a window. Its scripts, pictures and event handlers are those
that Chromium finds in it, in elements and in attributes.
"""
import argparse
import html.parser
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from stores import TINY_GRID, Eldest

SCRIPT = "document.title='ran {0}'"
SHAPES = ["<script>{0}</script>", "\"><img src=x onerror=\"{0}\">", "'><svg onload='{0}'>", "</style></pre><script>{0}</script>",
          "]]><script>{0}</script>", "<iframe srcdoc=\"<script>parent.{0}</script>\">", "</title><script>{0}</script>",
          "<a href=\"javascript:{0}\">", "&lt;script&gt;{0}&lt;/script&gt;", "--><script>{0}</script>"]


def poison(name, number):
    return name + SHAPES[number % len(SHAPES)].format(SCRIPT.format(name))


def poisoned(value, name, number):
    """Returns JSON with a script in each of its texts."""
    if isinstance(value, str):
        return poison(name, number)
    if isinstance(value, list):
        return [poisoned(one, name, number) for one in value]
    if isinstance(value, dict):
        return {key: poisoned(one, f"{name}/{key}", number + place) for place, (key, one) in enumerate(value.items())}
    return value


def poison_store(path, number):
    """Puts scripts into all texts of a store, except its keys."""
    database = sqlite3.connect(path)
    for key, settings in database.execute("SELECT key, settings FROM points").fetchall():
        settings = poisoned(json.loads(settings), "settings", number)
        settings["options"][poison("option", number)] = key  # makes each search a series of its own
        database.execute("UPDATE points SET settings = ?, command = ? WHERE key = ?",
                         (json.dumps(settings), poison("command", number), key))
    for key, result in database.execute("SELECT key, result FROM outcomes").fetchall():
        database.execute("UPDATE outcomes SET result = ?, ended_at = ?, computer = ? WHERE key = ?",
                         (json.dumps(poisoned(json.loads(result), "result", number)), poison("ended_at", number),
                          poison("computer", number), key))
    database.execute("UPDATE outcomes SET result = NULL, failure = ? WHERE key ="
                     " (SELECT min(key) FROM points WHERE relative <> key)", (poison("failure", number),))
    database.commit()
    database.close()


def opened(chromium, page):
    """Returns the page as Chromium has it in the end."""
    words = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom",
             page.as_uri()]
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=True,
                          encoding="utf-8").stdout


class Faults(html.parser.HTMLParser):
    """Scripts, links and attributes that handle events, which no page of the program has."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        handlers = [name for name, _ in attrs if name.startswith("on")]
        if tag in ("script", "img", "iframe", "a") or handlers:
            self.found.append(self.get_starttag_text())


def faults(dom):
    """Returns what a page has that the program does not write."""
    parser = Faults()
    parser.feed(dom)
    title = re.search(r"<title>(.*?)</title>", dom, re.S)
    ran = [title[1]] if title and title[1].startswith("ran ") else []
    return ran + parser.found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("page.py: chromium is missing; see ./setup install chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain = folder / "plain.html"
        plain.write_text(f"<title>t</title><script>{SCRIPT.format('alone')}</script>")
        if len(faults(opened(chromium, plain))) != 2:
            sys.exit("page.py: Chromium executes no scripts at all, or none is found")
        eldest = Eldest(os.path.abspath(arguments.program), folder)
        wrong = 0
        for number in range(len(SHAPES)):
            eldest.run("sweep", f"{number}.db", *TINY_GRID, "--seeds", "1,2", "--quiet")
            poison_store(folder / f"{number}.db", number)
            eldest.run("report", f"{number}.db", "--out", f"{number}", "--title", poison("title", number))
            dom = opened(chromium, folder / str(number) / "index.html")
            if "<svg" not in dom:
                sys.exit("page.py: the page has no figure")
            for fault in faults(dom):
                wrong += 1
                print(f"{number}: {fault[:200]}")
    print(f"{len(SHAPES)} pages, {wrong} scripts, links or handlers in them")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
