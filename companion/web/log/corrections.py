"""Pages of corrections: undo, restore and amend, each with a preview first."""

from typing import Any, Literal, cast, get_args

from flask import Blueprint, redirect, render_template, request, url_for

from companion.forms.form import Form, form_of
from companion.forms.values import amended_values, form_strings
from companion.telling import Outlook, describe_preview, describe_reasons, say_command, say_entry
from companion.view_context import ViewContext
from companion.web.log.toast import answer_recorded
from companion.web.log.undoables import undoable_commands
from companion.web.page import (
    DeferredCommand,
    DeferredWork,
    command_of_form,
    current_services,
    with_campaign_copy,
    with_live_campaign,
)
from companion.web.who import current_visitor
from domain.language.refusal import Misfit, NotFound, RefusedAll
from domain.language.table import Table
from domain.log.command import Command
from domain.log.corrections import (
    CROSSES_AN_END,
    Chosen,
    Preview,
    amendable_event,
    preview_amendment,
    preview_restoration,
    preview_withdrawal,
)
from domain.log.reach import Scope, first_entry_after, reasons_withheld

corrections = Blueprint("corrections", __name__, url_prefix="/c/<key>")
Act = Literal["undo", "restore"]
UNDOABLE = 10
"""How many commands stand in the list of what can be taken back."""


def chosen_scope() -> Chosen | None:
    """The scope of a correction from the address or form; None where there is none."""
    sent = request.values.get("choice", "")
    return cast(Chosen, sent) if sent in get_args(Chosen) else None


def scope_asked() -> Scope:
    """The entries to withdraw: the whole command of an entry, where the address or form says so."""
    return "command" if request.values.get("scope") == "command" else "entry"


@corrections.get("/undo")
@with_live_campaign
def undo_list(here: ViewContext) -> str:
    """The newest commands that can be withdrawn, each with a link to its preview."""
    return render_template("log/undo-list.html", entries=undoable_commands(here, UNDOABLE))


@corrections.get("/undo/<int:entry>")
@with_campaign_copy("preview")
def undo(here: ViewContext, entry: int) -> str:
    """The preview of withdrawing an entry; with `choice=since`, of that and everything after it."""
    return undo_page(here, entry, chosen_scope())


@corrections.post("/undo/<int:entry>")
@with_live_campaign
def undo_now(here: ViewContext, entry: int) -> Any:
    """Withdraw an entry; where a choice is needed and missing, show the preview instead."""
    choice, sure, mend = chosen_scope(), "sure" in request.form, "mend" in request.form

    def do() -> Any:
        try:
            return answer_recorded(
                here,
                current_services().campaigns.undo(here.id, entry, command_of_form(), choice, sure, mend, scope_asked()),
            )
        except RefusedAll as wrong:
            refused = wrong
        return DeferredWork(lambda beside: (undo_page(beside, entry, choice, refused), 422))

    return DeferredCommand(do)


def undo_page(here: ViewContext, entry: int, choice: Chosen | None, wrong: RefusedAll | None = None) -> str:
    found = preview_withdrawal(here.campaign, entry, "since" if choice == "since" else "alone", scope_asked())
    return render_preview(here, "undo", entry, found, wrong, since=choice == "since")


@corrections.get("/undo-to/<int:entry>")
@with_live_campaign
def undo_to(here: ViewContext, entry: int) -> Any:
    """The preview of withdrawing everything after an entry and its consequences."""
    first = first_entry_after(here.campaign, entry)
    if first is None:
        raise NotFound("Nothing after entry {entry} is left to take back.", entry=entry)
    return redirect(url_for("corrections.undo", key=here.key, entry=first, choice="since"))


@corrections.post("/redo/<int:of>")
@with_live_campaign
def redo(here: ViewContext, of: int) -> Any:
    """Restore the withdrawal that the page showed, so that two redos at once restore one thing."""
    return DeferredCommand(
        lambda: answer_recorded(here, current_services().campaigns.redo(here.id, command_of_form(), of))
    )


@corrections.get("/restore/<int:entry>")
@with_campaign_copy("preview")
def restore(here: ViewContext, entry: int) -> str:
    """The preview of restoring an entry."""
    return restore_page(here, entry)


@corrections.post("/restore/<int:entry>")
@with_live_campaign
def restore_now(here: ViewContext, entry: int) -> Any:
    """Restore an entry; where a choice is needed and missing, show the preview instead."""
    sure, mend = "sure" in request.form, "mend" in request.form

    def do() -> Any:
        try:
            return answer_recorded(
                here,
                current_services().campaigns.restore(here.id, entry, command_of_form(), chosen_scope(), sure, mend),
            )
        except RefusedAll as wrong:
            refused = wrong
        return DeferredWork(lambda beside: (restore_page(beside, entry, refused), 422))

    return DeferredCommand(do)


def restore_page(here: ViewContext, entry: int, wrong: RefusedAll | None = None) -> str:
    return render_preview(here, "restore", entry, preview_restoration(here.campaign, entry), wrong)


def render_preview(
    here: ViewContext, act: Act, entry: int, found: Preview, wrong: RefusedAll | None = None, *, since: bool = False
) -> str:
    """The page of a preview; without permission, only the reason."""
    barred = describe_reasons(reasons_withheld(here.campaign, found.correction, current_visitor().author), here)
    entries = [one for one in found.goes if one.cause is None] if scope_asked() == "command" and not since else []
    return render_template(
        "log/undo.html",
        act=act,
        entry=entry,
        scope=scope_asked(),
        said=say_command(entries or [here.campaign.entry(entry)], here),
        outlook=None if barred else describe_preview(found, here),
        barred=list(dict.fromkeys(barred)),
        since=since,
        wrong=describe_reasons(wrong.reasons, here) if wrong else [],
        unsure=wrong is not None and any(reason.code == CROSSES_AN_END.code for reason in wrong.reasons),
    )


# --- putting right ---------------------------------------------------------------------------


@corrections.get("/amend/<int:entry>")
@with_campaign_copy("preview")
def amend(here: ViewContext, entry: int) -> str:
    """The form of an entry with its current fields."""
    event = amendable_event(here.campaign, entry)
    cls, fields = type(event), event.model_dump(mode="json")
    typed = form_strings(cls, {name: value for name, value in fields.items() if name not in cls.hidden(fields)})
    return amend_page(here, entry, form_of(cls, table_to_amend(here, entry), here.tongue, typed))


@corrections.post("/amend/<int:entry>")
@with_live_campaign
def amend_now(here: ViewContext, entry: int) -> Any:
    """Show the preview of an amendment, then record it."""
    sent, choice, sure, mend = command_of_form(), chosen_scope(), "sure" in request.form, "mend" in request.form
    if request.form.get("act") != "record":
        return DeferredWork(lambda beside: amend_preview(beside, entry, sent))

    def again(wrong: Misfit | RefusedAll) -> DeferredWork:
        return DeferredWork(lambda beside: (amend_page(beside, entry, render_form_again(beside, entry, wrong)), 422))

    try:
        changes = changes_typed(here, entry)
    except Misfit as wrong:
        return again(wrong)

    def do() -> Any:
        try:
            return answer_recorded(
                here, current_services().campaigns.amend(here.id, entry, changes, sent, choice, sure, mend)
            )
        except (Misfit, RefusedAll) as wrong:
            return again(wrong)

    return DeferredCommand(do)


def amend_preview(here: ViewContext, entry: int, sent: Command) -> Any:
    """The form with its typed values, and the preview once it is complete."""
    if request.form.get("act") == "narrow":
        return amend_page(here, entry, render_form_again(here, entry))
    try:
        found = preview_amendment(
            here.campaign, entry, changes_typed(here, entry), sent, current_services().campaigns.chance
        )
    except (Misfit, RefusedAll) as wrong:
        return amend_page(here, entry, render_form_again(here, entry, wrong)), 422
    return amend_page(here, entry, render_form_again(here, entry), describe_preview(found, here))


def changes_typed(here: ViewContext, entry: int) -> dict[str, Any]:
    """The typed fields that differ from the current ones."""
    event, typed = amendable_event(here.campaign, entry), dict(request.form.lists())
    return amended_values(type(event), table_to_amend(here, entry), typed, event.model_dump(mode="json"), here.tongue)


def render_form_again(here: ViewContext, entry: int, wrong: Misfit | RefusedAll | None = None) -> Form:
    """The form with its typed values and complaints."""
    typed = dict(request.form.lists())
    return form_of(type(amendable_event(here.campaign, entry)), table_to_amend(here, entry), here.tongue, typed, wrong)


def table_to_amend(here: ViewContext, entry: int) -> Table:
    """The table of the form of an entry: the one before it, with today's content."""
    then = here.as_seen(here.campaign.table_counting_today(entry - 1))
    return then.model_copy(update={"library": here.table.library})


def amend_page(here: ViewContext, entry: int, form: Form, found: Outlook | None = None) -> str:
    said = say_entry(here.campaign.entry(entry), here)
    return render_template("log/amend.html", entry=entry, said=said, form=form, outlook=found)


__all__ = ["corrections"]
