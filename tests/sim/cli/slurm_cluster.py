#!/usr/bin/env python3
"""Runs search.sbatch, the job script for users, in a separate Slurm with two nodes on this computer.

Needs root, and the Debian packages slurmctld, slurmd, slurm-client and munge:

    tests/sim/cli/slurm_cluster.py --program build/ci/sim/eldest-cluster

Exit status 77 means that there is no Slurm here.
"""
import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sweeps"))
import slurm  # noqa: E402

JOB_SCRIPT = Path(__file__).with_name("search.sbatch").resolve()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, type=Path)
    options = parser.parse_args()
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    if os.getuid() != 0 or not all(shutil.which(word, path=path) for word in ["slurmctld", "slurmd", "munged"]):
        print("there is no Slurm here")
        sys.exit(slurm.SKIPPED)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1)) # or else its Slurm would go on running
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        cluster = slurm.Cluster(folder, path)
        cluster.environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                                "ELDEST_CLUSTER": str(options.program.resolve())}
        try:
            cluster.start()
            cluster.call("sbatch", "--wait", "--nodes=2", "--ntasks-per-node=1", "--time=2", JOB_SCRIPT,
                         "--tree", "synthetic", "--depth", "4")
        finally:
            for log in folder.glob("eldest-*.log"):
                print(log.read_text(), end="")
            cluster.stop()
        report = json.loads(next(folder.glob("eldest-*.json")).read_text())
    print(f"{report['processors']} processors, ranks {report['options']['ranks']}, value {report['value']}")
    sys.exit(0 if report["processors"] == 2 else 1)


if __name__ == "__main__":
    main()
