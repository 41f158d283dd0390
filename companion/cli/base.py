"""The root command: options that go for every command, and what errors look like."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import click
import orjson

from companion.config import Settings, from_environment
from companion.desk import Desk
from domain.refusal import Misfit, NotFound, RefusedAll
from domain.store import Busy, Conflict, Damaged
from domain.text import Tongue

DONE, USAGE, REFUSED, CONFLICT, NOT_FOUND, DAMAGED = 0, 2, 3, 4, 5, 6
EVERYWHERE = {"--data": True, "--store": True, "--content": True, "--json": False}
"""Options that may stand anywhere on the line, and whether they take a value."""


@dataclass
class Line:
    """One call of the command line: its settings, and the desk once something needs it."""

    settings: Settings
    as_json: bool = False
    tongue: Tongue = field(default_factory=Tongue)

    @cached_property
    def desk(self) -> Desk:
        return Desk(self.settings)

    def say(self, human: str, data: Any) -> None:
        """Print a result: words for people, JSON where it was asked for."""
        click.echo(orjson.dumps(data, default=str, option=orjson.OPT_INDENT_2).decode() if self.as_json else human)

    def close(self) -> None:
        if "desk" in self.__dict__:
            self.desk.close()


line = click.make_pass_decorator(Line)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of the campaigns (COMPANION_DATA)."
)
@click.option("--store", help="A store by URL: sqlite:///PATH.")
@click.option(
    "--content", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of game terms."
)
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout.")
@click.version_option(package_name="companion")
@click.pass_context
def root(context: click.Context, data: Path | None, store: str | None, content: str, *, as_json: bool) -> None:
    """A campaign tracker and companion for board games: every evening recorded, nothing ever lost."""
    settings = from_environment(data)
    if store is not None:
        settings = settings.at(sqlite_path(store))
    context.obj = Line(settings, as_json, Tongue(content=content))
    context.call_on_close(context.obj.close)


def sqlite_path(url: str) -> Path:
    """The file of a `sqlite:///` URL.

    Raises:
        click.UsageError: it is the URL of something else.
    """
    parts = urlsplit(url)
    if parts.scheme != "sqlite" or parts.netloc or not parts.path.strip("/"):
        raise click.UsageError("--store takes sqlite:///PATH.")
    return Path(unquote(parts.path.removeprefix("/") if parts.path.startswith("/./") else parts.path))


def hoisted(words: Sequence[str]) -> list[str]:
    """The words of a call with the options that go for every command moved to the front."""
    front, rest, pending = [], [], iter(words)
    for word in pending:
        if word == "--":
            rest += [word, *pending]
        elif word.partition("=")[0] in EVERYWHERE:
            front.append(word)
            if EVERYWHERE[word.partition("=")[0]] and "=" not in word:
                front += [value for value in [next(pending, None)] if value is not None]
        else:
            rest.append(word)
    return [*front, *rest]


def main(words: Sequence[str] | None = None) -> None:
    """Run one call and exit with its code."""
    from companion.cli import commands  # noqa: F401, PLC0415 - the commands register themselves on `root`

    given = hoisted(sys.argv[1:] if words is None else words)
    as_json = "--json" in given
    try:
        root.main(args=given, prog_name="companion", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(1)
    except click.ClickException as wrong:
        if as_json:
            complain({"error": "usage", "message": wrong.format_message()}, as_json=True)
        else:
            wrong.show()
        sys.exit(USAGE)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except Exception as wrong:
        code, told = complaint(wrong)
        complain(told, as_json=as_json)
        sys.exit(code)
    sys.exit(DONE)


def complaint(wrong: Exception) -> tuple[int, dict[str, Any]]:
    """The exit code of an error, and the error as one object; what nobody expected is raised on."""
    match wrong:
        case Misfit():
            return USAGE, {
                "error": "misfit",
                "message": str(wrong),
                "fields": {name: str(fault) for name, fault in wrong.faults.items()},
            }
        case RefusedAll():
            first = wrong.reasons[0]
            return REFUSED, {
                "error": "refused",
                **first.as_json(),
                "bendable": wrong.bendable,
                "reasons": [reason.as_json() for reason in wrong.reasons],
            }
        case Conflict() | Busy():
            return CONFLICT, {"error": "conflict", "message": str(wrong)}
        case NotFound():
            return NOT_FOUND, {"error": "not-found", "message": str(wrong)}
        case Damaged():
            return DAMAGED, {"error": "damaged", "message": str(wrong)}
    raise wrong


def complain(told: dict[str, Any], *, as_json: bool) -> None:
    """An error on stderr: one object, or the sentences with what could be done."""
    if as_json:
        click.echo(orjson.dumps(told, default=str).decode(), err=True)
        return
    for reason in told.get("reasons", ()) or [told]:
        rule = f"  [{reason['rule']}]" if reason.get("rule") else ""
        click.echo(f"{reason['message']}{rule}", err=True)
    if told.get("bendable"):
        click.echo("If a card or the table overrules this, record it with --bend REASON.", err=True)
