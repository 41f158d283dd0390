"""Pages of a card of prompts: a tick for each, its fields, and one button."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.forms.batch_form import Sent, Wrong, events_of, rows_of, rows_sent
from companion.view_context import ViewContext
from companion.web.pages.people.evenings import begin_evening
from companion.web.pages.table.answer import answer_late, answer_recorded
from companion.web.pages.table.late_answers import late_answer
from companion.web.pages.table.offers import cards_in
from companion.web.visitors.page import command_of_form, current_services, with_live_campaign
from domain.framework.game import Prompt
from domain.framework.refusal import Already, RefusedOne

together = Blueprint("together", __name__, url_prefix="/c/<key>/together")
UNFIT = 422


@together.get("/<card>")
@with_live_campaign
def card(here: ViewContext, card: str) -> Any:
    """The card of some prompts; once they are answered, a redirect to the board."""
    prompts = _on(here, card)
    return show_card(here, card, prompts, {}, {}) if prompts else redirect(url_for("play.board", key=here.key), 303)


@together.post("/<card>")
@with_live_campaign
def record(here: ViewContext, card: str) -> Any:
    """Record all ticked prompts as one command, or none and show the card again with its complaints.

    Prompts that another player has answered the same way are left out.

    Raises:
        Already: no prompt of the card is open any more.
    """
    sent = rows_sent(dict(request.form.lists()))
    if request.form.get("act") == "narrow":
        return show_card(here, card, _on(here, card), sent, {})
    events, unfit = events_of(sent, here.game.by_name, here.table, here.tongue)
    if unfit or not events:
        return show_card(here, card, _on(here, card), sent, unfit), UNFIT
    late = {number: found for number, one in events.items() if (found := late_answer(here, one, refused=False))}
    others = [one for one in late.values() if one.own]
    left = {number: event for number, event in events.items() if number not in late}
    if others or not left:
        return answer_late(here, [*others, *late.values()][0])
    command = command_of_form()
    begin_evening(here.campaign, list(left.values()), command)
    try:
        return answer_recorded(here, current_services().campaigns.record_all(here.id, list(left.values()), command))
    except RefusedOne as refused:
        number = list(left)[refused.number]
        wrong = {number: refused}
    if found := late_answer(here, left[number], refused=True):
        return answer_late(here, found)
    if not _on(here, card):
        raise Already("That has already been answered.")
    return show_card(here, card, _on(here, card), sent, wrong), UNFIT


def show_card(here: ViewContext, card: str, prompts: Sequence[Prompt], sent: Mapping[int, Sent], wrong: Wrong) -> str:
    rows = rows_of(prompts, here.table, here.tongue, sent, wrong)
    title = prompts[0].card if prompts else None
    return render_template(
        "table/recording/together.html",
        card=card,
        title=title.render(here.tongue) if title else "",
        rows=rows,
        complaints=[one for row in rows for one in row.form.complaints],
        narrows=[name for row in rows for name in row.form.narrows],
        unbent=next((row.form for row in rows if row.form.bendable or row.form.barred), None),
        nothing=bool(sent) and not any(row.ticked for row in rows),
    )


def _on(here: ViewContext, card: str) -> Sequence[Prompt]:
    return cards_in(here.campaign.prompts_of_all(here.viewer)).get(card, ())


__all__ = ["together"]
