"""Kept decks: the decks that the app shuffles and draws from, because a table typed in all their cards.

The cards of all other decks are in the box, and the app knows only some of them. The players draw those at the table
and say which they are. A game names its decks in its content (`decks`), stores the kept ones in `kept_decks`, and
subclasses the event.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Protocol

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole, TableT
from domain.framework.refusal import Refused, never

KEPT_ALREADY = never("kept-already", "The app draws from just these decks already.")


class KeepsDecks(Protocol):
    """A table that stores which decks are kept in the app."""

    kept_decks: list[str]


class DecksKeptEvent(Event[TableT]):
    """The base of a game's event that says which decks are kept in the app; it has no topic itself."""

    title = "Say which decks the app draws from"
    help_text = "The app draws from decks whose cards are all typed in; of all others you name what was drawn."
    sentence = "Decks that the app draws from: {decks}"
    log = LogRole(bookkeeping=True)
    decks: Annotated[
        tuple[Annotated[str, Choice("decks")], ...],
        Field(max_length=20, title="decks that the app draws from, as all their cards are typed in"),
    ] = ()

    @classmethod
    def kept(cls, table: KeepsDecks) -> Mapping[str, Any]:
        """The decks that are kept now; for `prefilled`."""
        return {"decks": table.kept_decks}

    def same_decks(self, table: KeepsDecks) -> Iterator[Refused]:
        """The refusal of the decks that are kept already; for `check`."""
        if set(self.decks) == set(table.kept_decks):
            yield KEPT_ALREADY()

    def keep(self, table: KeepsDecks) -> None:
        """Keep these decks and no others; for `apply`."""
        table.kept_decks = list(self.decks)


__all__ = ["KEPT_ALREADY", "DecksKeptEvent", "KeepsDecks"]
