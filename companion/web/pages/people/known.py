"""Known players of a campaign, for the question “Who are you?” when a visitor joins."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.web.pages.people.places import AT, seats_there
from companion.web.pages.pictures.marks import SeatMark, public_mark
from companion.web.visitors.guests import Guest
from companion.web.visitors.language import say_value
from companion.web.visitors.typed import is_hosts_name, look_alike, mixes_scripts
from companion.web.visitors.visitor import guests_of_app
from domain.framework.table import Table

LONGEST_NAME = 40
"""The longest name of a guest, in characters."""


@dataclass(frozen=True)
class KnownPlayer:
    """A player in a campaign: a guest, or the recorded player of seats without a phone (`guest` is 0)."""

    name: str
    guest: int
    places: Sequence[str]
    """Their seats, as values of the form's field."""
    seats: str
    """The names of their seats."""
    mark: SeatMark | None


def known_players(table: Table, campaign: str) -> list[KnownPlayer]:
    """The players of a campaign, each once: its guests, then the recorded players of other seats."""
    guests = guests_of_app().guests_of_campaign(campaign)
    joined = [_known(one.name, one.id, seats_there(one.seats, table), table) for one in guests]
    recorded = [_known(name, 0, seats, table) for name, seats in _players_without_phone(table, campaign, guests)]
    return [*joined, *recorded]


def _players_without_phone(table: Table, campaign: str, guests: Sequence[Guest]) -> list[tuple[str, list[str]]]:
    """The recorded players of seats without a guest, with these seats, unless a guest has a similar name."""
    taken, found = guests_of_app().players_of(campaign), list[tuple[str, list[str]]]()
    for seat, player in table.played_by().items():
        may_join = 0 < len(player) <= LONGEST_NAME and not is_hosts_name(player) and not mixes_scripts(player)
        if seat in taken or not may_join or any(look_alike(player, guest.name) for guest in guests):
            continue
        same = next((seats for name, seats in found if look_alike(name, player)), None)
        if same is None:
            found.append((player, [seat]))
        else:
            same.append(seat)
    return found


def _known(name: str, guest: int, seats: Sequence[str], table: Table) -> KnownPlayer:
    called = [say_value(table.called(table.sits, seat)) for seat in seats]
    mark = public_mark(table, seats[0], table.seat_colours()[seats[0]]) if seats else None
    return KnownPlayer(name, guest, [AT + seat for seat in seats], ", ".join(called), mark)


__all__ = ["LONGEST_NAME", "KnownPlayer", "known_players"]
