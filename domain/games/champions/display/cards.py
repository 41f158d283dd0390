"""Cards on the board: dials and powers, cards in play, hands, and their prompts."""

from collections import Counter as Counted
from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.components.numbers import counter_of
from domain.framework.events.event import Event
from domain.framework.table import join_path
from domain.framework.text import spaced_words, text
from domain.framework.views.board import Ask, Button, Chip, Counter, Pad, Piece, event_if_valid
from domain.framework.views.sheet import Said
from domain.games.champions import defeats, harm, statuses
from domain.games.champions.base import is_possible
from domain.games.champions.cards import entering, handling, leaving
from domain.games.champions.heroes.powers import (
    AllyAttacked,
    AllyThwarted,
    Attack,
    HeroAttacked,
    HeroThwarted,
    RecoveryTaken,
    Thwart,
    comes_to,
    enemies_to_attack,
    only_one,
    schemes_to_thwart,
)
from domain.games.champions.numbers import attachments_of, body_of, is_exhausted, number_of
from domain.games.champions.piles import encounter_deck, players_decks
from domain.games.champions.state.kinds import ICONS, KEYWORD_NAMES, NUMBER_NAMES, STATUS_NAMES
from domain.games.champions.state.parts import CHARACTERS, STATUSES, Away, InPlay, Piles
from domain.games.champions.state.table import MAIN, VILLAIN, Champions
from domain.games.champions.threat import ThreatCounted, ThreatPlaced, ThreatRemoved

# === Dials, powers and status cards of characters ================================================


def power_marks(table: Champions, id_: str, names: Sequence[str]) -> Iterator[Said]:
    """The current powers of a character, as far as known."""
    for name in names:
        value = number_of(table, id_, name)
        if value is not None:
            yield text("{power} {value}", power=NUMBER_NAMES[name], value=value)


def statuses_on(table: Champions, id_: str) -> Iterator[Said]:
    """The status cards of a character, as all players see them."""
    whom = body_of(table, id_)
    yield from (STATUS_NAMES[status] for status in STATUSES if getattr(whom, status, False))


def hit_points(table: Champions, id_: str) -> Counter:
    """The remaining hit points of a character, and its damage if they are unknown."""
    damage = counter_of(table, text("Damage"), harm.DamageDealt, harm.DamageHealed, target=id_)
    if table.seat(id_).eliminated:
        damage = replace(damage, up=None, down=None)
    whom = body_of(table, id_)
    dial = replace(damage, label=text("Hit points"), value=None, up=damage.down, down=damage.up, most=None)
    if whom is None or whom.left is None:
        return replace(dial, lost=damage.value or None)
    return replace(dial, value=whom.left, of=whom.health, most=whom.health)


def tokens_on(table: Champions, id_: str) -> Iterator[Counter]:
    """The named counters on a card."""
    for name in handling.counters_on(table, id_):
        yield counter_of(table, name, handling.CountersPlaced, handling.CountersRemoved, on=id_, name=name)


def threat_counter(table: Champions, scheme: str) -> Counter:
    """The threat on a scheme; unknown while the table is asked for it."""
    threat = counter_of(table, text("Threat"), ThreatPlaced, ThreatRemoved, scheme=scheme)
    return replace(threat, value=None) if table.agenda.of(ThreatCounted, scheme=scheme) else threat


def keywords_on(table: Champions, id_: str) -> Iterator[Said]:
    """The keywords of a character, with the value of Retaliate."""
    whom = body_of(table, id_)
    yield from power_marks(table, id_, ("retaliate",))
    yield from (KEYWORD_NAMES.get(name, name) for name in (whom.keywords if whom else ()))


def number_ask(table: Champions, id_: str, names: Sequence[str]) -> Iterator[Ask]:
    """A link to set a number, while one of these powers is unknown."""
    whom = body_of(table, id_)
    if whom and any(name not in whom.printed for name in names):
        yield Ask(text("Another number"), handling.CardNumberSet, {"card": id_})


def status_discards(table: Champions, id_: str, *named: str) -> Iterator[Button]:
    """Buttons to discard the status cards of a character, or the `named` ones of them."""
    whom = body_of(table, id_)
    for status in named or STATUSES:
        if getattr(whom, status, False):
            name = STATUS_NAMES[status]
            yield Button(text("{status}: discard", status=name), statuses.StatusDiscarded(target=id_, status=status))


def status_cards(table: Champions, id_: str) -> Iterator[Button]:
    """A button for each status card: to discard it if the character has it, else to give it."""
    lying = {status: one for status in STATUSES for one in status_discards(table, id_, status)}
    for status in STATUSES:
        yield lying.get(status) or Button(STATUS_NAMES[status], statuses.StatusGiven(target=id_, status=status))


# === Powers of heroes and allies as buttons ======================================================


def powers_of(table: Champions, user: str) -> tuple[Attack, Thwart]:
    """The attack and thwart powers of a character."""
    if user in table.seats:
        return HeroAttacked(seat=user, target=VILLAIN), HeroThwarted(seat=user, scheme=MAIN)
    return AllyAttacked(card=user, target=VILLAIN), AllyThwarted(card=user, scheme=MAIN)


def power_buttons(table: Champions, user: str) -> Iterator[Button]:
    """The powers that one tap uses: their number is known, and there is exactly one target."""
    attack, thwart = powers_of(table, user)
    if (value := comes_to(table, attack.used())) and len(among := enemies_to_attack(table, attack)) == 1:
        values: dict[str, Said] = {"value": value, "whom": only_one(table, "enemies", among)}
        yield Button(text("Attack[ {whom}]: {value}", **values), attack.copy_with(target=among[0]))
    if (value := comes_to(table, thwart.used())) and len(among := schemes_to_thwart(table, thwart)) == 1:
        values = {"value": value, "scheme": only_one(table, "schemes", among)}
        yield Button(text("Thwart[ {scheme}]: {value}", **values), thwart.copy_with(scheme=among[0]))
    if user in table.seats and (value := number_of(table, user, "recover")) is not None:
        recovery = RecoveryTaken(seat=user)
        if is_possible(table, recovery):
            yield Button(text("Recover: {value}", value=value), recovery)


def power_pads(table: Champions, user: str) -> Iterator[tuple[Said, Pad]]:
    """The powers with several targets, as pads with a button for each enemy or scheme."""
    attack, thwart = powers_of(table, user)
    if (value := comes_to(table, attack.used())) and len(among := enemies_to_attack(table, attack)) > 1:
        choices = [(id_, table.called("enemies", id_)) for id_ in among]
        yield text("Attack: {value}", value=value), Pad(attack, "target", choices)
    if (value := comes_to(table, thwart.used())) and len(among := schemes_to_thwart(table, thwart)) > 1:
        choices = [(id_, table.called("schemes", id_)) for id_ in among]
        yield text("Thwart: {value}", value=value), Pad(thwart, "scheme", choices)


def power_asks(table: Champions, seat: str) -> Iterator[Ask]:
    """Links for attacks and thwarts by a card, and for powers with an unknown number; none if turns are not tracked."""
    if not table.tracks("turns") or table.seat(seat).eliminated:
        return
    by_card = {"seat": seat, "by_ability": True}
    yield Ask(text("Attack by a card"), HeroAttacked, by_card)
    yield Ask(text("Thwart by a card"), HeroThwarted, by_card)
    hero = table.seat(seat).form == "hero"
    if hero and number_of(table, seat, "attack") is None:
        yield Ask(text("Attack"), HeroAttacked, {"seat": seat})
    if hero and number_of(table, seat, "thwart") is None:
        yield Ask(text("Thwart"), HeroThwarted, {"seat": seat})
    if not hero and number_of(table, seat, "recover") is None:
        yield Ask(text("Recover"), RecoveryTaken, {"seat": seat})
    yield from number_ask(table, seat, ("attack", "thwart", "defense") if hero else ("recover",))


# === Cards in play as pieces: cards of a hero, engaged minions, attachments, schemes, environments; and piles

POWERS = {"ally": ("attack", "thwart"), "minion": ("attack", "scheme")}
BONUSES = {"attack_bonus": "attack", "scheme_bonus": "scheme"}


def controlled_pieces(table: Champions, seat: str) -> Iterator[Piece]:
    """The cards that a player controls and that are not attached to another card."""
    for copy, card in table.play.items():
        if card.controller == seat and card.host not in table.play:
            yield card_piece(table, copy)


def engaged_with(table: Champions, seat: str) -> Iterator[Piece]:
    """The minions engaged with a player."""
    return (card_piece(table, copy) for copy in table.copies("minion") if table.play[copy].engaged == seat)


def lying_on(table: Champions, host: str) -> list[Piece]:
    """The attachments of a character or card without a controller; upgrades are shown with their players."""
    on_card = host in table.play
    return [
        card_piece(table, copy) for copy in attachments_of(table, host) if on_card or not table.play[copy].controller
    ]


def beside_the_villain(table: Champions) -> Iterator[Piece]:
    """Side schemes, environments, and unattached cards without a controller."""
    for copy, card in table.play.items():
        if card.type in ("side scheme", "environment") or not (card.controller or card.engaged or card.host):
            yield card_piece(table, copy)


def card_piece(table: Champions, copy: str) -> Piece:
    """A card in play with its attachments."""
    card = table.play[copy]
    return Piece(
        f"card-{copy}",
        table.called("copies", copy),
        note=spaced_words(card.type),
        marks=list(card_marks(table, copy, card)),
        counters=list(card_counters(table, copy, card)),
        buttons=list(card_buttons(table, copy, card)),
        pads=list(power_pads(table, copy)) if card.type == "ally" else [],
        asks=list(card_asks(table, copy, card)),
        rows=lying_on(table, copy),
    )


def card_marks(table: Champions, copy: str, card: InPlay) -> Iterator[Said]:
    """The marks of a card in play."""
    if card.exhausted:
        yield text("exhausted")
    if card.facedown:
        yield text("face down")
    yield from statuses_on(table, copy)
    yield from power_marks(table, copy, POWERS.get(card.type, ()))
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
        yield counter_of(table, text("Damage"), harm.DamageTokensPlaced, harm.DamageTokensRemoved, card=copy)
    if card.type == "side scheme":
        yield threat_counter(table, copy)
    for tokens in tokens_on(table, copy):
        yield (
            replace(tokens, down=event_if_valid(handling.UsesSpent, card=copy))
            if tokens.label == card.uses_of
            else tokens
        )


def card_buttons(table: Champions, copy: str, card: InPlay) -> Iterator[Button]:
    """The buttons of a card in play."""
    if card.type == "ally":
        yield from power_buttons(table, copy)
    if card.controller and table.tracks("allies"):
        yield from exhaust_buttons(table, copy)
    yield from status_discards(table, copy)
    if card.type in CHARACTERS and card.health is None:
        yield Button(text("Defeated"), defeats.CharacterDefeated(card=copy))
    yield Button(text("Discard"), leaving.CardLeft(card=copy))


def exhaust_buttons(table: Champions, id_: str) -> Iterator[Button]:
    """A button to ready an exhausted card, or to exhaust a ready one if the table tracks that."""
    card = body_of(table, id_)
    if is_exhausted(table, id_):
        yield Button(text("Ready"), handling.CardReadied(card=id_))
    elif card and (table.tracks("turns") or id_ in table.play):
        yield Button(text("Exhaust"), handling.CardExhausted(card=id_))


def card_asks(table: Champions, copy: str, card: InPlay) -> Iterator[Ask]:
    """Links to forms about a card in play, including a number while one of its powers is unknown."""
    if card.type in CHARACTERS:
        yield Ask(text("Status card"), statuses.StatusGiven, {"target": copy})
    elif not card.damage and card.type != "side scheme":
        yield Ask(text("Damage on it"), harm.DamageTokensPlaced, {"card": copy})
    yield from number_ask(table, copy, POWERS.get(card.type, ()))


def hand_and_dealt(table: Champions, seat: str) -> Iterator[Counter]:
    """A player's hand size and dealt encounter cards, as far as they are tracked."""
    here = table.seat(seat)
    if table.tracks("hands"):
        drop = event_if_valid(players_decks.CardsDiscarded, seat=seat) if "" in here.hand or not here.hand else None
        yield Counter(text("Hand"), len(here.hand), up=event_if_valid(players_decks.CardsDrawn, seat=seat), down=drop)
    if table.tracks("encounter"):
        more = event_if_valid(encounter_deck.EncounterCardsDealt, cards={seat: 1})
        yield Counter(text("Encounter cards dealt"), here.dealt, join_path(("seats", seat, "dealt")), up=more)


def pile_pieces(table: Champions, seat: str) -> Iterator[Piece]:
    """A player's deck and discard pile with their counts, and links to forms about their cards."""
    if not table.tracks("hands"):
        return
    here, drop = table.seat(seat), event_if_valid(players_decks.DeckCardsDiscarded, seat=seat)
    counters = list(pile_counters(here, ("seats", seat), drop))
    asks = [*hand_asks(table, seat), Ask(text("Count the cards"), players_decks.CardsCounted, {"seat": seat})]
    back = [
        Button(away_words(table, away), players_decks.CardsCameBack(seat=seat, cards=(away.card,) if away.card else ()))
        for away in here.away
    ]
    title = text("Deck and discard pile")
    yield Piece(f"piles-{seat}", title, counters=counters, asks=asks, buttons=back, folded=not back)


def pile_counters(piles_: Piles, at: Sequence[str], drop: Event[Champions] | None = None) -> Iterator[Counter]:
    """The counts of a deck, if known, and its discard pile; `drop` is the event that discards from the deck."""
    if piles_.counted:
        yield Counter(text("Deck"), piles_.deck, join_path((*at, "deck")), down=drop)
    yield Counter(text("Discard pile"), len(piles_.discard), join_path((*at, "discard")))


def away_words(table: Champions, away: Away) -> Said:
    """A button label for a card removed until something happens."""
    card = table.called("cards", away.card) if away.card else text("a card")
    return text("{card}, removed until {until}: back", card=card, until=away.until)


def hand_chips(table: Champions, seat: str) -> list[Chip]:
    """The named cards in a hand, as far as the viewer may see them."""
    named = Counted(card for card in table.seat(seat).hand if card)
    return [Chip(table.called("cards", card), copies) for card, copies in named.items()]


def hand_asks(table: Champions, seat: str) -> Iterator[Ask]:
    """Links to forms about a hand: discard named cards, and name unnamed ones."""
    hand = table.seat(seat).hand
    if not table.tracks("hands", "cards") or not hand:
        return
    yield Ask(text("Discard cards"), players_decks.CardsDiscarded, {"seat": seat})
    if "" in hand:
        yield Ask(text("Name cards in hand"), players_decks.HandNamed, {"seat": seat})


def into_play(table: Champions, seat: str) -> Iterator[Ask]:
    """Links to put a card or a minion into play, as far as they are tracked."""
    if table.tracks("allies"):
        yield Ask(text("Card into play"), entering.CardEntered, {"seat": seat})
    if table.tracks("minions"):
        yield Ask(text("Minion"), entering.MinionEntered, {"seat": seat})


def ally_mark(table: Champions, seat: str) -> Iterator[Said]:
    """The number of a player's allies and the limit; nothing without allies."""
    if have := entering.allies_of(table, seat):
        yield text("allies {have} of {limit}", have=len(have), limit=entering.ally_limit(table, seat))


def encounter_piles(table: Champions) -> Iterator[Piece]:
    """The encounter deck with its counts, if the table tracks it."""
    if not table.tracks("encounter"):
        return
    scenario = table.scenario
    counters = list(pile_counters(scenario, ("scenario",), event_if_valid(encounter_deck.EncounterCardsDiscarded)))
    back = [
        Ask(away_words(table, away), encounter_deck.EncounterCardsCameBack, {"cards": away.card} if away.card else {})
        for away in scenario.away
    ]
    asks = [*back, Ask(text("Count the cards"), encounter_deck.EncounterCounted)]
    yield Piece("encounter-deck", text("Encounter deck"), counters=counters, asks=asks, folded=not back)


def beside_asks(table: Champions) -> list[Ask]:
    """Links to put side schemes and environments into play, if they are tracked."""
    if not table.tracks("schemes"):
        return []
    return [Ask(text("Side scheme"), entering.SideSchemeEntered), Ask(text("Environment"), entering.EnvironmentEntered)]
