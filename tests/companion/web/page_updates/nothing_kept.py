"""A page drawn where nothing of any page is kept: what every kept one has to equal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from companion.web.rendering.fragments import Views
from companion.web.rendering.part_cache import Parts
from domain.framework.table import Table

OWN = re.compile(r'((?:name="(?:token|command)" value|name="csrf" content|data-has)=")[^"]*')
"""What is another one in every answer."""


def without_own(html: str) -> str:
    """A page without what is another one in every answer."""
    return OWN.sub(r"\1", html)


@contextmanager
def nothing_kept(app: Flask) -> Iterator[None]:
    """Let all that is asked for in here be drawn anew; what was kept before is kept behind it."""
    kept = {name: app.extensions[name] for name in ("views", "parts")}
    app.extensions.update(views=Views(), parts=Parts())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "shared", lambda _, key, make: make())
        yield
    app.extensions.update(kept)


def first_difference(one: str, other: str) -> tuple[str, str]:
    """Where two pages begin to differ."""
    pairs = zip(one, other, strict=False)
    at = next((n for n, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(one), len(other)))
    return one[max(0, at - 200) : at + 100], other[max(0, at - 200) : at + 100]
