"""Fragments: parts of a page that are rendered and sent again only when they changed.

A template marks a fragment around the element whose id is its name: `{% region "piece-x", piece %}…{% endregion %}`.
The values are everything it shows: while they are equal, it is not rendered again. Without values it is rendered each
time. Fragments may be nested, so that a changed number does not resend its panel.

A view is one page as one person sees it: its fragments, each with the stamp of its last change. An open page sends its
view and its stamp, and receives the fragments that changed since, with slots for unchanged fragments inside them. So a
response stays correct even if a later one arrives first. If the client's page differs from the cached one, the full
page is sent.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from threading import Lock
from typing import Any, cast

import orjson
from flask import Flask, Response, current_app, g, request
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from companion.view_context import ViewContext
from companion.web.network.slow_work import HAS
from companion.web.rendering.digests import beside_values, digest_of
from companion.web.rendering.part_cache import inject_tokens
from companion.web.visitors.page import page_asked
from companion.web.visitors.typed import position_typed
from companion.web.visitors.visitor import current_visitor

HEADER = HAS
"""The request header with the view and stamp of the client's page."""
VIEWS = 40
"""Views in the cache at the usual number of tables (`Settings.for_tables`), the last used ones.

A page whose view was evicted is sent in full.
"""
AROUND = ""
"""The name of the rest of a page among its fragments."""
_SLOT, _POSITION, _HAS = (secrets.token_hex(16) for _ in range(3))
"""Random marks in rendered HTML: around the name of a nested fragment, and in place of the page's position and stamp.

They are new at each start, so that no one can type them.
"""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a page: a digest of its values, its HTML in pieces, the names of the fragments between them, and the
    stamp of its last change.
    """

    shows: bytes
    pieces: tuple[str, ...]
    inner: tuple[str, ...]
    stamp: int


@dataclass
class View:
    """One page as one person sees it; its lock is held while it is rendered."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(6))
    stamp: int = 0
    lock: Any = field(default_factory=Lock)
    _fragments: dict[str, Fragment] = field(default_factory=dict)
    _beside: bytes = b""

    def draw(self, beside: bytes, page: Callable[[], str]) -> None:
        """Render a page, reusing fragments with equal values; `beside` is a digest of the data that all of them depend
        on.
        """
        self.stamp += 1
        if beside != self._beside:
            self._beside, self._fragments = beside, {name: _unique_digest(one) for name, one in self._fragments.items()}
        self._put(AROUND, b"", page())
        self._fragments = dict(self._reached())

    def placeholder_of(self, name: str, shows: bytes, draw: Callable[[], str]) -> str:
        """The placeholder of a fragment, which is rendered now unless its values are the same as before."""
        known = self._fragments.get(name)
        if not (shows and known and known.shows == shows):
            self._put(name, shows, draw())
        return f"{_SLOT}{name}{_SLOT}"

    def _put(self, name: str, shows: bytes, html: str) -> None:
        """Store the HTML of a fragment; its stamp changes only if the HTML does."""
        parts, known = str(html).split(_SLOT), self._fragments.get(name)
        pieces, inner = tuple(parts[::2]), tuple(parts[1::2])
        same = known is not None and (known.pieces, known.inner) == (pieces, inner)
        self._fragments[name] = Fragment(shows, pieces, inner, known.stamp if known and same else self.stamp)

    def _reached(self) -> Iterator[tuple[str, Fragment]]:
        """All fragments that are on the page."""
        names = [AROUND]
        for name in names:
            yield name, self._fragments[name]
            names += self._fragments[name].inner

    @property
    def html(self) -> str:
        """The whole page."""
        return self._html(AROUND, -1)

    def frame_unchanged_since(self, stamp: int) -> bool:
        """Whether the page around the fragments is the same as at a stamp."""
        return self._fragments[AROUND].stamp <= stamp

    def changes_since(self, stamp: int) -> Mapping[str, str]:
        """The fragments that changed since a stamp, by name, with slots for unchanged ones inside them."""
        return dict(self._changed(AROUND, stamp))

    def _changed(self, name: str, stamp: int) -> Iterator[tuple[str, str]]:
        found = self._fragments[name]
        if found.stamp > stamp:
            yield name, self._html(name, stamp)
        for inner in found.inner if found.stamp <= stamp else self._unchanged(name, stamp):
            yield from self._changed(inner, stamp)

    def _unchanged(self, name: str, stamp: int) -> Iterator[str]:
        """The fragments inside one, directly or in changed ones, that did not change since a stamp."""
        for inner in self._fragments[name].inner:
            if self._fragments[inner].stamp > stamp:
                yield from self._unchanged(inner, stamp)
            else:
                yield inner

    def _html(self, name: str, stamp: int) -> str:
        """The HTML of a fragment, with changed fragments inside it and a slot for each other one."""
        found = self._fragments[name]
        parts = [found.pieces[0]]
        for inner, after in zip(found.inner, found.pieces[1:], strict=True):
            changed = self._fragments[inner].stamp > stamp
            parts += self._html(inner, stamp) if changed else f'<slot name="{inner}"></slot>', after
        return "".join(parts)


def _unique_digest(fragment: Fragment) -> Fragment:
    """The fragment without its digest, so that it is rendered again."""
    return Fragment(b"", fragment.pieces, fragment.inner, fragment.stamp)


class Views:
    """The last used views."""

    def __init__(self, most: int = VIEWS) -> None:
        self._lock, self._most = Lock(), most
        self._views = OrderedDict[Hashable, View]()

    def of(self, key: Hashable) -> View:
        """The view of a key, created if needed."""
        with self._lock:
            view = self._views.pop(key, None) or View()
            self._views[key] = view
            while len(self._views) > self._most:
                self._views.popitem(last=False)
            return view

    def __len__(self) -> int:
        return len(self._views)


class Regions(Extension):
    """A fragment in a template: `{% region name, value, … %}…{% endregion %}` around the element with that id.

    Without a valid id as its name, or on a page that is sent in full, it is rendered as part of its surroundings.
    """

    tags = {"region"}

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        name, values = parser.parse_expression(), []
        while parser.stream.skip_if("comma"):
            values.append(parser.parse_expression())
        within = parser.parse_statements(("name:endregion",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_region", [name, *values]), [], [], within).set_lineno(line)

    def _region(self, name: str, *values: Any, caller: Callable[[], str]) -> str:
        view: View | None = g.get("view")
        if view is None or not name or " " in name:
            return caller()
        drawn = view.placeholder_of(
            str(name), digest_of(values) if values else b"", lambda: _mark_foreign_names(caller())
        )
        return Markup(drawn)  # noqa: S704 - a template made it


def install_fragments(app: Flask, most: int = VIEWS) -> None:
    """Add fragments to templates and responses; at most `most` views are kept."""
    app.extensions["views"] = Views(most)
    app.jinja_env.add_extension(Regions)
    app.jinja_env.globals["page_position"] = lambda: _POSITION if g.get("view") else g.here.campaign.position
    app.jinja_env.globals["page_has"] = lambda: _HAS if g.get("view") else ""
    app.after_request(fill_in)


def fill_in(response: Response) -> Response:
    """Fill the visitor's CSRF token into a page, and a command id into each form.

    Files pass unchanged, since the server streams them.
    """
    if response.mimetype == "text/html" and not (response.is_streamed or response.direct_passthrough):
        html = response.get_data(as_text=True)
        response.set_data(inject_tokens(html if g.get("is_marked") else _mark_foreign_names(html)))
    return response


def _mark_foreign_names(html: str) -> str:
    """A rendered page with a mark on each name that is known in another language only; nested fragments have theirs
    already.
    """
    here: ViewContext | None = g.get("here")
    if here is None:
        return html
    parts = enumerate(str(html).split(_SLOT))
    return _SLOT.join(part if n % 2 else here.one_language.marked(part) for n, part in parts)


def fragment_response(draw: Callable[..., str]) -> Callable[..., Any]:
    """Respond with the changes of a page if the visitor has it open, else with the full page."""

    @wraps(draw)
    def answer(here: ViewContext, **rest: Any) -> Any:
        with locked_view(here) as view:
            view.draw(beside_values(here), lambda: _mark_foreign_names(draw(here, **rest)))
            g.is_marked = True
            known, has, position = known_stamp(view), f"{view.id}.{view.stamp}", here.campaign.position
            if known is None or not view.frame_unchanged_since(known):
                return view.html.replace(_POSITION, str(position)).replace(_HAS, has)
            parts = {name: inject_tokens(html) for name, html in view.changes_since(known).items()}
            said = {"has": has, "position": position, "parts": parts}
        response = current_app.response_class(orjson.dumps(said), mimetype="application/json")
        response.vary.add(HEADER)
        return response

    return answer


@contextmanager
def locked_view(here: ViewContext) -> Iterator[View]:
    """The view of this visitor's page, locked for this request while it is rendered."""
    me, tongue = current_visitor(), here.tongue
    person = (me.right, me.name, me.seats, me.guest and me.guest.id, tongue.language, tongue.content, me.account)
    view = cast(Views, current_app.extensions["views"]).of((page_asked().address, person))
    with view.lock:
        g.view = view
        try:
            yield view
        finally:
            del g.view


def known_stamp(view: View) -> int | None:
    """The stamp of the page in the visitor's browser; None if it has none."""
    id_, _, stamp = request.headers.get(HEADER, "").partition(".")
    return position_typed(stamp) if id_ == view.id else None


__all__ = ["AROUND", "HEADER", "View", "fragment_response", "install_fragments"]
