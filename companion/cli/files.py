"""Files that commands read and write: parameters for output files and folders, and progress bars."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from companion.config import Settings

if TYPE_CHECKING:
    from companion.campaign_files.targets import Target, TargetFolder

FORCE = "companion.force"
"""The key in a context's `meta` for whether files may be replaced."""


class OutputFile(click.Path):
    """A parameter that names a file to write; the command receives a `Target`.

    Args:
        or_stdout: whether it may be `-`, for which the command receives None.
    """

    def __init__(self, *, or_stdout: bool = False) -> None:
        super().__init__(dir_okay=False, path_type=Path)
        self._or_stdout = or_stdout

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if self._or_stdout and value == "-":
            return None
        from companion.campaign_files.targets import Target  # noqa: PLC0415 - as Call.services

        return _checked_target(Target(Path(str(super().convert(value, param, ctx))), *_settings_and_force()))


class OutputFolder(click.Path):
    """A parameter that names a folder to write into; the command receives a `TargetFolder`."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from companion.campaign_files.targets import TargetFolder  # noqa: PLC0415 - as Call.services

        return _checked_target(TargetFolder(Path(str(super().convert(value, param, ctx))), *_settings_and_force()))


def _settings_and_force() -> tuple[Settings, bool]:
    context = click.get_current_context()
    return context.obj.settings, bool(context.meta.get(FORCE))


def _checked_target(target: "Target | TargetFolder") -> "Target | TargetFolder":
    """A target that may be written; otherwise it raises before the command does anything."""
    target.check()
    return target


def _remember_force(context: click.Context, _: click.Parameter, given: bool) -> None:
    context.meta[FORCE] = given


force = click.option(
    "--force",
    is_flag=True,
    is_eager=True,  # parsed before the path, whose check depends on it
    expose_value=False,
    callback=_remember_force,
    help="Replace a file that is there already.",
)
"""The option of every command that writes a file."""


class _ReaderWithProgress(io.BufferedReader):
    """A reader that reports how many bytes were read."""

    def __init__(self, path: Path, advance: Callable[[int], None]) -> None:
        super().__init__(io.FileIO(path))
        self._advance = advance

    def readline(self, size: int | None = -1, /) -> bytes:
        found = super().readline(size)
        self._advance(len(found))
        return found


@contextmanager
def open_with_progress(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading, with a progress bar if stderr is a terminal."""
    with progress_bar(path.stat().st_size, "Reading") as advance, _ReaderWithProgress(path, advance) as stream:
        yield stream


@contextmanager
def bar_of_parts(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar if stderr is a terminal, from the first report on; yields the function that reports.

    A report has what is done, and the total.
    """
    with ExitStack() as shown:
        bars: list[Callable[[int], None]] = []
        left = 0

        def report(done: int, total: int) -> None:
            nonlocal left
            if not bars:
                bars.append(shown.enter_context(progress_bar(total, label)))
                left = total
            bars[0](left - (total - done))
            left = total - done

        yield report
        for advance in bars:
            advance(left)


@contextmanager
def progress_bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if stderr is a terminal; yields the function that advances it."""
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield bar.update
