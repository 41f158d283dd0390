"""Taking back, restoring and putting right: always with a look at what it would do first."""

from typing import Any, Literal, cast, get_args

from flask import Blueprint, redirect, render_template, request, url_for

from companion.forms.form import Form, form_of
from companion.forms.values import changes_of, typed_of
from companion.telling import Outlook, describe_preview, describe_reasons, say_command, say_entry
from companion.view_context import ViewContext
from companion.web.log.toast import answer_recorded
from companion.web.log.undoables import undoable_commands
from companion.web.page import Aside, LetGo, at_table, beside_table, command_of_form, current_services
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
from domain.log.reach import Scope, first_after, reasons_withheld

corrections = Blueprint("corrections", __name__, url_prefix="/c/<key>")
Act = Literal["undo", "restore"]
UNDOABLE = 10
"""How many commands stand in the list of what can be taken back."""


def chosen_scope() -> Chosen | None:
    """How far a correction goes, as the address or the form says; None where it does not say."""
    sent = request.values.get("choice", "")
    return cast(Chosen, sent) if sent in get_args(Chosen) else None


def scope_asked() -> Scope:
    """What is taken back at once: all that was recorded with an entry, where the address or the form says so."""
    return "command" if request.values.get("scope") == "command" else "entry"


@corrections.get("/undo")
@at_table
def undo_list(here: ViewContext) -> str:
    """The newest commands that can be taken back, each with the way to what that would do."""
    return render_template("log/undo-list.html", entries=undoable_commands(here, UNDOABLE))


@corrections.get("/undo/<int:entry>")
@beside_table("preview")
def undo(here: ViewContext, entry: int) -> str:
    """What taking an entry back would do; with `choice=since`, that and everything after it."""
    return undo_page(here, entry, chosen_scope())


@corrections.post("/undo/<int:entry>")
@at_table
def undo_now(here: ViewContext, entry: int) -> Any:
    """Take an entry back; where a choice is needed and none was made, show the preview instead."""
    choice, sure, mend = chosen_scope(), "sure" in request.form, "mend" in request.form

    def do() -> Any:
        try:
            return answer_recorded(
                here,
                current_services().campaigns.undo(here.id, entry, command_of_form(), choice, sure, mend, scope_asked()),
            )
        except RefusedAll as wrong:
            refused = wrong
        return Aside(lambda beside: (undo_page(beside, entry, choice, refused), 422))

    return LetGo(do)


def undo_page(here: ViewContext, entry: int, choice: Chosen | None, wrong: RefusedAll | None = None) -> str:
    found = preview_withdrawal(here.campaign, entry, "since" if choice == "since" else "alone", scope_asked())
    return preview_page(here, "undo", entry, found, wrong, since=choice == "since")


@corrections.get("/undo-to/<int:entry>")
@at_table
def undo_to(here: ViewContext, entry: int) -> Any:
    """The way to undo everything after an entry and its consequences."""
    first = first_after(here.campaign, entry)
    if first is None:
        raise NotFound("Nothing after entry {entry} is left to take back.", entry=entry)
    return redirect(url_for("corrections.undo", key=here.key, entry=first, choice="since"))


@corrections.post("/redo/<int:of>")
@at_table
def redo(here: ViewContext, of: int) -> Any:
    """Undo the taking back that the page showed, so that two who tap at once restore one thing."""
    return LetGo(lambda: answer_recorded(here, current_services().campaigns.redo(here.id, command_of_form(), of)))


@corrections.get("/restore/<int:entry>")
@beside_table("preview")
def restore(here: ViewContext, entry: int) -> str:
    """What restoring an entry would do."""
    return restore_page(here, entry)


@corrections.post("/restore/<int:entry>")
@at_table
def restore_now(here: ViewContext, entry: int) -> Any:
    """Let an entry count again; where a choice is needed and none was made, show the preview instead."""
    sure, mend = "sure" in request.form, "mend" in request.form

    def do() -> Any:
        try:
            return answer_recorded(
                here,
                current_services().campaigns.restore(here.id, entry, command_of_form(), chosen_scope(), sure, mend),
            )
        except RefusedAll as wrong:
            refused = wrong
        return Aside(lambda beside: (restore_page(beside, entry, refused), 422))

    return LetGo(do)


def restore_page(here: ViewContext, entry: int, wrong: RefusedAll | None = None) -> str:
    return preview_page(here, "restore", entry, preview_restoration(here.campaign, entry), wrong)


def preview_page(
    here: ViewContext, act: Act, entry: int, found: Preview, wrong: RefusedAll | None = None, *, since: bool = False
) -> str:
    """The page that shows what a correction would do; to whom it is not to make, only why not."""
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
@beside_table("preview")
def amend(here: ViewContext, entry: int) -> str:
    """The form of an entry, as it was recorded or last put right."""
    event = amendable_event(here.campaign, entry)
    cls, fields = type(event), event.model_dump(mode="json")
    typed = typed_of(cls, {name: value for name, value in fields.items() if name not in cls.hidden(fields)})
    return amend_page(here, entry, form_of(cls, table_to_amend(here, entry), here.tongue, typed))


@corrections.post("/amend/<int:entry>")
@at_table
def amend_now(here: ViewContext, entry: int) -> Any:
    """Show what putting the entry right would do, then do it."""
    sent, choice, sure, mend = command_of_form(), chosen_scope(), "sure" in request.form, "mend" in request.form
    if request.form.get("act") != "record":
        return Aside(lambda beside: amend_preview(beside, entry, sent))

    def again(wrong: Misfit | RefusedAll) -> Aside:
        return Aside(lambda beside: (amend_page(beside, entry, form_again(beside, entry, wrong)), 422))

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

    return LetGo(do)


def amend_preview(here: ViewContext, entry: int, sent: Command) -> Any:
    """The form as it was typed, with what it would do once it is all there."""
    if request.form.get("act") == "narrow":
        return amend_page(here, entry, form_again(here, entry))
    try:
        found = preview_amendment(
            here.campaign, entry, changes_typed(here, entry), sent, current_services().campaigns.chance
        )
    except (Misfit, RefusedAll) as wrong:
        return amend_page(here, entry, form_again(here, entry, wrong)), 422
    return amend_page(here, entry, form_again(here, entry), describe_preview(found, here))


def changes_typed(here: ViewContext, entry: int) -> dict[str, Any]:
    """The fields that were typed otherwise than they were recorded or last put right."""
    event, typed = amendable_event(here.campaign, entry), dict(request.form.lists())
    return changes_of(type(event), table_to_amend(here, entry), typed, event.model_dump(mode="json"), here.tongue)


def form_again(here: ViewContext, entry: int, wrong: Misfit | RefusedAll | None = None) -> Form:
    """The form as it was typed, with what is wrong in it."""
    typed = dict(request.form.lists())
    return form_of(type(amendable_event(here.campaign, entry)), table_to_amend(here, entry), here.tongue, typed, wrong)


def table_to_amend(here: ViewContext, entry: int) -> Table:
    """What the form of an entry is filled in from: the table before it, with the content that is typed in by now."""
    then = here.as_seen(here.campaign.table_counting_today(entry - 1))
    return then.model_copy(update={"library": here.table.library})


def amend_page(here: ViewContext, entry: int, form: Form, found: Outlook | None = None) -> str:
    said = say_entry(here.campaign.entry(entry), here)
    return render_template("log/amend.html", entry=entry, said=said, form=form, outlook=found)


__all__ = ["corrections"]
