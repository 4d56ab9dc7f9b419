"""Runs the program on inputs that may be wrong, and says what is wrong with how it ends.

The contract: exit status 0, or 1 if a run has failed and 2 for bad input, then with one line on standard error;
no process of it crashes, takes more memory than there is, or does not end.
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
    """Exit status, or None for a process that had to be ended; standard error; standard output if it is a PIPE.

    Programs with AddressSanitizer have no use for a limit of their memory, which they only map.
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
    """What of the contract an outcome breaks; empty if nothing."""
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
