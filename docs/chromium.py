"""Runs Debian's Chromium without a window."""
import shutil
import subprocess
import sys
import tempfile


def run(*words):
    """Runs Chromium with these options and addresses, and with a profile of its own. Exits with a message without Chromium.
    Raises CalledProcessError or TimeoutExpired if it fails."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is missing; see ./setup install chromium python3-markdown")
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", *words],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
