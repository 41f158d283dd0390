"""How long a test waits for what must come: as long as it takes. Only what hangs is ended."""

import subprocess

HANG = 120.0
"""Seconds after which whatever has not happened will not, on any machine, however busy."""


def end_process(process: subprocess.Popen[str]) -> None:
    """Ask a process to end, and wait until it did: an interrupt would be ignored in the background of a shell.

    Raises:
        subprocess.TimeoutExpired: it hung, and was killed.
    """
    with process:
        process.terminate()
        try:
            process.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
