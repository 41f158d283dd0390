"""Open prompts: the prompts of a table that the rules would not refuse."""

import logging
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

import orjson

from domain.components import agenda
from domain.framework.events.event import question_of
from domain.framework.fields.card_conflicts import settle_without_dice
from domain.framework.fields.feasibility import can_be_recorded, can_be_recorded_as_asked
from domain.framework.fields.fields import make_event
from domain.framework.game import AnyGame, Prompt
from domain.framework.kernel import NoteAdded
from domain.framework.offers.board_acts import acts_on_board
from domain.framework.offers.prompt_list import seats_of
from domain.framework.offers.tracked_areas import tracked_of
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import text
from domain.log.reasons import reasons_against

log = logging.getLogger(__name__)
PROMPTS_FAILED = text("What comes next is unavailable ({why}). Write a note")


def open_prompts(game: AnyGame, seen: Table) -> list[Prompt]:
    """The prompts of a table as a viewer sees it.

    Returns:
        The prompts. If an installed game fails, a single prompt that says so and offers a note.
    """
    if game.origin == "missing":
        return []
    try:
        return [*seen.shared(_open_prompts, lambda: _open_prompts(game, seen))]
    except Exception as error:
        if game.origin != "installed":
            raise
        log.exception("The prompts of the game “%s” failed.", game.key)
        return [Prompt(PROMPTS_FAILED.copy_with(why=type(error.__cause__ or error).__name__), NoteAdded)]


def _open_prompts(game: AnyGame, seen: Table) -> list[Prompt]:
    due = agenda.due_prompts(seen, game.by_name)
    asked = tracked_of((*_compelled_prompts(game, seen), *due, *game.prompts(seen)), seen)
    return [replace(one, seats=one.seats or seats_of(one, seen)) for one in asked if _is_open(game, one, seen)]


def open_board_acts(game: AnyGame, seen: Table, prompts: Iterable[Prompt]) -> list[Prompt]:
    """What the board of a table offers besides its prompts, without what the rules would refuse.

    Only what can be recorded with the missing fields alone: whoever is offered it here does not see its form.
    """
    known = {*map(_key_of, prompts)}
    found = dict[Hashable, Prompt]()
    for one in tracked_of(acts_on_board(game, seen), seen):
        if (key := _key_of(one)) not in known and key not in found and _passes_as_asked(game, one, seen):
            found[key] = replace(one, seats=one.seats or seats_of(one, seen))
    return [*found.values()]


def _compelled_prompts(game: AnyGame, seen: Table) -> Iterator[Prompt]:
    """The events that the rules compel now, as prompts: a correction left them out.

    They come before all others, because any command that leaves the table compelled would add them as consequences.
    """
    for event in game.compelled(seen):
        fields = event.model_dump(mode="json", exclude_unset=True)
        settled = settle_without_dice(event, seen) or event
        words = question_of(type(event), settled.model_dump(mode="json"), seen)
        yield Prompt(words, type(event), required=True, fields=fields)


def _is_open(game: AnyGame, prompt: Prompt, seen: Table) -> bool:
    """Whether the event of a prompt can be recorded, with some values in the fields that it still asks for."""
    return seen.shared((_is_open, _key_of(prompt)), lambda: _passes(game, prompt, seen))


def _passes(game: AnyGame, prompt: Prompt, seen: Table) -> bool:
    if prompt.missing:
        return can_be_recorded(prompt.event, prompt.fields, seen)
    return not reasons_against(game, make_event(prompt.event, prompt.fields), seen)


def _passes_as_asked(game: AnyGame, act: Prompt, seen: Table) -> bool:
    """Whether an act can be recorded with some values in its missing fields, and no others."""
    if act.missing:
        return can_be_recorded_as_asked(act.event, act.fields, act.missing, seen)
    try:
        return not reasons_against(game, make_event(act.event, act.fields), seen)
    except Misfit:  # a form may begin with a list that is still empty
        return False


def _key_of(prompt: Prompt) -> Hashable:
    """The event of a prompt with its known fields, and whether fields are missing."""
    fields = orjson.dumps(prompt.fields, default=str, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SORT_KEYS)
    return prompt.event, bool(prompt.missing), fields


__all__ = ["open_board_acts", "open_prompts"]
