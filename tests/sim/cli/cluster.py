#!/usr/bin/env python3
"""Checks searches of eldest-cluster by processes of this computer, as a user starts them. Checked are what they print,
how they end, and what ends them.

    cluster.py --program build/ci/sim/eldest-cluster --mpirun mpirun --faults build/ci/tests/faults/libeldest-faults.so [CHECK...]
"""

import argparse
import errno
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

import checks
from checks import Failure, require

SEARCH = ["--tree", "synthetic:b=12,order=0.8,noise=20", "--tt-depth", "exact", "--seed", "3"]
LONG = ["--tree", "synthetic:b=12,order=0.8,noise=20", "--depth", "60"]
# Each start of mpirun may take seconds, even before its processes do.
FOREVER = 120  # seconds after which a program hangs
SOON = 30  # seconds within which a search ends that has lost a process or has been told to stop


def processor_seconds(pid):
    """Returns the processor time of a process so far, in seconds."""
    with open(f"/proc/{pid}/stat") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def end(process):
    """Ends a command. mpirun ends the processes that it has started, unless it has to be killed."""
    process.terminate()
    try:
        process.communicate(timeout=SOON)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def kept_iterations(path):
    """Returns the number of complete iterations in the file of a search that has not ended."""
    running = json.loads(path.read_text(encoding="utf-8")).get("running")
    return len(running["iterations"]) if running else 0


class Cluster:
    def __init__(self, program, mpirun, faults=None):
        self.program = program
        self.mpirun = mpirun
        self.faults = faults

    def words(self, ranks, options, program=None):
        return ["-n", str(ranks), program or self.program, "run", "--cluster", *options]

    def start(self, *parts):
        """Starts mpirun with the parts of a command, each for some of the processes."""
        words = [self.mpirun]
        for i, part in enumerate(parts):
            words += ([":"] if i else []) + part
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                start_new_session=True)

    def finish(self, process):
        try:
            out, err = process.communicate(timeout=FOREVER)
        except subprocess.TimeoutExpired:
            end(process)
            raise Failure("it hangs") from None
        return process.returncode, out, err

    def run(self, *parts):
        return self.finish(self.start(*parts))

    def run_alone(self, command, options):
        """Runs a command without mpirun, so that the program is the only process."""
        return self.finish(subprocess.Popen([self.program, command, "--cluster", *options], stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, text=True, start_new_session=True))

    def ranks(self):
        """Returns the marked processes of the program that mpirun has started, by rank."""
        found = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    environment = dict(word.split(b"=", 1) for word in file.read().split(b"\0") if b"=" in word)
                program = os.readlink(f"/proc/{pid}/exe")
                with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
                    is_guard = file.read() == "eldest-guard\n"
            except OSError:
                continue
            if is_guard or program != os.path.realpath(self.program) or environment.get(b"ELDEST_TEST") != str(self.mark).encode():
                continue
            rank = environment.get(b"OMPI_COMM_WORLD_RANK", environment.get(b"PMI_RANK"))
            if rank is not None:
                found[int(rank)] = int(pid)
        return found

    def require_end(self, begin):
        """Requires that the program's processes end SOON after `begin`. mpirun may return before those that it kills."""
        while self.ranks():
            require(time.monotonic() - begin < SOON, "processes are left")
            time.sleep(0.05)

    def make_mark(self):
        """Marks the processes that are started from now on."""
        self.mark = time.monotonic_ns()
        os.environ["ELDEST_TEST"] = str(self.mark)

    def wait_for_search(self, ranks):
        """Returns the marked processes once `ranks` of them search. Only a search takes a second of processor time."""
        latest = time.monotonic() + FOREVER
        while time.monotonic() < latest:
            time.sleep(0.05)
            pids = self.ranks()
            if len(pids) == ranks and all(processor_seconds(pid) >= 1 for pid in pids.values()):
                return pids
        raise Failure("not all processes search")

    def wait_for_file(self, path, ranks, iterations=0):
        """Returns the marked processes once the search has written its first results to a file, with at least
        `iterations` of them."""
        latest = time.monotonic() + FOREVER
        while time.monotonic() < latest:
            time.sleep(0.02)
            pids = self.ranks()
            if len(pids) == ranks and path.exists() and kept_iterations(path) >= iterations:
                return pids
        raise Failure("no results are kept")

    def start_long(self, ranks, kept):
        """Starts a search that does not end by itself, and keeps its results in the file `kept`. Returns it and its
        processes once two iterations are complete."""
        self.make_mark()
        process = self.start(self.words(ranks, [*LONG, "--json", "--out", str(kept)]))
        try:
            return process, self.wait_for_file(kept, ranks, iterations=2)
        except Failure:
            end(process)
            raise

    def start_validation(self, real, options):
        """Starts a validation whose real searches the command `real` makes."""
        return subprocess.Popen([self.program, "validate", "--platform", "numa-64", *SEARCH, "--algorithm", "ybwc",
                                 "--processors", "2", "--quiet", "--json", *options, "--real", real],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def own_lines(err):
    return [line for line in err.splitlines() if line.startswith("eldest:")]


def require_refusal(result, pattern):
    status, out, err = result
    require(out == "", f"printed {out!r}")
    require(len(own_lines(err)) == 1, f"lines: {err!r}")
    require(re.search(pattern, own_lines(err)[0]), f"line: {own_lines(err)[0]}")
    require(status == 2, f"status {status}")


def values_of(report):
    return [iteration["value"] for iteration in report["iterations"]]


def check_report(cluster):
    """Checks that the report is the usual one and its figures agree, with every access to tables.

    Checked are one search, searches on fewer processors than processes with their baselines, and a search that --time
    ends on all processes, with its last complete iteration.
    """
    alone = json.loads(subprocess.run(
        [cluster.program, "run", "--algorithm", "negascout", *SEARCH, "--depth", "5", "--json"],
        stdout=subprocess.PIPE, check=True, text=True).stdout)
    for threads, access, options in ((1, "messages", ["--depth", "5", "--processors", "1..3", "--baseline"]),
                                     (1, "one-sided", ["--depth", "5"]), (2, "one-sided", ["--depth", "5"]),
                                     (2, "messages", ["--depth", "60", "--time", "1"])):
        status, out, err = cluster.run(cluster.words(3, [*SEARCH, "--json", "--quiet", "--threads", str(threads),
                                                         "--tt-access", access, *options]))
        require(status == 0 and err == "", f"status {status}: {err}")
        report = json.loads(out)
        if "--baseline" in options:
            runs = report["runs"]
            require([run["processors"] for run in runs] == [1, 2, 3], "processors")
            require(len({run["value"] for run in runs}) == 1, "values")
            require(all("rs" in json.dumps(run).lower() for run in runs), "no speedup")
            report = {**report, **runs[-1]}
        require_whole(report, alone, 3 * threads, "time" if "--time" in options else None)
        require((report["options"]["threads"], report["options"]["tt_access"]) == (threads, access), "options")
        table = report["table"]
        remote = table["remote_reads"] + table["remote_writes"]
        # A lock and a read take two messages each, and the end of the lock one.
        require((report["messages"]["count"] >= 5 * remote) == (access == "one-sided"), "messages")


def require_whole(report, alone, processors, stopped_by):
    values = values_of(report)
    require(values[:5] == values_of(alone)[:len(values)], "other values than those of the sequential search")
    require(report["value"] == values[-1], "another value than that of the last iteration")
    require(report["model"] == "cluster" and report["processors"] == processors, "another machine")
    require(len(report["per_processor"]) == processors, "processors")
    for share in report["per_processor"]:
        seconds = share["work_s"] + share["communication_s"] + share["idle_s"]
        require(abs(seconds - report["time_s"]) < 1e-9, "an account with gaps")
        require(share["host"] == os.uname().nodename, "another host")
    require(sum(share["nodes"] for share in report["per_processor"]) == report["nodes"], "nodes")
    require(report["table"]["remote_reads"] > 0 and report["table"]["remote_writes"] > 0, "nothing remote")
    require(report["pv"][0] == report["best_move"], "no principal variation")
    require(report["stopped_by"] == stopped_by, f"stopped by {report['stopped_by']}")
    require(0 < len(values) < 60, "iterations")


def check_calibrate(cluster):
    """Checks that the platform file of a calibration can be simulated, and has the printed figures."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cluster.xml")
        words = ["--repeats", "1", "--seconds", "0.01", "--json", "--quiet", "--out", path]
        status, out, err = cluster.run(["-n", "2", cluster.program, "calibrate", "--cluster", *words])
        require(status == 0 and re.fullmatch("(eldest: not sure: .*\n)*", err), f"status {status}: {err}")
        figures = json.loads(out)
        require(figures["processes"] == 2 and len(figures["nodes"]) == 4, "processes and nodes")
        require(0 < figures["send_s"]["median"] < figures["round_trip_s"]["median"], "send")
        require(0 < figures["near_access_s"]["median"] < figures["far_access_s"]["median"], "accesses")
        require(0 < figures["near_window_s"]["median"] and 0 < figures["far_window_s"]["median"], "one-sided accesses")
        simulated = json.loads(subprocess.run(
            [cluster.program, "simulate", "--platform", path, "--processors", "2", *SEARCH, "--depth", "4", "--json"],
            stdout=subprocess.PIPE, check=True, text=True).stdout)
        require(simulated["platform"]["hosts"] == 2, "hosts")
        with open(path, encoding="utf-8") as file:
            platform = file.read()
        require(("eldest:doubt" in platform) == (err != ""), "doubts")
        overhead = re.search('eldest:send-overhead" value="([0-9.]+)ns"', platform)
        require(abs(float(overhead[1]) * 1e-9 - figures["send_s"]["median"]) < 1e-10, "another overhead")
        require_refusal(cluster.run_alone("calibrate", words), "at least two processes")
        os.remove(path)
        status, _, err = cluster.run(["-n", "2", cluster.program, "calibrate", "--cluster", "--strict", *words])
        if status == 0:
            require(err == "" and os.path.exists(path), "--strict without doubts")
        else:
            require("the measurements are not sure" in err and not os.path.exists(path), f"--strict: {err}")


def check_bad_option(cluster):
    """Checks that an error of all processes is printed once, and that other mistakes are refused in the same way."""
    require_refusal(cluster.run(cluster.words(3, [*SEARCH, "--depth", "5", "--processors", "4"])),
                    "--processors 4: at most 3")
    require_refusal(cluster.run(cluster.words(2, [*SEARCH, "--depth", "5", "--tt-access", "one-sided", "--algorithm",
                                                  "abdada", "--abdada-push-depth", "2"])), "one-sided access")
    for options, pattern in ((["--depth", "99"], "--depth 99"), (["--depth", "5", "--threads", "0"], "--threads 0"),
                             (["--depth", "5", "--position", "/nonexistent"], "nonexistent")):
        require_refusal(cluster.run_alone("run", [*SEARCH, *options]), pattern)


def check_unequal(cluster):
    """Checks that processes with different searches, or of different programs, are refused."""
    require_refusal(cluster.run(cluster.words(2, [*SEARCH, "--depth", "5"]),
                                cluster.words(1, [*SEARCH, "--depth", "4"])),
                    "rank 2 on .* has settings different from those of rank 0: depth 4 instead of 5")
    require_refusal(cluster.run(cluster.words(1, [*SEARCH, "--depth", "5"]),
                                cluster.words(1, [*SEARCH, "--depth", "99"])), "--depth 99")
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "eldest-cluster")
        shutil.copy(cluster.program, other)
        with open(other, "r+b") as file:
            data = file.read()
            note = data.index(b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0")
            file.seek(note + 16)
            file.write(b"another build of it!")
        require_refusal(cluster.run(cluster.words(1, [*SEARCH, "--depth", "5"]),
                                    cluster.words(1, [*SEARCH, "--depth", "5"], other)),
                        "rank 1 on .* runs another build of the program than rank 0")


def check_interrupt(cluster):
    """Checks that Ctrl-C, which mpirun passes on, ends the search with its last complete iteration."""
    with tempfile.TemporaryDirectory() as folder:
        process, _ = cluster.start_long(3, pathlib.Path(folder, "kept.json"))
        process.send_signal(signal.SIGINT)
        _, out, err = cluster.finish(process)
    # Lines of mpirun itself may be before and after it.
    report = json.loads(out[out.index("{"):out.rindex("}") + 1])
    require(report["stopped_by"] == "interrupt", "not stopped by the interrupt")
    require(own_lines(err) == [], f"lines: {err}")


def check_signal(cluster):
    """Checks that a signal to one of the processes does the same."""
    with tempfile.TemporaryDirectory() as folder:
        process, pids = cluster.start_long(3, pathlib.Path(folder, "kept.json"))
        os.kill(pids[1], signal.SIGTERM)
        status, out, _ = cluster.finish(process)
    require(status == 0 and json.loads(out)["stopped_by"] == "interrupt", f"status {status}: {out}")


def check_killed(cluster):
    """Checks that a killed process ends the others, and that what they have found is kept."""
    for victim in (2, 0):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "kept.json")
            process, pids = cluster.start_long(3, path)
            begin = time.monotonic()
            os.kill(pids[victim], signal.SIGKILL)
            status, out, err = cluster.finish(process)
            require(status != 0, "status 0")
            require(time.monotonic() - begin < SOON, "it took long")
            cluster.require_end(begin)
            require(own_lines(err) == [], f"own lines: {err}")
            with open(path, encoding="utf-8") as file:
                kept = json.load(file)
            require(not kept["complete"] and kept["lost_rank"] == victim, f"kept: {kept}")
            require(len(kept["running"]["iterations"]) > 1 and "depth 2, " in err, "iterations")
            require(json.loads(out[out.index("{"):out.rindex("}") + 1]) == kept, f"printed {out!r}")
            require(os.listdir(folder) == ["kept.json"], f"files: {os.listdir(folder)}")
            print(f"killed rank {victim}: {time.monotonic() - begin:.1f} s")


def check_kept(cluster):
    """Checks that the file of --out has the report in the end, and that one that cannot be written is an error."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kept.json")
        words = [*SEARCH, "--depth", "4", "--json", "--quiet", "--out"]
        status, out, err = cluster.run(cluster.words(2, [*words, path]))
        require(status == 0 and err == "", f"status {status}: {err}")
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
        require(kept.pop("complete") is True and kept == json.loads(out), "another report")
        status, out, err = cluster.run(cluster.words(2, [*words, os.path.join(folder, "none", "kept.json")]))
        require(status != 0 and out == "", f"status {status}: {out}")
        require(len(own_lines(err)) == 1 and "eldest: --out " in err, f"lines: {err}")


def check_no_thread(cluster):
    """Checks that a process to which the system gives no thread ends the search of all, although they share windows."""
    if not cluster.faults:
        return
    lines = []
    with tempfile.NamedTemporaryFile() as counters:
        for thread in range(1, 10):  # the first ones are those of MPI
            counters.seek(0)
            counters.write(bytes(4096))
            counters.flush()
            words = cluster.words(1, [*SEARCH, "--depth", "3", "--tt-access", "one-sided", "--quiet"])
            fault = f"ELDEST_FAULT=thread {thread} from-then {errno.EAGAIN} {counters.name}"
            status, _, err = cluster.run(words, [*words[:2], "env", f"LD_PRELOAD={cluster.faults}", fault, *words[2:]])
            if status == 0:
                break
            lines += own_lines(err)
    require(any("cannot make a thread" in line for line in lines), f"lines: {lines}")


def check_validate(cluster):
    """Checks a validation, which compares simulated searches with those by processes."""
    real = f"{shlex.quote(cluster.mpirun)} -n {{processors}} {shlex.quote(cluster.program)} run --cluster"
    status, out, err = cluster.finish(cluster.start_validation(real, ["--depth", "4", "--repeats", "1"]))
    require(status == 0 and err == "", f"status {status}: {err}")
    report = json.loads(out)
    require(report["real"]["model"] == "cluster" and report["real"]["mpi"], "another machine")
    require([(row["algorithm"], row["processors"], row["at_once"]) for row in report["rows"]]
            == [("negascout", 1, False), ("ybwc", 1, False), ("ybwc", 2, False)], "rows")
    require(report["rows"][0]["deviation"]["nodes"] == 0, "another tree")
    for search in report["searches"]:
        require(len(search["real"]) == 1, "repeats")
        require({one["value"] for one in search["real"] + search["simulated"]} == {search["real"][0]["value"]}, "values")
    real = f"{shlex.quote(cluster.program)} run --cluster=no"
    status, out, err = cluster.finish(cluster.start_validation(real, ["--depth", "4"]))
    require(status == 2 and out == "", f"status {status}: {out!r}")
    require(re.fullmatch("eldest: --real .*: the command ended with exit status 2: eldest: --cluster: .*\n", err), err)


def check_validate_interrupt(cluster):
    """Checks that a signal to validate ends the processes of its search, and that earlier results are kept."""
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "search.sh")
        search = f"exec {shlex.quote(cluster.mpirun)} -n $n {shlex.quote(cluster.program)} run --cluster"
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"""n=$1; shift
case " $* " in *' --depth 1 '*|*' --algorithm negascout '*) {search} "$@" ;; esac
{search} {shlex.join(LONG)} --json
""")
        cluster.make_mark()
        process = cluster.start_validation(f"sh {shlex.quote(script)} {{processors}}", ["--depth", "4", "--repeats", "1"])
        cluster.wait_for_search(1)  # of YBWC on one processor, after that of NegaScout
        process.send_signal(signal.SIGTERM)
        begin = time.monotonic()
        status, out, err = cluster.finish(process)
        require(status == 1 and err == "eldest: interrupted\n", f"status {status}: {err}")
        require(time.monotonic() - begin < SOON, "it took long")
        report = json.loads(out)
        require(report["interrupted"], "no interrupt")
        require([len(search["real"]) for search in report["searches"]] == [1, 0, 0], "searches")
        cluster.require_end(begin)


CHECKS = checks.of(globals())


# Checks of what mpirun passes on. Open MPI 5's kills all processes after Ctrl-C or an abort, without waiting for what they print,
# and may print their standard output among the standard error.
NOT_WITH_OPEN_MPI_5 = ["calibrate", "interrupt", "no_thread", "unequal"]


def possible_checks(mpirun):
    """Returns the names of the checks that this mpirun lets pass, and prints those of the others."""
    version = subprocess.run([mpirun, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    excluded = NOT_WITH_OPEN_MPI_5 if re.search(r"\(Open MPI\) ([5-9]|\d\d)", version) else []
    if excluded:
        print(f"not checked with Open MPI 5: {', '.join(excluded)}")
    return [name for name in CHECKS if name not in excluded]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--mpirun", required=True)
    parser.add_argument("--faults", help="the library that makes calls fail")
    parser.add_argument("checks", nargs="*", choices=[*CHECKS, []])
    options = parser.parse_args()
    checks.run(CHECKS, options.checks or possible_checks(options.mpirun), Cluster(os.path.abspath(options.program), options.mpirun, options.faults))


if __name__ == "__main__":
    main()
