#!/usr/bin/env python3
"""Compares message times on public platform files with those of a plain SimGrid program.

    results/robustness/platforms.py --program build/ci/sim/eldest --witness build/ci/tests/platforms/witness \\
        --folder FILES --out results/robustness/platform-messages.csv

public-platforms.csv has the address, the commit and the checksum of each file. A file is at
FILES/OWNER/NAME/COMMIT/PATH, with 12 digits of the commit. --fetch downloads those that are missing. For each file,
`eldest check` measures messages of 16 B, 1 KiB and 1 MiB to the nearest and the farthest host: in the models flow and
loggp, and with SimGrid's own network. tests/platforms/witness sends the same messages. The verdict is

- equal: all times agree to a relative 1e-6;
- refused: eldest has refused the file, and says why;
- no messages: the platform has one host;
- different: a time differs. The exit status is then 1.
"""
import argparse
import collections
import concurrent.futures
import csv
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = 1e-6
SECONDS = 300  # for a program
COMMON = ["--log=root.thresh:critical", "--cfg=contexts/stack-size:64"]


def run(words):
    """Returns the status, the output and the first line of the errors of a program."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return -1, "", f"took longer than {SECONDS} s"
    errors = [line for line in done.stderr.splitlines() if line.strip()]
    return done.returncode, done.stdout, errors[0] if errors else ""


def obtain(entry, folder, fetch):
    """Returns the path of a file of the manifest, which has the right checksum."""
    path = folder / entry["repository"] / entry["commit"][:12] / entry["path"]
    if not path.exists() and fetch:
        address = f"https://raw.githubusercontent.com/{entry['repository']}/{entry['commit']}/" + urllib.parse.quote(
            entry["path"])
        path.parent.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(address, timeout=60) as answer:
            path.write_bytes(answer.read())
    if hashlib.sha256(path.read_bytes()).hexdigest() != entry["sha256"]:
        sys.exit(f"{path}: is not the file of the manifest, whose checksum differs")
    return path


def witnessed(witness, path, first, to, sizes, settings):
    """Returns the seconds of messages in SimGrid, each in a run of its own, or the error of SimGrid."""
    seconds = []
    for size in sizes:
        status, out, error = run([witness, path, first, to, str(size), *COMMON,
                                  *(f"--cfg={name}:{value}" for name, value in settings.items())])
        if status != 0:
            return error or f"status {status}"
        seconds.append(float(out))
    return seconds


def apart(ours, theirs):
    """Returns the greatest relative difference of two lists of times."""
    if isinstance(theirs, str) or len(ours) != len(theirs):
        return float("inf")
    return max(abs(one - two) / max(one, two, 1e-300) if one != two else 0 for one, two in zip(ours, theirs))


def compare(report, witness, path):
    """Yields the name, our times and SimGrid's times for each network and end of a report of `eldest check`."""
    network = report["network"]
    settings = {"network/model": network["model"], **network["settings"]}
    precision = {"surf/precision": "1e-12"}
    for end in ("nearest", "farthest"):
        cost = report["costs"][end]
        sizes = [message["bytes"] for message in cost["messages"]]
        ends = (report["first_host"], cost["host"], sizes)
        yield report["model"], [m["s"] for m in cost["messages"]], witnessed(witness, path, *ends,
                                                                             {**settings, **precision})
        if report["model"] == "flow" and "simgrid_s" in cost["messages"][0]:
            yield "simgrid", [m["simgrid_s"] for m in cost["messages"]], witnessed(witness, path, *ends, precision)


def plain(entry, path, line):
    """Returns an error of eldest without the path of the file."""
    text = line.removeprefix("eldest: ").removeprefix("--platform ").removeprefix("--model ")
    return text.replace(str(path), entry["path"].rsplit("/", 1)[-1])


def failed_pairs(hosts, error):
    """Returns pairs of hosts between which SimGrid must fail to send a message, if an error of eldest is true."""
    if missing := re.search(r"no route from host (.*) to host (.*), should", error):
        return [missing.groups()]
    if "any SimGrid program" not in error:
        return []
    first, *others = sorted(hosts)
    return [(first, other) for other in reversed(others[::max(1, len(others) // 8)])]


def outcome_of_simgrid(witness, path, error):
    """Returns what a SimGrid program makes of a file that eldest refuses with an error."""
    status, out, said = run([witness, path, *COMMON])
    if status != 0:
        return said.split("] ", 1)[-1][:100] or f"ends with status {status}"
    pairs = failed_pairs(out.split("\n")[:-1], error)
    for first, other in pairs:
        status, _, said = run([witness, path, first, other, "16", *COMMON])
        if status != 0:
            return f"no message from {first} to {other}: {said.split('] ', 1)[-1][:60] or f'status {status}'}"
    return "sends messages" if pairs else "loads it"


def measure(entry, path, options):
    """Returns the row of a file."""
    row = {key: entry[key] for key in ("repository", "commit", "path")}
    words = [options.program, "check", "--json", path, "--quiet"]
    status, out, error = run(words)
    if status != 0:
        return row | {"verdict": "refused", "reason": plain(entry, path, error),
                      "simgrid": outcome_of_simgrid(options.witness, path, error)}
    report = json.loads(out)
    row |= {"hosts": report["platform"]["hosts"], "simgrid": "loads it"}
    if "nearest" not in report["costs"]:
        return row | {"verdict": "no messages"}
    reports = [report]
    if report["models"]["loggp"]["simulates"]:
        reports.append(json.loads(run(words + ["--model", "loggp"])[1]))
    worst = 0
    for each in reports:
        for name, ours, theirs in compare(each, options.witness, path):
            row[f"{name}_1MiB_s"] = f"{ours[-1]:.9g}"  # the farthest host comes last
            worst = max(worst, apart(ours, theirs))
    return row | {"verdict": "equal" if worst <= TOLERANCE else "different", "difference": f"{worst:.1e}",
                  "from": report["first_host"], "to": report["costs"]["farthest"]["host"]}


COLUMNS = ["repository", "commit", "path", "verdict", "hosts", "from", "to", "flow_1MiB_s", "loggp_1MiB_s",
           "simgrid_1MiB_s", "difference", "reason", "simgrid"]


def from_manifest(options):
    """Returns the platforms of the manifest and their paths. Also obtains the profiles that platforms name."""
    if not options.folder:
        sys.exit("--folder or --files is missing")
    with open(options.manifest, encoding="utf-8", newline="") as file:
        entries = list(csv.DictReader(file))
    paths = [obtain(entry, options.folder, options.fetch) for entry in entries]
    return [(entry, path) for entry, path in zip(entries, paths) if path.suffix == ".xml"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", required=True)
    options.add_argument("--witness", required=True)
    options.add_argument("--folder", type=pathlib.Path)
    options.add_argument("--files", nargs="+", type=pathlib.Path, default=[], help="these in place of the manifest's")
    options.add_argument("--manifest", type=pathlib.Path, default=HERE / "public-platforms.csv")
    options.add_argument("--out", type=pathlib.Path)
    options.add_argument("--fetch", action="store_true", help="download the files that are missing")
    options.add_argument("--jobs", type=int, default=1)
    options = options.parse_args()
    platforms = [({"repository": "", "commit": "", "path": path.name}, path) for path in options.files]
    if not platforms:
        platforms = from_manifest(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda each: measure(*each, options), platforms))
    with open(options.out, "w", encoding="utf-8", newline="") if options.out else sys.stdout as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    counts = collections.Counter(row["verdict"] for row in rows)
    print(f"{len(rows)} files: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())),
          file=sys.stderr)
    return counts["different"] > 0


if __name__ == "__main__":
    sys.exit(main())
