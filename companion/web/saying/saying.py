"""Saying what happened: a few words, and what they can be recorded as."""

from collections.abc import Sequence

from flask import Blueprint, render_template, request

from companion.here import Here
from companion.saying.reading import LATELY, Listener
from companion.web.page import at_table, desk
from companion.web.saying.shown import Shown, shown
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
    words = spoken_words()
    return render_template("saying/page.html", words=words, readings=heard(here, words))


@saying.get("/heard")
@at_table
def part(here: Here) -> str:
    """The same as a part of a page, for a script that puts it below its field."""
    words = spoken_words()
    return render_template("saying/heard.html", words=words, readings=heard(here, words))


def spoken_words() -> str:
    return one_line(request.args.get("words", ""), LONGEST)


def heard(here: Here, words: str) -> Sequence[Shown]:
    """What words may mean, best first; nothing is meant by none."""
    if not words:
        return ()
    with desk().store.reading() as cursor:
        recent = lately(cursor, here.id, LATELY)
    found = Listener(here, who().hand, recent).readings(words)
    return [shown(number, one, here) for number, one in enumerate(found, 1)]


__all__ = ["saying"]
