"""Reads the options of the program from its --help."""

import re
import subprocess
from typing import NamedTuple


class Option(NamedTuple):
    name: str  # with its dashes
    value: str  # placeholder of its value in the help, "" if it takes none: N, FILE, yes|no
    words: list  # in its description, such as its choices


def commands(program):
    """Returns the names of the program's commands."""
    text = subprocess.run([program, "--help"], capture_output=True, encoding="utf-8", check=True).stdout
    return re.findall(r"^  eldest (\S+)", text, flags=re.M)


def options(program, command):
    """Returns the options of a command."""
    text = subprocess.run([program, command, "--help", "all"], capture_output=True, encoding="utf-8", check=True).stdout
    text = re.sub(r"^\S.*\n", "", text, flags=re.M)  # titles
    found = []
    for entry in re.split(r"^(?=  (?:-\w, |    )--|  [A-Z]+ \(--)", text, flags=re.M)[1:]:
        if operand := re.match(r"  ([A-Z]+) \((--[a-z0-9-]+)\)", entry):
            value, name = operand.groups()
        else:
            name, value = re.match(r"  (?:-\w, |    )(--[a-z0-9-]+)(?: \[?(\S+?)\]?)?(?=  |\n|$)", entry).groups(default="")
        description = re.sub(r"\s+", " ", re.sub(r" \(default: [^)]*\)$", "", entry.strip()))
        choices = value.split("|") if "|" in value else re.findall(r"(?<=[:;,] )[a-z][a-z-]*(?=[,;.]|$)", description.strip())
        found.append(Option(name, value, choices))
    return found
