"""Recording by programs, once per command id, and the reasons against an event."""

from dataclasses import replace
from hashlib import blake2b
from typing import Any

import orjson
from flask import Response, request

from companion.api_objects import choice_objects, possibility_object
from companion.quick_entry.filling import missing_fields
from companion.quick_entry.possible import refusals_for_seats
from companion.web.api import answers, shapes
from companion.web.api.asking import AddressGroup, json_answer
from companion.web.api.lines import line_objects
from companion.web.pages.people.sitting import record_taking_seat
from companion.web.visitors.page import campaign_view, current_services
from companion.web.visitors.visitor import current_visitor
from domain.campaigns import Receipt
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import event_to_record
from domain.framework.refusal import Misfit
from domain.log.command import Command

recording = AddressGroup("recording", "/c/<key>")
RECEIPTS: dict[str | int, Any] = {200: answers.RecordedAnswer, 201: answers.RecordedAnswer, 409: answers.ProblemAnswer}
"""The responses to a command: 201 if it was recorded now, 200 if an earlier request had recorded it."""


@recording.post("/commands", responses=RECEIPTS)
def record(path: shapes.CampaignPath, body: shapes.CommandBody) -> Response:
    """Record an event and its consequences."""
    _, command = command_on(path.key, body.id, body.bend, body.later, request_digest(body))
    with campaign_view(path.key) as here:
        receipt = record_taking_seat(here.campaign, body.event, body.fields, replace(command, asks=not body.sure))
    return answer_receipt(path.key, receipt)


def command_on(key: str, id_: str, bend: str = "", later: str = "", digest: str = "") -> tuple[str, Command]:
    """The campaign's id, and a new command of the visitor on it; `digest` is that of the request."""
    with campaign_view(key) as here:
        campaign, author = here.id, current_visitor().author
    services = current_services()
    command = services.new_command(id_, author.name, "api", bend, later, author.seats, author.host, author.former)
    return campaign, replace(command, request=digest)


def request_digest(body: shapes.ApiBody) -> str:
    """A digest of the address and body of a command, by which a repeat is recognised.

    The confirmation `sure` is left out: it changes what is refused, not what is recorded.
    """
    sent = [request.endpoint, body.model_dump(exclude={"id", "sure"})]
    return blake2b(orjson.dumps(sent, option=orjson.OPT_SORT_KEYS), digest_size=8).hexdigest()


def answer_receipt(key: str, receipt: Receipt) -> Response:
    """A response with the recorded entries as log lines."""
    first, last = receipt.entries[0].position, receipt.entries[-1].position
    with campaign_view(key) as here:
        told = {"position": last, "repeated": receipt.repeated, "entries": line_objects(here, first - 1, last)}
    return json_answer(told, 200 if receipt.repeated else 201)


@recording.post("/why", responses={200: answers.WhyNotAnswer})
def why(path: shapes.CampaignPath, body: shapes.EventBody) -> Response:
    """Whether an event may be recorded, the reasons against it, and the choices of its other fields."""
    with campaign_view(path.key) as here:
        cls = event_to_record(here.game, body.event, here.table)
        refuse_unfit(cls, body.fields)
        reasons = refusals_for_seats(cls, body.fields, here, current_visitor().speaks_for)
        missing = missing_fields(cls, body.fields)
        choices = choice_objects(cls, here.table, body.fields)
        return json_answer({**possibility_object(reasons, here.tongue), "missing": missing, "choices": choices})


def refuse_unfit(cls: type[Event[Any]], fields: dict[str, Any]) -> None:
    """Refuse unknown fields and invalid values. Missing fields are accepted.

    Raises:
        Misfit: with a sentence for each field.
    """
    try:
        make_event(cls, fields)
    except Misfit as wrong:
        missing = missing_fields(cls, fields)
        if faults := {name: fault for name, fault in wrong.faults.items() if name not in missing}:
            raise Misfit(faults) from None


__all__ = ["answer_receipt", "command_on", "recording", "request_digest"]
