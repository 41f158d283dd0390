"""Parts of a page that several people see alike, drawn once for each state of a table.

What is a person's own in them, the token and the command ids of forms, is filled in for each page.
"""

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from flask import current_app, g, render_template
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
"""What stands in a shared part where each page has its own; nobody can type it, for it is made anew each start."""


def shared(here: Here, templates: Sequence[str], values: Callable[[], Mapping[str, Any]]) -> Markup:
    """The first of some templates that there is, for the table as it is and those who see it like this visitor.

    It may depend on nothing else: not on cookies, nor on who asks beyond their seat and what they may do.
    """
    tongue = here.tongue
    place = (here.id, here.campaign.position, *templates)
    key = (*place, tongue.language, tongue.content, here.viewer, who().right)
    parts: Parts = current_app.extensions["parts"]
    return Markup(own(parts.get(key, lambda: _drawn(templates, values()))))  # noqa: S704 - a template escaped it


def _drawn(templates: Sequence[str], values: Mapping[str, Any]) -> str:
    g.shared = True
    try:
        return render_template(list(templates), **values)
    finally:
        g.shared = False


def own(part: str) -> str:
    """A part with this page's token, and a command id for each of its forms."""
    return re.sub(COMMAND, lambda _: new_command(), part.replace(TOKEN, token()))


def token_here() -> str:
    """The token for a form, or its place in a shared part."""
    return TOKEN if g.get("shared") else token()


def command_here() -> str:
    """The id for a form's command, or its place in a shared part."""
    return COMMAND if g.get("shared") else new_command()


__all__ = ["Parts", "command_here", "shared", "token_here"]
