#!/usr/bin/env python3
"""The values of uncertain numbers of the platforms at which the two best parallel searches change places.

    results/uncertain-numbers/uncertain_numbers.py measure   # simulates what runs.json.gz does not have yet
    results/uncertain-numbers/uncertain_numbers.py report    # the table, in Markdown

The best searches are those of ALGORITHMS with the greatest mean speed on the platform as shipped. The speed of a search in a
position is 1 / time; means are geometric. Each uncertain number is multiplied by the FACTORS. If the two searches change places
on a side of 1, the bracket that is nearest to 1 is halved, on a logarithmic scale, HALVINGS times. Between neighbouring factors
the logarithm of the ratio of speeds is taken to be a straight line over the logarithm of the factor.
"""
import math
import re
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

HERE = Path(__file__).resolve().parent
DATA = HERE / "runs.json.gz"
POSITIONS = "trees/chess/bratko-kopec.epd"
DEPTH = 5
FACTORS = [1 / 8, 1 / math.sqrt(8), 1.0, math.sqrt(8), 8.0]
HALVINGS = 2
ALGORITHMS = {
    "YBN": ["--algorithm", "ybn"],
    "YBWC": ["--algorithm", "ybwc", "--ybwc-variant", "best"],
    "ABDADA": ["--algorithm", "abdada"],
    "ABDADA `best`": ["--algorithm", "abdada", "--abdada-variant", "best"],
    "ABDADA `best`, no pushes": ["--algorithm", "abdada", "--abdada-variant", "best", "--abdada-push-depth", "0"],
    "αβ\\*, no updates": ["--algorithm", "alphabeta-star", "--alphabeta-star-update-depth", "0"],
    "split points": ["--algorithm", "split-points"],
    "DTS": ["--algorithm", "dts", "--dts-poll", "son"],
    "Jamboree": ["--algorithm", "jamboree", "--jamboree-poll", "son"],
    "shared table": ["--algorithm", "shared-table"],
}
# Numbers that a single comment of the file calls unverified, or measured on another computer, are changed together.
OVERHEADS = ("eldest:send-overhead", "eldest:receive-overhead")
MESSAGES = ("eldest:message-overhead",)
SERVICE = ("eldest:service-time",)
ACCESS = ("eldest:local-access",)
TABLE = ("eldest:service-time", "eldest:local-access")
LOCAL = ("eldest:local-access", "eldest:lock-time")
SHARED = ("eldest:service-time", "eldest:local-access", "eldest:lock-time")
LATENCY = ("latency",)
BANDWIDTH = ("bandwidth",)
SPEED = ("speed",)
# The processors of the searches on each platform, and its uncertain numbers.
PLATFORMS = {
    "server-128": (128, [OVERHEADS, MESSAGES, LOCAL, BANDWIDTH, SPEED]),
    "cm5-32": (32, [OVERHEADS, TABLE, LATENCY]),
    "m1-pro-6": (6, [OVERHEADS, MESSAGES, BANDWIDTH, SPEED]),
    "ethernet-100-32": (32, [OVERHEADS, TABLE, LATENCY, SPEED]),
    "myrinet-32": (32, [OVERHEADS, ("eldest:gap",), TABLE, LATENCY, BANDWIDTH, SPEED]),
    "ethernet-10-16": (16, [OVERHEADS, TABLE]),
    "ryzen-7950x-16": (16, [OVERHEADS, MESSAGES, BANDWIDTH, SPEED]),
    "t3d-128": (128, [OVERHEADS, MESSAGES, SERVICE, ACCESS, ("eldest:lock-time",), BANDWIDTH, LATENCY]),
    "origin2000-64": (64, [MESSAGES, SERVICE, ACCESS, LATENCY, SPEED]),
    "cloud-100g-3072": (192, [MESSAGES, SHARED, SPEED]),
    "cloud-25g-2048": (128, [MESSAGES, SHARED, SPEED]),
    "raspberry-pi4-32": (32, [OVERHEADS, MESSAGES, LATENCY, SPEED]),
    "c916-16": (16, [MESSAGES, SERVICE, LATENCY]),
    "cs6400-64": (64, [OVERHEADS, MESSAGES, SERVICE, BANDWIDTH]),
    "numa-64": (64, [OVERHEADS, BANDWIDTH, SPEED]),
    "altra-80": (80, [OVERHEADS, MESSAGES, SPEED]),
    "graviton2-64": (64, [OVERHEADS, MESSAGES, SPEED]),
    "graviton3-64": (64, [OVERHEADS, MESSAGES, LOCAL, SPEED]),
    "epyc-7773x-64": (64, [OVERHEADS, MESSAGES, LOCAL, BANDWIDTH, SPEED]),
    "epyc-9654-192": (192, [OVERHEADS, MESSAGES, LOCAL, BANDWIDTH, SPEED]),
    "rdma-1024": (64, [ACCESS, SPEED]),
    "transputer-1024": (64, [OVERHEADS, TABLE, LATENCY, BANDWIDTH, SPEED]),
    "efa-c5n-1152": (72, [MESSAGES, SHARED, SPEED]),
    "infiniband-hdr-3840": (240, [MESSAGES, SHARED, SPEED]),
    "slingshot-3328": (208, [MESSAGES, SHARED, SPEED]),
}


class NotMeasured(Exception):
    """The data file does not have a search."""


class Searches:
    """The searches, which are simulated if the data file does not have them and `eldest` is given."""

    def __init__(self, runs, save=None, eldest=None, jobs=1):
        self.runs, self.save, self.eldest, self.jobs = runs, save, eldest, jobs

    def times(self, platform, label, numbers=(), factor=1.0):
        """The times of a search, by position, if `numbers` of the platform are multiplied by `factor`."""
        changes = [word for number in numbers for word in ("--set", f"{number}=x{factor:.6g}")] if factor != 1 else []
        words = ["--platform", platform, "--model", "loggp", "--processors", PLATFORMS[platform][0], "--depth", DEPTH,
                 *ALGORITHMS[label], *changes]
        key = " ".join(map(str, words))
        if key not in self.runs:
            if self.eldest is None:
                raise NotMeasured(key)
            arguments = [*words, "--position", POSITIONS, "--jobs", self.jobs]
            runs = measured.simulate(self.eldest, arguments, measured.ROOT)["runs"]
            self.runs[key] = {"version": runs[0]["version"], "model_version": runs[0]["model_version"],
                              "time_s": {run["id"]: run["time_s"] for run in runs}}
            self.save(self.runs)
        return self.runs[key]["time_s"]

    def leads(self, platform, pair, numbers=(), factor=1.0):
        """By position, the logarithm of the speed of the first search of `pair` over that of the second."""
        one, other = (self.times(platform, label, numbers, factor) for label in pair)
        return [math.log(other[position] / one[position]) for position in sorted(one)]


def best_two(searches, platform):
    """The two searches of greatest mean speed on the platform as shipped, the best first."""
    means = {label: statistics.fmean(map(math.log, searches.times(platform, label).values())) for label in ALGORITHMS}
    return sorted(ALGORITHMS, key=means.get)[:2]


def leads_by_factor(searches, platform, pair, numbers):
    """The leads of the pair at the FACTORS and within the brackets, in ascending order of the factors."""
    leads = {factor: searches.leads(platform, pair, numbers, factor) for factor in FACTORS}
    for side in (-1, 1):
        bracket = next((ends for ends in brackets(leads, side) if is_behind(leads[ends[1]])), None)
        for _ in range(HALVINGS if bracket else 0):
            near, far = bracket
            middle = math.sqrt(near * far)
            leads[middle] = searches.leads(platform, pair, numbers, middle)
            bracket = (near, middle) if is_behind(leads[middle]) else (middle, far)
    return dict(sorted(leads.items()))


def brackets(factors, side):
    """Pairs of neighbouring factors from 1 outwards, downwards (side -1) or upwards (side 1)."""
    outwards = sorted((factor for factor in factors if side * math.log(factor) >= 0), key=lambda factor: abs(math.log(factor)))
    return zip(outwards, outwards[1:])


def is_behind(leads):
    """True if the first search of the pair is the slower one."""
    return statistics.fmean(leads) < 0


def crossing(line, side):
    """The factor nearest to 1 on a side at which a line, a value by factor, falls below 0. It is 1 if the line is below 0 at 1,
    and nothing if there is none."""
    if line[1.0] < 0:
        return 1.0
    for near, far in brackets(line, side):
        if line[far] < 0:
            return math.exp(math.log(near) + math.log(far / near) * line[near] / (line[near] - line[far]))
    return None


def measure(arguments, runs):
    """Simulates all searches."""
    searches = Searches(runs, lambda figures: measured.save(arguments.data, figures), arguments.eldest, arguments.jobs)
    for platform, (_, uncertain) in PLATFORMS.items():
        pair = best_two(searches, platform)
        print(platform, pair, flush=True)
        for numbers in uncertain:
            leads_by_factor(searches, platform, pair, numbers)


def shipped(platform, number):
    """The value of a number in the platform file, or "several values"."""
    text = (measured.ROOT / "platforms" / f"{platform}.xml").read_text(encoding="utf-8")
    attribute = {"latency": "(?:bb_)?(?:lat|latency)", "bandwidth": "(?:bb_)?(?:bw|bandwidth)"}.get(number, number)
    pattern = f'<prop id="{number}" value="([^"]*)"' if number.startswith("eldest:") else f'\\b{attribute}="([^"]*)"'
    values = {value for value in re.findall(pattern, text) if not re.fullmatch("0[a-z]*", value)}
    if not values:
        sys.exit(f"{platform} has no {number}")
    return values.pop() if len(values) == 1 else "several values"


def multiplied(value, factor):
    """A value with its unit, multiplied by a factor, as the end of a cell. Empty for several values."""
    match = re.fullmatch(r"([0-9.]+)([a-zA-Z]+)", value)
    return f", {float(f'{float(match[1]) * factor:.3g}'):g}{match[2]}" if match else ""


def crossing_text(platform, numbers, leads):
    """The factors at which the pair changes places, with their intervals and, of one number, its values."""
    estimates = {factor: measured.estimate(values) for factor, values in leads.items()}
    means = {factor: estimate.mean for factor, estimate in estimates.items()}
    lows, highs = ({factor: estimate.interval()[end] for factor, estimate in estimates.items()} for end in (0, 1))
    found = []
    for side in (-1, 1):
        factor = crossing(means, side)
        if factor is not None:
            nearest, furthest = crossing(lows, side), crossing(highs, side)
            ends = f"{nearest:.2g} to {'beyond' if furthest is None else f'{furthest:.2g}'}"
            value = multiplied(shipped(platform, numbers[0]), factor) if len(numbers) == 1 else ""
            found.append(f"{factor:.2g} ({ends}){value}")
    return "; ".join(found) or "—"


def rows(searches, platform):
    """The rows of a platform in the table."""
    processors, uncertain = PLATFORMS[platform]
    pair = best_two(searches, platform)
    lead = measured.estimate(searches.leads(platform, pair))
    mean, low, high = (f"{100 * math.expm1(value):.0f}" for value in (lead.mean, *lead.interval()))
    first = f"`{platform}` | {processors} | {pair[0]}; {pair[1]} | {mean} % ({low} to {high})"
    for numbers in uncertain:
        names = ", ".join(f"`{number.removeprefix('eldest:')}`" for number in numbers)
        values = ", ".join(shipped(platform, number) for number in numbers)
        text = crossing_text(platform, numbers, leads_by_factor(searches, platform, pair, numbers))
        yield f"| {first} | {names} | {values} | {text} |"
        first = " | | | "


def report(runs):
    """Prints the table of the platforms that have been measured, and names the others."""
    if len({run["model_version"] for run in runs.values()}) > 1:
        sys.exit("runs of several model versions")
    searches = Searches(runs)
    missing = []
    print("| platform | processors | best two | lead | number | as shipped | change places at a factor of |\n"
          "|---|---|---|---|---|---|---|")
    for platform in PLATFORMS:
        try:
            print("\n".join(list(rows(searches, platform))))
        except NotMeasured:
            missing.append(platform)
    print(f"\nNot measured yet: {', '.join(missing) or 'none'}")


if __name__ == "__main__":
    measured.measure_or_report(__doc__, DATA, measure, report)
