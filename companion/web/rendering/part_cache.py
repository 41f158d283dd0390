"""A cache of page parts and values that several visitors share, by the data they depend on.

Personal parts, the CSRF token and the command ids of forms, are filled into the response at the end.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import TypeVar, cast

from flask import current_app, g, render_template
from markupsafe import Markup

from companion.view_context import ViewContext
from companion.web.visitors.guard import csrf_token, new_command
from companion.web.visitors.language import tongue_of_visitor
from companion.web.visitors.visitor import current_visitor

KEPT = 168
"""Parts in the cache: those of a few tables, in several languages and for several seats."""
MadeT = TypeVar("MadeT")


class Parts:
    """A cache of the last `kept` parts, by the data they depend on. Parts must not be changed."""

    def __init__(self, kept: int = KEPT) -> None:
        self._lock, self._kept = Lock(), kept
        self._made: OrderedDict[Hashable, object] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], MadeT]) -> MadeT:
        """A part, computed unless it is cached; two threads may both compute it."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return cast(MadeT, self._made[key])
        made = make()
        with self._lock:
            self._made[key] = made
            while len(self._made) > self._kept:
                self._made.popitem(last=False)
        return made


TOKEN, COMMAND = (secrets.token_hex(16) for _ in range(2))
"""Placeholders in templates for each visitor's token and command ids; random, so that no one can type them."""


def cached_template(template: str) -> Markup:
    """Render a template that depends only on the visitor's language, once."""
    spoken, parts = tongue_of_visitor(), cast(Parts, current_app.extensions["parts"])
    key = (template, spoken.language, spoken.content, g.get("game", ""))
    return Markup(parts.get(key, lambda: render_template(template)))  # noqa: S704 - a template escaped it


def cached_at_position(here: ViewContext, what: Sequence[str], make: Callable[[], MadeT], *rest: Hashable) -> MadeT:
    """A value of the current table, computed once for all visitors who see the same.

    It may depend only on the log up to its last entry, the viewer, the language and `rest`, such as the author.
    """
    tongue, parts = here.tongue, cast(Parts, current_app.extensions["parts"])
    place = (here.id, here.campaign.digest, *what)
    key = (*place, tongue.language, tongue.content, here.viewer, current_visitor().right, *rest)
    return parts.get(key, make)


def inject_tokens(html: str) -> str:
    """A response with the visitor's CSRF token and a command id for each form."""
    first, *others = html.replace(TOKEN, csrf_token()).split(COMMAND) if TOKEN in html else [html]
    return first + "".join(new_command() + text for text in others)


__all__ = ["COMMAND", "TOKEN", "Parts", "cached_at_position", "cached_template", "inject_tokens"]
