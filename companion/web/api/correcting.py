"""What programs take back, restore and put right, each with a preview of what it would do."""

from collections.abc import Callable
from typing import Any

from flask import Response

from companion.telling import describe_preview, outlook_object
from companion.view_context import ViewContext
from companion.web.api import answers, shapes
from companion.web.api.asking import AddressGroup, json_answer
from companion.web.api.recording import RECEIPTS, answer_receipt, command_on
from companion.web.page import DeferredWork, campaign_view, current_services, result_in_turn
from companion.web.who import current_visitor
from domain.language.refusal import RefusedAll
from domain.log.corrections import Preview, preview_amendment, preview_restoration, preview_withdrawal
from domain.log.reach import last_command, reasons_withheld

correcting = AddressGroup("correcting", "/c/<key>")
PREVIEWS: dict[str | int, Any] = {200: answers.PreviewAnswer, 409: answers.ProblemAnswer}
PREVIEW_ID = "preview-of-nothing"
"""The id of a command that is never recorded."""


@correcting.post("/undo", responses=RECEIPTS)
def undo(path: shapes.CampaignPath, body: shapes.UndoBody) -> Response:
    """Take back an entry, its whole command, or without either the last command that one may."""
    id_, command = command_on(path.key, body.id)
    wanted = (body.choice, body.sure, body.mend, body.scope)
    return answer_receipt(path.key, current_services().campaigns.undo(id_, body.entry, command, *wanted))


@correcting.post("/undo/preview", responses=PREVIEWS)
def undo_preview(path: shapes.CampaignPath, body: shapes.UndoPreviewBody) -> Response:
    """What taking back would do; nothing is recorded."""

    def preview(here: ViewContext) -> Preview:
        last = last_command(here.campaign, current_visitor().author) if body.entry is None else body.entry
        scope = "command" if body.entry is None else body.scope
        return preview_withdrawal(here.campaign, last, "since" if body.choice == "since" else "alone", scope)

    return answer_preview(path.key, preview)


@correcting.post("/redo", responses=RECEIPTS)
def redo(path: shapes.CampaignPath, body: shapes.RedoBody) -> Response:
    """Restore what was taken back last, or an entry that was."""
    id_, command = command_on(path.key, body.id)
    campaigns = current_services().campaigns
    if body.entry is None:
        return answer_receipt(path.key, campaigns.redo(id_, command))
    wanted = (body.choice, body.sure, body.mend)
    return answer_receipt(path.key, campaigns.restore(id_, body.entry, command, *wanted))


@correcting.post("/redo/preview", responses=PREVIEWS)
def redo_preview(path: shapes.CampaignPath, body: shapes.RedoPreviewBody) -> Response:
    """What restoring an entry would do; nothing is recorded."""
    return answer_preview(path.key, lambda here: preview_restoration(here.campaign, body.entry))


@correcting.post("/amend", responses=RECEIPTS)
def amend(path: shapes.CampaignPath, body: shapes.AmendBody) -> Response:
    """Put an entry right where it stands: other values for some of its fields."""
    id_, command = command_on(path.key, body.id, body.bend)
    wanted = (body.choice, body.sure, body.mend)
    campaigns = current_services().campaigns
    return answer_receipt(path.key, campaigns.amend(id_, body.entry, body.fields, command, *wanted))


@correcting.post("/amend/preview", responses=PREVIEWS)
def amend_preview(path: shapes.CampaignPath, body: shapes.AmendPreviewBody) -> Response:
    """What putting an entry right would do; nothing is recorded."""
    _, command = command_on(path.key, PREVIEW_ID, body.bend)
    chance = current_services().campaigns.chance
    return answer_preview(
        path.key, lambda here: preview_amendment(here.campaign, body.entry, body.fields, command, chance)
    )


def answer_preview(key: str, preview: Callable[[ViewContext], Preview]) -> Response:
    """A preview, found when its turn comes; without permission, only the reason.

    Raises:
        RefusedAll: it is not theirs to correct.
    """
    with campaign_view(key):
        pass

    def describe(here: ViewContext) -> dict[str, object]:
        found = preview(here)
        if barred := list(reasons_withheld(here.campaign, found.correction, current_visitor().author)):
            raise RefusedAll(barred)
        return outlook_object(describe_preview(found, here))

    return json_answer(result_in_turn(DeferredWork(describe)))


__all__ = ["correcting"]
