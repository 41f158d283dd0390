"""Generator of docs pages: every event, every command, every address. `make docs` runs it."""

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
from companion.web.app import create_app
from companion.web.roles import right_needed
from companion.web.shell import static_address
from companion.web.who import Right
from domain.games import BY_KEY
from domain.language import choices, kernel, table, tracking, typed_over
from domain.language.cards import slips
from domain.language.cards.kinds import Card
from domain.language.event import Event
from domain.language.fields import FieldInfo, fields_of
from domain.language.game import AnyGame
from domain.language.refusal import Refusal, heading_of_rule
from domain.language.veil import marked_fields
from domain.log import campaign, corrections, guarding, losses
from domain.things import agenda, numbers, piles
from tools.markup import MEANINGS, data_attributes, looked_for

WHO = {
    Right.OPEN: "anybody",
    Right.LOOK: "who joined the campaign",
    Right.RECORD: "its players",
    Right.HOST: "the host",
}
ROLES = """## Who may do what

The **host** is whoever sits at the computer that serves: requests from its own address (`127.0.0.1`) without a header
that says they were passed on, and not led there by a page of somebody else. Where a token was set
(`companion serve --host-token`, or `COMPANION_HOST_TOKEN`), it is whoever showed it at `/host`, and nobody else:
[behind a proxy](proxy.md) says when, and how a proxy signs several hosts in. `companion serve` answers nobody else
until the host opens the table to the network, on the page People or from the start with `--lan`: then a second server
listens on this computer's address there, until it is shut again. The phones find the way in at `/join`, and nothing
else: there they type the code of a campaign, or scan its QR code, say their name, and choose a seat, several, or to
look on. **Players** read and record in that one campaign, **spectators** read it; no other campaign is there for them.
What a seat keeps secret is shown to it alone, and no other seat records or corrects it. Programs join with the same
code and are guests like any other: what is under `/api` is told in [api.md](api.md). A host who plays on no seat may
record and correct everything, and sees no secrets. Whoever takes a seat that keeps one, the host too, stands in the log
for everybody, and stays there.

The page People shows the code, changes it (everybody has to join anew), says how many may join with it (12 unless
changed), gives people other seats, and lets them go. Names that look alike, or like the host, are not taken. A place
that nobody came back to for 30 days is given up. After 8 wrong codes from one address within five minutes, or 60 from
all together, no more are looked at for a while. Codes and guests are kept in `guests.db` beside the campaigns, what
their browsers keep as a digest; the log and what is exported of it know people by the names that they recorded or took
a seat under, and nothing else. The pages speak plain HTTP: open them to a network whose people you would let watch. A
proxy in front that hides who comes would make everybody the host: give it `--behind`.

## Addresses
"""
KERNEL = (kernel.campaign, kernel.content, kernel.adjusting, kernel.seats)
ROOT = Path(__file__).parent.parent
NOTE = "<!-- Written by `make docs`; a test compares it with the code. -->\n"


OF_FIELDS = "Optional fields are in brackets. Steps in *italics*: it belongs to them."


def events_of_any() -> str:
    """The page of the events of all games, with their fields."""
    return "\n".join(["# Events of any game", NOTE, f"{OF_FIELDS}\n", *map(_event, kernel.EVENTS)]) + "\n"


def events_of(game: AnyGame) -> str:
    """The page of a game's own events, with their fields."""
    title = f"# Events: {game.name.en} {game.name.zh}"
    parts = [title, NOTE, f"{OF_FIELDS} [Those of any game](table.md) come besides."]
    area = place = ""
    for event in game.own_events:
        if event.area_of_play != area:
            area, place = event.area_of_play, ""
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
        "What may stand on a card of each kind: in a pack file (`[items.007]`, then `price = 3`), or typed in at the",
        "table. Nothing but a name is needed (`en`, `zh`); `text` holds the table's own words.",
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
    """The values that a field accepts, in words that do not depend on content."""
    chosen = field.chosen
    if chosen is None:
        return in_words(field.shape)
    of = f"the `{chosen.choice.kind}`" if chosen.choice else ", ".join(f"`{word}`" for word in chosen.words)
    return ("one of " if chosen is field.shape else "some of ") + of + (", or any text" if chosen.free else "")


def _event(event: type[Event[Any]]) -> str:
    fields = ", ".join(_field(field) for field in fields_of(event))
    during = f" *{', '.join(event.during)}*" if event.during else ""
    tracked = f" (where {' and '.join(event.tracked)} is tracked)" if event.tracked else ""
    by_rule = " (by the rules)" if event.automatic else ""
    return f"- `{event.topic}`{by_rule}{during}{tracked}: {event.help_text}" + (f"<br>{fields}" if fields else "")


def _field(field: FieldInfo) -> str:
    return f"`{field.name}`" if field.required else f"[`{field.name}`]"


OF_REFUSALS = """Those marked *bendable* a card or the table may overrule; the others are arithmetic
and identity. The section of the rulebook that one rests on stands behind it."""


def refusals_of_any() -> str:
    """The page of the refusals of all games."""
    core = (slips, table, choices, tracking, guarding, typed_over, campaign, corrections, losses)
    shared = declared_refusals(*KERNEL, *core, agenda, numbers, piles)
    return "\n".join(["# Refusals of any game", NOTE, OF_REFUSALS, "", *map(_refusal, shared)]) + "\n"


def refusals_of(game: AnyGame) -> str:
    """The page of a game's own refusals, by the module that declares them."""
    title = f"# Refusals: {game.name.en} {game.name.zh}"
    parts = [title, NOTE, f"{OF_REFUSALS} [Those of any game](table.md) come besides."]
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
    """The refusals that modules declare themselves, in their order."""
    own = [
        value
        for module in modules
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        for value in [vars(module)[node.targets[0].id]]
    ]
    return [value for value in own if isinstance(value, Refusal)]


def _refusal(one: Refusal) -> str:
    where = f"where {' and '.join(one.areas)} is tracked" if one.areas else ""
    marks = ", ".join(filter(None, ("*bendable*" if one.bendable else "", heading_of_rule(one.rule), where)))
    return f"- `{one.code}`: {one.sentence}" + (f" ({marks})" if marks else "")


OF_SECRETS = """What stands at a marked part of a table is covered for everybody but the seats that know it
(`domain/language/veil.py`); the fields of an event that are named here are in no line, row or file but the lossless
one (`projections/log.py`). A spectator, and a host on no seat, sees what everybody sees. Once the host has
recorded `secrets-opened`, everybody may know all of it (`projections/known.py`)."""


def secrets_of(game: AnyGame) -> str:
    """The page of a game's secrets: marked parts of its table, and fields of its events."""
    parts = [f"# Secrets: {game.name.en} {game.name.zh}", NOTE, OF_SECRETS, ""]
    parts += [
        f"- `{cls.__name__}.{name}` in {_file(cls)}, {mark.told}" for cls, name, mark in marked_fields(game.table)
    ]
    parts += [
        f"- `{event.__name__}` in {_file(event)}: {', '.join(event.secret)}, of the seat in `{event.secret_of}`"
        for event in game.events
        if event.secret
    ]
    return "\n".join(parts) + "\n"


def _file(cls: type) -> str:
    return f"`{Path(inspect.getfile(cls)).relative_to(ROOT)}`"


def command_line() -> str:
    """The page of commands with their arguments and options."""
    parts = [
        "# Command line",
        NOTE,
        "`--data DIR` (or `COMPANION_DATA`) chooses the folder, `--store` (or `COMPANION_STORE`) the file, as",
        "`sqlite:///PATH`, or a database that is shared, `postgresql://USER@HOST/NAME`; `--json` gives JSON",
        "on stdout, `--lang` and `--content` the languages of sentences and of game terms; these may stand anywhere on",
        "the line. Field values are JSON when their field takes JSON, text otherwise.\n",
        "Exit codes: 0 done · 2 usage or a field that does not fit · 3 refused · 4 conflict · 5 not found · 6 damaged.",
        "Errors go to stderr; with `--json` as one object.\n",
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
    """The page of addresses with the rights they need, and of settings."""
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
    parts = [
        "# Pages",
        NOTE,
        ROLES,
        "| address | | who |",
        "|---|---|---|",
        *(f"| `{a}` | {b} | {c} |" for a, b, c in rules),
    ]
    parts += ["", "| setting | |", "|---|---|", "| `COMPANION_DATA` | folder of the campaigns |"]
    parts += ["| `COMPANION_HOST_TOKEN` | what somebody shows to be the host; whoever sits here is, if empty |"]
    parts += ["| `COMPANION_HOSTS` | names the pages answer to, with spaces between; any if empty |"]
    parts += [
        "| `COMPANION_CACHE` | folder of what can be made again; the system's place for such things if empty |",
        "",
    ]
    return "\n".join(parts)


def _methods(methods: set[str] | None) -> str:
    return " ".join(sorted((methods or set()) - {"HEAD", "OPTIONS"}))


MARKUP = """What a template writes so that a script, a style or a shortcut finds it. A name that nobody looks for, one
that nobody writes, and one that is not told here fail a test. Files are those of `templates/` and of
`companion/web/static/`; shortcuts stand in `companion/web/help/keys.py`.
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
            "| attribute | what it says | written by | looked for by |",
            "|---|---|---|---|",
            *(
                f"| `{n.name}` | {MEANINGS[n.name]} | {_files(n.writers)} | {_files(n.readers)} |"
                for n in data_attributes()
            ),
            "\n## Ids that scripts look for\n",
            "`#way-` goes on with a value.\n",
            "| id | written by | looked for by |",
            "|---|---|---|",
            *(f"| `{n.name}` | {_files(n.writers)} | {_files(n.readers)} |" for n in ids),
            "\n## Classes that scripts look for\n",
            "| class | looked for by |",
            "|---|---|",
            *(f"| `{n.name}` | {_files(n.readers)} |" for n in classes),
            "",
        ]
    )


def _files(names: Sequence[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


PAGES: Mapping[str, Callable[[], str]] = {
    "events/table.md": events_of_any,
    **{f"events/{game.key}.md": partial(events_of, game) for game in BY_KEY.values()},
    **{f"kinds/{game.key}.md": partial(kinds_of, game) for game in BY_KEY.values()},
    "refusals/table.md": refusals_of_any,
    **{f"refusals/{game.key}.md": partial(refusals_of, game) for game in BY_KEY.values()},
    **{f"secrets/{game.key}.md": partial(secrets_of, game) for game in BY_KEY.values()},
    "command-line.md": command_line,
    "pages.md": page_of_addresses,
    "markup.md": page_of_markup,
}


def main(folder: Path) -> None:
    """Write every page into a folder."""
    for name, page in PAGES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
