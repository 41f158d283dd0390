"""Events, prompts and moves as plain values, for the command line and the API."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.quick_entry.filling import with_only_choices
from companion.quick_entry.option_matches import Offers
from companion.value_history import Move
from companion.view_context import ViewContext
from domain.framework.events.event import Event, name_of
from domain.framework.fields.choices import known_of
from domain.framework.fields.fields import fields_of
from domain.framework.game import AnyGame, Prompt
from domain.framework.refusal import Refused
from domain.framework.table import Table
from domain.framework.text import Tongue, value_as_words
from projections.campaigns import Listed
from projections.play_statistics import Statistics


def event_object(cls: type[Event[Any]]) -> dict[str, Any]:
    """An event's name, topic, sentence and help text."""
    return {"event": name_of(cls), "topic": cls.topic, "says": cls.sentence, "about": cls.help_text}


def possibility_object(reasons: Sequence[Refused], tongue: Tongue) -> dict[str, Any]:
    """Whether something may be recorded, with the reasons against it."""
    return {"possible": not reasons, "reasons": [reason.as_json(tongue) for reason in reasons]}


def choice_objects(cls: type[Event[Any]], table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """The choices of an event's fields, given some values: their kind, dependencies and options."""
    known = known_of(cls, table, values)
    return {
        field.name: {
            "kind": field.choice.kind,
            "free": field.choice.free,
            "given": list(field.choice.given),
            "offered": list(field.choice.options(table, known)),
        }
        for field in fields_of(cls)
        if field.choice and not field.settled
    }


def prompt_object(prompt: Prompt, now: ViewContext, offers: Offers) -> dict[str, Any]:
    """A prompt with its known fields, including those with a single possible value, and the missing ones."""
    fields = with_only_choices(prompt.event, dict(prompt.fields), now, offers)
    return {
        "title": value_as_words(prompt.title, now.tongue),
        "event": name_of(prompt.event),
        "must": prompt.required,
        "fields": fields,
        "missing": [name for name in prompt.missing if name not in fields],
    }


def move_object(move: Move) -> dict[str, Any]:
    """A line of the log that moved a value."""
    return {
        "entry": move.position,
        "line": move.number,
        "by": move.by,
        "time": move.time,
        "text": move.said,
        "before": move.before,
        "after": move.after,
    }


def campaign_object(listed: Listed, games: Mapping[str, AnyGame], tongue: Tongue) -> dict[str, Any]:
    """A campaign of the list, with the name of its game, and whether that is installed."""
    return {
        "key": listed.key,
        "game": listed.game,
        "game_name": value_as_words(listed.game_called(games), tongue),
        "name": listed.name,
        "position": listed.entries,
        "installed": listed.game in games,
    }


def statistics_object(found: Statistics) -> dict[str, Any]:
    """Statistics over campaigns; each number of games played also has those whose result is unknown."""
    return {
        "evenings": found.evenings,
        "minutes": found.minutes,
        "finished": found.finished,
        "games": [
            {**vars(game), "roles": [{**vars(role), "unknown": role.unknown} for role in game.roles]}
            for game in found.games
        ],
        "people": [{**vars(one), "unknown": one.unknown} for one in found.people],
        "months": found.months,
    }


__all__ = [
    "campaign_object",
    "choice_objects",
    "event_object",
    "move_object",
    "possibility_object",
    "prompt_object",
    "statistics_object",
]
