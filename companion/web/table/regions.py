"""Regions: parts of a page that are told apart, so that a page which is open is sent only what differs from it.

A template marks one around the element that has its name as an id: `{% region "newest" %}…{% endregion %}`. One may
stand within another, so that a number which moves does not send its whole panel. A page says in `data-regions` which
regions it has, each with a digest; who asks again with these in the header `X-Regions` is answered with those regions
that differ and their digests, or with the whole page where something around them does. What stands in a region that
differs, and is as the page has it, is not sent again: an empty slot keeps its place. Regions are cut from the very page
that whoever asks would be sent, so that they hold no more than it.
"""

import re
import secrets
from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import blake2b
from http import HTTPStatus

import orjson
from flask import Flask, Response, request
from jinja2 import nodes, pass_context
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.web.shared import bare, filled

HEADER = "X-Regions"
AROUND = "around"
"""What the rest of the page is called among its regions."""
NONE = "."
"""What is called so is no region."""
_MARK, _LIST = (secrets.token_hex(16) for _ in range(2))
"""Marks in a page on its way: where a region begins, by its name, or ends, by none; and where all are listed.

Nobody can type them, for they are made anew each start.
"""
_WITHIN = re.compile(rf"{_MARK}(\S+) ")
_POSITION = re.compile(r'data-position="(\d+)"')
"""The newest entry that a page knows of: what else differs follows from it."""

KEPT = 2_000
"""Digests that are kept, of the regions looked at last: most are the same on the next page."""

Cut = Mapping[str, str]
"""The regions of a page and what is around them, each with a mark in the place of those within it."""


def install(app: Flask) -> None:
    """Templates mark regions, and every page says which it has."""
    app.jinja_env.add_extension(Regions)
    app.jinja_env.filters["begun"] = begun
    app.jinja_env.globals.update(region_ends=Markup(f"{_MARK} "), regions_here=_LIST)  # noqa: S704 - it is ours
    app.after_request(told)


class Regions(Extension):
    """A part of a page that may be sent alone: `{% region name %}…{% endregion %}` around one element with that id.

    Without a name, or with one that is no id, it is part of what is around it.
    """

    tags = {"region"}

    def parse(self, parser: Parser) -> list[nodes.Node]:
        line = next(parser.stream).lineno
        begins = nodes.Filter(parser.parse_expression(), "begun", [], [], None, None)
        within = parser.parse_statements(("name:endregion",), drop_needle=True)
        ends = nodes.Name("region_ends", "load")
        return [nodes.Output([begins], lineno=line), *within, nodes.Output([ends], lineno=line)]


@pass_context  # what is compiled is kept from one start to the next, and marks are not
def begun(_: Context, name: str) -> Markup:
    """The mark where a region begins."""
    is_id = name and " " not in name
    return Markup(f"{_MARK}{escape(name) if is_id else NONE} ")  # noqa: S704 - it is ours


def told(response: Response) -> Response:
    """A page without the marks on its way, or what differs from the one that whoever asks has.

    A file passes as it is: the server reads it piece by piece by itself, whatever stands in it.
    """
    if response.mimetype != "text/html" or response.is_streamed or response.direct_passthrough:
        return response
    page = response.get_data(as_text=True)
    if _LIST not in page:
        response.set_data(filled(page))
        return response
    cut, whole = _cut(page)
    digests = _digests(cut)
    known = set(request.headers.get(HEADER, "").split())
    if response.status_code == HTTPStatus.OK and digests[AROUND] in known:  # the same regions, in the same order
        differing = {name: digest for name, digest in digests.items() if digest not in known}
        within = {inner for name in differing for inner in _WITHIN.findall(cut[name])}
        parts = {name: filled(_part(cut, name, differing)) for name in differing if name not in within}
        response.set_data(orjson.dumps({"regions": _listed(differing), "position": _position(page), "parts": parts}))
        response.mimetype = "application/json"
    else:
        response.set_data(filled(whole).replace(_LIST, _listed(digests)))
    response.vary.add(HEADER)
    return response


def _listed(digests: Mapping[str, str]) -> str:
    """Regions with their digests, as a page says them."""
    return " ".join(f"{name}={digest}" for name, digest in digests.items())


def _cut(page: str) -> tuple[Cut, str]:
    """The regions of a page, those within another before it, and last what is around them; and it without marks."""
    first, *marked = page.split(_MARK)
    found: dict[str, str] = {}
    whole = [first]
    open_ = [(AROUND, [first])]
    for piece in marked:
        name, _, text = piece.partition(" ")
        whole.append(text)
        if name == NONE:
            open_.append((NONE, open_[-1][1]))
        elif name:
            open_[-1][1].append(f"{_MARK}{name} ")
            open_.append((name, []))
        else:
            ended, texts = open_.pop()
            if ended != NONE:
                found[ended] = "".join(texts)
        open_[-1][1].append(text)
    return found | {AROUND: "".join(open_[0][1])}, "".join(whole)


def _part(cut: Cut, name: str, sent: Collection[str]) -> str:
    """A region with those within it that are sent; who has the others puts them into their slots."""
    return _WITHIN.sub(
        lambda mark: _part(cut, mark[1], sent) if mark[1] in sent else f'<slot name="{mark[1]}"></slot>', cut[name]
    )


def _digests(cut: Cut) -> Mapping[str, str]:
    """What tells each region from itself before, and from the others: not what follows from these."""
    around = _POSITION.sub("", cut[AROUND]).replace(_LIST, "")
    return {name: _digest(name, html) for name, html in {**cut, AROUND: around}.items()}


@lru_cache(KEPT)
def _digest(name: str, html: str) -> str:
    """A digest of a region, without what is another one on every page."""
    same = bare(html).replace(_MARK, "")
    return blake2b(f"{name} {same}".encode(), digest_size=5).hexdigest()


def _position(page: str) -> int:
    """The newest entry that a page knows of; 0 where it is about no campaign."""
    found = _POSITION.search(page)
    return int(found[1]) if found else 0


__all__ = ["HEADER", "Regions", "install"]
