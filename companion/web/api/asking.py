"""How every address for programs is asked and answers: JSON in, JSON out, problems told one way, ETags."""

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
from companion.web.bearer import API
from companion.web.errors import error_answer
from companion.web.guard import SAFE
from companion.web.page import DeferredWork, campaign_view, result_in_turn
from companion.web.shell import static_address
from companion.web.who import current_visitor
from domain.language.fields import faults_of
from domain.language.refusal import Misfit
from domain.language.table import Table
from domain.language.text import text

JSON = "application/json"
TOKEN: list[dict[str, list[Any]]] = [{"token": []}]
"""An address is asked with a token, unless it says otherwise."""
PROBLEMS: dict[str | int, Any] = dict.fromkeys((400, 401, 403, 404, 405, 413, 415, 422, 503), answers.ProblemAnswer)
"""What any address may answer besides."""


class StrictJson(DefaultJSONProvider):
    """JSON as it is read: no numbers that are none, nothing nested without an end."""

    def loads(self, s: str | bytes, **_: Any) -> Any:
        return orjson.loads(s)


class AddressGroup(APIBlueprint):
    """A group of addresses under `/api`; what a document tells of them is found when one is made, not at each start."""

    def __init__(self, name: str, under: str = "") -> None:
        super().__init__(f"api_{name}", __name__, url_prefix=f"{API}{under}")
        self._told: list[tuple[str, str, dict[str, Any], Callable[..., Any]]] = []
        self.before_request(refuse_other_kinds)

    def get(self, rule: str, **said: Any) -> Callable[[T_route], T_route]:
        """An address that is asked; `said` is what its document tells of it."""
        return self._kept("get", rule, said, super().get(rule, doc_ui=False))

    def post(self, rule: str, **said: Any) -> Callable[[T_route], T_route]:
        """An address to which something is sent."""
        return self._kept("post", rule, said, super().post(rule, doc_ui=False))

    def _kept(
        self, method: str, rule: str, said: dict[str, Any], added: Callable[[T_route], T_route]
    ) -> Callable[[T_route], T_route]:
        def keep(view: T_route) -> T_route:
            self._told.append((method, rule, said, view))
            return added(view)

        return keep

    def describe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The paths of the group as a document tells them, and the schemas that they name."""
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
    """Add groups of addresses to an app, which tells in its own words what does not fit."""
    app.json = StrictJson(app)
    app.validation_error_callback = answer_misfit  # type: ignore[attr-defined]  # flask-openapi asks the app
    app.validate_response = None  # type: ignore[attr-defined]
    for group in groups:
        app.register_blueprint(group)


def refuse_other_kinds() -> None:
    """Refuse what is sent as anything but a JSON object.

    Raises:
        UnsupportedMediaType, BadRequest: it is said to be something else, or is not JSON.
        Misfit: it is another value.
    """
    if request.method in SAFE:
        return
    if request.mimetype != JSON:
        abort(415)
    if not isinstance(request.get_json(), dict):
        raise Misfit({"": text("Send one JSON object.")})


def answer_misfit(error: ValidationError) -> Any:
    """The problem of a request that does not fit: each of its fields, or of its event's fields, with a sentence."""
    asked: type[BaseModel] = getattr(shapes, error.title)
    faults = {name.removeprefix("fields."): fault for name, fault in faults_of(asked, error).items()}
    return error_answer(Misfit({name: fault.but(field=name) for name, fault in faults.items()}))


def json_answer(body: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(body), status, mimetype=JSON)


def answer_tagged(here: ViewContext, make: Callable[[], Any]) -> Response:
    """An answer that depends on the log and its reader alone, under a tag; nothing is made for who has it already."""
    tag = tag_of(here)
    known = request.if_none_match.contains(tag)
    answer = Response(status=304) if known else json_answer(make())
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, max-age=0, must-revalidate"
    answer.vary.update(("Authorization", "Cookie", "Accept-Language"))
    return answer


def tag_of(here: ViewContext) -> str:
    """The tag of all that a reader is told of a campaign as it is now: the position, and a digest of who reads."""
    me = current_visitor()
    reader = (sorted(here.viewer.seats), me.right, here.tongue.language, here.tongue.content, static_address())
    return f"{here.campaign.position}-{blake2b(repr(reader).encode(), digest_size=6).hexdigest()}"


def answer_at(key: str, at: int | None, make: Callable[[ViewContext, Table], Any]) -> Response:
    """An answer from the table as it is, or, when its turn comes, as it was after an entry."""
    with campaign_view(key) as here:
        if at in (None, here.campaign.position):
            return answer_tagged(here, lambda: make(here, here.table))
    return answer_in_turn(key, lambda beside: make(beside, beside.at(at)))


def answer_in_turn(key: str, make: Callable[[ViewContext], Any]) -> Response:
    """An answer that takes long to make, from a copy of the campaign, when its turn comes."""
    with campaign_view(key) as here:
        pass
    return answer_tagged(here, lambda: result_in_turn(DeferredWork(make)))


__all__ = ["JSON", "AddressGroup", "answer_at", "answer_in_turn", "answer_tagged", "install_api", "json_answer"]
