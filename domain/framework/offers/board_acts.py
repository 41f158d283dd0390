"""Board acts: what a player can do on a board, as prompts, so that programs and the command line can offer it too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.framework.events.event import title_of_event
from domain.framework.events.marked_fields import choices_of
from domain.framework.game import AnyGame, Prompt
from domain.framework.offers.prompt_list import AnyEvent, offered_asks
from domain.framework.table import Table
from domain.framework.text import Text, text
from domain.framework.views.board import Ask, Pad, Piece, pieces_of_board
from domain.framework.views.sheet import Said


def acts_on_board(game: AnyGame, table: Table) -> Iterator[Prompt]:
    """The buttons, links and pads of the board, and the events that a tap on a thing opens; none of them judged.

    On a piece about a thing, such as an area of a map, the thing is left open, so that all areas have one act.

    Counters are left out: each moves a number by one, and other events move the same number.
    """
    for piece in pieces_of_board(game.board(table)):
        yield from _ActsOnPiece(game, table, piece, piece.title).found()


@dataclass(frozen=True, slots=True)
class _ActsOnPiece:
    """The acts on one piece of a board, with the words that name the piece."""

    game: AnyGame
    table: Table
    piece: Piece
    name: Said

    def found(self) -> Iterator[Prompt]:
        """The acts on the piece itself and on the things on it, then those on the pieces within it."""
        piece = self.piece
        for button in piece.buttons:
            yield self._act(button.label, type(button.event), button.event.model_dump(mode="json", exclude_unset=True))
        for label, pad in piece.pads:
            yield self._act_of_pad(label, pad)
        for pad in piece.plan.pads if piece.plan else ():
            yield self._act_of_pad(Text(title_of_event(type(pad.event))), pad)
        for ask in piece.asks:
            yield self._act_of_ask(ask.label, ask)
        for chip in piece.chips:
            if chip.opens:
                yield self._act_of_ask(chip.opens.label or chip.name, chip.opens)
        for ask in offered_asks(self.game.own_events, self.table, piece.about) if piece.about else ():
            yield self._act_of_ask(ask.label, ask)
        for part in piece.parts:
            name = _joined(self.name, part.title)
            yield from _ActsOnPiece(self.game, self.table, part, name).found()

    def _act_of_pad(self, label: Said, pad: Pad) -> Prompt:
        known = pad.event.model_dump(mode="json", exclude_unset=True, exclude={pad.field})
        return self._act(label, type(pad.event), known, (pad.field, *pad.needs))

    def _act_of_ask(self, label: Said, ask: Ask) -> Prompt:
        return self._act(label, ask.event, ask.fields, seats=ask.seats)

    def _act(
        self,
        label: Said,
        event: AnyEvent,
        fields: Mapping[str, Any],
        missing: tuple[str, ...] = (),
        seats: frozenset[str] = frozenset(),
    ) -> Prompt:
        about = self._fields_about(event, fields)
        known = {name: value for name, value in fields.items() if name not in about}
        title = _joined("" if about else self.name, label)
        return Prompt(title, event, fields=known, also_required=(*about, *missing), seats=seats)

    def _fields_about(self, event: AnyEvent, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """The fields of an act that name the thing that the piece is about."""
        kind, id_ = self.piece.about or ("", "")
        choices = choices_of(event)
        return tuple(
            name for name, value in fields.items() if value == id_ and name in choices and choices[name].kind == kind
        )


def _joined(name: Said, part: Said) -> Text:
    if name:
        return text("{name}: {held}", name=name, held=part)
    return part if isinstance(part, Text) else Text("{name}", {"name": part})


__all__ = ["acts_on_board"]
