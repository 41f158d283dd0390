"""Keyboard shortcuts: one list, for the dialog and for the scripts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint

from domain.framework.text import Text, text

keyboard = Blueprint("keyboard", __name__)


@dataclass(frozen=True)
class Shortcut:
    """A keyboard shortcut to a part of the page.

    Args:
        keys: alternative keys in the browser's names, `Ctrl+z`, or sequences, `g>p`.
        what: the effect, in words.
        targets: selectors of the element to press, open or focus: the first that matches; a digit takes its nth match.
        shown: the keys as printed, if they differ from `keys`.
    """

    keys: Sequence[str]
    what: Text
    targets: Sequence[str]
    shown: Sequence[str] = ()

    @property
    def printed(self) -> list[list[Text | str]]:
        """The keys as labels: alternatives, each a sequence."""
        return [[NAMES.get(key, key) for key in keys.split(">")] for keys in self.shown or self.keys]


NAMES: Mapping[str, Text | str] = {
    " ": text("Space"),
    "Ctrl+z": "Ctrl Z",
    "Ctrl+y": "Ctrl Y",
    "Ctrl+Shift+z": "Ctrl Shift Z",
}
CARDS = ("[data-card]", ".tabs a:not(:first-child)", ".sheets .sheet")
"""The elements that digits count: the cards of a game's board, the tabs of the sheets, or the sheets themselves."""
SHORTCUTS = (
    Shortcut((" ", "Enter"), text("The large button: what comes next"), ("#prompts .primary",)),
    Shortcut(("u", "Ctrl+z"), text("Undo"), ("#bar form[action*='/undo/'] button", "#bar a.undo")),
    Shortcut(("Ctrl+Shift+z", "Ctrl+y"), text("Redo"), ("#newest form[action*='/redo/'] button",)),
    Shortcut(("/",), text("Say what happened, or search the log"), ("#search", "#say", ".places a[data-place='log']")),
    Shortcut(tuple("123456789"), text("The first to the ninth hero, seat or sheet"), CARDS, shown=("1 – 9",)),
    Shortcut(("g>p",), text("Go to Play"), (".places a[data-place='play']",)),
    Shortcut(("g>s",), text("Go to Sheets"), (".places a[data-place='sheets']",)),
    Shortcut(("g>l",), text("Go to Log"), (".places a[data-place='log']",)),
    Shortcut(("g>c",), text("Go to Campaign"), (".places a[data-place='campaign']",)),
    Shortcut(("g>m",), text("Go to More"), (".places a[data-place='more']",)),
    Shortcut(("?",), text("This list"), ("#keys",)),
)


@keyboard.app_context_processor
def key_list() -> dict[str, Any]:
    """Add the list to every template."""
    return {"shortcuts": SHORTCUTS}


__all__ = ["SHORTCUTS", "Shortcut", "keyboard"]
