"""The names that templates, scripts and styles share: data attributes, ids, classes.

The files that write and read a name are found in the sources; only the meanings of data attributes are listed here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.web.pages.help.keys import SHORTCUTS
from companion.web.rendering.static_files import STATIC
from projections.documents.environment import templates_folder

MEANINGS: Mapping[str, str] = {
    "data-alone": "the strip's text while offline with nothing waiting",
    "data-answer": "the page is the answer to a form and is not reloaded",
    "data-at": "the entry whose moment is shown",
    "data-awaits": "a page that polls every two seconds for an answer",
    "data-awake": "keeps the screen awake on this page",
    "data-awake-none": "the text shown if the browser cannot keep the screen awake",
    "data-base": "the number with which a counter's page was rendered, while a run of taps is shown in its place",
    "data-by": "a step of a number in a form: 1 or -1",
    "data-campaign": "the key of the page's campaign",
    "data-card": "a card of a game's board; digit keys move from one to the next",
    "data-connection": "the state of the connection: plain, saved, sending, held, offline",
    "data-copy": "a link that a tap copies, and the text shown afterwards",
    "data-counter": "a number that taps change, and its name",
    "data-counting": "the text for screen readers during a run of taps",
    "data-covers": "a preview of a tile on a map, drawn at its place",
    "data-do": "the action of an outbox button: drop, change, bend",
    "data-draft": "a form whose input is stored on this device until it is recorded",
    "data-every": "a button that sets every number of its field to its maximum",
    "data-file": "a link to a file that is made in parts, and the name of the file",
    "data-fits": "a page whose text grows until it fills the window",
    "data-game": "the game of a page or list entry, which selects its colours",
    "data-given": "the names of the controls on which a search field's options depend",
    "data-go": "a link that the timeline follows without loading a page",
    "data-has": "the version of a page: its view, and the stamp at which it was rendered",
    "data-headline": "a line that the screen for the room shows large when it arrives live",
    "data-heard": "the address that interprets the words typed in the quick entry field",
    "data-held": "the strip's text while the host accepts none of the {n} waiting commands",
    "data-id": "the id of a search result",
    "data-item": "the command key of an outbox line",
    "data-kept": "a form on the page Play whose input is stored on this device, under this name",
    "data-keys": "the keys of a shortcut, one per line",
    "data-least": "the minimum of a counter",
    "data-lies": "where the toast is on a phone: foot, head, top",
    "data-live": "the timeline already has its scripts",
    "data-most": "the maximum of a counter",
    "data-moved": "the time at which a hand moved the slider, in milliseconds of the page",
    "data-narrows": "a button that requests the form again, and the names of the controls that others depend on",
    "data-native": "a form that the browser submits without a script",
    "data-next": "what a tap adds next to an ordered list; empty: it removes the last",
    "data-offline": "the strip's text while offline with {n} waiting commands",
    "data-one-more": "a button that adds an empty line or row like the last one",
    "data-opened": "the address of the actions at a part of the board, requested when a tap opens it",
    "data-other": "a field with a few options and a text; the last one used is the answer",
    "data-own": "an element of a script, which is kept when a page is updated in place",
    "data-owner": "the person whose pages this device caches; pages of anyone before are deleted",
    "data-pans": "a map larger than its frame, moved and zoomed with two fingers",
    "data-pause": "the button's name while it plays",
    "data-pending": "the change to a counter in the current run of taps",
    "data-pick": "the value that a tap on a map chooses",
    "data-picks": "a map whose taps choose the value of the control with this id",
    "data-place": "the key of a navigation link",
    "data-play": "the button's name while it is paused",
    "data-position": "the newest entry that the page has",
    "data-presence": "the list of guests, which the stream refreshes when one comes or goes",
    "data-progress": "the address that answers with the progress of the file of a link",
    "data-replay": "a link that the timeline follows and plays from",
    "data-run": "the longest run of taps that one form may send",
    "data-saved": "the strip's text when everything is recorded",
    "data-scale": "the visitor's text size",
    "data-seats": "the seats for which quick entry is answered",
    "data-seek": "a search field, and the address of its results",
    "data-sending": "the strip's text while {n} commands are being sent",
    "data-share": "a link that the phone's share menu passes on, and its title",
    "data-shared": "a photo on the card that is shared",
    "data-sheet": "the key of a sheet, for programs that read an exported document",
    "data-shrinks": "a photo field; the photo is scaled down before it is sent",
    "data-signal": "how this device signals its player's turn",
    "data-start-over": "a button that deletes the draft of its form and shows the form as the host rendered it",
    "data-step": "a step of a counter: 1 or -1",
    "data-still": "a page about the past, which is not updated",
    "data-sums": "the field of a form in which a run of taps is summed",
    "data-targets": "the selectors of a shortcut's targets, one per line",
    "data-theme": "the visitor's colours",
    "data-touch": "the visitor's size of controls",
    "data-usual": "the value that the first step of an empty number sets",
    "data-value": "the number with which the page was rendered, while another one is shown in its place",
    "data-waiting": "the change that waiting commands make to a number",
    "data-whose": "the owner of the numbers below it, in words",
    "data-words": "the search keys with which a device finds a reading while offline",
    "data-yours": "the viewer has to act",
    "data-zoom": "zooms a map in (1) or out (-1)",
}
ABROAD: Mapping[str, set[str]] = {"exported documents": {"data-sheet"}}
"""Attributes that are read by external programs."""


@dataclass(frozen=True)
class Name:
    """A shared name, with the files that write it and those that read it."""

    name: str
    writers: tuple[str, ...]
    readers: tuple[str, ...]


Sources = Mapping[str, str]
"""Texts by file name."""
Found = Mapping[str, set[str]]
"""The names found in each file, by file name."""


def template_texts() -> Sources:
    """The texts of the templates, without comments."""
    return {name: re.sub(r"(?s){#.*?#}", "", text) for name, text in _texts(templates_folder(), "*.html")}


def script_texts() -> Sources:
    """The texts of the scripts without comments, and the selectors of shortcuts."""
    files = {name: _code(text) for name, text in _texts(STATIC, "*.js")}
    return files | {"help/keys.py": "\n".join(f'"{one}"' for keys in SHORTCUTS for one in keys.targets)}


def style_selectors() -> Sources:
    """The selectors of the styles."""
    return {name: re.sub(r"(?s){[^{}]*}|/\*.*?\*/", " ", text) for name, text in _texts(STATIC, "*.css")}


def _texts(folder: Path, pattern: str) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob(pattern)):
        yield path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")


def _code(script: str) -> str:
    """A script without comments and imports."""
    return re.sub(r"(?m)/\*[\s\S]*?\*/|(^|\s)// .*$|^import .*$", "", script)


# --- data attributes ---------------------------------------------------------------------


def data_attributes() -> list[Name]:
    """Every data attribute."""
    reading = {name: _attributes_read(text) for name, text in script_texts().items()} | {
        n: _named(t) for n, t in style_selectors().items()
    }
    writing = {name: _named(text) for name, text in template_texts().items()} | {
        n: _attributes_written(t) for n, t in script_texts().items()
    }
    return list(_names(writing, {**reading, **ABROAD}))


def _named(text: str) -> set[str]:
    """The attributes that a text contains."""
    return set(re.findall(r"(?<![\w-])data-[a-z]+(?:-[a-z]+)*", text))


def _attributes_written(script: str) -> set[str]:
    """The attributes that a script writes."""
    found = re.findall(r"\.dataset\.(\w+)\s*=(?!=)", script)
    return {*map(_attribute, found), *re.findall(r'\.setAttribute\("(data-[\w-]+)"', script)}


def _attributes_read(script: str) -> set[str]:
    """The attributes that a script reads."""
    without = re.sub(r'delete [\w.]+|\.dataset\.\w+\s*=(?!=)|\.setAttribute\("data-[\w-]+"', "", script)
    apart = ",".join(re.findall(r"{([^{}]*)} = [^;]*\.dataset;", without))
    found = [*re.findall(r"\.dataset\.(\w+)", without), *re.findall(r"(?:^|,)\s*(\w+)", apart)]
    return {*map(_attribute, found), *_named(without)}


def _attribute(key: str) -> str:
    """The attribute of a key of `dataset`."""
    return "data-" + re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", key)


# --- ids and classes ---------------------------------------------------------------------


def looked_for() -> list[Name]:
    """Every id and class that scripts select; styles that use such an id are listed as readers."""
    reading = {name: _selected(text) for name, text in script_texts().items()}
    wanted = set().union(*reading.values())
    reading |= {
        name: wanted.intersection(re.findall(r"#[a-z][\w-]*", text)) for name, text in style_selectors().items()
    }
    writing = {name: wanted & _names_in_template(text) for name, text in template_texts().items()}
    writing |= {name: wanted & _classes_made(text) for name, text in script_texts().items()}
    return list(_names(writing, reading))


def _selected(script: str) -> set[str]:
    """The ids and classes in the selectors of a script."""
    ids = {f"#{id_}" for id_ in re.findall(r'getElementById\("([\w-]+)"\)', script)}
    texts = ("".join(found) for found in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`", script))
    selectors = (re.sub(r"\${[^}]*}|\[[^]]*\]", "", text) for text in texts)
    return ids.union(*(re.findall(r"[#.][a-z][\w-]*", one) for one in selectors if "/" not in one))


def _names_in_template(page: str) -> set[str]:
    """The ids and classes of a template; for an id that ends with a value, its prefix."""
    ids = {f"#{id_}" for id_ in re.findall(r'\bid="([\w-]+)', page)}
    classes = re.findall(r'\bclass="((?:{{.*?}}|{%.*?%}|[^"{])*)"', page)
    words = (re.sub(r"{%.*?%}|{{(.*?)}}", lambda jinja: " ".join(_quoted(jinja[1] or "")), one) for one in classes)
    return ids | {f".{name}" for text in words for name in text.split()}


def _quoted(jinja: str) -> list[str]:
    return [first or second for first, second in re.findall(r"\"([^\"]*)\"|'([^']*)'", jinja)]


def _classes_made(script: str) -> set[str]:
    """The classes of elements that a script creates."""
    return {f".{name}" for name in re.findall(r'\.className = "([\w-]+)"', script)}


def _names(writing: Found, reading: Found) -> Iterator[Name]:
    for name in sorted(set().union(*writing.values(), *reading.values())):
        yield Name(name, _where(name, writing), _where(name, reading))


def _where(name: str, found: Found) -> tuple[str, ...]:
    return tuple(file for file, names in found.items() if name in names)


__all__ = ["MEANINGS", "Name", "data_attributes", "looked_for"]
