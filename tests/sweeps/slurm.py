#!/usr/bin/env python3
"""Runs a plan as an array job of a real Slurm, in which tasks and nodes are killed.

Starts munged, slurmctld and two slurmd, each a node with one processor, with a configuration in a temporary
folder. Submits tests/sweeps/sweep.sbatch, the job script for users. While the job runs, requeues tasks, kills
simulations, and crashes nodes with everything that runs on them. Then collects the existing results, half-written
files included, runs missing points, and collects everything again. The store must have exactly the rows of an
undisturbed sweep. Needs root, and the Debian packages slurmctld, slurmd, slurm-client and munge:

    tests/sweeps/slurm.py --program build/ci/sim/eldest --kills 20 --seed 1

Exit status 77 means that there is no Slurm here.
"""
import argparse
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from stores import Eldest, first_difference

SKIPPED = 77
JOB_SCRIPT = Path(__file__).with_name("sweep.sbatch").resolve()
NODES = ["one", "two"]
# 26 points of about a second each.
GRID = ["--platform", "t3d-128", "--model", "loggp", "--tree", "chess", "--depth", "7",
        "--position", "trees/chess/bratko-kopec.epd:BK.02", "--algorithm", "abdada,ybwc",
        "--processors", "4,8", "--seeds", "1..4"]

CONFIGURATION = """
ClusterName=eldest
SlurmctldHost={host}
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=10
KillWait=2
ReturnToService=2
SchedulerParameters=sched_interval=1,bf_interval=1
PartitionName=all Nodes={nodes} Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def environment_of(process):
    """Returns the environment in which a process was started, or nothing if the process has ended."""
    try:
        pairs = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return {}
    return dict(os.fsdecode(pair).split("=", 1) for pair in pairs if b"=" in pair)


def parent_of(process):
    return int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])


class Cluster:
    """A separate Slurm for this test on this computer."""

    def __init__(self, folder, path):
        self.folder = folder
        self.environment = {**os.environ, "SLURM_CONF": f"{folder}/slurm.conf", "PATH": path}
        for name in ["state", "spool", "munge", *(f"spool/{node}" for node in NODES)]:
            (folder / name).mkdir()
        (folder / "munge/key").write_bytes(os.urandom(128))
        (folder / "munge/key").chmod(0o600)
        control, *ports = free_ports(1 + len(NODES))
        host = socket.gethostname()
        lines = [f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1"
                 for node, port in zip(NODES, ports)]
        (folder / "slurm.conf").write_text("\n".join(
            [CONFIGURATION.format(folder=folder, host=host, port=control, nodes=",".join(NODES)), *lines, ""]))

    def start(self):
        munge = self.folder / "munge"
        self.call("munged", "--force", f"--key-file={munge}/key", f"--socket={munge}/socket",
                  f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        self.call("slurmctld")
        for node in NODES:
            self.call("slurmd", "-N", node)
        self.wait_until(lambda: self.call("sinfo", "--noheader", "--format=%T").strip() == "idle", "the nodes")

    def stop(self):
        for process in self.processes():
            kill(process)
        for name in ["slurmctld.pid", *(f"{node}.pid" for node in NODES), "munge/pid"]:
            pid_file = self.folder / name
            if pid_file.exists():
                kill(int(pid_file.read_text()), signal.SIGTERM)
        deadline = time.monotonic() + 10
        while self.daemons() and time.monotonic() < deadline:
            time.sleep(0.1)
        for process in self.daemons():
            kill(process)

    def call(self, *words):
        return subprocess.run([str(word) for word in words], check=True, text=True, stdout=subprocess.PIPE,
                              env=self.environment, cwd=self.folder).stdout

    def daemons(self):
        """Returns the processes with this cluster's configuration, except this script and its commands."""
        return [process for process in all_processes()
                if environment_of(process).get("SLURM_CONF") == self.environment["SLURM_CONF"]]

    def processes(self, node=None):
        """Returns the processes of jobs, on a node or on all nodes."""
        found = []
        for process in all_processes():
            environment = environment_of(process)
            if (environment.get("SLURM_CONF") == self.environment["SLURM_CONF"] and "SLURM_JOB_ID" in environment
                    and environment.get("SLURMD_NODENAME") in ([node] if node else NODES)):
                found.append(process)
        return found

    def submit(self, tasks, *words):
        return int(self.call("sbatch", "--parsable", f"--array=1-{tasks}", JOB_SCRIPT, *words))

    def running_tasks(self):
        """Returns the running tasks, as numbers of job and task."""
        return self.call("squeue", "--noheader", "--states=RUNNING", "--format=%A").split()

    def is_idle(self):
        return not self.call("squeue", "--noheader").strip()

    def wait_until(self, condition, what, seconds=120):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise SystemExit(f"slurm: waited in vain for {what}\n{self.call('squeue')}{self.call('sinfo')}")
            time.sleep(0.2)

    def requeue(self, source):
        tasks = self.running_tasks()
        if tasks:
            subprocess.run(["scontrol", "requeue", source.choice(tasks)], env=self.environment,
                           stderr=subprocess.DEVNULL) # it may have ended meanwhile
        return bool(tasks)

    def kill_simulation(self, source):
        found = [process for process in self.processes() if is_eldest(process)]
        if found:
            kill(source.choice(found))
        return bool(found)

    def crash_node(self, source):
        """Ends everything on a node at once, as a power failure does, and starts the node again."""
        node = source.choice(NODES)
        daemon = int((self.folder / f"{node}.pid").read_text())
        jobs = self.processes(node)
        if not jobs:
            return False
        kill(daemon)
        for process in jobs:
            keeper = parent_of(process) if Path(f"/proc/{process}").exists() else 0
            if name_of(keeper) == "slurmstepd":
                kill(keeper)
            kill(process)
        self.call("slurmd", "-N", node)
        return True


def all_processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]


def name_of(process):
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""


def is_eldest(process):
    return name_of(process) == "eldest"


def kill(process, number=signal.SIGKILL):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


def disturb(cluster, source, kills):
    """Disturbs tasks at most `kills` times, and waits until all have ended. Returns the disturbances of each kind."""
    kinds = [cluster.requeue, cluster.kill_simulation, cluster.crash_node]
    done = {kind.__name__: 0 for kind in kinds}
    while not cluster.is_idle() and sum(done.values()) < kills:
        time.sleep(source.uniform(0, 2))
        kind = min(kinds, key=lambda kind: (done[kind.__name__], source.random())) # each as often as the others
        done[kind.__name__] += kind(source)
    cluster.wait_until(cluster.is_idle, "the job", 600)
    return done


def leave_halves(results):
    """Puts files as of a node that lost its power beside the results: half of a result, and a file of zeros."""
    whole = sorted(path for path in results.iterdir() if path.suffix == ".json" and path.stat().st_size > 0)
    text = whole[0].read_bytes()
    (results / "half.json").write_bytes(text[:len(text) // 2])
    (results / "zeros.json").write_bytes(bytes(len(text)))


def run_plan(cluster, eldest, tasks, kills, source):
    """Runs the points without a result as a job, and collects. Returns the number of simulations."""
    plan = cluster.folder / "plan"
    plan.write_text(eldest.run("sweep", "plan.db", "--plan", "--retry-failed", *GRID))
    lines = len(plan.read_text().splitlines())
    if lines == 0:
        return 0
    cluster.submit(min(tasks, lines), plan, "results")
    print(f"{lines} simulations in {min(tasks, lines)} tasks:", disturb(cluster, source, kills), flush=True)
    leave_halves(cluster.folder / "results")
    collected = subprocess.run([eldest.program, "collect", "plan.db", *sorted((cluster.folder / "results").iterdir())],
                               cwd=cluster.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    print(collected.stdout + collected.stderr, end="", flush=True)
    if collected.returncode != 2 or len(collected.stderr.splitlines()) != 1:
        raise SystemExit(f"slurm: collect ends with status {collected.returncode}, not with a line about the halves")
    return lines


def test(cluster, eldest, arguments):
    source = random.Random(arguments.seed)
    cluster.start()
    eldest.run("sweep", "undisturbed.db", "--quiet", *GRID, "--jobs", 2)
    run_plan(cluster, eldest, arguments.tasks, arguments.kills, source)
    for _ in range(2): # a killed simulation has a failure, or no outcome
        run_plan(cluster, eldest, arguments.tasks, 0, source)
    difference = first_difference(cluster.folder / "plan.db", cluster.folder / "undisturbed.db")
    if difference:
        raise SystemExit(f"slurm: {difference}")
    print("slurm: the store has the rows of an undisturbed sweep")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="eldest")
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--tasks", type=int, default=9, help="of the array; each runs every so many lines of the plan")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    missing = [name for name in ["munged", "slurmctld", "slurmd", "sbatch"] if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        print(f"slurm: skipped: needs {'root' if not missing else ', '.join(missing)}")
        sys.exit(SKIPPED)
    folder = Path(tempfile.mkdtemp(prefix="eldest-slurm-"))
    folder.chmod(0o755)
    eldest = Eldest(arguments.program, folder)
    cluster = Cluster(folder, f"{Path(eldest.program).parent}:{os.environ['PATH']}")
    try:
        test(cluster, eldest, arguments)
    finally:
        cluster.stop()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
