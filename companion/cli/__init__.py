"""The command line: `companion COMMAND …`. A stable contract; see docs/command-line.md."""

from companion.cli.base import main

__all__ = ["main"]
