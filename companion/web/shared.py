"""Parts of a page that several people see alike, drawn once for each state of a table.

What is a person's own, the token and the command ids of forms, is filled in last, into what is sent.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from flask import current_app, render_template
from markupsafe import Markup

from companion.here import Here
from companion.web.guard import new_command, token
from companion.web.who import who

KEPT = 96
"""Parts that are kept: those of a few tables, in the languages and for the seats of who looks."""


class Parts:
    """The parts drawn last, by what they depend on."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._drawn: OrderedDict[object, str] = OrderedDict()

    def get(self, key: object, draw: Callable[[], str]) -> str:
        """A part, drawn now unless it is known; two who ask at once may both draw it."""
        with self._lock:
            if key in self._drawn:
                self._drawn.move_to_end(key)
                return self._drawn[key]
        drawn = draw()
        with self._lock:
            self._drawn[key] = drawn
            while len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        return drawn


TOKEN, COMMAND = (secrets.token_hex(16) for _ in range(2))
"""What templates write where each page has its own; nobody can type it, for it is made anew each start."""


def shared(here: Here, templates: Sequence[str], values: Callable[[], Mapping[str, Any]]) -> Markup:
    """The first of some templates that there is, for the table as it is and those who see it like this visitor.

    It may depend on nothing else: not on cookies, nor on who asks beyond their seat and what they may do.
    """
    tongue = here.tongue
    place = (here.id, here.campaign.position, *templates)
    key = (*place, tongue.language, tongue.content, here.viewer, who().right)
    parts: Parts = current_app.extensions["parts"]
    return Markup(parts.get(key, lambda: render_template(list(templates), **values())))  # noqa: S704 - a template escaped it


def filled(html: str) -> str:
    """What is sent, with the token of whoever asks and a command id for each form."""
    first, *others = html.replace(TOKEN, token()).split(COMMAND) if TOKEN in html else [html]
    return first + "".join(new_command() + text for text in others)


def bare(html: str) -> str:
    """The same without them: what is another one on every page, and makes no difference."""
    return html.replace(TOKEN, "").replace(COMMAND, "")


__all__ = ["COMMAND", "TOKEN", "Parts", "bare", "filled", "shared"]
