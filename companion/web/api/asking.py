"""Requests and responses of the API: JSON bodies, problem responses, ETags."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import orjson
from flask import Flask, Response, abort, request
from flask.json.provider import DefaultJSONProvider
from flask.sansio.scaffold import T_route
from flask_openapi.blueprint import APIBlueprint
from pydantic import BaseModel, ValidationError

from companion.view_context import ViewContext
from companion.web.api import answers, shapes
from companion.web.rendering.static_files import static_address
from companion.web.visitors.bearer import API, install_version
from companion.web.visitors.errors import error_answer
from companion.web.visitors.guard import SAFE
from companion.web.visitors.page import DeferredWork, campaign_view, result_in_turn
from companion.web.visitors.visitor import current_visitor
from domain.framework.fields.fields import faults_of
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import text

JSON = "application/json"
TOKEN: list[dict[str, list[Any]]] = [{"token": []}]
"""The security requirement of every address that does not set its own."""
PROBLEMS: dict[str | int, Any] = dict.fromkeys((400, 401, 403, 404, 405, 413, 415, 422, 503), answers.ProblemAnswer)
"""The error responses of every address, in addition to its own."""


class StrictJson(DefaultJSONProvider):
    """Parses JSON with orjson, which refuses NaN, Infinity and endless nesting."""

    def loads(self, s: str | bytes, **_: Any) -> Any:
        return orjson.loads(s)


class AddressGroup(APIBlueprint):
    """A group of addresses under `/api`. Its OpenAPI description is computed on demand, not at each start."""

    def __init__(self, name: str, under: str = "") -> None:
        super().__init__(f"api_{name}", __name__, url_prefix=f"{API}{under}")
        self._told: list[tuple[str, str, dict[str, Any], Callable[..., Any]]] = []
        self.before_request(refuse_other_kinds)

    def get(self, rule: str, **said: Any) -> Callable[[T_route], T_route]:
        """Register a GET address; `said` holds its OpenAPI options."""
        return self._kept("get", rule, said, super().get(rule, doc_ui=False))

    def delete(self, rule: str, **said: Any) -> Callable[[T_route], T_route]:
        """Register a DELETE address; `said` holds its OpenAPI options."""
        return self._kept("delete", rule, said, super().delete(rule, doc_ui=False))

    def post(self, rule: str, **said: Any) -> Callable[[T_route], T_route]:
        """Register a POST address; `said` holds its OpenAPI options."""
        return self._kept("post", rule, said, super().post(rule, doc_ui=False))

    def _kept(
        self, method: str, rule: str, said: dict[str, Any], added: Callable[[T_route], T_route]
    ) -> Callable[[T_route], T_route]:
        def keep(view: T_route) -> T_route:
            self._told.append((method, rule, said, view))
            return added(view)

        return keep

    def describe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The group's OpenAPI paths and the schemas they refer to."""
        told = APIBlueprint(
            self.name,
            __name__,
            url_prefix=self.url_prefix,
            abp_security=TOKEN,
            abp_responses=PROBLEMS,
            abp_tags=[{"name": self.name.removeprefix("api_")}],
            operation_id_callback=lambda *, name, **_: name,
        )
        for method, rule, said, view in self._told:
            getattr(told, method)(rule, **said)(view)
        return told.paths, told.components_schemas


def install_api(app: Flask, *groups: AddressGroup) -> None:
    """Add groups of addresses to an app, and answer invalid requests with `answer_misfit`."""
    install_version(app)
    app.json = StrictJson(app)
    app.validation_error_callback = answer_misfit  # type: ignore[attr-defined]  # flask-openapi asks the app
    app.validate_response = None  # type: ignore[attr-defined]
    for group in groups:
        app.register_blueprint(group)


def refuse_other_kinds() -> None:
    """Refuse a body that is not a JSON object.

    Raises:
        UnsupportedMediaType: the content type is not JSON.
        BadRequest: the body is not valid JSON.
        Misfit: the body is JSON, but not an object.
    """
    if request.method in SAFE or request.method == "DELETE":
        return
    if request.mimetype != JSON:
        abort(415)
    if not isinstance(request.get_json(), dict):
        raise Misfit({"": text("Send one JSON object.")})


def answer_misfit(error: ValidationError) -> Any:
    """The problem response of an invalid request, with a sentence for each field of the body or of its event."""
    asked: type[BaseModel] = getattr(shapes, error.title)
    faults = {name.removeprefix("fields."): fault for name, fault in faults_of(asked, error).items()}
    return error_answer(Misfit({name: fault.copy_with(field=name) for name, fault in faults.items()}))


def json_answer(body: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(body), status, mimetype=JSON)


def answer_tagged(here: ViewContext, make: Callable[[], Any]) -> Response:
    """A response with an ETag, for data that depends only on the log and the reader.

    `make` is not called if the client has the current version (304).
    """
    tag = tag_of(here)
    known = request.if_none_match.contains(tag)
    answer = Response(status=304) if known else json_answer(make())
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, max-age=0, must-revalidate"
    answer.vary.update(("Authorization", "Cookie", "Accept-Language"))
    return answer


def answer_by_content(body: Any) -> Response:
    """A response with an ETag of its content, for data that depends on more than the log, such as guests."""
    answer = json_answer(body)
    answer.add_etag()
    answer.headers["Cache-Control"] = "private, max-age=0, must-revalidate"
    answer.vary.update(("Authorization", "Cookie", "Accept-Language"))
    answer.make_conditional(request)
    return answer


def tag_of(here: ViewContext) -> str:
    """The ETag of a campaign for its reader: the log's position and a digest of seats, rights and language."""
    me = current_visitor()
    reader = (sorted(here.viewer.seats), me.right, here.tongue.language, here.tongue.content, static_address())
    return f"{here.campaign.position}-{blake2b(repr(reader).encode(), digest_size=6).hexdigest()}"


def answer_at(key: str, at: int | None, make: Callable[[ViewContext, Table], Any]) -> Response:
    """A response made from the current table, or in turn from the table after entry `at`."""
    with campaign_view(key) as here:
        if at in (None, here.campaign.position):
            return answer_tagged(here, lambda: make(here, here.table))
    return answer_in_turn(key, lambda beside: make(beside, beside.at(at)))


def answer_in_turn(key: str, make: Callable[[ViewContext], Any]) -> Response:
    """A response that takes long to make, computed in turn from a copy of the campaign."""
    with campaign_view(key) as here:
        pass
    return answer_tagged(here, lambda: result_in_turn(DeferredWork(make)))


__all__ = [
    "JSON",
    "AddressGroup",
    "answer_at",
    "answer_by_content",
    "answer_in_turn",
    "answer_tagged",
    "install_api",
    "json_answer",
]
