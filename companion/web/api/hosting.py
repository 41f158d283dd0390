"""Addresses for scripts of the host: start a campaign, and export one."""

from dataclasses import replace
from typing import Any

from flask import Response

from companion.api_objects import campaign_object
from companion.view_context import ViewContext
from companion.web.api import answers, shapes
from companion.web.api.asking import AddressGroup, json_answer
from companion.web.api.recording import request_digest
from companion.web.network.slow_work import slow_work_of_app
from companion.web.pages.campaign.exports import send_export
from companion.web.pages.people.owning import begin_as_own
from companion.web.visitors.language import tongue_of_visitor
from companion.web.visitors.page import DeferredWork, campaign_view, current_services, result_in_turn
from companion.web.visitors.visitor import current_visitor
from domain.campaigns import id_of_new
from domain.framework.game import PUBLIC
from projections.documents.archive import write_archive
from projections.documents.export import export_campaign

hosting = AddressGroup("hosting")
BEGUN: dict[str | int, Any] = {200: answers.CampaignAnswer, 201: answers.CampaignAnswer}
FILE: dict[str, Any] = {
    "description": "The file.",
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}


@hosting.post("/c", responses=BEGUN)
def begin(body: shapes.NewBody) -> Response:
    """Start a campaign. `fields` are those of the first event of its game. Only for the host."""
    services, me = current_services(), current_visitor()
    command = replace(services.new_command(body.id, me.name, "api"), request=request_digest(body))
    made = begin_as_own(id_of_new(command), lambda: services.campaigns.new(body.game, body.name, body.fields, command))
    listed = services.find_campaign(made.campaign)
    campaign = campaign_object(listed, services.campaigns.games, tongue_of_visitor())
    return json_answer(campaign, 200 if made.repeated else 201)


@hosting.get("/c/<key>/export/<suffix>", responses={200: FILE})
def export(path: shapes.ExportPath) -> Response:
    """A campaign as a file. `jsonl` and `zip` (with photos) have everything, also every secret; the others have what a
    spectator may see. Only for the host.
    """
    with campaign_view(path.key):
        pass

    def made(here: ViewContext) -> bytes:
        services = current_services()
        if path.suffix == "zip":
            return write_archive(services.campaigns, [here.listed])
        reading, suffix = services.store.reading, f".{path.suffix}"
        pieces = export_campaign(here.campaign, here.listed, reading, suffix, here.tongue, PUBLIC)
        return b"".join(slow_work_of_app().yielding(pieces))

    return send_export(result_in_turn(DeferredWork(made, "file")), f"{path.key}.{path.suffix}", path.suffix)


__all__ = ["hosting"]
