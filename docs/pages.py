"""Reads and runs the commands of the pages, README.md and docs/, and compares their output with the pages."""
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A block of a page: its language and its text.
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "-- end of block --"


def commands_of(text):
    """Returns the blocks of sh of a page."""
    return [block[2] for block in BLOCK.finditer(text) if block[1] == "sh"]


def shows(sample, output):
    """Returns true if a block of text is the output of a block of commands."""
    pattern = ""
    for line in sample.splitlines():
        parts = map(re.escape, line.split("…"))
        pattern += "(?:.*\n)*?" if line == "…" else "[^\n]*".join(parts) + "\n"
    return re.search("^" + pattern, output, re.MULTILINE) is not None


def setup_simulation():
    """Returns the command that ./setup ends with."""
    setup = (ROOT / "setup").read_text(encoding="utf-8")
    return re.search(r"^  \S*(eldest simulate.*?--baseline)$", setup, re.MULTILINE | re.DOTALL)[1]


def run(commands, program, work):
    """Returns the output of each block of commands. One shell runs them all, with the folder `work` for /tmp. Raises
    ValueError if a command fails."""
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}")
    text = ""
    for block in commands:
        block = re.sub(r"^\./setup$", setup_simulation(), block, flags=re.MULTILINE)
        block = re.sub(r"^(\./setup|export PATH=).*\n", "", block, flags=re.MULTILINE)
        block = block.replace("/tmp/", f"{work}/")
        text += block.replace("build/release", str(program.parents[1])) + f"echo '{MARK}'\n"
    script = Path(work) / "commands"
    script.write_text(text, encoding="utf-8")
    done = subprocess.run(["sh", "-eu", script], cwd=ROOT, env=environment, text=True, stdin=subprocess.DEVNULL,
                          capture_output=True, check=False)
    output = done.stdout.replace(f"{work}/", "/tmp/")
    if done.returncode != 0:
        raise ValueError(f"{output}{done.stderr}a command fails, with status {done.returncode}")
    return output.split(f"{MARK}\n")[:-1]
