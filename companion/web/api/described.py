"""The OpenAPI document of each game, which is made by `make docs` and sent as it lies in the package."""

from pathlib import Path

from flask import Response, request

from companion.web.api import shapes
from companion.web.api.asking import JSON, AddressGroup
from companion.web.api.joining import OPEN
from domain.games import BY_KEY
from domain.language.refusal import NotFound

documents = AddressGroup("documents")
FOLDER = Path(__file__).parent / "documents"


@documents.get("/openapi/<game>.json", responses={200: {"description": "An OpenAPI document."}}, security=OPEN)
def document(path: shapes.GamePath) -> Response:
    """All that may be asked for and recorded at the tables of a game: this document."""
    if path.game not in BY_KEY:
        raise NotFound("The game “{game}” is not known here.", game=path.game)
    answer = Response((FOLDER / f"{path.game}.json").read_bytes(), mimetype=JSON)
    answer.add_etag()
    answer.make_conditional(request)
    return answer


__all__ = ["FOLDER", "documents"]
