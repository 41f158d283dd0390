"""The command line: `companion COMMAND …`. A stable contract; see docs/program/terminal.md."""

from companion.cli.base import main

__all__ = ["main"]
