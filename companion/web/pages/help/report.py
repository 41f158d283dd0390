"""A problem report: text that the sender can read first, with as few personal names as possible."""

import platform
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import orjson

from companion.config import release_number
from companion.log_sentences import say_line
from companion.services import Services
from companion.view_context import ViewContext
from domain.framework.text import Text, Tongue, text, value_as_words
from domain.log.entries import Source
from projections.campaigns import Listed
from projections.documents.export import export_campaign
from projections.log import LogLine, Wanted, select_lines
from projections.rebuild import faults_of, faults_of_file

NEWEST = 50
"""Lines of the log in a report."""
LIBRARIES = ("eventsourcing", "flask", "jinja2", "orjson", "pydantic", "sqlite-utils", "waitress")
PEOPLE = frozenset({"player", "players", "seat", "seats"})
"""Fields of events and tables that hold people's names."""
DATA, EVERYTHING, ALIASES = "data", "everything", "aliases"


@dataclass(frozen=True)
class Reported:
    """The subject of a report: a campaign, and its table or the reason why it cannot be opened."""

    services: Services
    listed: Listed
    tongue: Tongue
    source: Source
    """The campaign's entries; reading them pauses for other requests."""
    whole: bool = False
    """Whether the report covers the whole file, with its other campaigns."""
    here: ViewContext | None = None
    trouble: str = ""
    browser: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def lines(self) -> list[LogLine]:
        """The lines of the log, the oldest first."""
        with self.services.store.reading() as cursor:
            return select_lines(cursor, self.listed.campaign, Wanted())


Lines = Iterator[Text | str]


def _versions(subject: Reported) -> Lines:
    yield f"companion {release_number()}"
    yield f"Python {platform.python_version()} ({platform.system()})"
    yield f"SQLite {subject.services.health()['sqlite']}"
    yield ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    if subject.here:
        game = subject.here.game
        yield text("Game: {game}", game=game.key)
        yield text("Content pack of the campaign: {digest}", digest=subject.here.table.content or "–")
        yield text("Content pack of the game: {digest}", digest=game.pack.digest)


def _browser(subject: Reported) -> Lines:
    yield from (f"{name}: {value}" for name, value in subject.browser.items())


def _settings(subject: Reported) -> Lines:
    settings = subject.services.settings
    yield text("Largest import: {bytes} bytes", bytes=settings.import_limit)
    yield text("Allowed host names: {count}", count=len(settings.trusted_hosts))
    if subject.whole:
        yield text("Size of the campaign file: {bytes} bytes", bytes=settings.file.stat().st_size)
        yield text("Campaigns in it: {count}", count=subject.services.list_page().count)


def _counts(subject: Reported) -> Lines:
    shown = subject.lines
    yield text("Entries: {count}", count=len(shown))
    yield text("Sessions: {count}", count=subject.listed.sessions)
    yield text("Taken back: {count}", count=sum(line.struck for line in shown))
    yield text("Against the rules: {count}", count=sum(bool(line.bent) for line in shown))
    unreadable = [line for line in shown if line.unreadable]
    yield text("Unreadable entries: {count}", count=len(unreadable))
    yield from (f"#{line.position} {line.topic}: {line.unreadable}" for line in unreadable)


def _check(subject: Reported) -> Lines:
    if subject.trouble:
        yield text("The campaign cannot be opened: {why}", why=subject.trouble)
    campaigns = subject.services.campaigns
    faults = list(faults_of_file(campaigns)) if subject.whole else []
    faults += faults_of(campaigns, subject.listed.campaign, subject.source)
    yield from (fault.told for fault in faults)
    if not faults:
        yield text("Everything is in order.")


def _log(subject: Reported) -> Lines:
    for line in subject.lines[-NEWEST:]:
        said = say_line(line, subject.here) if subject.here else line.text
        struck = text("taken back").render(subject.tongue) if line.struck else ""
        bent = text("against the rule: {reason}", reason=line.reason).render(subject.tongue) if line.bent else ""
        marks = "; ".join(filter(None, (line.actor, struck, bent)))
        yield f"#{line.position} {line.time} {said}" + (f" ({marks})" if marks else "")


@dataclass(frozen=True)
class Part:
    """A part of the report: its key in the form, its heading, its lines, and whether it may contain people's names."""

    key: str
    title: Text
    lines: Callable[[Reported], Lines]
    personal: bool = False


PARTS = (
    Part("versions", text("Versions"), _versions),
    Part("browser", text("Browser"), _browser),
    Part("settings", text("Settings"), _settings),
    Part("counts", text("What is in the log"), _counts, personal=True),
    Part("check", text("Check of the campaign"), _check, personal=True),
    Part("log", text("The newest entries"), _log, personal=True),
)
USUAL = frozenset({*(part.key for part in PARTS), DATA, ALIASES})
"""The parts that are ticked by default."""
KNOWN = USUAL | {EVERYTHING}


def write_report(subject: Reported, wanted: frozenset[str]) -> str:
    """The text of a report."""
    rename = aliases_of_people(subject) if ALIASES in wanted else keep_names
    sections = [
        _part_text(part, subject, rename if part.personal else keep_names) for part in PARTS if part.key in wanted
    ]
    return without_places("\n\n\n".join(sections), subject.services) + "\n"


def _part_text(part: Part, subject: Reported, rename: Callable[[Any], Any]) -> str:
    body = "\n".join(value_as_words(line, subject.tongue) for line in _lines_of(part, subject))
    return f"{value_as_words(part.title, subject.tongue)}\n\n{rename(body)}"


def _lines_of(part: Part, subject: Reported) -> Lines:
    """A part's lines. An error becomes a line, because reports are written when something is broken."""
    try:
        yield from part.lines(subject)
    except Exception as error:
        yield text("This part is unavailable: {why}", why=type(error).__name__)


def pack_report(subject: Reported, wanted: frozenset[str]) -> bytes:
    """A report as a zip: `report.txt`, `log.json` without secrets, and, if wanted, the lossless `log.jsonl`."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as file:
        file.writestr("report.txt", write_report(subject, wanted))
        if subject.here and DATA in wanted:
            file.writestr("log.json", _data(subject, wanted))
        if subject.here and EVERYTHING in wanted:
            file.writestr("log.jsonl", _exported(subject, ".jsonl"))
    return made.getvalue()


def _data(subject: Reported, wanted: frozenset[str]) -> bytes:
    """The log, the table and the sheets as data."""
    rename = aliases_of_people(subject) if ALIASES in wanted else keep_names
    return orjson.dumps(rename(orjson.loads(_exported(subject, ".json"))), option=orjson.OPT_INDENT_2)


def _exported(subject: Reported, suffix: str) -> bytes:
    if subject.here is None:
        return b""
    reading = subject.services.store.reading
    return b"".join(export_campaign(subject.here.campaign, subject.listed, reading, suffix, subject.tongue))


# --- redaction -------------------------------------------------------------------------------


def without_places(report: str, services: Services) -> str:
    """A text without paths of this computer."""
    for place in (services.settings.file, services.settings.data, Path.home(), Path.cwd()):
        for name in (str(place.absolute()), str(place)):
            report = report.replace(name, "…") if len(name) > 1 else report
    return report


def keep_names(value: Any) -> Any:
    return value


def aliases_of_people(subject: Reported) -> Callable[[Any], Any]:
    """A function that replaces people's names by P1, P2 …, in a text or in JSON, including keys."""
    names = {name: f"P{n}" for n, name in enumerate(people_of_campaign(subject), 1)}
    folded = {name.casefold(): alias for name, alias in names.items()}
    if not names:
        return keep_names
    pattern = re.compile("|".join(map(_whole_name_pattern, sorted(names, key=len, reverse=True))), re.IGNORECASE)

    def rename(value: Any) -> Any:
        match value:
            case str():
                return pattern.sub(lambda found: names.get(found[0]) or folded.get(found[0].casefold(), "P"), value)
            case dict():
                return {rename(key): rename(part) for key, part in value.items()}
            case list():
                return [rename(part) for part in value]
        return value

    return rename


def _whole_name_pattern(name: str) -> str:
    """The pattern of a name as whole words: Ann does not match in Anna. Chinese has no spaces."""
    before = r"(?<![A-Za-z0-9])" if name[0].isascii() and name[0].isalnum() else ""
    after = r"(?![A-Za-z0-9])" if name[-1].isascii() and name[-1].isalnum() else ""
    return before + re.escape(name) + after


def people_of_campaign(subject: Reported) -> list[str]:
    """The people's names in a campaign, in order of appearance: authors and players."""
    found = (name for line in subject.lines for name in (line.actor, *_named(line.values)))
    return [name for name in dict.fromkeys(found) if name.strip()]


def _named(value: Any, named: bool = False) -> Iterator[str]:
    match value:
        case str() if named:
            yield value
        case dict():
            for key, part in value.items():
                yield from _named(part, key in PEOPLE)
        case list():
            for part in value:
                yield from _named(part, named)


__all__ = ["DATA", "EVERYTHING", "KNOWN", "PARTS", "USUAL", "Part", "Reported", "pack_report", "write_report"]
