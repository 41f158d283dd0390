"""The API's reads: campaigns, tables at any entry, sheets, the log, possible events, moves, positions."""

from typing import Any

from flask import Response
from pydantic_core import to_jsonable_python

from companion.api_objects import (
    campaign_object,
    event_object,
    move_object,
    possibility_object,
    prompt_object,
    statistics_object,
)
from companion.quick_entry.option_matches import Offers
from companion.quick_entry.possible import refusals_as_seen
from companion.value_history import moves_of_value
from companion.view_context import ViewContext
from companion.web.api import answers, shapes
from companion.web.api.asking import (
    AddressGroup,
    answer_at,
    answer_by_content,
    answer_in_turn,
    answer_tagged,
    json_answer,
)
from companion.web.api.lines import line_objects
from companion.web.pages.live import stream_after
from companion.web.visitors.language import say_value, tongue_of_visitor
from companion.web.visitors.page import campaign_view, campaigns_listed, current_services
from companion.web.visitors.visitor import current_visitor, guests_of_app
from domain.framework.table import Table, as_json, split_path, value_at
from projections.campaigns import Listed
from projections.documents.export import render_sheets

reading = AddressGroup("reading")
STREAM: dict[str, Any] = {
    "description": "An endless stream of server-sent events: the log's position, each time it changes.",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}
UNCHANGED: dict[str, Any] = {"description": "Unchanged since the version whose ETag was sent."}


@reading.get("/c", responses={200: answers.CampaignsAnswer})
def every() -> Response:
    """The campaigns that the reader may see: all of them for the host, else the joined one."""
    return json_answer({"campaigns": [_campaign(listed) for listed in campaigns_listed().campaigns]})


@reading.get("/statistics", responses={200: answers.StatisticsAnswer})
def statistics() -> Response:
    """The evenings, people, heroes and factions of all campaigns that the reader may see."""
    return json_answer(statistics_object(current_services().statistics(current_visitor().knows_of)))


def _campaign(listed: Listed) -> dict[str, Any]:
    return campaign_object(listed, current_services().campaigns.games, tongue_of_visitor())


@reading.get("/c/<key>", responses={200: answers.AboutAnswer, 304: UNCHANGED})
def about(path: shapes.CampaignPath) -> Response:
    """A campaign, its seats and their players, and the reader's own role."""
    with campaign_view(path.key) as here:
        players, me = guests_of_app().players_of(here.id), current_visitor()
        seats = [
            {"seat": seat, "name": say_value(name), "player": players.get(seat)} for seat, name in here.chairs.items()
        ]
        you = {"name": me.name, "role": me.role, "seats": sorted(me.seats)}
        known = {**_campaign(here.listed), "name": here.table.name, "position": here.campaign.position}
        return answer_by_content({**known, "seats": seats, "now": _now(here), "you": you})


def _now(here: ViewContext) -> dict[str, Any]:
    """The round, the turn and the seats that have something to do, as far as the reader may know."""
    table, game = here.table, here.game
    due = [prompt.seats for prompt in here.campaign.prompts_of_all(here.viewer) if prompt.required]
    return {
        "where": here.called((table.chapter, *table.place)),
        "turn": say_value(game.turn_words(table)),
        "seats": sorted(frozenset[str]().union(*due)),
    }


@reading.get("/c/<key>/state", responses={200: answers.StateAnswer, 304: UNCHANGED})
def state(path: shapes.CampaignPath, query: shapes.StateQuery) -> Response:
    """The table, or the part at a path, as the reader may see it; now or after an entry."""

    def part_of(here: ViewContext, table: Table) -> dict[str, Any]:
        return {**_moment(here, query.at), "value": as_json(value_at(table, split_path(query.path)))}

    return answer_at(path.key, query.at, part_of)


@reading.get("/c/<key>/sheets", responses={200: answers.SheetsAnswer, 304: UNCHANGED})
def sheets(path: shapes.CampaignPath, query: shapes.MomentQuery) -> Response:
    """The save sheets in the reader's language; now or after an entry."""
    return answer_at(
        path.key, query.at, lambda here, table: {**_moment(here, query.at), "sheets": _sheets(here, table)}
    )


def _sheets(here: ViewContext, table: Table) -> list[dict[str, Any]]:
    """The sheets of a table, each with its blocks and its text for a monospaced font."""
    texts = [render_sheets([one], "text", here.tongue, "", here.one_language) for one in here.game.sheets(table)]
    return [{**sheet, "text": text.decode()} for sheet, text in zip(here.sheets(table), texts, strict=True)]


def _moment(here: ViewContext, at: int | None) -> dict[str, int]:
    position = here.campaign.position
    return {"position": position, "at": position if at is None else at}


@reading.get("/c/<key>/log", responses={200: answers.LogAnswer, 304: UNCHANGED})
def log(path: shapes.CampaignPath, query: shapes.LogQuery) -> Response:
    """A page of the log, the oldest entry first. Withdrawn entries are included and do not count."""
    with campaign_view(path.key) as here:
        position, last = here.campaign.position, query.after + query.limit

        def page() -> dict[str, Any]:
            entries = line_objects(here, query.after, last)
            return {"position": position, "entries": entries, "next": last if last < position else None}

        return answer_tagged(here, page)


@reading.get("/c/<key>/possible", responses={200: answers.PossibleAnswer, 304: UNCHANGED})
def possible(path: shapes.CampaignPath) -> Response:
    """The next prompts with their fields, what the board offers besides them, and each event with whether it is
    possible now, as far as the reader may know.
    """
    with campaign_view(path.key) as here:
        return answer_tagged(here, lambda: _possible(here))


def _possible(here: ViewContext) -> dict[str, Any]:
    offers = Offers(here)
    events = [
        event_object(cls) | possibility_object(refusals_as_seen(cls, {}, here), here.tongue)
        for cls in here.game.offered(here.table).values()
    ]
    prompts = [prompt_object(prompt, here, offers) for prompt in here.campaign.prompts(here.viewer)]
    acts = [prompt_object(act, here, offers) for act in here.campaign.board_acts(here.viewer)]
    found = to_jsonable_python({"prompts": prompts, "acts": acts})
    return {"position": here.campaign.position, **found, "events": events}


@reading.get("/c/<key>/why", responses={200: answers.MovesAnswer, 304: UNCHANGED})
def moves(path: shapes.CampaignPath, query: shapes.ValueQuery) -> Response:
    """The entries that moved a value, oldest first."""
    return answer_in_turn(
        path.key,
        lambda here: {
            "position": here.campaign.position,
            "moves": [move_object(move) for move in moves_of_value(query.path, here)],
        },
    )


@reading.get("/c/<key>/positions", responses={200: STREAM})
def positions(path: shapes.CampaignPath, query: shapes.PositionsQuery) -> Response:
    """The log's position each time it changes, as server-sent events. Fetch the changes separately."""
    return stream_after(path.key, query.after)


__all__ = ["reading"]
