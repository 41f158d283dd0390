"""Regions: parts of a page that are told apart, so that a page which is open is sent only what differs from it.

A template marks one around the element that has its name as an id: `{% call region("newest") %}…{% endcall %}`. A page
says in `data-regions` which regions it has, each with a digest; who asks again with that in the header `X-Regions` is
answered with those regions that differ, or with the whole page where something around them does. Regions are cut from
the very page that whoever asks would be sent, so that they hold no more than it.
"""

import re
import secrets
from collections.abc import Callable
from hashlib import blake2b
from http import HTTPStatus

import orjson
from flask import Flask, Response, request
from markupsafe import Markup

HEADER = "X-Regions"
AROUND = "around"
"""What the rest of the page is called among its regions."""
_BEGIN, _END, _LIST = (secrets.token_hex(16) for _ in range(3))
"""Marks in a page on its way; nobody can type them, for they are made anew each start."""
_REGION = re.compile(rf"{_BEGIN}(\S+) (.*?){_END}", re.DOTALL)
_OWN = re.compile(r'(name="(?:token|command)" value="|name="csrf" content="|data-position=")[^"]*')
"""What is another one on every page, or follows from the others: it makes no difference."""


def install(app: Flask) -> None:
    """Templates mark regions, and every page says which it has."""
    app.jinja_env.globals.update(region=region, regions_here=_LIST)
    app.after_request(told)


def region(name: str, caller: Callable[[], str]) -> Markup:
    """A part of a page that may be sent alone; it is one element with this name as its id."""
    if " " in name:  # no id
        return Markup(caller())  # noqa: S704 - a template escaped it
    begin, end, drawn = Markup(_BEGIN), Markup(_END), Markup(caller())  # noqa: S704 - a template escaped it
    return Markup("{}{} {}{}").format(begin, name, drawn, end)


def told(response: Response) -> Response:
    """A page without the marks on its way, or what differs from the one that whoever asks has."""
    if response.mimetype != "text/html" or response.is_streamed:
        return response
    page = response.get_data(as_text=True)
    if _LIST not in page:
        return response
    parts = {name: html.strip() for name, html in _REGION.findall(page)}
    digests = {name: _digest(html) for name, html in parts.items()}
    digests[AROUND] = _digest(_REGION.sub(r"\1", page))
    listed = " ".join(f"{name}={digest}" for name, digest in digests.items())
    known = dict(pair.partition("=")[::2] for pair in request.headers.get(HEADER, "").split())
    if (
        response.status_code == HTTPStatus.OK and known.get(AROUND) == digests[AROUND]
    ):  # the same regions, in the same order
        differing = {name: html for name, html in parts.items() if known.get(name) != digests[name]}
        response.set_data(orjson.dumps({"regions": listed, "position": _position(page), "parts": differing}))
        response.mimetype = "application/json"
    else:
        response.set_data(_REGION.sub(r"\2", page).replace(_LIST, listed))
    response.vary.add(HEADER)
    return response


def _digest(html: str) -> str:
    return blake2b(_OWN.sub(r"\1", html).encode(), digest_size=6).hexdigest()


def _position(page: str) -> int:
    """The newest entry that a page knows of; 0 where it is about no campaign."""
    found = re.search(r'data-position="(\d+)"', page)
    return int(found[1]) if found else 0


__all__ = ["HEADER", "install", "region"]
