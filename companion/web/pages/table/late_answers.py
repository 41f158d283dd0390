"""Late answers: a question was answered after the page was rendered, or twice offline.

A form sends the newest entry that its page knew (`seen`). A form that answers a prompt of that time which is no longer
open is late. The prompt was answered by the command that closed it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

from flask import g, request
from pydantic_core import to_jsonable_python

from companion.forms.values import form_strings
from companion.log_sentences import say_command
from companion.view_context import ViewContext
from companion.web.pages.table.offers import with_card_prompts
from companion.web.visitors.language import translate_sentence
from companion.web.visitors.page import current_services
from companion.web.visitors.typed import command_id, position_typed
from companion.web.visitors.visitor import current_visitor
from domain.framework.events.event import Event, name_of
from domain.framework.events.marked_fields import choices_asked
from domain.framework.game import Prompt
from domain.framework.table import Table
from domain.log.entries import Entry
from domain.log.open_prompts import open_prompts
from domain.log.permissions import is_kept_from

SEEN = "seen"
"""The form field with the newest entry that its page knew."""
MOST_SINCE = 20
"""The most commands that are checked; each needs a computation of all prompts."""
ANSWERED = 409
Known = Mapping[str, Any]


@dataclass(frozen=True)
class LateAnswer:
    """An answer to a question that was answered before.

    Attributes:
        who: the player who answered it; empty for the visitor.
        done: whether they answered with the same event; otherwise the game continued differently.
        said: the log's sentences of their answer.
        own: the sentence of the late answer; empty if it is the same.
        event: the event of the late answer, to record it anyway.
        fields: the fields of that event.
    """

    who: str
    done: bool
    said: str
    own: str
    event: str
    fields: Sequence[tuple[str, str]]

    @property
    def words(self) -> str:
        """The sentence with the player who answered and the log's words for it."""
        if not self.done:
            if self.who:
                return translate_sentence("{who} has already gone on: {said}", who=self.who, said=self.said)
            return translate_sentence("You have already gone on: {said}", said=self.said)
        if self.who:
            return translate_sentence("{who} has already done it: {said}", who=self.who, said=self.said)
        return translate_sentence("You have already done it: {said}", said=self.said)


def late_answer(here: ViewContext, event: Event[Any], *, refused: bool) -> LateAnswer | None:
    """The late answer of a form's event; None if the event answers no question that was closed since.

    If the rules allow the event, only a recorded event of the same kind makes it late, so that an ordinary tap is
    cheap.
    """
    seen = position_typed(request.form.get(SEEN))
    if seen is None or not 0 < seen < here.campaign.position or _is_meant_so() or _is_repeated(here):
        return None
    since = list(islice(_commands_since(here, seen), MOST_SINCE))
    if not refused and not any(entry.topic == event.topic for command in since for entry in command):
        return None
    asked = _question_of(event, _prompts_at(here, here.as_seen(here.campaign.at(seen))))
    return _answered_by(here, event, asked, since) if asked is not None else None


def _is_meant_so() -> bool:
    """Whether the form bends a rule, or records an earlier event on purpose."""
    return bool(request.form.get("bend") or request.form.get("when"))


def _is_repeated(here: ViewContext) -> bool:
    """Whether the command of the form was recorded before; then its response was lost and is repeated."""
    command = command_id(request.form.get("command", ""))
    return bool(current_services().store.positions_of_command(here.id, command))


def _commands_since(here: ViewContext, seen: int) -> Iterator[list[Entry]]:
    """The commands after an entry, each with its effective entries that are no consequences."""
    now = here.campaign.standing()
    for _, entries in groupby(here.campaign.entries(seen), attrgetter("command")):
        by_hand = [one for one in entries if one.cause is None and not one.is_correction and now.counts(one.position)]
        if by_hand:
            yield by_hand


def _prompts_at(here: ViewContext, table: Table) -> list[Prompt]:
    """All prompts of a table as the visitor may see it, including those on cards."""
    prompts = open_prompts(here.game, table)
    return [one for prompt in prompts for one in with_card_prompts(prompt)]


def _question_of(event: Event[Any], prompts: Sequence[Prompt]) -> Known | None:
    """The known fields of the prompt that an event answers; if several match, the longest."""
    said = event.model_dump(mode="json")
    found = [_about(one) for one in prompts if one.event is type(event)]
    return max((one for one in found if _agrees(one, said)), key=len, default=None)


def _about(prompt: Prompt) -> Known:
    """The things that a prompt names. Its numbers and texts are suggested answers and left out."""
    choices = choices_asked(prompt.event)
    return {name: to_jsonable_python(value) for name, value in prompt.fields.items() if name in choices}


def _agrees(asked: Known, said: Known) -> bool:
    return all(said.get(name) == value for name, value in asked.items())


def _answered_by(
    here: ViewContext, event: Event[Any], asked: Known, since: Sequence[Sequence[Entry]]
) -> LateAnswer | None:
    """The answer to a question if it is closed: the first event of the same kind, else the command that closed it.

    The end of a moment is answered by the first event of its kind, although the next moment asks for its own end.
    """
    same = [one for command in since for one in command if one.topic == event.topic and _agrees(asked, one.fields)]
    if not (same and event.ends) and _is_open(here, here.table, event, asked):
        return None
    if same:
        return _late(here, event, same[:1], done=True)
    for command in since:
        if not _is_open(here, here.as_seen(here.campaign.at(_end_of(here, command))), event, asked):
            return _late(here, event, command, done=False)
    return None


def _end_of(here: ViewContext, command: Sequence[Entry]) -> int:
    """The position of the last consequence of a command."""
    positions = current_services().store.positions_of_command(here.id, command[-1].command)
    return positions[1] if positions else command[-1].position


def _is_open(here: ViewContext, table: Table, event: Event[Any], asked: Known) -> bool:
    """Whether the question is still open at a table."""
    return any(one.event is type(event) and _about(one) == asked for one in _prompts_at(here, table))


def _late(here: ViewContext, event: Event[Any], entries: Sequence[Entry], *, done: bool) -> LateAnswer | None:
    """The late answer, given the entries that answered; None if the visitor may not see them."""
    seats, me = here.viewer.seats, current_visitor()
    if any(one.event and is_kept_from(seats, type(one.event), one.fields, here.table) for one in entries):
        return None
    actor = entries[0].actor
    own = done and _says_the_same(event, entries[0])
    return LateAnswer(
        who="" if me.is_called(actor) else actor or translate_sentence("The host"),
        done=done,
        said=say_command(entries, here),
        own="" if own else event.describe(here.table).render(here.tongue),
        event=name_of(type(event)),
        fields=[(name, one) for name, values in form_strings(type(event), _said(event)).items() for one in values],
    )


def _says_the_same(event: Event[Any], entry: Entry) -> bool:
    """Whether a recorded event has all fields of another; the rules may have filled in more."""
    return _agrees(_said(event), entry.fields)


def _said(event: Event[Any]) -> Known:
    """The fields that the player filled in."""
    values = event.model_dump(mode="json")
    return {name: values[name] for name in event.model_fields_set}


def late_answer_of_page() -> LateAnswer | None:
    """The late answer that this page reports, if any."""
    found: LateAnswer | None = g.get("late")
    return found


__all__ = ["ANSWERED", "SEEN", "LateAnswer", "late_answer", "late_answer_of_page"]
