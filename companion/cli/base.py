"""The root command: its options and the table of commands."""

import atexit
import gc
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import click
from click.shell_completion import CompletionItem

from companion.cli.complaints import DAMAGED, DONE, STOPPED, describe_error, print_error
from companion.config import DISTRIBUTION, Settings, from_environment, system_language
from companion.i18n import LANGUAGES, language_of, tongue_of
from companion.terminal import json_text, strip_controls
from domain.framework.refusal import NotFound
from domain.framework.text import Tongue

if TYPE_CHECKING:
    from companion.services import Services
    from projections.campaigns import Listed

__all__ = ["AREAS", "DAMAGED", "ENTRY", "SESSION", "Call", "Voice", "import_all", "main", "pass_call", "root"]

EVERYWHERE = {"--data": True, "--store": True, "--lang": True, "--content": True, "--json": False}
"""Options that may be given anywhere on the command line, each with whether it takes a value."""
AREAS = {
    "campaigns": {
        "games": "List the games that can be played.",
        "new": "Start a campaign and print its key.",
        "list": "List all campaigns, the last played first.",
        "hide": "Leave a campaign out of the list and the statistics, such as a demo.",
        "show": "Put a hidden campaign back into the list and the statistics.",
        "statistics": "Show evenings, hours and wins over all campaigns.",
        "branch": "Start a new campaign from an entry of another one, and print its key.",
        "export": "Write a campaign to a file, in the format of its suffix.",
        "import": "Import campaigns from a .jsonl or .zip file and print their keys.",
    },
    "store_commands": {
        "rebuild": "Rebuild every read model from the log.",
        "verify": "Check the file, every chain of digests, every fold and every row.",
        "repair": "Rescue the contents of a damaged file into a new one.",
        "backup": "Write a copy of all campaigns, even while they are in use.",
        "restore": "Replace the campaigns by a backup; the old file is kept.",
        "serve": "Serve the pages, by default to this computer only.",
        "demo": "Create a campaign that is already under way, and print its key.",
    },
    "archives": {
        "archive": "Write every campaign with its photos to a zip that can be imported.",
        "site": "Write chronicles as static web pages, with an index.",
    },
    "data": {
        "data": "List the tables of the campaign file, or print the answer to one SQL query.",
    },
    "table_commands": {
        "state": "Show the table, or the part of it at a path.",
        "why": "List the entries that changed a value, oldest first.",
        "prompts": "Show what can be recorded next: musts (→), mays, what the board offers (·).",
        "diff": "Describe what changed between two entries.",
        "sheet": "Print a save sheet, or all of them.",
    },
    "packs": {
        "pack": "Check content packs and add them to a campaign.",
    },
    "game": {
        "game": "Check a file that describes a game, or print one of the gallery.",
    },
    "possible": {
        "events": "List the events of a game, or the fields of one EVENT.",
        "kinds": "List the kinds of cards of a game, or the fields of one kind.",
    },
    "recording": {
        "record": "Record an event.",
        "play": 'Record a file of events, one {"event": …, field: …} per line.',
        "undo": "Take back the last command, or any entry, with its consequences.",
        "redo": "Restore the command that was taken back last, or any entry.",
        "amend": "Correct an entry in place: we wrote 2, it was 3.",
    },
    "say_command": {
        "say": "Record what happened, described in a few words.",
    },
    "token_command": {
        "token": "Print the token with which scripts on this computer use the API as the host.",
    },
    "notices": {
        "notices": "Show the program that receives notices of a campaign, or set it by its URL.",
    },
    "shared_log": {
        "store": "Manage a database that several computers share.",
        "move": "Copy all campaigns from a file into a database, or back.",
    },
    "log_commands": {
        "log": "Print the log, oldest line first; entries taken back are struck through.",
        "recap": "Summarise the last session: its highlights, and how its numbers changed.",
        "replay": "Step through the entries that count, each with its changes.",
    },
}
"""The modules of the commands, with their short help, so that `--help` does not import them."""
ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
"""The signals by which systems and terminals ask a program to end."""
MOST = 9_999_999
ENTRY = click.IntRange(0, MOST)
"""A position in the log; 0 is before the first entry."""
SESSION = click.IntRange(1, MOST)
as_seat = click.option("--as", "seat", metavar="SEAT", help="Show it as this seat sees it.")


@dataclass
class Voice:
    """The languages of the output; `game` selects the catalogue of a game once it is known."""

    language: str = "en"
    content: str = ""
    game: str = ""

    @property
    def tongue(self) -> Tongue:
        return tongue_of(self.language, self.content, self.game)


@dataclass
class Call:
    """A call of the command line: its settings, and its services, opened when first used."""

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
        """The campaign file.

        Raises:
            click.UsageError: the campaigns are in a shared database, and the file is only a copy of it.
            Damaged: the file is the database of another program.
        """
        from companion.campaign_files.opening import check_is_ours  # noqa: PLC0415 - as `services`

        if self.settings.shared:
            raise click.UsageError("This command needs a campaign file. Back up a shared database with its own tools.")
        check_is_ours(self.settings.file)
        return self.settings.file

    @contextmanager
    def _show_rebuild(self, entries: int) -> Iterator[Callable[[int], None]]:
        """Show a progress bar while read models of an older format are rebuilt."""
        from companion.cli.files import progress_bar  # noqa: PLC0415 - needed once per release

        with progress_bar(entries, "Converting the campaign file to this release") as advance:
            yield advance
        if not self.as_json:
            click.echo("The campaign file was converted to this release. The old file is kept next to it.", err=True)

    def check_there_is_something(self) -> None:
        """Refuse to copy an empty folder, which is probably the wrong one; a missing campaign file is not created.

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
        """The campaign with a key; from then on, the output uses its game's catalogue.

        Raises:
            NotFound: no campaign has the key.
        """
        listed = self.look_up(key)
        self.voice.game = listed.game
        return listed

    def look_up(self, key: str, others: Iterable[str] = ()) -> "Listed":
        """The campaign with a key; `others` are further words that a mistyped key may mean.

        Raises:
            NotFound: no campaign has the key; the sentence names similar ones.
        """
        try:
            return self.services.find_campaign(key)
        except NotFound:
            from companion.cli.suggestions import unknown_campaign  # noqa: PLC0415 - only after a typing error

            raise unknown_campaign(key, [*(one.key for one in self.services.list_campaigns()), *others]) from None

    def print_result(self, human: str, data: Any) -> None:
        """Print a result: `human`, or `data` as JSON if `--json` was given."""
        if self.as_json:
            click.echo(json_text(data))
        else:
            self.print_text(human)

    def print_text(self, words: str) -> None:
        """Print text for people, cleaned for a terminal."""
        click.echo(strip_controls(words))

    def close(self) -> None:
        """Close the services if they are open; the next use opens them again."""
        if "services" in self.__dict__:
            self.services.close()
            del self.services


pass_call = click.make_pass_decorator(Call)


def import_all() -> None:
    """Import the modules of all commands, for the docs and for tests."""
    for area in AREAS:
        import_module(f"companion.cli.{area}")


class Language(click.ParamType[str]):
    """A parameter that names a language by its tag: `zh`, `zh-TW`, `en_US`."""

    name = "tag"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return language_of(value) or self.fail(
            f"{value!r} is not one of {', '.join(map(repr, LANGUAGES))}, or a tag such as 'zh-TW'.", param, ctx
        )

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        return [CompletionItem(tag, help=name) for tag, name in LANGUAGES.items() if tag.startswith(incomplete)]


class Commands(click.Group):
    """The commands; a command's module is imported when it is called, to start faster."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for area, names in AREAS.items():
            if cmd_name in names:
                import_module(f"companion.cli.{area}")
        return super().get_command(ctx, cmd_name)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the options that may be given anywhere first; a shell completes a line with them, too."""
        front, rest = split_global_options(args)
        is_open = bool(args) and EVERYWHERE.get(args[-1], False)  # the value of the last option is being completed
        return super().make_context(info_name, front if is_open else [*front, *rest], parent, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as wrong:
            raise click.NoSuchCommand(args[0], possibilities=self.list_commands(ctx), ctx=ctx) from wrong

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        named = ((name, does) for names in AREAS.values() for name, does in names.items())
        found = [CompletionItem(name, help=does) for name, does in named if name.startswith(incomplete)]
        return found or click.Command.shell_complete(self, ctx, incomplete)

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
    help="Campaign file, sqlite:///PATH or relative sqlite:///./PATH; or shared database, postgresql://USER@HOST/NAME"
    " (COMPANION_STORE).",
)
@click.option("--lang", type=Language(), help="Language of sentences, such as zh or zh-TW; default: the system's.")
@click.option("--content", type=click.Choice(["en", "zh"]), help="Language of game terms; default: that of --lang.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, and errors as one object on stderr.")
@click.version_option(package_name=DISTRIBUTION)
@click.pass_context
def root(
    context: click.Context, data: Path | None, store: str | None, lang: str, content: str | None, *, as_json: bool
) -> None:
    """A campaign tracker and companion for board games: every evening recorded, nothing ever lost.

    These options can be given anywhere on the command line.
    """
    voice = context.ensure_object(Voice)
    voice.language, voice.content = lang or default_language(), content or ""
    context.obj = Call(settings_for(data, store), as_json, voice)
    context.call_on_close(context.obj.close)


def settings_for(data: Path | None, store: str | None) -> Settings:
    """The settings of the environment with the folder or the store of a command line.

    Raises:
        click.UsageError: the store is of another kind.
    """
    settings = from_environment(data)
    if store is None:
        return settings
    return settings.for_database(store) if is_shared_url(store) else settings.for_file(sqlite_path(store))


def default_language() -> str:
    """The language of the system; English if companion does not speak it."""
    return language_of(system_language()) or "en"


def _voice_of(front: Sequence[str]) -> Voice:
    """The languages of the options, for errors raised before click has parsed them."""
    given = dict(word.split("=", 1) for word in "=".join(front).replace("=--", "\0--").split("\0") if "=" in word)
    return Voice(language_of(given.get("--lang", "")) or default_language(), given.get("--content", ""))


def is_shared_url(url: str) -> bool:
    """Whether a URL is that of a shared database."""
    return urlsplit(url).scheme in ("postgresql", "postgres")


def sqlite_path(url: str) -> Path:
    """The file of a `sqlite:///` URL.

    Raises:
        click.UsageError: it is another kind of URL.
    """
    parts = urlsplit(url)
    if parts.scheme != "sqlite" or parts.netloc or parts.query or parts.fragment or not parts.path.strip("/"):
        raise click.UsageError("--store takes sqlite:///PATH or postgresql://USER@HOST/NAME.")
    path = unquote(parts.path)
    return Path(path.removeprefix("/") if path.startswith(("/./", "/../")) else "/" + path.lstrip("/"))


def split_global_options(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the words of a call into the root command's options and the rest."""
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
    """Raise KeyboardInterrupt on signals that end the program, so that the store is closed.

    Signals that the parent process ignores, as `nohup` does, stay ignored.
    """
    heard = [number for number in ENDINGS if signal.getsignal(number) is signal.SIG_DFL]

    def end(*_: object) -> None:
        for number in heard:
            signal.signal(number, signal.SIG_IGN)  # a closing terminal and its shell may both send one
        raise KeyboardInterrupt

    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def main(words: Sequence[str] | None = None) -> None:
    """Run one command line and exit with its code."""
    # Without a last collection a short command takes a tenth less CPU: 132 instead of 145 ms for `companion list`.
    atexit.register(gc.freeze)
    line = sys.argv[1:] if words is None else list(words)
    front, _ = split_global_options(line)
    voice = _voice_of(front)
    try:
        with interrupt_on_signals():
            code = root.main(args=line, prog_name="companion", standalone_mode=False, obj=voice)
    except click.exceptions.Abort:
        sys.exit(STOPPED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except Exception as wrong:
        code, error = describe_error(wrong, voice.tongue)
        print_error(wrong, error, as_json="--json" in front)
    sys.exit(code or DONE)
