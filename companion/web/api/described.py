"""The address of the OpenAPI documents, one per game."""

from functools import cache
from threading import Lock

from flask import Flask, Response, current_app, request

from companion.web.api import shapes
from companion.web.api.asking import JSON, AddressGroup
from companion.web.api.joining import OPEN
from domain.framework.refusal import NotFound
from domain.games import BY_KEY

documents = AddressGroup("documents")
_BUILDING = Lock()
"""Held while a document is built, so that requests at the same time build it once."""


@documents.get("/openapi/<game>.json", responses={200: {"description": "An OpenAPI document."}}, security=OPEN)
def document(path: shapes.GamePath) -> Response:
    """This document: all addresses for programs, with every event and kind of content of a game."""
    if path.game not in BY_KEY:
        raise NotFound("The game “{game}” is not known here.", game=path.game)
    with _BUILDING:
        answer = Response(encoded_document(path.game), mimetype=JSON)
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@cache
def encoded_document(game: str) -> bytes:
    """The document of a game as JSON. Building it takes half a second, so the process keeps it."""
    from companion.web.api.openapi import build_document, encode_document  # noqa: PLC0415 - few processes need it

    return encode_document(build_document(BY_KEY[game], groups_of(current_app)))


def groups_of(app: Flask) -> list[AddressGroup]:
    """The groups of addresses for programs in an app, in the order of their registration."""
    return [group for group in app.blueprints.values() if isinstance(group, AddressGroup)]


__all__ = ["documents", "encoded_document"]
