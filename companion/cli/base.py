"""The root command: options that go for every command, and where the commands are."""

import atexit
import gc
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import click

from companion.cli.complaints import DAMAGED, DONE, STOPPED, describe_error, print_error
from companion.config import DISTRIBUTION, Settings, from_environment
from companion.i18n import LANGUAGES, tongue_of
from companion.terminal import json_text, strip_controls
from domain.language.loading import without_collector
from domain.language.refusal import NotFound
from domain.language.text import Tongue

if TYPE_CHECKING:
    from companion.services import Services
    from projections.campaigns import Listed

__all__ = ["AREAS", "DAMAGED", "ENTRY", "SESSION", "Call", "Voice", "import_all", "main", "pass_call", "root"]

EVERYWHERE = {"--data": True, "--store": True, "--lang": True, "--content": True, "--json": False}
"""Options that may stand anywhere on the line, and whether they take a value."""
AREAS = {
    "campaigns": {
        "games": "The games that can be played.",
        "new": "Begin a campaign; prints its key.",
        "list": "All campaigns, the one last played first.",
        "branch": "A new campaign that shares entries with this one; prints its key.",
        "export": "Write a campaign to a file, in the format of its suffix.",
        "import": "Take in a campaign that was exported as .jsonl; prints its key.",
    },
    "house": {
        "rebuild": "Drop every read model and build it anew from the log.",
        "verify": "Check the file, every chain of digests, every fold and every row.",
        "repair": "Put what a damaged file still holds into a fresh one.",
        "backup": "Write a copy of everything, while it is in use.",
        "restore": "Put a backup in place of the campaigns; the former file is kept.",
        "serve": "Serve the pages, to this computer alone unless told otherwise.",
        "demo": "Make a campaign already under way; prints its key.",
    },
    "archives": {
        "archive": "Write every campaign to a zip, each as a .jsonl that can be brought in again.",
        "site": "Write chronicles as pages that any web server can show, with a list of them.",
    },
    "looking": {
        "state": "The table as it stands, or the part of it at a path.",
        "why": "The entries that moved a value, oldest first.",
        "prompts": "What comes next: musts (→) and mays, with the event to record.",
        "diff": "What changed between two entries, in words.",
        "sheet": "A save sheet, or all of them.",
    },
    "packs": {
        "pack": "Check content packs, and take them into a campaign.",
    },
    "possible": {
        "events": "The events of a game; with EVENT, that one with its fields.",
        "kinds": "What may stand on the cards of a game, or on those of one kind.",
    },
    "recording": {
        "record": "Record that something happened.",
        "play": 'Record a file of events, one {"event": …, field: …} a line.',
        "undo": "Take back the last command, or any entry, with what it caused.",
        "redo": "Restore what was last taken back; or any entry that was.",
        "amend": "Put an entry right where it stands: we wrote 2, it was 3.",
    },
    "saying": {
        "say": "Say what happened in a few words.",
    },
    "sharing": {
        "store": "A database that several computers share.",
        "move": "Copy all campaigns from a file into a database, or back.",
    },
    "telling": {
        "log": "The log, oldest line first; what was taken back is struck out.",
        "recap": "What happened last time, and what it changed.",
        "replay": "Step through what counts, and what each entry changed.",
    },
}
"""The modules of the commands; what each command does is said here too, so that `--help` need not import them."""
ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
"""By which systems and terminals ask a program to end."""
MOST = 9_999_999
ENTRY = click.IntRange(0, MOST)
"""A position in the log; 0 is before the first entry."""
SESSION = click.IntRange(1, MOST)
as_seat = click.option("--as", "seat", metavar="SEAT", help="As this seat sees it.")


@dataclass
class Voice:
    """The languages of the output, and the game whose own catalogue is used once it is known."""

    language: str = "en"
    content: str = ""
    game: str = ""

    @property
    def tongue(self) -> Tongue:
        return tongue_of(self.language, self.content, self.game)


@dataclass
class Call:
    """One call of the command line: its settings, and the services once something needs them."""

    settings: Settings
    as_json: bool = False
    voice: Voice = field(default_factory=Voice)

    @property
    def tongue(self) -> Tongue:
        return self.voice.tongue

    @cached_property
    def services(self) -> "Services":
        from companion.services import Services  # noqa: PLC0415 - half of the start-up time; not every command needs it

        return Services(self.settings, self._show_rebuild)

    @property
    def own_file(self) -> Path:
        """The file of the campaigns.

        Raises:
            click.UsageError: they are in a database, and the file is a copy that can be followed anew.
            Damaged: it is the database of another program.
        """
        from companion.vault.opening import check_is_ours  # noqa: PLC0415 - as `services`

        if self.settings.shared:
            raise click.UsageError("That is for a campaign file. Campaigns in a database are backed up with it.")
        check_is_ours(self.settings.file)
        return self.settings.file

    @contextmanager
    def _show_rebuild(self, entries: int) -> Iterator[Callable[[int], None]]:
        """Show how far it is while read models of another format are rebuilt."""
        from companion.cli.files import progress_bar  # noqa: PLC0415 - once in the life of a file

        with progress_bar(entries, "Bringing the campaign file over to this release") as advance:
            yield advance
        if not self.as_json:
            click.echo("The campaign file is brought over to this release; the former one is kept beside it.", err=True)

    def check_there_is_something(self) -> None:
        """Refuse to make a copy of nothing: whoever makes one means a folder that has campaigns.

        A campaign file that does not exist is not created.

        Raises:
            NotFound: there is no campaign.
        """
        missing = not self.settings.shared and not self.settings.file.exists()
        if missing or not self.services.list_campaigns():
            raise NotFound(
                "There is no campaign in “{folder}”, so nothing was written. Name another folder with --data.",
                folder=str(self.settings.data),
            )

    def find(self, key: str) -> "Listed":
        """Find the campaign of a key; output uses its game's catalogue from then on.

        Raises:
            NotFound: there is none.
        """
        listed = self.services.find_campaign(key)
        self.voice.game = listed.game
        return listed

    def print_result(self, human: str, data: Any) -> None:
        """Print a result: `human`, or `data` as JSON where `--json` was given."""
        if self.as_json:
            click.echo(json_text(data))
        else:
            self.print_text(human)

    def print_text(self, words: str) -> None:
        """Print text for people, cleaned for a terminal."""
        click.echo(strip_controls(words))

    def close(self) -> None:
        """Close the services, if they are open; they are opened anew when they are needed again."""
        if "services" in self.__dict__:
            self.services.close()
            del self.services


pass_call = click.make_pass_decorator(Call)


def import_all() -> None:
    """Import every area, so that all commands are registered: for the docs, and for tests."""
    for area in AREAS:
        import_module(f"companion.cli.{area}")


class Commands(click.Group):
    """The commands; the module of an area is imported when one of them is called, which makes a call start sooner."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for area, names in AREAS.items():
            if cmd_name in names:
                with without_collector():
                    import_module(f"companion.cli.{area}")
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in AREAS.values() for name in names]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, does) for names in AREAS.values() for name, does in names.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of the campaigns (COMPANION_DATA)."
)
@click.option(
    "--store",
    metavar="URL",
    help="The file, sqlite:///PATH or sqlite:///./PATH from here; or a database that is shared, postgresql://USER@HOST/NAME"
    " (COMPANION_STORE).",
)
@click.option(
    "--lang", type=click.Choice(list(LANGUAGES)), default="en", show_default=True, help="Language of sentences."
)
@click.option("--content", type=click.Choice(["en", "zh"]), help="Language of game terms; that of --lang if not given.")
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout, errors as one object on stderr.")
@click.version_option(package_name=DISTRIBUTION)
@click.pass_context
def root(
    context: click.Context, data: Path | None, store: str | None, lang: str, content: str | None, *, as_json: bool
) -> None:
    """A campaign tracker and companion for board games: every evening recorded, nothing ever lost.

    The options here may stand anywhere on the line.
    """
    settings = from_environment(data)
    if store is not None:
        settings = settings.for_database(store) if is_shared_url(store) else settings.for_file(sqlite_path(store))
    voice = context.ensure_object(Voice)
    voice.language, voice.content = lang, content or ""
    context.obj = Call(settings, as_json, voice)
    context.call_on_close(context.obj.close)


def _voice_of(front: Sequence[str]) -> Voice:
    """The languages that the options ask for, for errors that come before click has read them."""
    given = dict(word.split("=", 1) for word in "=".join(front).replace("=--", "\0--").split("\0") if "=" in word)
    lang = given.get("--lang", "en")
    return Voice(lang if lang in LANGUAGES else "en", given.get("--content", ""))


def is_shared_url(url: str) -> bool:
    """Whether a URL is that of a database which several computers share."""
    return urlsplit(url).scheme in ("postgresql", "postgres")


def sqlite_path(url: str) -> Path:
    """The file of a `sqlite:///` URL.

    Raises:
        click.UsageError: it is the URL of something else.
    """
    parts = urlsplit(url)
    if parts.scheme != "sqlite" or parts.netloc or parts.query or parts.fragment or not parts.path.strip("/"):
        raise click.UsageError("--store takes sqlite:///PATH or postgresql://USER@HOST/NAME.")
    path = unquote(parts.path)
    return Path(path.removeprefix("/") if path.startswith(("/./", "/../")) else "/" + path.lstrip("/"))


def split_global_options(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the words of a call into the options that go for every command, and the rest."""
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
    return front, rest


@contextmanager
def interrupt_on_signals() -> Iterator[None]:
    """While the block runs, signals to end raise KeyboardInterrupt, so that the store is closed.

    What the one who called wants ignored, as `nohup` does, stays ignored.
    """
    heard = [number for number in ENDINGS if signal.getsignal(number) is signal.SIG_DFL]

    def end(*_: object) -> None:
        for number in heard:
            signal.signal(number, signal.SIG_IGN)  # a terminal that closes, and its shell, both say it
        raise KeyboardInterrupt

    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def main(words: Sequence[str] | None = None) -> None:
    """Run one call and exit with its code."""
    atexit.register(gc.freeze)  # no last collection at the end (docs/speed.md, choices)
    front, rest = split_global_options(sys.argv[1:] if words is None else words)
    voice = _voice_of(front)
    try:
        with interrupt_on_signals():
            code = root.main(args=[*front, *rest], prog_name="companion", standalone_mode=False, obj=voice)
    except click.exceptions.Abort:
        sys.exit(STOPPED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except Exception as wrong:
        code, error = describe_error(wrong, voice.tongue)
        print_error(wrong, error, as_json="--json" in front)
    sys.exit(code or DONE)
