"""Runs the program on inputs that may be wrong, and reports endings that break its contract.

The exit status must be 0, 1 if a run has failed, or 2 for bad input. If it is not 0, there is one line on standard
error. No process may crash, take more memory than there is, or run forever.
"""

import os
import resource
import signal
import subprocess

MEMORY = 6 << 30  # bytes of address space that inputs with mistakes may have


def limit_memory(most):
    if most:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(words, seconds, folder=None, output=subprocess.DEVNULL, memory=MEMORY):
    """Returns the exit status, or None if the process had to be ended; standard error; and standard output if a PIPE.

    Programs with AddressSanitizer have no limit of their memory, because they map more than they use.
    """
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, cwd=folder,
                          preexec_fn=lambda: limit_memory(memory), start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=seconds)
            return process.returncode, err.decode(errors="replace"), out
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, "", b""


def fault(status, err):
    """Returns the part of the contract that an outcome breaks, or an empty text."""
    if status is None:
        return "did not end"
    if status not in (0, 1, 2):
        return f"status {status}"
    if err.count("\n") > 1:
        return "more than one line"
    if "crashed" in err or "terminate called" in err:
        return "crash"
    if status != 0 and err.count("\n") != 1:
        return "no line"
    if any(ord(c) < 32 for c in err.removesuffix("\n")):
        return "control characters"
    return ""
