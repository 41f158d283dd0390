"""The names that templates, scripts and styles share: data attributes, ids, classes.

Who writes a name and who looks for it is read from the sources; only what a data attribute means is said here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.web.help.keys import SHORTCUTS
from companion.web.shell import STATIC
from projections.documents.environment import templates_folder

MEANINGS: Mapping[str, str] = {
    "data-alone": "what the strip says without a connection while nothing waits",
    "data-answer": "the page answers a form, and is not read anew",
    "data-at": "the entry whose moment is shown",
    "data-awaits": "a page that waits for an answer and looks for it every two seconds",
    "data-awake": "the screen is kept awake on this page",
    "data-awake-none": "said where a browser cannot keep the screen awake",
    "data-base": "the number that a counter's page was made with, while a run is shown in its place",
    "data-by": "a step of a number in a form: 1 or -1",
    "data-campaign": "the key of the campaign the page is about",
    "data-card": "a card of a game's board: the digits go from one to the next",
    "data-connection": "the state of the connection: plain, saved, sending, held, offline",
    "data-copy": "a link that a tap copies, and the words to say then",
    "data-counter": "a number that taps change, and its name",
    "data-counting": "what screen readers are told of a run of taps",
    "data-covers": "what would be laid on a map, drawn where it would lie",
    "data-do": "what a button of the outbox does: drop, change, bend",
    "data-draft": "a form: what is entered in it stays on this device until it is recorded",
    "data-every": "a button: it fills every number of its field with the most that may stand there",
    "data-fits": "a page whose text grows until it fills the window, and no further",
    "data-game": "the game of a page or list entry, which gives its colours",
    "data-given": "the names of the controls that a field to look for things in depends on",
    "data-go": "a link that the timeline follows in place",
    "data-has": "what of a page its script knows: a view, and the stamp at which it was drawn",
    "data-headline": "a line that the screen for the room shows large when it comes live",
    "data-heard": "where the field of what happened asks what typed words may mean",
    "data-held": "what the strip says while the host takes none of the {n} that wait",
    "data-id": "the id of one thing that was found",
    "data-item": "the key of the command that a line of the outbox is about",
    "data-keys": "the keys of a shortcut, one a line",
    "data-least": "the least a counter goes down to",
    "data-lies": "where what was saved is told on a phone: foot, head, top",
    "data-live": "the timeline has its scripts already",
    "data-most": "the most a counter goes up to",
    "data-moved": "when a hand moved the slider, in milliseconds of the page",
    "data-narrows": "a button that asks for the form again, and the names of the controls that others depend on",
    "data-native": "a form that the browser sends itself",
    "data-next": "what a tap puts next in a list in which the order counts; empty: the last goes",
    "data-offline": "what the strip says without a connection, with {n} that wait",
    "data-one-more": "a button: one more line or row like the last one, empty",
    "data-opened": "where what can be done at a part of the board is asked for, once a tap opens that part",
    "data-other": "a field of a few things and a text beside them, of which the last said is the answer",
    "data-own": "belongs to scripts: left alone when a page is made anew in place",
    "data-owner": "whose pages this device keeps: those of anybody before are forgotten",
    "data-pans": "a map that is larger than its place, to be moved and made larger with two fingers",
    "data-pause": "the name of the button while it plays",
    "data-pending": "how far a run of taps has moved a counter",
    "data-pick": "what a tap on a map chooses",
    "data-picks": "a map beside the control of an id, in which a tap on it chooses",
    "data-place": "which of the places a link leads to",
    "data-play": "the name of the button while it stands still",
    "data-position": "the newest entry the page knows of",
    "data-presence": "the list of guests, which the stream refreshes when one comes or goes",
    "data-replay": "a link that the timeline follows and plays from",
    "data-run": "the longest run of taps that one form may send",
    "data-saved": "what the strip says when all is recorded",
    "data-scale": "the size of the text that a visitor chose",
    "data-seats": "the seats through whose eyes the field of what happened is answered",
    "data-seek": "a field to look for things in, and the address that says what fits",
    "data-sending": "what the strip says while {n} are on their way",
    "data-share": "a link to what can be passed on by the phone's own means, and its title",
    "data-shared": "a photo that stands on the card that is passed on",
    "data-sheet": "which sheet this is, for programs that read an exported document",
    "data-shrinks": "a field for a photo, which is made smaller before it is sent",
    "data-signal": "how this device says that it is up to who holds it",
    "data-start-over": "a button: it forgets the draft of its form, and shows the form as the host drew it",
    "data-step": "a step of a counter: 1 or -1",
    "data-still": "a page about the past, which is not read anew",
    "data-sums": "the field of a form that takes a run of taps as one",
    "data-targets": "what a shortcut reaches: selectors, one a line",
    "data-theme": "the colours that a visitor chose",
    "data-touch": "the size of controls that a visitor chose",
    "data-usual": "what the first step of an empty number says",
    "data-value": "the number that a page came with, where another one may be shown in its place",
    "data-waiting": "by how much what waits for the connection moves a number",
    "data-whose": "whose numbers stand below it, in words",
    "data-words": "the words by which what was understood is found again without the host",
    "data-yours": "it is up to who looks",
    "data-zoom": "makes a map larger, 1, or smaller, -1",
}
ABROAD: Mapping[str, set[str]] = {"exported documents": {"data-sheet"}}
"""What is read by programs of others."""


@dataclass(frozen=True)
class Name:
    """A shared name, with the files that write it and those that read it."""

    name: str
    writers: tuple[str, ...]
    readers: tuple[str, ...]


Sources = Mapping[str, str]
"""Texts by the names of their files."""
Found = Mapping[str, set[str]]
"""Names that stand in a file, by the name of the file."""


def template_texts() -> Sources:
    """The texts of the templates, without comments."""
    return {name: re.sub(r"(?s){#.*?#}", "", text) for name, text in _texts(templates_folder(), "*.html")}


def script_texts() -> Sources:
    """The texts of the scripts, without comments, and the selectors of shortcuts."""
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
    """Every id and class that scripts select; the styles of an id are named beside it."""
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
    """The ids and classes of a template; of an id that ends with a value, its prefix."""
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
