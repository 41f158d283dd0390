"""Cards in play as pieces: what a hero controls and fights, what lies on a card, schemes, environments, and piles."""

from collections import Counter as Counted
from collections.abc import Iterator

from domain.games.champions.cards.counters import CountersPlaced, CountersRemoved
from domain.games.champions.cards.entering import (
    CardEntered,
    EnvironmentEntered,
    MinionEntered,
    SideSchemeEntered,
)
from domain.games.champions.cards.handling import CardExhausted, CardReadied, UsesSpent
from domain.games.champions.cards.leaving import CardLeft
from domain.games.champions.cards.rules import allies_of, ally_limit
from domain.games.champions.display.pieces.bodies import (
    hit_points,
    keywords_on,
    number_ask,
    status_discards,
    statuses_on,
    strengths,
)
from domain.games.champions.display.pieces.heroes import power_buttons, power_pads
from domain.games.champions.harm.defeats import CharacterDefeated
from domain.games.champions.harm.statuses import StatusGiven
from domain.games.champions.harm.tokens import DamageTokensPlaced, DamageTokensRemoved
from domain.games.champions.numbers import attached, body, exhausted
from domain.games.champions.piles.drawing import CardsCounted, CardsDiscarded, CardsDrawn, DeckCardsDiscarded
from domain.games.champions.piles.encounter import (
    EncounterCardsCameBack,
    EncounterCardsDealt,
    EncounterCardsDiscarded,
    EncounterCounted,
)
from domain.games.champions.piles.moving import CardsCameBack, HandNamed
from domain.games.champions.state.cards import CHARACTERS, InPlay
from domain.games.champions.state.names import ICONS, NUMBER_NAMES
from domain.games.champions.state.piles import Away
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.schemes import ThreatPlaced, ThreatRemoved
from domain.language.shown.board import Ask, Button, Chip, Counter, Piece, made
from domain.language.shown.sheet import Said
from domain.language.table import join
from domain.language.text import spoken, text

POWERS = {"ally": ("attack", "thwart"), "minion": ("attack", "scheme")}
BONUSES = {"attack_bonus": "attack", "scheme_bonus": "scheme"}


def controlled(table: Champions, seat: str) -> Iterator[Piece]:
    """The cards that a player controls and that lie on no other."""
    for copy, card in table.play.items():
        if card.controller == seat and card.host not in table.play:
            yield card_piece(table, copy)


def engaged_with(table: Champions, seat: str) -> Iterator[Piece]:
    """The minions that fight a player."""
    return (card_piece(table, copy) for copy in table.copies("minion") if table.play[copy].engaged == seat)


def lying_on(table: Champions, host: str) -> list[Piece]:
    """What is attached to somebody or something and controlled by nobody; upgrades lie before their players."""
    on_card = host in table.play
    return [card_piece(table, copy) for copy in attached(table, host) if on_card or not table.play[copy].controller]


def beside_the_villain(table: Champions) -> Iterator[Piece]:
    """Side schemes, with their threat, environments, and what is nobody's and attached to nothing."""
    for copy, card in table.play.items():
        if card.type in ("side scheme", "environment") or not (card.controller or card.engaged or card.host):
            yield card_piece(table, copy)


def card_piece(table: Champions, copy: str) -> Piece:
    """A card in play, with what is attached to it."""
    card = table.play[copy]
    return Piece(
        f"card-{copy}",
        table.called("copies", copy),
        note=spoken(card.type),
        marks=list(card_marks(table, copy, card)),
        counters=list(card_counters(table, copy, card)),
        buttons=list(card_buttons(table, copy, card)),
        pads=list(power_pads(table, copy)) if card.type == "ally" else [],
        asks=list(card_asks(table, copy, card)),
        rows=lying_on(table, copy),
    )


def card_marks(table: Champions, copy: str, card: InPlay) -> Iterator[Said]:
    """What is to be said of a card in play."""
    if card.exhausted:
        yield text("exhausted")
    if card.facedown:
        yield text("face down")
    yield from statuses_on(table, copy)
    yield from strengths(table, copy, POWERS.get(card.type, ()))
    for name, power in BONUSES.items():
        if value := card.printed.get(name):
            yield text("{power} {bonus}", power=NUMBER_NAMES[power], bonus=f"{value:+}")
    for name in ICONS:
        if value := card.printed.get(name):
            yield text("{number}: {value}", number=NUMBER_NAMES[name], value=value)
    yield from keywords_on(table, copy)


def card_counters(table: Champions, copy: str, card: InPlay) -> Iterator[Counter]:
    """Hit points or damage, threat, uses and other counters of a card in play."""
    if card.type in CHARACTERS:
        yield hit_points(table, copy)
    elif card.damage:
        more, less = made(DamageTokensPlaced, card=copy), made(DamageTokensRemoved, card=copy)
        yield Counter(text("Damage"), card.damage, join(("play", copy, "damage")), up=more, down=less)
    if card.type == "side scheme":
        up, down = made(ThreatPlaced, scheme=copy, amount=1), made(ThreatRemoved, scheme=copy, amount=1)
        yield Counter(text("Threat"), card.threat, join(("play", copy, "threat")), up=up, down=down)
    for name, value in card.counters.items():
        put = made(CountersPlaced, on=copy, name=name)
        used = made(UsesSpent, card=copy) if name == card.uses_of else made(CountersRemoved, on=copy, name=name)
        yield Counter(name, value, join(("play", copy, "counters", name)), up=put, down=used)


def card_buttons(table: Champions, copy: str, card: InPlay) -> Iterator[Button]:
    """What one tap does to a card in play."""
    if card.type == "ally":
        yield from power_buttons(table, copy)
    if card.controller and table.tracks("allies"):
        yield from turned(table, copy)
    yield from status_discards(table, copy)
    if card.type in CHARACTERS and card.health is None:
        yield Button(text("Defeated"), CharacterDefeated(card=copy))
    yield Button(text("Discard"), CardLeft(card=copy))


def turned(table: Champions, id_: str) -> Iterator[Button]:
    """A card is readied where it is exhausted; exhausted by hand where the table keeps that."""
    card = body(table, id_)
    if exhausted(table, id_):
        yield Button(text("Ready"), CardReadied(card=id_))
    elif card and (table.tracks("turns") or id_ in table.play):
        yield Button(text("Exhaust"), CardExhausted(card=id_))


def card_asks(table: Champions, copy: str, card: InPlay) -> Iterator[Ask]:
    """What is told in a form about a card in play; a number, as long as one of its powers is not known."""
    if card.type in CHARACTERS:
        yield Ask(text("Status card"), StatusGiven, {"target": copy})
    elif not card.damage and card.type != "side scheme":
        yield Ask(text("Damage on it"), DamageTokensPlaced, {"card": copy})
    yield from number_ask(table, copy, POWERS.get(card.type, ()))


def hand_and_dealt(table: Champions, seat: str) -> Iterator[Counter]:
    """A player's hand, counted, and the encounter cards dealt, as far as the table tracks them."""
    here = table.seat(seat)
    if table.tracks("hands"):
        drop = made(CardsDiscarded, seat=seat) if "" in here.hand or not here.hand else None
        yield Counter(text("Hand"), len(here.hand), up=made(CardsDrawn, seat=seat), down=drop)
    if table.tracks("encounter"):
        more = made(EncounterCardsDealt, cards={seat: 1})
        yield Counter(text("Encounter cards dealt"), here.dealt, join(("seats", seat, "dealt")), up=more)


def piles(table: Champions, seat: str) -> Iterator[Piece]:
    """A player's deck and discard pile, counted, and what is told of the cards in a form."""
    if not table.tracks("hands"):
        return
    here, drop = table.seat(seat), made(DeckCardsDiscarded, seat=seat)
    deck = Counter(text("Deck"), here.deck, join(("seats", seat, "deck")), down=drop)
    counters = [*([deck] if here.counted else []), Counter(text("Discard pile"), len(here.discard))]
    asks = [*hand_asks(table, seat), Ask(text("Count the cards"), CardsCounted, {"seat": seat})]
    back = [
        Button(away_words(table, away), CardsCameBack(seat=seat, cards=(away.card,) if away.card else ()))
        for away in here.away
    ]
    title = text("Deck and discard pile")
    yield Piece(f"piles-{seat}", title, counters=counters, asks=asks, buttons=back, folded=not back)


def away_words(table: Champions, away: Away) -> Said:
    """A card that is removed from the game until something happens, and until when."""
    card = table.called("cards", away.card) if away.card else text("a card")
    return text("{card}, removed until {until}: back", card=card, until=away.until)


def hand_chips(table: Champions, seat: str) -> list[Chip]:
    """The cards in a hand that somebody named, as whoever looks may see them."""
    named = Counted(card for card in table.seat(seat).hand if card)
    return [Chip(table.called("cards", card), copies) for card, copies in named.items()]


def hand_asks(table: Champions, seat: str) -> Iterator[Ask]:
    """What is told of a hand in a form: where cards have names, which are discarded, and which nobody named yet."""
    hand = table.seat(seat).hand
    if not table.tracks("hands", "cards") or not hand:
        return
    yield Ask(text("Discard cards"), CardsDiscarded, {"seat": seat})
    if "" in hand:
        yield Ask(text("Name cards in hand"), HandNamed, {"seat": seat})


def into_play(table: Champions, seat: str) -> Iterator[Ask]:
    """The ways of cards to a player, as far as the table tracks them."""
    if table.tracks("allies"):
        yield Ask(text("Card into play"), CardEntered, {"seat": seat})
    if table.tracks("minions"):
        yield Ask(text("Minion"), MinionEntered, {"seat": seat})


def ally_mark(table: Champions, seat: str) -> Iterator[Said]:
    """The allies a player controls, of those that may be; nothing where there are none."""
    if have := allies_of(table, seat):
        yield text("allies {have} of {limit}", have=len(have), limit=ally_limit(table, seat))


def encounter_piles(table: Champions) -> Iterator[Piece]:
    """The encounter deck, counted, where the table tracks it."""
    if not table.tracks("encounter"):
        return
    scenario = table.scenario
    deck = Counter(text("Deck"), scenario.deck, "scenario.deck", down=made(EncounterCardsDiscarded))
    counters = [*([deck] if scenario.counted else []), Counter(text("Discard pile"), len(scenario.discard))]
    back = [
        Ask(away_words(table, away), EncounterCardsCameBack, {"cards": away.card} if away.card else {})
        for away in scenario.away
    ]
    asks = [*back, Ask(text("Count the cards"), EncounterCounted)]
    yield Piece("encounter-deck", text("Encounter deck"), counters=counters, asks=asks, folded=not back)


def beside_asks(table: Champions) -> list[Ask]:
    """The ways of cards to the side of the villain, as far as the table tracks them."""
    if not table.tracks("schemes"):
        return []
    return [Ask(text("Side scheme"), SideSchemeEntered), Ask(text("Environment"), EnvironmentEntered)]
