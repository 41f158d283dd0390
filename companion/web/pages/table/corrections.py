"""Pages of corrections: withdraw, restore, amend and insert, each with a preview first."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from flask import Blueprint, redirect, render_template, request, url_for

from companion.forms.form import Form, form_of, title_of
from companion.forms.values import amended_values, form_strings, values_of
from companion.forms.widgets import Typed
from companion.log_sentences import (
    Outlook,
    describe_preview,
    describe_reasons,
    say_amendment,
    say_at,
    say_command,
    say_entry,
    say_insertion,
)
from companion.previews import preview_amendment, preview_insertion, preview_restoration, preview_withdrawal
from companion.view_context import ViewContext
from companion.web.pages.log.undoables import undoable_commands
from companion.web.pages.table.answer import answer_recorded
from companion.web.pages.table.recordable import recordable_by_area
from companion.web.visitors.correction_rights import reasons_barred
from companion.web.visitors.page import (
    DeferredCommand,
    DeferredWork,
    command_of_form,
    current_services,
    with_campaign_copy,
    with_live_campaign,
)
from companion.web.visitors.typed import position_typed
from domain.campaigns import Receipt
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import event_to_record
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.framework.table import Table
from domain.log.command import Command
from domain.log.correction_plans import amendable_event
from domain.log.corrections import CROSSES_AN_END, Preview, Reach, TableDecision
from domain.log.dependents import Scope, end_of_command, first_entry_after, root_of

corrections = Blueprint("corrections", __name__, url_prefix="/c/<key>")
Act = Literal["undo", "restore"]
UNDOABLE = 10
"""Commands in the undo list."""


def sent_decision() -> TableDecision:
    """The table's decision about later entries, from the address or the form and its buttons."""
    chosen = request.values.get("choice", "")
    reach = cast(Reach, chosen) if chosen in get_args(Reach) else None

    def sent(name: str) -> set[int]:
        return {position for typed in request.values.getlist(name) if (position := position_typed(typed))}

    flipped = (sent("flipped") | sent("drop")) - sent("keep")
    return TableDecision(reach, "sure" in request.form, frozenset(flipped))


def sent_scope() -> Scope:
    """The scope of a withdrawal in the address or form; by default, an entry with its consequences."""
    sent = request.values.get("scope", "")
    return cast(Scope, sent) if sent in get_args(Scope) else "entry"


@corrections.get("/undo")
@with_live_campaign
def undo_list(here: ViewContext) -> str:
    """The newest commands that can be withdrawn, each with a link to its preview."""
    return render_template("log/undo-list.html", entries=undoable_commands(here, UNDOABLE))


@corrections.get("/undo/<int:entry>")
@with_campaign_copy("preview")
def undo(here: ViewContext, entry: int) -> str:
    """The preview of withdrawing an entry; with `choice=since`, of withdrawing it and everything after it."""
    return undo_page(here, entry, sent_decision())


@corrections.post("/undo/<int:entry>")
@with_live_campaign
def undo_now(here: ViewContext, entry: int) -> Any:
    """Withdraw an entry; if a choice is needed and missing, show the preview."""
    decision, scope = sent_decision(), sent_scope()

    def do() -> Any:
        undo = current_services().campaigns.undo
        try:
            return answer_recorded(here, undo(here.id, entry, command_of_form(), decision, scope))
        except RefusedAll as wrong:
            refused = wrong
        return DeferredWork(lambda beside: (undo_page(beside, entry, decision, refused), 422))

    return DeferredCommand(do)


def undo_page(here: ViewContext, entry: int, decision: TableDecision, wrong: RefusedAll | None = None) -> str:
    found = preview_withdrawal(here, entry, decision, sent_scope())
    return render_preview(here, "undo", entry, found, decision, wrong)


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
    """Restore the withdrawal that the page showed, so that two simultaneous redos restore one thing."""
    return DeferredCommand(
        lambda: answer_recorded(here, current_services().campaigns.redo(here.id, command_of_form(), of))
    )


@corrections.get("/restore/<int:entry>")
@with_campaign_copy("preview")
def restore(here: ViewContext, entry: int) -> str:
    """The preview of restoring an entry."""
    return restore_page(here, entry, sent_decision())


@corrections.post("/restore/<int:entry>")
@with_live_campaign
def restore_now(here: ViewContext, entry: int) -> Any:
    """Restore an entry; if a choice is needed and missing, show the preview."""
    decision = sent_decision()

    def do() -> Any:
        restore = current_services().campaigns.restore
        try:
            return answer_recorded(here, restore(here.id, entry, command_of_form(), decision))
        except RefusedAll as wrong:
            refused = wrong
        return DeferredWork(lambda beside: (restore_page(beside, entry, decision, refused), 422))

    return DeferredCommand(do)


def restore_page(here: ViewContext, entry: int, decision: TableDecision, wrong: RefusedAll | None = None) -> str:
    found = preview_restoration(here, entry, decision)
    return render_preview(here, "restore", entry, found, decision, wrong)


def render_preview(
    here: ViewContext,
    act: Act,
    entry: int,
    found: Preview,
    decision: TableDecision,
    wrong: RefusedAll | None = None,
) -> str:
    """The page of a preview; without permission, only the reason."""
    barred = describe_reasons(reasons_barred(here, found), here)
    is_whole = sent_scope() == "command" and not found.is_moment
    entries = [one for one in found.goes if one.cause is None] if is_whole else []
    root = root_of(here.campaign, entry)

    def flipped_url(position: int) -> str:
        """The address of this preview with the decision about a later entry reversed."""
        scope = None if sent_scope() == "entry" else sent_scope()
        turned = sorted(decision.flipped ^ {position})
        return url_for(f"corrections.{act}", key=here.key, entry=entry, scope=scope, flipped=turned)

    return render_template(
        "log/undo.html",
        act=act,
        entry=entry,
        scope=sent_scope(),
        root=root,
        said_of_root=say_at(root, here),
        said=say_command(entries or [here.campaign.entry(entry)], here),
        outlook=None if barred else describe_preview(found, here, decision.flipped),
        barred=list(dict.fromkeys(barred)),
        flipped=sorted(decision.flipped),
        flipped_url=flipped_url,
        since=found.is_moment,
        wrong=describe_reasons(wrong.reasons, here) if wrong else [],
        unsure=wrong is not None and any(reason.code == CROSSES_AN_END.code for reason in wrong.reasons),
    )


# --- amending and inserting: a form, its preview, and then the correction ----------------------


@dataclass(frozen=True)
class Proposal:
    """The event that a form proposes for a place in the log: an entry with other values, or a forgotten event."""

    here: ViewContext
    entry: int
    cls: type[Event[Any]]
    table: Table
    template: str
    action: str
    values: Callable[[], dict[str, Any]]
    """The typed fields; raises `Misfit`."""
    say: Callable[[Preview, dict[str, Any]], str]
    """The sentence of the proposal with these fields, from its preview."""
    preview: Callable[[dict[str, Any], Command], Preview]
    record: Callable[[dict[str, Any], Command], Receipt]

    def form(self, wrong: Misfit | RefusedAll | None = None, typed: Typed | None = None) -> Form:
        """The form with its typed values and complaints."""
        typed = dict(request.form.lists()) if typed is None else typed
        return form_of(self.cls, self.table, self.here.tongue, typed, wrong)

    def page(self, form: Form, outlook: Outlook | None = None) -> str:
        return render_template(
            self.template,
            entry=self.entry,
            said=say_entry(self.here.campaign.entry(self.entry), self.here),
            title=title_of(self.cls, self.here.tongue),
            action=self.action,
            form=form,
            outlook=outlook,
            flipped=sorted(sent_decision().flipped),
        )

    def look(self, sent: Command) -> Any:
        """The form with its typed values, and the preview once it is complete."""
        if "narrow" in request.form.getlist("act"):
            return self.page(self.form())
        try:
            values = self.values()
            found = self.preview(values, sent)
        except (Misfit, RefusedAll) as wrong:
            return self.page(self.form(wrong)), 422
        outlook = describe_preview(found, self.here, sent_decision().flipped, self.say(found, values))
        return self.page(self.form(), outlook)


def answer_proposal(here: ViewContext, propose: Callable[[ViewContext], Proposal]) -> Any:
    """Show the preview of a proposal, or record the proposal."""
    sent = command_of_form()
    if request.form.getlist("act") != ["record"] or "drop" in request.form or "keep" in request.form:
        return DeferredWork(lambda beside: propose(beside).look(sent))

    def again(wrong: Misfit | RefusedAll) -> DeferredWork:
        def page(beside: ViewContext) -> Any:
            proposal = propose(beside)
            return proposal.page(proposal.form(wrong)), 422

        return DeferredWork(page)

    proposal = propose(here)
    try:
        values = proposal.values()
    except Misfit as wrong:
        return again(wrong)

    def do() -> Any:
        try:
            return answer_recorded(here, proposal.record(values, sent))
        except (Misfit, RefusedAll) as wrong:
            return again(wrong)

    return DeferredCommand(do)


@corrections.get("/amend/<int:entry>")
@with_campaign_copy("preview")
def amend(here: ViewContext, entry: int) -> str:
    """The form of an entry with its current fields."""
    proposal, event = proposed_amendment(here, entry), amendable_event(here.campaign, entry)
    cls, fields = type(event), event.model_dump(mode="json")
    typed = form_strings(cls, {name: value for name, value in fields.items() if name not in cls.hidden(fields)})
    return proposal.page(proposal.form(typed=typed))


@corrections.post("/amend/<int:entry>")
@with_live_campaign
def amend_now(here: ViewContext, entry: int) -> Any:
    """Show the preview of an amendment, or record it."""
    return answer_proposal(here, lambda beside: proposed_amendment(beside, entry))


def proposed_amendment(here: ViewContext, entry: int) -> Proposal:
    """The amendment of an entry by the typed fields that differ from the current ones."""
    event, table = amendable_event(here.campaign, entry), table_after(here, entry - 1)
    decision, amend = sent_decision(), current_services().campaigns.amend

    def values() -> dict[str, Any]:
        typed, now = dict(request.form.lists()), event.model_dump(mode="json")
        return amended_values(type(event), table, typed, now, here.tongue)

    return Proposal(
        here,
        entry,
        type(event),
        table,
        "log/amend.html",
        url_for("corrections.amend_now", key=here.key, entry=entry),
        values,
        lambda found, changes: say_amendment(found, event, changes, entry, here),
        lambda changes, sent: preview_amendment(here, entry, changes, sent, decision),
        lambda changes, sent: amend(here.id, entry, changes, sent, decision),
    )


@corrections.get("/insert/<int:entry>")
@with_campaign_copy("preview")
def insert_list(here: ViewContext, entry: int) -> str:
    """Every event that can be inserted after the command of an entry, by area of play."""
    areas = recordable_by_area(here, table_after(here, end_of_command(here.campaign, entry)))
    said = say_entry(here.campaign.entry(entry), here)
    return render_template("log/insert-list.html", entry=entry, said=said, areas=areas)


@corrections.get("/insert/<int:entry>/<event>")
@with_campaign_copy("preview")
def insert(here: ViewContext, entry: int, event: str) -> str:
    """The form of an event to insert."""
    proposal = proposed_insertion(here, entry, event)
    return proposal.page(proposal.form(typed={}))


@corrections.post("/insert/<int:entry>/<event>")
@with_live_campaign
def insert_now(here: ViewContext, entry: int, event: str) -> Any:
    """Show the preview of an insertion, or record it."""
    return answer_proposal(here, lambda beside: proposed_insertion(beside, entry, event))


def proposed_insertion(here: ViewContext, entry: int, event: str) -> Proposal:
    """The insertion of an event after the command of an entry."""
    cls, table = event_to_record(here.game, event, here.table), table_after(here, end_of_command(here.campaign, entry))
    decision, insert = sent_decision(), current_services().campaigns.insert
    return Proposal(
        here,
        entry,
        cls,
        table,
        "log/insert.html",
        url_for("corrections.insert_now", key=here.key, entry=entry, event=event),
        lambda: values_of(cls, table, dict(request.form.lists()), here.tongue),
        lambda found, fields: say_insertion(make_event(cls, fields), entry, here),
        lambda fields, sent: preview_insertion(here, entry, make_event(cls, fields), sent, decision),
        lambda fields, sent: insert(here.id, entry, event, fields, sent, decision),
    )


def table_after(here: ViewContext, position: int) -> Table:
    """The table after an entry under all corrections, as the visitor may see it, with today's content."""
    then = here.as_seen(here.campaign.table_counting_today(position))
    return then.model_copy(update={"library": here.table.library})


__all__ = ["corrections"]
