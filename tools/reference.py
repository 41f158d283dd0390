"""Generator of the reference pages: events, kinds, refusals, secrets, commands, addresses. `make docs` runs it.

The refusals are kept in git, because reviews read their differences. Git ignores the other pages (`docs/reference/`).
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import click

from companion.cli.base import import_all, root
from companion.cli.possible import in_words
from companion.config import Settings
from companion.web.api.openapi import build_document, encode_document
from companion.web.application.app import FOR_PROGRAMS, create_app
from companion.web.rendering.static_files import static_address
from companion.web.visitors.roles import right_needed
from companion.web.visitors.visitor import Right
from domain.components import agenda, numbers, piles
from domain.framework import kernel, table
from domain.framework.cards import typos
from domain.framework.cards.kinds import Card
from domain.framework.events.event import Event
from domain.framework.fields import card_conflicts, choices
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.game import AnyGame
from domain.framework.offers import tracked_areas
from domain.framework.refusal import Refusal, heading_of_rule
from domain.framework.views.visibility import marked_fields
from domain.games import BY_KEY
from domain.log import campaign, corrections, losses, permissions
from projections.descriptions import READ_MODELS, STORED, VIEWS, Description
from projections.queries import QUERIES
from tools.markup import MEANINGS, data_attributes, looked_for

WHO = {
    Right.OPEN: "everyone",
    Right.LOOK: "guests of the campaign",
    Right.RECORD: "players of the campaign",
    Right.HOST: "the host",
}
KERNEL = (kernel.campaign, kernel.content, kernel.adjusting, kernel.seats)
ROOT = Path(__file__).parent.parent
NOTE = "<!-- Written by `make docs`. -->\n"
OF_FIELDS = "Optional fields are in brackets. *Italics* name the steps in which the event may be recorded."


def events_of_any() -> str:
    """The page of the events of all games, with their fields."""
    return "\n".join(["# Events of any game", NOTE, f"{OF_FIELDS}\n", *map(_event, kernel.EVENTS)]) + "\n"


def events_of(game: AnyGame) -> str:
    """The page of a game's own events, with their fields."""
    title = f"# Events: {game.name.en} {game.name.zh}"
    parts = [title, NOTE, f"{OF_FIELDS} See also [events of any game](table.md)."]
    area = place = ""
    for event in game.own_events:
        if event.heading != area:
            area, place = event.heading, ""
            parts.append(f"\n## {area}")
        if _file(event) != place:
            place = _file(event)
            parts.append(f"\nIn {place}:\n")
        parts.append(_event(event))
    return "\n".join(parts) + "\n"


def kinds_of(game: AnyGame) -> str:
    """The page of a game's kinds of content, with the fields of their cards."""
    parts = [
        f"# Kinds of content: {game.name.en} {game.name.zh}",
        NOTE,
        "The fields of a card of each kind. A pack file gives them (`[items.007]`, then `price = 3`), or a player",
        "types them in. Only a name (`en`, `zh`) is required. `text` is for the table's own words.",
    ]
    for kind, card in game.kinds.items():
        parts += ["", f"## `{kind}`"]
        rows = [_row_of(field) for field in fields_of(card) if field.name not in COMMON]
        parts += ["", "| field | | takes |", "|---|---|---|", *rows] if rows else []
    return "\n".join(parts) + "\n"


COMMON = Card.model_fields.keys()
"""Fields that every kind has."""


def _row_of(field: FieldInfo) -> str:
    label = field.label if field.label != field.name.replace("_", " ") else ""
    return f"| `{field.name}` | {label} | {_accepted_values(field)} |"


def _accepted_values(field: FieldInfo) -> str:
    """The values that a field accepts, described without depending on content."""
    chosen = field.chosen
    if chosen is None:
        return in_words(field.shape)
    of = f"the `{chosen.choice.kind}`" if chosen.choice else ", ".join(f"`{word}`" for word in chosen.words)
    return ("one of " if chosen is field.shape else "some of ") + of + (", or any text" if chosen.free else "")


def _event(event: type[Event[Any]]) -> str:
    fields = ", ".join(_field(field) for field in fields_of(event))
    during = f" *{', '.join(event.during)}*" if event.during else ""
    tracked = f" (if {' and '.join(event.tracked)} is tracked)" if event.tracked else ""
    by_rule = " (recorded by the rules)" if event.automatic else ""
    return f"- `{event.topic}`{by_rule}{during}{tracked}: {event.help_text}" + (f"<br>{fields}" if fields else "")


def _field(field: FieldInfo) -> str:
    return f"`{field.name}`" if field.required else f"[`{field.name}`]"


OF_REFUSALS = """A card or the table may overrule a *bendable* refusal. The other refusals are arithmetic or identity.
The section of the rulebook follows in brackets."""


def refusals_of_any() -> str:
    """The page of the refusals of all games."""
    core = (typos, table, choices, tracked_areas, permissions, card_conflicts, campaign, corrections, losses)
    shared = declared_refusals(*KERNEL, *core, agenda, numbers, piles)
    return "\n".join(["# Refusals of any game", NOTE, OF_REFUSALS, "", *map(_refusal, shared)]) + "\n"


def refusals_of(game: AnyGame) -> str:
    """The page of a game's own refusals, by the module that declares them."""
    title = f"# Refusals: {game.name.en} {game.name.zh}"
    parts = [title, NOTE, f"{OF_REFUSALS} See also [refusals of any game](table.md)."]
    for module in modules_of(game):
        if found := declared_refusals(module):
            parts += ["", f"## `{module.__name__}`", "", *map(_refusal, found)]
    return "\n".join(parts) + "\n"


def modules_of(game: AnyGame) -> list[ModuleType]:
    """The modules of a game, by name."""
    package = import_module(f"domain.games.{game.key}")
    found = walk_packages(package.__path__, f"{package.__name__}.")
    return [package, *(import_module(name) for name in sorted(info.name for info in found))]


def declared_refusals(*modules: ModuleType) -> list[Refusal]:
    """The refusals that modules declare at their top level, in order."""
    own = [
        value
        for module in modules
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        for value in [vars(module)[node.targets[0].id]]
    ]
    return [value for value in own if isinstance(value, Refusal)]


def _refusal(one: Refusal) -> str:
    where = f"if {' and '.join(one.areas)} is tracked" if one.areas else ""
    marks = ", ".join(filter(None, ("*bendable*" if one.bendable else "", heading_of_rule(one.rule), where)))
    return f"- `{one.code}`: {one.sentence}" + (f" ({marks})" if marks else "")


OF_SECRETS = """Only the seats that know a marked part of the table see it (`domain/framework/views/visibility.py`). The
named fields of an event are left out of every line, row and file except the lossless export (`projections/log.py`).
Spectators and a host without a seat see the public table. After `secrets-opened`, everyone sees all of it
(`projections/known.py`)."""


def secrets_of(game: AnyGame) -> str:
    """The page of a game's secrets: marked parts of its table, and fields of its events."""
    parts = [f"# Secrets: {game.name.en} {game.name.zh}", NOTE, OF_SECRETS, ""]
    parts += [
        f"- `{cls.__name__}.{name}` in {_file(cls)}, {mark.told}" for cls, name, mark in marked_fields(game.table)
    ]
    parts += [
        f"- `{event.__name__}` in {_file(event)}: {', '.join(event.secrets.fields)}, "
        f"of the seat in `{event.secrets.of}`"
        for event in game.events
        if event.secrets.fields
    ]
    return "\n".join(parts) + "\n"


def _file(cls: type) -> str:
    return f"`{Path(inspect.getfile(cls)).relative_to(ROOT)}`"


def command_line() -> str:
    """The page of commands with their arguments and options."""
    parts = [
        "# Command line",
        NOTE,
        "Global options may be anywhere on the line:\n",
        "- `--data DIR` (or `COMPANION_DATA`): the folder of the campaigns",
        "- `--store` (or `COMPANION_STORE`): the file, as `sqlite:///PATH`, or a shared database, as",
        "  `postgresql://USER@HOST/NAME`",
        "- `--json`: print JSON on stdout",
        "- `--lang`, `--content`: the language of sentences, and of game terms\n",
        "A field value is JSON if the field takes JSON, otherwise text.\n",
        "Exit codes: 0 done · 2 usage or a wrong field value · 3 refused · 4 conflict · 5 not found · 6 damaged.",
        "Errors are printed on stderr; with `--json` as one object.\n",
    ]
    import_all()
    for name, command in sorted(_commands_of(root)):
        context = click.Context(command, info_name=f"companion {name}")
        parts.append(f"## {name}\n\n```\n{' '.join(_usage(command, context))}\n```\n")
        parts.append(f"{' '.join((command.help or '').split())}\n")
        parts += [f"- `{'`, `'.join(option.opts)}` {option.help or ''}".rstrip() for option in _options(command)]
        parts.append("")
    return "\n".join(parts)


def _commands_of(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _commands_of(command, f"{before}{name} ")
        else:
            yield before + name, command


def _usage(command: click.Command, context: click.Context) -> Iterator[str]:
    yield context.command_path
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            yield parameter.make_metavar(context)


def _options(command: click.Command) -> list[click.Option]:
    return [parameter for parameter in command.params if isinstance(parameter, click.Option)]


def page_of_addresses() -> str:
    """The page of addresses, with the right that each needs."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder)))
        rules = sorted(
            (
                rule.rule.replace(static_address(), "/static/<release>"),
                _methods(rule.methods),
                WHO[right_needed(rule.endpoint)],
            )
            for rule in app.url_map.iter_rules()
        )
    return "\n".join(
        [
            "# Addresses",
            NOTE,
            "Every address, and who may use it ([roles](../program/access.md)).\n",
            "| address | | who |",
            "|---|---|---|",
            *(f"| `{a}` | {b} | {c} |" for a, b, c in rules),
            "",
        ]
    )


def _methods(methods: set[str] | None) -> str:
    return " ".join(sorted((methods or set()) - {"HEAD", "OPTIONS"}))


MARKUP = """The names that templates write and that scripts, styles or shortcuts read. A test fails for a name without a
reader, without a writer, or without a description. Files are in `templates/` and in `companion/web/static/`.
Shortcuts are in `companion/web/pages/help/keys.py`.
"""


def page_of_markup() -> str:
    """The page of names that templates, scripts and styles share."""
    parts = looked_for()
    ids, classes = ([part for part in parts if part.name.startswith(sign)] for sign in "#.")
    return "\n".join(
        [
            "# Markup",
            NOTE,
            MARKUP,
            "## Data attributes\n",
            "| attribute | meaning | written by | read by |",
            "|---|---|---|---|",
            *(
                f"| `{n.name}` | {MEANINGS[n.name]} | {_files(n.writers)} | {_files(n.readers)} |"
                for n in data_attributes()
            ),
            "\n## Ids\n",
            "`#way-` is a prefix; a value follows.\n",
            "| id | written by | read by |",
            "|---|---|---|",
            *(f"| `{n.name}` | {_files(n.writers)} | {_files(n.readers)} |" for n in ids),
            "\n## Classes\n",
            "| class | read by |",
            "|---|---|",
            *(f"| `{n.name}` | {_files(n.readers)} |" for n in classes),
            "",
        ]
    )


def _files(names: Sequence[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


OF_TABLES = """`campaigns.db` is one SQLite file. Read its tables and views with `companion data`, Datasette or
sqlite-utils ([query your campaigns](../program/query.md)). Snapshots, read models and views are made from
the log; the other tables cannot be rebuilt.
"""


def page_of_tables() -> str:
    """The page of the tables and views of a campaign file, with queries."""
    parts = ["# Tables", NOTE, OF_TABLES]
    for title, described in {"Views": VIEWS, "Read models": READ_MODELS, "Stored": STORED}.items():
        parts.append(f"## {title}\n")
        parts += [line for name, each in described.items() for line in _table(name, each)]
    parts.append("## Queries\n")
    parts += [f"### {query.title}\n\n```sql\n{query.sql}\n```\n" for query in QUERIES]
    return "\n".join(parts)


def _table(name: str, described: Description) -> Iterator[str]:
    """A table or view with its columns."""
    secret = " It can hold the secrets of a seat; `companion data` does not read it." if described.secret else ""
    yield f"### `{name}`\n\nA row is {described.row}.{secret}\n"
    yield "| column | meaning |\n|---|---|"
    yield from (f"| `{column}` | {meaning.replace('|', '&#124;')} |" for column, meaning in described.columns.items())
    yield ""


def index() -> str:
    """The page that lists the other reference pages."""
    games = {game.key: game.name.en for game in BY_KEY.values()}
    parts = [
        "# Reference",
        NOTE,
        "- [Commands](command-line.md)",
        "- [Addresses](addresses.md)",
        "- [Markup](markup.md)",
        "- [Tables](tables.md)",
    ]
    for name, of_any in {"events": True, "kinds": False, "secrets": False}.items():
        links = [f"[{title}]({name}/{key}.md)" for key, title in games.items()]
        parts.append(f"- {name.capitalize()}: " + ", ".join([f"[any game]({name}/table.md)"] * of_any + links))
    links = [f"[{title}](openapi/{key}.json)" for key, title in games.items()]
    return "\n".join([*parts, f"- OpenAPI: {', '.join(links)}", ""])


def openapi_of(game: AnyGame) -> str:
    """The OpenAPI document of a game."""
    return encode_document(build_document(game, FOR_PROGRAMS)).decode()


KEPT: Mapping[str, Callable[[], str]] = {
    "refusals/table.md": refusals_of_any,
    **{f"refusals/{game.key}.md": partial(refusals_of, game) for game in BY_KEY.values()},
}
"""The pages that git keeps, by their place in docs/."""
BUILT: Mapping[str, Callable[[], str]] = {
    "reference/index.md": index,
    "reference/events/table.md": events_of_any,
    **{f"reference/events/{game.key}.md": partial(events_of, game) for game in BY_KEY.values()},
    **{f"reference/kinds/{game.key}.md": partial(kinds_of, game) for game in BY_KEY.values()},
    **{f"reference/secrets/{game.key}.md": partial(secrets_of, game) for game in BY_KEY.values()},
    **{f"reference/openapi/{game.key}.json": partial(openapi_of, game) for game in BY_KEY.values()},
    "reference/command-line.md": command_line,
    "reference/addresses.md": page_of_addresses,
    "reference/markup.md": page_of_markup,
    "reference/tables.md": page_of_tables,
}
"""The pages that git ignores, by their place in docs/."""


def main(folder: Path) -> None:
    """Write every page below a folder."""
    for name, page in {**KEPT, **BUILT}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
