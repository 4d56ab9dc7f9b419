#!/usr/bin/env python3
"""Writes a platform of a modern server or cluster from measurements.

    generate.py groups MATRIX.csv [--cpus 0-15,32-47]
    generate.py outputs FILE...
    generate.py write DESCRIPTION.ini

`groups` finds the groups of cores in a matrix of core-to-core latencies, and says how well their medians represent it.
`outputs` reads outputs of the OSU micro-benchmarks and of perftest. Both print lines for a description.
`write` prints the platform of a description. README.md says what a description contains; machines/ has examples.

Status: 0, 1 for bad input, 2 for a bad command line.
"""

import argparse
import configparser
import re
import statistics
import sys
import textwrap
from pathlib import Path

import torus

WIDTH = 104
MESSAGE = 16  # bytes of a short message and of an access to the table, as `eldest check` uses them
ATOMIC = 5.0  # ns of an atomic instruction


class InputError(Exception):
    """Bad input: the place, the mistake and the remedy, in one line."""


# Reading matrices


def read_matrix(path):
    """The latencies in ns of a CSV file as nviennot/core-to-core-latency writes it, completed to both triangles."""
    rows = [line.split(",") for line in read_text(path).splitlines() if line.strip()]
    size = len(rows)
    if size < 2:
        raise InputError(f"{path}: has {size} rows; a matrix has one for each of two or more cores")
    matrix = [[0.0] * size for _ in range(size)]
    for row, cells in enumerate(rows):
        if len(cells) != size:
            raise InputError(f"{path}:{row + 1}: has {len(cells)} cells; {size} rows need {size} cells each")
        for column, cell in enumerate(cells):
            if column >= row or not cell.strip():
                if column < row:
                    raise InputError(f"{path}:{row + 1}: cell {column + 1} is empty; it has the latency in ns of core"
                                     f" {row} and core {column}")
                continue
            latency = number_in(cell, f"{path}:{row + 1}: cell {column + 1}")
            matrix[row][column] = matrix[column][row] = latency
    return matrix


def read_text(path):
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is not UTF-8"
        raise InputError(f"{path}: {reason}; should be a readable text file") from error


def number_in(text, place):
    """The positive number in a text."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e18:
        raise InputError(f"{place} is {text.strip()!r}; should be a number above 0")
    return value


def chosen_cpus(text, size):
    """The indices of a list such as 0-3,8."""
    cpus = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip())
        if not match or int(match[2] or match[1]) >= size or int(match[2] or match[1]) < int(match[1]):
            raise InputError(f"cpus {text!r}: {part.strip()!r} is no part of it; should be like 0-3,8 and below {size}")
        cpus += range(int(match[1]), int(match[2] or match[1]) + 1)
    return cpus


# Finding groups


def components(matrix, cores, limit):
    """The groups of cores that are connected by latencies of at most `limit`."""
    groups, seen = [], set()
    for first in cores:
        if first in seen:
            continue
        group, queue = [], [first]
        seen.add(first)
        while queue:
            core = queue.pop()
            group.append(core)
            near = [other for other in cores if other not in seen and matrix[core][other] <= limit]
            seen.update(near)
            queue += near
        groups.append(sorted(group))
    return groups


def pairs_inside(groups):
    return [(one, other) for group in groups for one in group for other in group if other < one]


def find_levels(matrix, cores):
    """Partitions of the cores into ever larger groups. The last one is all cores.

    A partition ends where latencies leap by a quarter, with one in a thousand on the way at most. Its groups have two
    cores or more. In 99 % of the pairs of its groups the latency is below the leap.
    """
    values = sorted(matrix[one][other] for one, other in pairs_inside([cores]))
    step = max(1, len(values) // 1000)
    runs = []  # of indices, one run for each gap
    for index, (below, above) in enumerate(zip(values, values[step:])):
        if above >= 1.25 * below:
            if runs and runs[-1][-1] == index - 1:
                runs[-1].append(index)
            else:
                runs.append([index])
    levels = []
    for run in runs:
        # With outliers in the gap, the widest step is not always its beginning.
        for index in sorted(run, key=lambda index: values[index] / values[index + 1])[:4]:
            groups = components(matrix, cores, values[index])
            pairs = pairs_inside(groups)
            inside = sum(matrix[one][other] <= values[index] for one, other in pairs)
            coarser = not levels or len(groups) < len(levels[-1])
            if len(groups) > 1 and min(map(len, groups)) > 1 and coarser and inside >= 0.99 * len(pairs):
                levels.append(groups)
                break
    levels.append([cores])
    return levels


def without_threads(matrix, levels):
    """The first thread of every core, if the innermost groups are pairs of hardware threads.

    Threads of a core are twice as near as the next group at least, and nearer than 15 ns."""
    if len(levels) < 2 or any(len(group) != 2 for group in levels[0]):
        return None
    medians = level_medians(matrix, levels)
    if medians[0] > 15 or medians[0] > medians[1] / 1.5:
        return None
    return [group[0] for group in levels[0]]


def level_pairs(levels):
    """Of each level, the pairs of cores that are in one of its groups and in no group of the level before."""
    before, result = set(), []
    for groups in levels:
        pairs = set(pairs_inside(groups))
        result.append(sorted(pairs - before))
        before = pairs
    return result


def level_medians(matrix, levels):
    return [statistics.median(matrix[one][other] for one, other in pairs) for pairs in level_pairs(levels)]


class Cores:
    """Groups of cores by level: the sizes of the groups and the median latency in ns between their members."""

    def __init__(self, levels):
        self.levels = levels
        self.count = sum(levels[-1][0])

    @classmethod
    def parse(cls, text, place):
        """Reads levels such as "16*8: 23.3, 2*64: 107, 128: 200"."""
        levels = []
        for part in text.split(","):
            match = re.fullmatch(r"\s*([\d*+ ]+):\s*([\d.]+)\s*(?:ns)?\s*", part)
            sizes = []
            for term in match[1].split("+") if match else []:
                factors = term.split("*")
                if len(factors) > 2 or not all(factor.strip().isdigit() for factor in factors):
                    match = None
                    break
                sizes += [int(factors[-1])] * (int(factors[0]) if len(factors) == 2 else 1)
            if not match or not sizes or min(sizes) < 1:
                raise InputError(f"{place}: {part.strip()!r} is no level; should be like 16*8: 23.3 or 3+3: 40")
            levels.append((sizes, number_in(match[2], place)))
        count = sum(levels[-1][0])
        if len(levels[-1][0]) != 1 or any(sum(sizes) != count for sizes, _ in levels):
            raise InputError(f"{place}: each level should have all cores, and the last one a single group of them")
        if any(len(inner) <= len(outer) for (inner, _), (outer, _) in zip(levels, levels[1:])):
            raise InputError(f"{place}: each level should have fewer groups than the one before")
        return cls(levels)

    @classmethod
    def of_matrix(cls, matrix, partitions):
        medians = level_medians(matrix, partitions)
        return cls([([len(group) for group in groups], median) for groups, median in zip(partitions, medians)])

    def text(self):
        parts = []
        for sizes, median in self.levels:
            runs = []
            for size in sizes:
                if runs and runs[-1][1] == size:
                    runs[-1][0] += 1
                else:
                    runs.append([1, size])
            sizes_text = "+".join(f"{times}*{size}" if times > 1 else str(size) for times, size in runs)
            parts.append(f"{sizes_text}: {short(median)}")
        return ", ".join(parts)

    def mix(self):
        """The mean latency in ns of all pairs of cores, each by the median of its level."""
        total, before = 0.0, 0
        for sizes, median in self.levels:
            pairs = sum(size * (size - 1) // 2 for size in sizes)
            total += (pairs - before) * median
            before = pairs
        return total / before if before else 0.0

    def explanation(self):
        """Says which groups have which latency."""
        parts = []
        for index, (sizes, median) in enumerate(self.levels):
            if len(sizes) == 1:
                where = "between them" if index else f"between any two of {sizes[0]} cores"
            else:
                equal = len(set(sizes)) == 1
                where = f"in a group of {sizes[0] if equal else ' or '.join(str(size) for size in sorted(set(sizes)))}"
            parts.append(f"{short(median)} ns {where}")
        return ", ".join(parts)


def command_groups(options):
    matrix = read_matrix(options.matrix)
    cores = chosen_cpus(options.cpus, len(matrix)) if options.cpus else list(range(len(matrix)))
    if len(cores) < 2:
        raise InputError(f"cpus {options.cpus!r}: are {len(cores)}; should be two or more")
    _, cores, levels = groups_of(matrix, cores)
    print(f"{len(cores)} cores" + ("" if len(cores) == len(matrix) else f" of {len(matrix)} CPUs"))
    for groups, pairs, median in zip(levels, level_pairs(levels), level_medians(matrix, levels)):
        deviations = sorted(abs(matrix[one][other] / median - 1) for one, other in pairs)
        within = sum(deviation <= 0.1 for deviation in deviations) / len(deviations)
        name = "all cores" if len(groups) == 1 else f"{len(groups)} groups"
        print(f"{name}: median {short(median)} ns; {within:.0%} of {len(pairs)} pairs within 10 %, half within"
              f" {statistics.median(deviations):.1%}, all within {deviations[-1]:.0%}")
        if len(groups) > 1:
            print("  " + "; ".join(ranges(group) for group in groups))
    print("levels = " + Cores.of_matrix(matrix, levels).text())


def groups_of(matrix, cores):
    """The matrix, its cores without second hardware threads, and their levels."""
    levels = find_levels(matrix, cores)
    firsts = without_threads(matrix, levels)
    if firsts:
        cores = firsts
        levels = find_levels(matrix, cores)
    return matrix, cores, levels


def ranges(cores):
    """Writes indices as 0-3,8."""
    runs = []
    for core in cores:
        if runs and core == runs[-1][1] + 1:
            runs[-1][1] = core
        else:
            runs.append([core, core])
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in runs)


# Reading outputs of benchmarks


def read_output(path):
    """Lines of a description, each a key, its value and the reason, that a benchmark's output gives."""
    text = read_text(path)
    osu = re.search(r"# OSU MPI.* (Latency|Bandwidth|Message Rate) Test", text)
    perftest = re.search(r"^\s*(Send|RDMA_Write|RDMA_Read|Write|Read).* (Latency|BW) Test\s*$", text, re.MULTILINE)
    if osu:
        kind = osu[1]
        rows = output_rows(path, text, 3 if kind == "Message Rate" else 2)
        if kind == "Latency":
            return [latency_line(rows, lambda row: row[1], path)]
        bidirectional = "Bi-Directional" in osu[0]
        pairs = re.search(r"\[ pairs: (\d+) \]", text)
        if kind == "Message Rate" and not pairs:
            raise InputError(f"{path}: has no line with [ pairs: ... ]; should be the whole output of osu_mbw_mr")
        largest = max(row[1] for row in rows) / 1e3
        lines = []
        if kind == "Bandwidth":
            small = short_row(rows, path)
            lines.append(("rate", f"{short(small[1] / small[0])} M/s",
                          f"messages of {int(small[0])} bytes" + (", sent and received" if bidirectional else "")))
        else:
            small = short_row(rows, path)
            lines.append(("rate", f"{short(small[2] / int(pairs[1]) / 1e6)} M/s",
                          f"messages of {int(small[0])} bytes, of one of {pairs[1]} processors of a node"))
            lines.append(("adapter-rate", f"{short(small[2] / 1e6)} M/s",
                          f"messages of {int(small[0])} bytes, of {pairs[1]} processors of a node"))
        lines.append(("bandwidth", f"{short(largest / 2 if bidirectional else largest)} GB/s",
                      "the highest of all sizes" + (", half of both directions" if bidirectional else "")))
        return lines
    if perftest:
        header = re.search(r"^\s*#bytes.*$", text, re.MULTILINE)
        if not header:
            raise InputError(f"{path}: has no line that begins with #bytes; should be the whole output of perftest")
        if perftest[2] == "Latency":
            rows = output_rows(path, text, 5)
            column = 4 if "t_typical" in header[0] else 2
            return [latency_line(rows, lambda row: row[column], path)]
        rows = output_rows(path, text, 5)
        unit = re.search(r"BW average\[(\w+)/sec\]", header[0])
        factors = {"MB": 1e6, "MiB": 2**20, "Gb": 1e9 / 8}
        if not unit or unit[1] not in factors:
            raise InputError(f"{path}: {header[0].strip()!r} has no BW average in MB, MiB or Gb; should be perftest's")
        small = short_row(rows, path)
        largest = max(row[3] for row in rows) * factors[unit[1]] / 1e9
        return [("rate", f"{short(small[4])} M/s", f"messages of {int(small[0])} bytes"),
                ("bandwidth", f"{short(largest)} GB/s", "the highest of all sizes")]
    raise InputError(f"{path}: is no output of osu_latency, osu_bw, osu_bibw, osu_mbw_mr or perftest that is known;"
                     " should have its line with the name of the test")


def output_rows(path, text, columns):
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not re.match(r"\s*\d+\s", line + " "):
            continue
        cells = line.split()
        try:
            row = [float(cell) for cell in cells]
        except ValueError:
            row = []
        if len(row) < columns:
            raise InputError(f"{path}:{number}: {line.strip()!r} is no row of {columns} numbers or more, a size and"
                             " results")
        rows.append(row)
    if not rows:
        raise InputError(f"{path}: has no rows; should have one for each size of messages")
    return rows


def short_row(rows, path):
    """The row of messages of 16 bytes, or of the next shorter ones."""
    small = [row for row in rows if 0 < row[0] <= MESSAGE]
    if not small:
        raise InputError(f"{path}: has no row of 1 to {MESSAGE} bytes; the time of a short message is needed")
    return max(small)


def latency_line(rows, result, path):
    row = short_row(rows, path)
    return "latency", f"{short(result(row))} us", f"a message of {int(row[0])} bytes, one way"


def command_outputs(options):
    for path in options.files:
        for key, value, reason in read_output(path):
            print(f"{key} = {value}\n    {Path(path).name}: {reason}")


# Descriptions

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "MB/s": 1e6, "GB/s": 1e9, "M/s": 1e6, "k/s": 1e3, "GHz": 1e9,
         "Gf": 1e9, "Mf": 1e6, "": 1.0}
TIME, BANDWIDTH, RATE, CLOCK, SPEED, COUNT = "ns", "GB/s", "M/s", "GHz", "Gf", ""
DIMENSION = {"ns": "time", "us": "time", "ms": "time", "s": "time", "MB/s": "bandwidth", "GB/s": "bandwidth",
             "M/s": "rate", "k/s": "rate", "GHz": "clock", "Gf": "speed", "Mf": "speed", "": "count"}
SERVER_KEYS = {"memory": {"latency": TIME, "remote-latency": TIME, "core-bandwidth": BANDWIDTH, "bandwidth": BANDWIDTH,
                          "between-bandwidth": BANDWIDTH, "banks": COUNT, "domains": COUNT},
               "clock": {"one": CLOCK, "all": CLOCK, "slowdown": COUNT},
               "work": {"speed": SPEED, "message-overhead": TIME}}
CLUSTER_KEYS = {"nodes": {"count": COUNT, "cores": COUNT},
                "network": {"latency": TIME, "rate": RATE, "adapter-rate": RATE, "bandwidth": BANDWIDTH,
                            "local-latency": TIME},
                "memory": {"latency": TIME}, "clock": {"one": CLOCK, "all": CLOCK, "slowdown": COUNT},
                "work": {"speed": SPEED, "message-overhead": TIME}}
MESSAGE_OVERHEAD = (320e-9, "For a message from thread to thread: measured on another processor, see numa-64.xml.")
MPI_OVERHEAD = (0.29e-6, "For a message in the node's memory: measured on another computer, see cloud-25g-2048.xml.")


class Value:
    """A number in seconds, bytes a second and so on, and where the number is from."""

    def __init__(self, number, source):
        self.number, self.source = number, source


class Description:
    """A machine's description: the numbers by section and key."""

    def __init__(self, path):
        self.path = path
        parser = configparser.ConfigParser(interpolation=None, strict=True, comment_prefixes=("#",),
                                           delimiters=("=",), empty_lines_in_values=False)
        try:
            parser.read_string(read_text(path), source=str(path))
        except configparser.Error as error:
            raise InputError(f"{path}: {' '.join(str(error).split())}; should have sections and keys") from error
        self.parser = parser
        self.used = set()
        self.name = self.words("machine", "name")
        self.about = self.words("machine", "about")

    def words(self, section, key):
        """The text of a key, on one line."""
        self.used.add((section, key))
        text = self.parser.get(section, key, fallback="").strip()
        if not text:
            raise InputError(f"{self.path}: has no {key} in [{section}]; should have a text there")
        return " ".join(text.split())

    def has(self, section, key):
        return self.parser.has_option(section, key)

    def split(self, section, key):
        """The first line of a key's value, and the others, which are its source."""
        self.used.add((section, key))
        lines = [line.strip() for line in self.parser.get(section, key).splitlines()]
        source = " ".join(lines[1:]).strip()
        if not source:
            raise InputError(f"{self.path}: {key} in [{section}] has no source; should have it in the lines below,"
                             " indented: an address, or a derivation with the word unverified")
        return lines[0], source

    def value(self, section, key, unit):
        """The number of a key, which must be there and in a unit of the same dimension."""
        if not self.has(section, key):
            raise InputError(f"{self.path}: has no {key} in [{section}]; should have a number there" +
                             (f", such as 100 {unit}" if unit else ""))
        text, source = self.split(section, key)
        match = re.fullmatch(r"([\d.]+)\s*([A-Za-z/]*)", text)
        if not match or DIMENSION.get(match[2]) != DIMENSION[unit]:
            raise InputError(f"{self.path}: {key} in [{section}] is {text!r}; should be a number" +
                             (f" with a unit, such as 100 {unit}" if unit else " without a unit"))
        number = number_in(match[1], f"{self.path}: {key} in [{section}]")
        return Value(number * UNITS[match[2]], source)

    def optional(self, section, key, unit, default=None):
        return self.value(section, key, unit) if self.has(section, key) else default

    def whole(self, section, key, least=1):
        value = self.value(section, key, COUNT)
        if value.number != int(value.number) or value.number < least:
            raise InputError(f"{self.path}: {key} in [{section}] should be a whole number of {least} or more")
        return Value(int(value.number), value.source)

    def slowdown(self):
        """The factor by which work takes longer when all cores work: given, or by the clocks."""
        if self.has("clock", "slowdown"):
            value = self.value("clock", "slowdown", COUNT)
            result = value.number, value.source
        else:
            one, every = self.value("clock", "one", CLOCK), self.value("clock", "all", CLOCK)
            result = one.number / every.number, (
                f"The clock: {short(one.number / 1e9)} GHz for one core, {one.source}"
                f" {short(every.number / 1e9)} GHz with all cores at work, {every.source}")
        if result[0] < 1:
            raise InputError(f"{self.path}: work in [clock] is {short(result[0])} times as slow with all cores; should"
                             " be 1 or more")
        return result

    def file(self, name):
        return Path(self.path).parent / name

    def refuse_unused(self):
        for section in self.parser.sections():
            for key in self.parser[section]:
                if (section, key) not in self.used:
                    raise InputError(f"{self.path}: {key} in [{section}] is unknown or not used; should be left out")


# Writing platforms


def short(number):
    """Writes a number with four digits at most, without zeros at its end."""
    return f"{number:.4g}" if number < 1e4 else f"{number:.0f}"


def seconds(number):
    """Writes a time with a unit."""
    for unit, factor in (("ns", 1e-9), ("us", 1e-6)):
        if number < 1000 * factor:
            return short(round(number / factor, 3)) + unit
    return short(number / 1e-3) + "ms"


def spoken(number):
    """Writes a time for a text, with a space before its unit."""
    return re.sub(r"([a-z]+)$", r" \1", seconds(number))


def bytes_a_second(number):
    return short(number / 1e9) + "GBps" if number >= 1e9 else short(number / 1e6) + "MBps"


def flops(number):
    return short(number / 1e9) + "Gf" if number >= 1e9 else short(number / 1e6) + "Mf"


def comment(text, indent):
    """A comment, wrapped. A paragraph ends with an empty line."""
    space = " " * indent
    first, rest = space + "<!-- ", space + "     "
    paragraphs = [" ".join(part.split()) for part in text.replace("--", "- -").split("\n\n")]
    wrapped = [textwrap.fill(part, WIDTH, initial_indent=first if index == 0 else rest, subsequent_indent=rest,
                             break_long_words=False, break_on_hyphens=False) for index, part in enumerate(paragraphs)]
    return "\n\n".join(wrapped) + " -->"


def prop(name, value, text=None):
    line = f'    <prop id="eldest:{name}" value="{value}"/>'
    return comment(text, 4) + "\n" + line if text else line


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


CONFIG = '<platform version="4.1">\n' + torus.NETWORK.removesuffix("\n")
PRECISION = """\
    <!-- Latencies are less than SimGrid's default timing precision, 1e-9 s: set 1e-12 s. The option's
         name depends on the version (surf/precision until 3.32, precision/timing later), so it is left
         to the program. -->"""


NOTE = ('Written by generate.py. Any SimGrid program can load this file; the properties that begin with "eldest:" are'
        ' explained in README.md beside it. A number marked "unverified" is quoted from memory or derived.')


def head(description):
    about = "\n\n".join(textwrap.fill(part, WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False,
                                      break_on_hyphens=False)
                        for part in (description.about.replace("--", "- -"), NOTE))
    return ('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
            f"<!--\n{about}\n-->")


def cores_of(description):
    """The groups of cores, by levels or by a matrix, and their source."""
    if description.has("cores", "matrix"):
        name, source = description.split("cores", "matrix")
        matrix = read_matrix(description.file(name))
        chosen = list(range(len(matrix)))
        if description.has("cores", "cpus"):
            chosen = chosen_cpus(description.words("cores", "cpus"), len(matrix))
        return Cores.of_matrix(matrix, groups_of(matrix, chosen)[2]), source
    if not description.has("cores", "levels"):
        raise InputError(f"{description.path}: has no matrix and no levels in [cores]; should have one of them")
    text, source = description.split("cores", "levels")
    return Cores.parse(text, f"{description.path}: levels in [cores]"), source


def server(description):
    """The lines of a server's platform."""
    keys = SERVER_KEYS["memory"]
    cores, cores_source = cores_of(description)
    memory = description.value("memory", "latency", keys["latency"])
    core_bandwidth = description.value("memory", "core-bandwidth", BANDWIDTH)
    bandwidth = description.value("memory", "bandwidth", BANDWIDTH)
    banks = description.whole("memory", "banks", 0)
    domains = description.whole("memory", "domains").number if description.has("memory", "domains") else 1
    speed = description.value("work", "speed", SPEED)
    overhead = description.optional("work", "message-overhead", TIME, Value(*MESSAGE_OVERHEAD))
    slowdown, slowdown_source = description.slowdown()

    level = next((index for index, (sizes, _) in enumerate(cores.levels) if len(sizes) == domains), None)
    if level is None:
        raise InputError(f"{description.path}: domains in [memory] is {domains}, but the cores form"
                         f" {' or '.join(str(len(sizes)) for sizes, _ in cores.levels)} groups; should be one of these")
    wire = 2 * MESSAGE / core_bandwidth.number
    mix = cores.mix() * 1e-9
    service = min(round(mix * 1e9), int((memory.number - wire) * 1e9 - 0.2)) * 1e-9
    crossing = (memory.number - wire - service) / 4
    if service <= 0 or crossing <= 0:
        raise InputError(f"{description.path}: latency in [memory], {spoken(memory.number)}, is less than the transfer"
                         f" of {MESSAGE} bytes both ways, {spoken(wire)}; should be more")

    yield head(description)
    yield CONFIG
    yield PRECISION + "\n  </config>\n"
    yield f'  <zone id="{escape(description.name)}" routing="Full">'
    yield prop("service", "hardware", "Memory is shared, and caches are kept coherent by hardware.")
    yield prop("write", "awaited", "To change an entry, a core gets the entry's line for itself with an atomic"
                                   " instruction, and waits for it.")
    yield prop("lock-round-trips", "0", "The lock of an entry is in the entry's own cache line, which the core gets for"
                                        " itself, so that both take one miss.")
    yield prop("split-phase", "no", 'A core waits for a load that misses, as in "eldest run". For an engine that'
                                    ' prefetches its entry this is "yes", and local-access is no more than the'
                                    " overheads.")
    yield prop("send-overhead", seconds(ATOMIC * 1e-9), "An atomic instruction each to lock and to unlock: about 20"
                                                        " cycles. Derived, unverified; see server-128.xml.")
    yield prop("receive-overhead", seconds(ATOMIC * 1e-9))
    yield prop("message-overhead", seconds(overhead.number), overhead.source) + "\n"
    limited = "" if mix <= service + 0.5e-9 else " It is less here, so that a read takes no longer than from memory."
    yield prop("service-time", seconds(service),
               f"Time that a core occupies an entry, until the entry's line has gone to the next core:"
               f" {cores.explanation()} ({cores_source}). For an even mix of {cores.count} cores it is"
               f" {short(mix * 1e9)} ns.{limited}")
    yield prop("memory-banks", banks.number, "Different entries of a core's part do not wait for one another unless"
                                             f" they are in the same bank of memory. {banks.source}")
    yield prop("local-access", seconds(memory.number), f"An access to an entry in the own memory takes"
                                                       f" {spoken(memory.number)}. {memory.source} Locking it takes the"
                                                       " two instructions.")
    yield prop("lock-time", seconds(2 * ATOMIC * 1e-9))
    yield prop("busy-slowdown", short(slowdown), slowdown_source)
    sizes = cores.levels[level][0]
    if domains > 1:
        yield prop("socket-cores", sizes[0])
    yield prop("memory-bandwidth", bytes_a_second(bandwidth.number),
               "For the work in nodes, if the bytes are known that they move: all that memory carries, as below.") + "\n"

    yield comment(
        f"radical: {cores.count} cores" + (f", {len(sizes)} sockets" if domains > 1 else "") + ". Groups with a common"
        " cache are not links of their own, because entries come from memory, which is equally far from all cores of a"
        " socket.\n\n"
        f"speed: units of work a second, which are cycles of a 50 MHz SuperSPARC. {speed.source}\n\n"
        f"lat: a read takes {spoken(memory.number)} from the own memory. Without {spoken(service)} at the entry and"
        f" {spoken(wire)} for {MESSAGE} bytes both ways, a quarter of the rest is the time of each crossing of a core's"
        " link. Derived.\n\n"
        f"bw: one core alone reads {short(core_bandwidth.number / 1e9)} GB/s. {core_bandwidth.source}\n\n"
        f"bb_bw: all cores {'of a socket ' if domains > 1 else ''}together read {short(bandwidth.number / 1e9)} GB/s."
        f" {bandwidth.source}", 4)
    first = 0
    for index, size in enumerate(sizes):
        name = f"socket-{index}" if domains > 1 else "cores"
        radical = f"{first}-{first + size - 1}"
        yield (f'    <cluster id="{name}" prefix="core-" suffix="" radical="{radical}" speed="{flops(speed.number)}"\n'
               f'             bw="{bytes_a_second(core_bandwidth.number)}" lat="{seconds(crossing)}"'
               ' sharing_policy="SPLITDUPLEX"\n'
               f'             bb_bw="{bytes_a_second(bandwidth.number)}" bb_lat="0ns" bb_sharing_policy="SHARED"/>')
        first += size
    if domains > 1:
        yield from between_sockets(description, cores, level, memory)
    yield "  </zone>\n</platform>"


def between_sockets(description, cores, level, memory):
    """The links between the sockets, one for each pair."""
    between = description.value("memory", "between-bandwidth", BANDWIDTH)
    inner, outer = cores.levels[level][1], cores.levels[-1][1]
    if description.has("memory", "remote-latency"):
        remote = description.value("memory", "remote-latency", TIME)
        farther = remote.number - memory.number
        reason = f"a read from another socket's memory takes {spoken(remote.number)}. {remote.source}"
    else:
        farther = (outer - inner) * 1e-9
        reason = (f"a line takes {short(outer - inner)} ns longer between sockets than in one, {short(outer)} against"
                  f" {short(inner)} ns, there and back. Derived.")
    if farther <= 0:
        raise InputError(f"{description.path}: the other socket's memory is no farther than the own; should be farther")
    yield "\n" + comment(f"Between the sockets.\n\nbandwidth: {short(between.number / 1e9)} GB/s each way."
                         f" {between.source}\n\nlatency: {reason} Half of the {spoken(farther)} is each way.", 4)
    sockets = range(len(cores.levels[level][0]))
    for one in sockets:
        for other in sockets[one + 1:]:
            name = "between-sockets" if len(sockets) == 2 else f"between-{one}-{other}"
            yield (f'    <link id="{name}" bandwidth="{bytes_a_second(between.number)}"'
                   f' latency="{seconds(farther / 2)}" sharing_policy="SPLITDUPLEX"/>')
            for source, target, direction in ((one, other, "UP"), (other, one, "DOWN")):
                yield (f'    <zoneRoute src="socket-{source}" dst="socket-{target}"'
                       f' gw_src="core-socket-{source}_router" gw_dst="core-socket-{target}_router"\n'
                       f'               symmetrical="NO">\n'
                       f'      <link_ctn id="{name}" direction="{direction}"/>\n    </zoneRoute>')


def network_of(description):
    """The values of the network by key: those of outputs, and those that are given."""
    values = {}
    if description.has("network", "outputs"):
        names, source = description.split("network", "outputs")
        for name in names.split():
            for key, text, reason in read_output(description.file(name)):
                number, unit = text.split()
                values[key] = Value(float(number) * UNITS[unit], f"{source} {name}: {reason}.")
    for key, unit in CLUSTER_KEYS["network"].items():
        if description.has("network", key):
            values[key] = description.value("network", key, unit)
    for key, unit in CLUSTER_KEYS["network"].items():
        if key not in values and key not in ("adapter-rate", "local-latency"):
            raise InputError(f"{description.path}: has no {key} in [network]; should have a number there, such as 1"
                             f" {unit}, or the outputs that have it")
    return values


def cluster(description):
    """The lines of a cluster's platform."""
    count, cores = description.whole("nodes", "count", 2), description.whole("nodes", "cores")
    network = network_of(description)
    memory = description.value("memory", "latency", TIME)
    speed = description.value("work", "speed", SPEED)
    slowdown, slowdown_source = description.slowdown() if description.parser.has_section("clock") else (1, "")
    latency, rate, bandwidth = network["latency"], network["rate"], network["bandwidth"]
    each = 1 / rate.number
    if "local-latency" in network:
        local = network["local-latency"]
        overhead = Value((local.number - memory.number) / 2, f"For a message in the node's memory, which takes"
                         f" {spoken(local.number)}: half of it without the access to memory. {local.source} Derived.")
    else:
        overhead = description.optional("work", "message-overhead", TIME, Value(*MPI_OVERHEAD))
    wire = MESSAGE / bandwidth.number
    link = (latency.number - 2 * each - 2 * overhead.number - wire) / 2
    if overhead.number <= 0 or link <= 0:
        raise InputError(f"{description.path}: latency in [network], {spoken(latency.number)}, is not more than the"
                         f" time at both ends, 2 * ({spoken(each)} + {spoken(max(overhead.number, 0))}); should be"
                         " more, or rate higher, or local-latency between that of memory and of the network")

    yield head(description)
    yield CONFIG + "\n  </config>\n"
    yield f'  <zone id="{escape(description.name)}" routing="Full">'
    yield prop("service", "poll", "A message waits until its receiver looks for it.")
    yield prop("write", "posted", "A write is sent to the entry's home, which changes the entry.")
    yield prop("split-phase", "yes", "A request is sent, and its answer looked for later.")
    yield prop("send-overhead", seconds(each), f"One core sends, or receives, a short message in {spoken(each)}."
                                               f" {rate.source}")
    yield prop("receive-overhead", seconds(each))
    if "adapter-rate" in network:
        adapter = network["adapter-rate"]
        yield prop("adapter-gap", seconds(1 / adapter.number), f"All cores of a node together send"
                   f" {short(adapter.number / 1e6)} million messages a second. {adapter.source}")
    yield prop("message-overhead", seconds(overhead.number), overhead.source)
    yield prop("service-time", seconds(memory.number + 2 * ATOMIC * 1e-9),
               f"Times to access an entry in the node's memory, and to lock it. {memory.source}")
    yield prop("local-access", seconds(memory.number))
    yield prop("lock-time", seconds(2 * ATOMIC * 1e-9)) + ("" if slowdown > 1 else "\n")
    if slowdown > 1:
        yield prop("busy-slowdown", short(slowdown), slowdown_source) + "\n"
    yield comment(
        f"radical: {count.number} nodes. {count.source} core: processors of a node. {cores.source}\n\n"
        f"speed: units of work a second, which are cycles of a 50 MHz SuperSPARC. {speed.source}\n\n"
        f"bw: {short(bandwidth.number / 1e9)} GB/s. {bandwidth.source}\n\n"
        f"lat: a short message takes {spoken(latency.number)} one way. {latency.source} Without 2 *"
        f" {spoken(each)} and 2 * {spoken(overhead.number)} at the ends and {spoken(wire)} for {MESSAGE} bytes, half of"
        " the rest is the time of each of the two links. Derived.", 4)
    yield (f'    <cluster id="nodes" prefix="node-" suffix="" radical="0-{count.number - 1}" core="{cores.number}"'
           f' speed="{flops(speed.number)}"\n'
           f'             bw="{bytes_a_second(bandwidth.number)}" lat="{seconds(link)}" sharing_policy="SPLITDUPLEX"/>')
    yield "  </zone>\n</platform>"


def command_write(options):
    description = Description(options.description)
    kinds = {"server": server, "cluster": cluster}
    kind = description.words("machine", "kind")
    if kind not in kinds:
        raise InputError(f"{options.description}: kind in [machine] is {kind!r}; should be server or cluster")
    lines = list(kinds[kind](description))
    description.refuse_unused()
    print("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    groups = commands.add_parser("groups", help="finds groups of cores in a matrix of latencies")
    groups.add_argument("matrix", metavar="MATRIX.csv")
    groups.add_argument("--cpus", metavar="LIST", help="only these rows, such as 0-3,8")
    groups.set_defaults(run=command_groups)
    outputs = commands.add_parser("outputs", help="reads outputs of osu_* and ib_*")
    outputs.add_argument("files", metavar="FILE", nargs="+")
    outputs.set_defaults(run=command_outputs)
    write = commands.add_parser("write", help="prints the platform of a description")
    write.add_argument("description", metavar="DESCRIPTION.ini")
    write.set_defaults(run=command_write)
    options = parser.parse_args()
    try:
        options.run(options)
    except InputError as error:
        print(f"generate.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
