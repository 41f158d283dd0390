"""Corrections by programs: undo, redo, amend and insert, each with a preview."""

from collections.abc import Callable
from typing import Any

from flask import Response

from companion.log_sentences import describe_preview, outlook_object, say_amendment, say_insertion
from companion.previews import preview_amendment, preview_insertion, preview_restoration, preview_withdrawal
from companion.view_context import ViewContext
from companion.web.api import answers, shapes
from companion.web.api.asking import AddressGroup, json_answer
from companion.web.api.recording import RECEIPTS, answer_receipt, command_on, request_digest
from companion.web.visitors.correction_rights import reasons_barred
from companion.web.visitors.page import DeferredWork, campaign_view, current_services, result_in_turn
from companion.web.visitors.visitor import current_visitor
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import event_to_record
from domain.framework.refusal import RefusedAll
from domain.log.correction_plans import amendable_event
from domain.log.corrections import Preview, TableDecision
from domain.log.dependents import last_command

correcting = AddressGroup("correcting", "/c/<key>")
PREVIEWS: dict[str | int, Any] = {200: answers.PreviewAnswer, 409: answers.ProblemAnswer}
PREVIEW_ID = "preview-of-nothing"
"""The id of a preview's command, which is never recorded."""


@correcting.post("/undo", responses=RECEIPTS)
def undo(path: shapes.CampaignPath, body: shapes.UndoBody) -> Response:
    """Withdraw an entry or its whole command; without an entry, the last command that the reader may withdraw."""
    id_, command = command_on(path.key, body.id, digest=request_digest(body))
    undo = current_services().campaigns.undo
    return answer_receipt(path.key, undo(id_, body.entry, command, decision_in(body), body.scope))


@correcting.post("/undo/preview", responses=PREVIEWS)
def undo_preview(path: shapes.CampaignPath, body: shapes.UndoPreviewBody) -> Response:
    """Preview an undo; nothing is recorded."""

    def preview(here: ViewContext) -> Preview:
        last = last_command(here.campaign, current_visitor().author) if body.entry is None else body.entry
        scope = "command" if body.entry is None else body.scope
        decision = TableDecision(body.choice, flipped=frozenset(body.flipped))
        return preview_withdrawal(here, last, decision, scope)

    return answer_preview(path.key, preview)


@correcting.post("/redo", responses=RECEIPTS)
def redo(path: shapes.CampaignPath, body: shapes.RedoBody) -> Response:
    """Restore an entry; without one, the entry that was withdrawn last."""
    id_, command = command_on(path.key, body.id, digest=request_digest(body))
    campaigns = current_services().campaigns
    if body.entry is None:
        return answer_receipt(path.key, campaigns.redo(id_, command))
    return answer_receipt(path.key, campaigns.restore(id_, body.entry, command, decision_in(body)))


@correcting.post("/redo/preview", responses=PREVIEWS)
def redo_preview(path: shapes.CampaignPath, body: shapes.RedoPreviewBody) -> Response:
    """Preview restoring an entry; nothing is recorded."""
    decision = TableDecision(flipped=frozenset(body.flipped))
    return answer_preview(path.key, lambda here: preview_restoration(here, body.entry, decision))


@correcting.post("/amend", responses=RECEIPTS)
def amend(path: shapes.CampaignPath, body: shapes.AmendBody) -> Response:
    """Amend an entry: replace the values of some of its fields."""
    id_, command = command_on(path.key, body.id, body.bend, digest=request_digest(body))
    amend = current_services().campaigns.amend
    return answer_receipt(path.key, amend(id_, body.entry, body.fields, command, decision_in(body)))


@correcting.post("/amend/preview", responses=PREVIEWS)
def amend_preview(path: shapes.CampaignPath, body: shapes.AmendPreviewBody) -> Response:
    """Preview an amendment; nothing is recorded."""
    _, command = command_on(path.key, PREVIEW_ID, body.bend)
    decision = TableDecision(flipped=frozenset(body.flipped))

    def preview(here: ViewContext) -> Preview:
        return preview_amendment(here, body.entry, body.fields, command, decision)

    def say(found: Preview, here: ViewContext) -> str:
        return say_amendment(found, amendable_event(here.campaign, body.entry), body.fields, body.entry, here)

    return answer_preview(path.key, preview, say)


@correcting.post("/insert", responses=RECEIPTS)
def insert(path: shapes.CampaignPath, body: shapes.InsertBody) -> Response:
    """Record a forgotten event after the command of an entry."""
    id_, command = command_on(path.key, body.id, body.bend, digest=request_digest(body))
    insert = current_services().campaigns.insert
    return answer_receipt(path.key, insert(id_, body.after, body.event, body.fields, command, decision_in(body)))


@correcting.post("/insert/preview", responses=PREVIEWS)
def insert_preview(path: shapes.CampaignPath, body: shapes.InsertPreviewBody) -> Response:
    """Preview an insertion; nothing is recorded."""
    _, command = command_on(path.key, PREVIEW_ID, body.bend)
    decision = TableDecision(flipped=frozenset(body.flipped))

    def event(here: ViewContext) -> Event[Any]:
        return make_event(event_to_record(here.game, body.event, here.table), body.fields)

    def preview(here: ViewContext) -> Preview:
        return preview_insertion(here, body.after, event(here), command, decision)

    return answer_preview(path.key, preview, lambda found, here: say_insertion(event(here), body.after, here))


def decision_in(body: shapes.UndoBody | shapes.RedoBody | shapes.AmendBody | shapes.InsertBody) -> TableDecision:
    """The table's decision about later entries, from the body of a request."""
    return TableDecision(body.choice, body.sure, frozenset(body.flipped))


def answer_preview(
    key: str,
    preview: Callable[[ViewContext], Preview],
    say: Callable[[Preview, ViewContext], str] = lambda found, here: "",
) -> Response:
    """A preview, computed in turn, with the sentence of the correction.

    Raises:
        RefusedAll: the visitor may not make this correction.
    """
    with campaign_view(key):
        pass

    def describe(here: ViewContext) -> dict[str, object]:
        found = preview(here)
        if barred := reasons_barred(here, found):
            raise RefusedAll(barred)
        return outlook_object(describe_preview(found, here, asked=say(found, here)))

    return json_answer(result_in_turn(DeferredWork(describe)))


__all__ = ["correcting"]
