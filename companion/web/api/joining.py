"""Tokens for programs: join with a code, sign in as the host, change seats."""

import hmac
import secrets
from collections.abc import Sequence
from typing import Any

from flask import Response, current_app, request

from companion.web.api import answers, shapes
from companion.web.api.asking import AddressGroup, json_answer
from companion.web.pages.people.hosting import required_token
from companion.web.pages.people.joining import find_campaign_of_code
from companion.web.pages.people.places import seats_at
from companion.web.pages.people.sitting import ONLY_WATCHES, change_place, seat_recorder
from companion.web.visitors.bearer import bearer_token
from companion.web.visitors.guard import NotAllowed
from companion.web.visitors.guests import PlaceTaken
from companion.web.visitors.language import say_value, translate_sentence, use_game_catalogue
from companion.web.visitors.page import campaign_view, current_services
from companion.web.visitors.problems import problem_response
from companion.web.visitors.tries import TooManyTries, Tries
from companion.web.visitors.typed import one_line, visible_part
from companion.web.visitors.visitor import (
    current_visitor,
    end_guest_session,
    guest_secret,
    guests_of_app,
    host_cookie_value,
)
from domain.framework.refusal import Misfit, NotFound
from domain.framework.text import text
from projections.campaigns import Listed

joining = AddressGroup("joining")
GIVEN: dict[str | int, Any] = {201: answers.TokenAnswer, 409: answers.ProblemAnswer, 429: answers.ProblemAnswer}
LONGEST_NAME = 40
OPEN: list[dict[str, list[Any]]] = [{}]
"""The security requirement of the addresses that hand out tokens: none."""


@joining.post("/join", responses={**GIVEN, 202: answers.TokenAnswer}, security=OPEN)
def join(body: shapes.JoinBody) -> Response:
    """Join a campaign with its code, or ask to be a person who has joined. The response holds the token for all other
    addresses; with status 202 it waits for a yes.
    """
    name = visible_part(one_line(body.name, LONGEST_NAME))
    if not name:
        raise Misfit({"name": text("{field}: still empty", field="name")})
    try:
        found = find_campaign_of_code(body.code, tries_of_app(), request.remote_addr or "")
    except TooManyTries as wait:
        return answer_wait(wait)
    if found is None:
        raise NotFound("That is not the right code. Perhaps it was changed: ask the host.")
    listed = current_services().find_campaign(found)
    use_game_catalogue(listed.game)
    if body.same_person:
        return ask_to_be_person(listed, name, body.code)
    command = current_services().new_command(actor=name, device="api", host=False)
    try:
        with current_services().campaigns.open(listed.campaign) as campaign:
            seats = seats_at(campaign.table, _wanted(body.role, body.seats))
            record = seat_recorder(campaign, name, command)
            watches = guests_of_app().is_for_spectators(body.code)
            if watches and body.role == "player":
                raise PlaceTaken(ONLY_WATCHES)
            token = guests_of_app().join(listed.campaign, name, body.role, seats, on_seated=record, watches=watches)
    except PlaceTaken as taken:
        return answer_taken(taken)
    return json_answer({"token": token, "campaign": listed.key, "role": body.role, "seats": list(seats)}, 201)


def ask_to_be_person(listed: Listed, name: str, code: str) -> Response:
    """Ask whether a program is a device of the person of a name; its token is accepted after a yes.

    Raises:
        NotFound: no one has joined under the name.
    """
    guests = guests_of_app()
    person = next((one for one in guests.guests_of_campaign(listed.campaign) if one.is_called(name)), None)
    if person is None:
        raise NotFound("No one called “{name}” has joined this table.", name=name)
    if guests.is_for_spectators(code):
        return answer_taken(PlaceTaken(ONLY_WATCHES))
    token = secrets.token_urlsafe(32)
    try:
        guests.request_device(person, token)
    except PlaceTaken as taken:
        return answer_taken(taken)
    given = {"token": token, "campaign": listed.key, "role": person.role, "seats": list(person.seats), "waiting": True}
    return json_answer(given, 202)


@joining.post("/host", responses=GIVEN, security=OPEN)
def host(body: shapes.HostBody) -> Response:
    """Exchange the host's token for an access token. A wrong token counts as a wrong code."""
    token, tries, address = required_token(), tries_of_app(), request.remote_addr or ""
    try:
        tries.count_try(address)
    except TooManyTries as wait:
        return answer_wait(wait)
    if not hmac.compare_digest(body.token.strip().encode(), token.encode()):
        raise Misfit({"token": text("That is not the host's token.")})
    tries.discount_try(address)
    return json_answer({"token": host_cookie_value(token), "role": "host"}, 201)


@joining.delete("/c/<key>/you", responses={204: None})
def leave(path: shapes.CampaignPath) -> tuple[str, int]:
    """Leave the campaign: the token is not valid any more. A person with another device stays at the table. The host
    cannot leave.
    """
    with campaign_view(path.key) as here:
        if current_visitor().guest is None:
            raise NotAllowed
        guests_of_app().forget_device(guest_secret())
        if bearer_token() is None:
            end_guest_session(here.id)
    return "", 204


@joining.post("/c/<key>/seats", responses={200: answers.YouAnswer, 409: answers.ProblemAnswer})
def sit(path: shapes.CampaignPath, body: shapes.SeatsBody) -> Response:
    """Take other seats at the table, or none."""
    try:
        with campaign_view(path.key) as here:
            me = current_visitor()
            seats = seats_at(here.campaign.table, _wanted(body.role, body.seats))
            command = current_services().new_command(actor=me.name, device="api", host=me.author.host)
            change_place(here, me.guest, body.role, seats, command)
    except PlaceTaken as taken:
        return answer_taken(taken)
    return json_answer({"name": me.name, "role": body.role if me.guest else me.role, "seats": sorted(seats)})


def _wanted(role: str, seats: Sequence[str]) -> Sequence[str]:
    """The seats to take; none for a spectator."""
    return seats if role == "player" else ()


def tries_of_app() -> Tries:
    found: Tries = current_app.extensions["tries"]
    return found


def answer_wait(wait: TooManyTries) -> Response:
    said = translate_sentence(
        "Too many codes were wrong. Wait {count|second|seconds}, then try again.", count=wait.seconds
    )
    headers = {"Retry-After": str(wait.seconds)}
    return problem_response(429, "too-many-tries", translate_sentence("In a moment"), said, headers)


def answer_taken(taken: PlaceTaken) -> Response:
    return problem_response(409, "place-taken", translate_sentence("Already done"), say_value(taken.text))


__all__ = ["joining"]
