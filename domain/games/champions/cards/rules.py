"""How many of a card may be in play: unique cards, a player's most of one, allies and restricted cards (独特, 最多)."""

from collections.abc import Iterator

from domain.games.champions import sections
from domain.games.champions.cards.printed import title_of
from domain.games.champions.state.kinds import CardSheet, IdentitySheet
from domain.games.champions.state.scenario import MAIN
from domain.games.champions.state.seats import RESTRICTED_LIMIT
from domain.games.champions.state.table import Champions
from domain.language.refusal import Refused, refusal

UNIQUE_IN_PLAY = refusal(
    "unique-in-play", "{card} is unique, and a copy of it is in play already.", rule=sections.UNIQUE
)
SAME_PERSON = refusal("same-person", "{hero} may be the person whom somebody plays already.", rule=sections.UNIQUE)
MOST_IN_PLAY = refusal("most-in-play", "{seat} has {card} already: {most} for each player.", rule=sections.MAXIMUM)
TOO_MANY_ALLIES = refusal(
    "too-many-allies", "{seat} has {have} allies of {limit}: choose and discard one.", rule=sections.ALLY_LIMIT,
    areas=("allies",),
)  # fmt: skip
TOO_MANY_RESTRICTED = refusal(
    "too-many-restricted", "{seat} has {have} restricted cards of {limit}: choose and discard one.",
    rule=sections.KEYWORDS, areas=("allies",),
)  # fmt: skip

Named = tuple[str, str]
"""A title, and the subtitle of an ally or the alter-ego of an identity; empty where there is none."""


def clash(one: Named, other: Named) -> bool:
    """Whether two unique cards may not be in play together (F27): one title, and nothing that tells them apart."""
    return one[0] == other[0] and (one[1] == other[1] or not one[1] or not other[1])


def person(table: Champions, identity: str) -> Named:
    """Who an identity is."""
    return title_of(table, "identities", identity), IdentitySheet.of(table, identity).alter_ego.casefold()


def same_person(table: Champions, identity: str) -> Iterator[Refused]:
    """Why an identity is not taken: somebody plays that person already, though by another card."""
    if any(clash(person(table, identity), person(table, seat)) for seat in table.seats if seat != identity):
        yield SAME_PERSON(hero=table.called("identities", identity))


def host_named(table: Champions, name: str) -> str | None:
    """Who or what on the table a card says that it is attached to, by its title; None where nothing is called so."""
    title = name.casefold().removeprefix("the ")
    titles = [(MAIN, "main scheme"), *((seat, person(table, seat)[0]) for seat in table.in_game())]
    titles += [(copy, title_of(table, "cards", card.card)) for copy, card in table.play.items()]
    return next((id_ for id_, called in titles if title == called), None)


def uniques(table: Champions) -> Iterator[Named]:
    """The unique cards in play, identities among them."""
    for seat in table.in_game():
        yield person(table, seat)
    for card in table.play.values():
        sheet = CardSheet.of(table, card.card)
        if sheet.unique and not card.facedown:
            yield title_of(table, "cards", card.card), sheet.subtitle.casefold()


def not_unique(table: Champions, name: str) -> Iterator[Refused]:
    """Why a card may not enter play: it is unique, and there."""
    sheet = CardSheet.of(table, name)
    wanted = (title_of(table, "cards", name), sheet.subtitle.casefold())
    if sheet.unique and any(clash(wanted, other) for other in uniques(table)):
        yield UNIQUE_IN_PLAY(card=table.called("cards", name))


def one_more(table: Champions, name: str, seat: str) -> Iterator[Refused]:
    """Why a player may not control one more of a card."""
    most = CardSheet.of(table, name).most_in_play
    title = title_of(table, "cards", name)
    held = [card for card in table.play.values() if card.controller == seat and not card.facedown]
    have = sum(title_of(table, "cards", card.card) == title for card in held)
    if most is not None and have >= most:
        yield MOST_IN_PLAY(seat=table.called("identities", seat), card=table.called("cards", name), most=most)


def allies_of(table: Champions, seat: str) -> list[str]:
    """The allies that a player controls."""
    return [copy for copy in table.copies("ally") if table.play[copy].controller == seat]


def restricted_of(table: Champions, seat: str) -> list[str]:
    """The restricted cards that a player controls."""
    return [id_ for id_, card in table.play.items() if card.controller == seat and "restricted" in card.keywords]


def ally_limit(table: Champions, seat: str) -> int:
    """How many allies a player may control now: three, and what cards in play add; never fewer than none."""
    added = sum(card.printed.get("ally_limit", 0) for card in table.play.values() if card.controller == seat)
    return max(0, table.seat(seat).ally_limit + added)


def over(have: int, limit: int) -> int:
    """How many cards are to be discarded (F25, F26)."""
    return max(0, have - limit)


def allies_over(table: Champions, seat: str) -> int:
    return over(len(allies_of(table, seat)), ally_limit(table, seat))


def restricted_over(table: Champions, seat: str) -> int:
    return over(len(restricted_of(table, seat)), RESTRICTED_LIMIT)


def over_limits(table: Champions) -> Iterator[Refused]:
    """Why a turn or a step cannot end: somebody controls more than they may."""
    for seat in table.in_game():
        name = table.called("identities", seat)
        if allies_over(table, seat):
            have, limit = len(allies_of(table, seat)), ally_limit(table, seat)
            yield TOO_MANY_ALLIES(seat=name, have=have, limit=limit)
        if restricted_over(table, seat):
            yield TOO_MANY_RESTRICTED(seat=name, have=len(restricted_of(table, seat)), limit=RESTRICTED_LIMIT)
