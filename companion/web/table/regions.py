"""Regions: parts of a page that are told apart, so that a page which is open is sent only what differs from it.

A template marks one around the element that has its name as an id: `{% call region("newest") %}…{% endcall %}`. One may
stand within another, so that a number which moves does not send its whole panel. A page says in `data-regions` which
regions it has, each with a digest; who asks again with that in the header `X-Regions` is answered with those regions
that differ, or with the whole page where something around them does. Regions are cut from the very page that whoever
asks would be sent, so that they hold no more than it.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from http import HTTPStatus

import orjson
from flask import Flask, Response, request
from markupsafe import Markup, escape

from companion.web.shared import bare, filled

HEADER = "X-Regions"
AROUND = "around"
"""What the rest of the page is called among its regions."""
_BEGIN, _END, _LIST = (secrets.token_hex(16) for _ in range(3))
"""Marks in a page on its way; nobody can type them, for they are made anew each start."""
_WITHIN = re.compile(rf"{_BEGIN}(\S+) ")
_POSITION = re.compile(r'data-position="(\d+)"')
"""The newest entry that a page knows of: what else differs follows from it."""

Cut = Mapping[str, str]
"""The regions of a page and what is around them, each with a mark in the place of those within it."""


def install(app: Flask) -> None:
    """Templates mark regions, and every page says which it has."""
    app.jinja_env.globals.update(region=region, regions_here=_LIST)
    app.after_request(told)


def region(name: str, caller: Callable[[], str]) -> Markup:
    """A part of a page that may be sent alone; it is one element with this name as its id."""
    drawn = caller()
    if " " in name:  # no id
        return Markup(drawn)  # noqa: S704 - a template escaped it
    return Markup(f"{_BEGIN}{escape(name)} {drawn}{_END}")  # noqa: S704 - a template escaped it


def told(response: Response) -> Response:
    """A page without the marks on its way, or what differs from the one that whoever asks has."""
    if response.mimetype != "text/html" or response.is_streamed:
        return response
    page = response.get_data(as_text=True)
    if _LIST not in page:
        response.set_data(filled(page))
        return response
    cut = _cut(page)
    digests = {name: _digest(html) for name, html in cut.items()}
    listed = " ".join(f"{name}={digest}" for name, digest in digests.items())
    known = dict(pair.partition("=")[::2] for pair in request.headers.get(HEADER, "").split())
    if (
        response.status_code == HTTPStatus.OK and known.get(AROUND) == digests[AROUND]
    ):  # the same regions, in the same order
        differing = [name for name, digest in digests.items() if known.get(name) != digest]
        parts = _parts(cut, differing)
        response.set_data(orjson.dumps({"regions": listed, "position": _position(page), "parts": parts}))
        response.mimetype = "application/json"
    else:
        response.set_data(filled(_whole(cut, AROUND)).replace(_LIST, listed))
    response.vary.add(HEADER)
    return response


def _cut(page: str) -> Cut:
    """The regions of a page, those within another before it, and what is around them all last."""
    first, *begun = page.split(_BEGIN)
    found: dict[str, str] = {}
    open_ = [(AROUND, [first])]
    for piece in begun:
        name, _, rest = piece.partition(" ")
        open_[-1][1].append(f"{_BEGIN}{name} ")
        inside, *behind = rest.split(_END)
        open_.append((name, [inside]))
        for text in behind:
            ended, texts = open_.pop()
            found[ended] = "".join(texts).strip()
            open_[-1][1].append(text)
    return found | {AROUND: "".join(open_[0][1])}


def _whole(cut: Cut, name: str) -> str:
    """A region with those within it."""
    return _WITHIN.sub(lambda mark: _whole(cut, mark[1]), cut[name])


def _parts(cut: Cut, differing: list[str]) -> dict[str, str]:
    """Regions as they are sent; what is within one that is sent is sent with it."""
    sent = {inner for name in differing for inner in _within(cut, name)}
    return {name: filled(_whole(cut, name)) for name in differing if name not in sent}


def _within(cut: Cut, name: str) -> Iterator[str]:
    for inner in _WITHIN.findall(cut[name]):
        yield inner
        yield from _within(cut, inner)


def _digest(html: str) -> str:
    """What tells a region from itself before: not what is another one on every page, nor what follows from others."""
    same = _POSITION.sub("", bare(html)).replace(_BEGIN, "").replace(_LIST, "")
    return blake2b(same.encode(), digest_size=6).hexdigest()


def _position(page: str) -> int:
    """The newest entry that a page knows of; 0 where it is about no campaign."""
    found = _POSITION.search(page)
    return int(found[1]) if found else 0


__all__ = ["HEADER", "install", "region"]
