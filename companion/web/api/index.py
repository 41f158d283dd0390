"""The index of the API: where everything else is."""

from flask import Response, url_for

from companion.web.api import answers
from companion.web.api.asking import AddressGroup, answer_by_content
from companion.web.api.joining import OPEN
from companion.web.visitors.bearer import VERSION, VERSIONED
from domain.games import BY_KEY

index = AddressGroup("index")


@index.get("", responses={200: answers.IndexAnswer}, security=OPEN)
def start() -> Response:
    """The version of the API, and the addresses to begin with."""
    documents = {game: f"{VERSIONED}/openapi/{game}.json" for game in BY_KEY}
    links = {name: f"{VERSIONED}/{path}" for name, path in (("join", "join"), ("host", "host"), ("campaigns", "c"))}
    return answer_by_content(
        {"version": VERSION, "links": links | {"docs": url_for("reference.every")}, "documents": documents}
    )


__all__ = ["index"]
