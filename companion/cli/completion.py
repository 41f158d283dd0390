"""Shell completion of campaigns, games, events, fields and values.

Completion only reads: it opens no file that is missing, belongs to another program, or has to be converted first. A
shared database is not asked; its local copy has the names of the campaigns.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from companion.config import Settings
from domain.framework.refusal import Misfit, NotFound
from domain.framework.text import Tongue

if TYPE_CHECKING:
    from companion.view_context import ViewContext
    from domain.framework.events.event import Event
    from domain.framework.fields.fields import FieldInfo
    from domain.framework.game import AnyGame
    from domain.framework.table import Table

MOST = 200
"""The number of values that are completed; a shell asks before it lists so many."""


def complete_campaigns(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The keys of campaigns, the last played first."""
    rows = _campaigns_in(_settings_of(ctx))
    return [CompletionItem(key, help=name) for key, name, _ in rows if key.startswith(incomplete)]


def complete_games(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The keys of games."""
    from domain.games import BY_KEY  # noqa: PLC0415 - completing a command needs no game

    return [CompletionItem(key, help=game.name.en) for key, game in BY_KEY.items() if key.startswith(incomplete)]


def complete_games_and_campaigns(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    return [*complete_games(ctx, param, incomplete), *complete_campaigns(ctx, param, incomplete)]


def complete_formats(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The formats of an exported campaign."""
    from projections.documents.export import EXPORTS  # noqa: PLC0415 - see `complete_games`

    forms = [suffix.removeprefix(".") for suffix in EXPORTS]
    return [CompletionItem(form) for form in forms if form.startswith(incomplete)]


def complete_kinds(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The kinds of cards of the game on the line."""
    game = _game_on_line(ctx)
    return [CompletionItem(kind) for kind in (game.kinds if game else ()) if kind.startswith(incomplete)]


def complete_events(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The events of the campaign's game."""
    game = _game_on_line(ctx)
    events = game.by_name if game else {}
    return [CompletionItem(name, help=cls.help_text) for name, cls in events.items() if name.startswith(incomplete)]


def complete_fields(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The fields of the event on the line, `hero=`, and after `=` the values that they accept at the table.

    Bash splits words at `=`: the field and its value arrive as separate words, and only the value is replied.
    """
    from domain.store import StoreError  # noqa: PLC0415 - see `complete_games`

    given = _joined_words(ctx.params.get("fields") or ())
    is_split = bool(given) and "=" not in given[-1].rstrip("=")
    open_word = f"{given.pop().rstrip('=')}={incomplete}" if is_split else incomplete
    name, equals, begun = open_word.partition("=")
    with suppress(NotFound, Misfit, StoreError), _event_on_line(ctx) as (cls, table):
        if equals:
            values = _values_of_field(cls, table, given, name, begun)
            return [CompletionItem(v if is_split else f"{name}={v}", help=words) for v, words in values]
        return [CompletionItem(f"{one}=") for one in _fields_left(cls, given) if one.startswith(name)]
    return []


def _joined_words(words: Iterable[str]) -> list[str]:
    """The words of a line with those joined again that bash split at `=`."""
    joined: list[str] = []
    for word in words:
        if joined and (word == "=" or joined[-1].endswith("=")):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _fields_left(cls: "type[Event[Any]]", given: Sequence[str]) -> Iterator[str]:
    """The fields that the line does not give yet."""
    from domain.framework.fields.fields import fields_of  # noqa: PLC0415 - see `complete_games`

    taken = {word.partition("=")[0] for word in given}
    return (field.name for field in fields_of(cls) if field.name not in taken)


def _values_of_field(
    cls: "type[Event[Any]]", table: "Table", given: Sequence[str], name: str, begun: str
) -> Iterator[tuple[str, str]]:
    """The values that continue a begun one, each with its name; in a list, those of its last part."""
    from companion.cli.arguments import named_values  # noqa: PLC0415 - see `complete_games`
    from domain.framework.fields.choices import known_of  # noqa: PLC0415
    from domain.framework.fields.field_shapes import ListShape  # noqa: PLC0415
    from domain.framework.fields.fields import fields_of  # noqa: PLC0415
    from domain.framework.text import value_as_words  # noqa: PLC0415

    field = next((one for one in fields_of(cls) if one.name == name), None)
    if field is None:
        return
    before, comma, last = begun.rpartition(",") if isinstance(field.shape, ListShape) else ("", "", begun)
    options = _options_at(field, table, known_of(cls, table, named_values(cls, given, table)))
    fitting = [(id_, words) for id_, words in options if id_.startswith(last)]
    for id_, words in fitting[:MOST]:
        yield f"{before}{comma}{id_}", value_as_words(words, Tongue())


def _options_at(field: "FieldInfo", table: "Table", known: Any) -> Iterable[tuple[str, Any]]:
    from domain.framework.fields.field_shapes import YesNoShape  # noqa: PLC0415 - see `complete_games`

    options = field.options(table, known)
    return [("true", ""), ("false", "")] if not options and isinstance(field.shape, YesNoShape) else options.items()


@contextmanager
def _event_on_line(ctx: click.Context) -> "Iterator[tuple[type[Event[Any]], Table]]":
    """The event that the line names or amends, with the table of its campaign as any guest may see it.

    For a game, it is an empty table; without an event, the game's first one.

    Raises:
        NotFound: there is no such campaign, game, event or entry.
        StoreError: the file cannot be used.
    """
    from domain.framework.game import event_named, event_to_record  # noqa: PLC0415 - see `complete_games`
    from domain.games import BY_KEY  # noqa: PLC0415
    from domain.log.correction_plans import amendable_event  # noqa: PLC0415

    event, game = ctx.params.get("event"), BY_KEY.get(_first_word(ctx))
    if game is not None:
        opening = None if event else game.opening
        yield opening or event_named(game, event or ""), game.new_table()
        return
    with _open_view(ctx) as now:
        if "entry" in ctx.params:
            yield type(amendable_event(now.campaign, int(ctx.params["entry"] or 0))), now.table
        else:
            yield event_to_record(now.game, event or "", now.table), now.table


@contextmanager
def _open_view(ctx: click.Context) -> "Iterator[ViewContext]":
    """The campaign on the line as any guest may see it."""
    from companion.services import Services  # noqa: PLC0415 - see `complete_games`
    from companion.view_context import ViewContext  # noqa: PLC0415
    from domain.framework.game import PUBLIC  # noqa: PLC0415

    settings = _settings_of(ctx)
    if settings.shared or not _is_of_this_release(settings.file):
        raise NotFound("There is no campaign “{key}”.", key=_first_word(ctx))
    services = Services(settings)
    try:
        listed = services.find_campaign(_first_word(ctx))
        with services.campaigns.open(listed.campaign) as campaign:
            yield ViewContext(listed, campaign, PUBLIC, Tongue())
    finally:
        services.close()


def _campaigns_in(settings: Settings) -> list[tuple[str, str, str]]:
    """The key, the name and the game of each campaign in a file, the last played first."""
    return _rows_of(settings.file, "SELECT key, name, game FROM campaigns ORDER BY updated DESC, key")


def _is_of_this_release(file: Path) -> bool:
    """Whether a campaign file can be opened without a conversion."""
    from domain.store.sqlite import FILE_FORMAT  # noqa: PLC0415 - see `complete_games`

    return bool(_rows_of(file, "SELECT 1 FROM entries LIMIT 1")) and _rows_of(file, "PRAGMA user_version") == [
        (FILE_FORMAT,)
    ]


def _rows_of(file: Path, query: str) -> list[Any]:
    """The rows of a query; none if there is no such file or table. No journal is created."""
    if not file.is_file():
        return []
    mode = "mode=ro" if file.with_name(f"{file.name}-wal").exists() else "immutable=1"
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.absolute().as_uri()}?{mode}", uri=True)) as db:
        return db.execute(query).fetchall()
    return []


def _game_on_line(ctx: click.Context) -> "AnyGame | None":
    """The game that the first word of the line names, itself or by its campaign."""
    from domain.games import BY_KEY  # noqa: PLC0415 - see `complete_games`

    word = _first_word(ctx)
    played = {key: game for key, _, game in _campaigns_in(_settings_of(ctx))}
    return BY_KEY.get(word) or BY_KEY.get(played.get(word, ""))


def _first_word(ctx: click.Context) -> str:
    """The campaign or the game that the line names."""
    return next((str(ctx.params[name]) for name in ("campaign", "game", "of") if ctx.params.get(name)), "")


def _settings_of(ctx: click.Context) -> Settings:
    """The settings of the line's own options, as `root` reads them."""
    from companion.cli.base import settings_for  # noqa: PLC0415 - it imports this module

    options = ctx.find_root().params
    return settings_for(options.get("data"), options.get("store"))


campaign_argument = click.argument("campaign", shell_complete=complete_campaigns)

__all__ = [
    "campaign_argument",
    "complete_campaigns",
    "complete_events",
    "complete_fields",
    "complete_formats",
    "complete_games",
    "complete_games_and_campaigns",
    "complete_kinds",
]
