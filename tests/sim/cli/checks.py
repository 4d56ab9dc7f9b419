"""Runs checks of a program for cluster.py and smpi.py. Each is a function: check_NAME(SUBJECT) is the check NAME."""
import subprocess
import sys
import time


class Failure(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Failure(what)


def of(module):
    """Returns the checks of a module by name. `module`: its globals()."""
    return {name[6:]: check for name, check in list(module.items()) if name.startswith("check_")}


def run(checks, names, subject):
    """Makes the checks of these names, or all, and exits. The status is 1 if one has failed."""
    failed = False
    for name in names or checks:
        begin = time.monotonic()
        try:
            checks[name](subject)
            verdict = "passed"
        except (Failure, ValueError, LookupError, subprocess.TimeoutExpired) as failure:
            verdict = f"FAILED: {failure}"
            failed = True
        print(f"{name}: {verdict} ({time.monotonic() - begin:.1f} s)", flush=True)
    sys.exit(failed)
