"""Saying what happened: a few words, and what they can be recorded as."""

from typing import Any

from flask import Blueprint, render_template, request

from companion.here import Here
from companion.saying.reading import LATELY, Listener
from companion.web.page import at_table, desk
from companion.web.saying.finding import found
from companion.web.saying.shown import shown
from companion.web.typed import one_line
from companion.web.who import who
from projections.log import lately

saying = Blueprint("saying", __name__, url_prefix="/c/<key>/say")
LONGEST = 200
"""Characters that are looked at."""


@saying.get("")
@at_table
def page(here: Here) -> str:
    """What some words may mean, as a page of its own."""
    return render_template("saying/page.html", **heard(here))


@saying.get("/heard")
@at_table
def part(here: Here) -> str:
    """The same as a part of a page, for a script that puts it below its field."""
    return render_template("saying/heard.html", **heard(here))


def heard(here: Here) -> dict[str, Any]:
    """The words of the address, what they may mean, and what else they lead to; nothing is meant by none."""
    words = one_line(request.args.get("words", ""), LONGEST)
    if not words:
        return {"words": "", "readings": (), "found": ()}
    with desk().store.reading() as cursor:
        recent = lately(cursor, here.id, LATELY)
    meant = Listener(here, who().hand, recent).readings(words)
    readings = [shown(number, one, here) for number, one in enumerate(meant, 1)]
    return {"words": words, "readings": readings, "found": found(here, words)}


__all__ = ["saying"]
