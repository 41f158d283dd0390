"""Keyboard shortcuts: one list, for the dialog and for the scripts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint

from domain.language.text import Text, text

keyboard = Blueprint("keyboard", __name__)


@dataclass(frozen=True)
class Shortcut:
    """A shortcut to a part of the page.

    Args:
        keys: each as the browser names it, `Ctrl+z`, or one after the other, `g>p`.
        what: what they do.
        targets: selectors of what is pressed, opened or focused: the first that a page has; a digit takes its nth.
        shown: the keys as they are printed, if not each of `keys`.
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
"""What the digits count: the cards of a game's own board, the tabs of the sheets, or the sheets themselves."""
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
