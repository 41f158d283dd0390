"""Suggestions for mistyped names of commands, campaigns, games, fields and values."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.forms.names import Offered, names_offered_at
from companion.view_context import ViewContext
from domain.framework.events.event import Event
from domain.framework.fields.choices import known_of
from domain.framework.fields.fields import fields_of
from domain.framework.game import AnyGame
from domain.framework.refusal import NotFound, RefusedAll
from domain.framework.text import text
from projections.search.near import similar_words

MOST = 3
"""The number of names that are suggested."""
PERHAPS = text("{field}, perhaps: {near}")


def suggest_names(typed: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names whose spelling or beginning is similar, the most similar first."""
    return tuple(similar_words(typed, {name.casefold(): name for name in known})[:MOST])


def unknown_campaign(key: str, known: Iterable[str]) -> NotFound:
    """The error for a key that no campaign has, with similar keys."""
    if near := suggest_names(key, known):
        return NotFound("There is no campaign “{key}”. Perhaps: {near}", key=key, near=near)
    return NotFound("There is no campaign “{key}”.", key=key)


def unknown_game(key: str, games: Mapping[str, AnyGame]) -> NotFound:
    """The error for a game that is not known, with similar games, or else with all games."""
    near = suggest_names(key, games)
    if near:
        return NotFound("The game “{game}” is not known here. Perhaps: {near}", game=key, near=near)
    return NotFound("The game “{game}” is not known here. Known: {known}.", game=key, known=tuple(games))


@contextmanager
def suggest_values(cls: type[Event[Any]], values: Mapping[str, Any], now: ViewContext) -> Iterator[None]:
    """Add notes with similar values to a refusal, for values that the table does not offer to its viewer."""
    try:
        yield
    except RefusedAll as refused:
        for field in fields_of(cls):
            if field.chosen and not field.chosen.free and field.name in values:
                names = names_offered_at(field, now.table, now.tongue, known_of(cls, now.table, values))
                labels = [label for _, label in names.options]
                for typed in _unknown_values(values[field.name], names):
                    if near := suggest_names(typed, labels) or tuple(names.similar_names(typed)[:MOST]):
                        refused.add_note(PERHAPS.copy_with(field=field.name, near=near).render(now.tongue))
        raise


def _unknown_values(value: Any, names: Offered) -> Iterator[str]:
    """The names in a value that are no option."""
    parts = [value] if isinstance(value, str) else value if isinstance(value, list | Mapping) else []
    return (part for part in parts if isinstance(part, str) and part not in names.called)


__all__ = ["suggest_names", "suggest_values", "unknown_campaign", "unknown_game"]
