"""Prompts and pieces of heroes: powers, responses, costs, windows."""

from collections.abc import Iterator, Sequence

from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import Grouped, OfferedBy, Ordered, offered_prompts
from domain.framework.text import spaced_words, text
from domain.framework.views.board import Ask, Button, Piece, event_if_valid
from domain.framework.views.sheet import Said, Track
from domain.games.champions.base import is_possible
from domain.games.champions.enemies.course import HAPPENS, current_activation, kind_of, next_to_activate
from domain.games.champions.heroes import powers
from domain.games.champions.heroes.playing import (
    CardPlayed,
    CostDeclared,
    CostPaid,
    PaymentAborted,
    ResourceGenerated,
    count_resources,
    is_here,
    open_payment,
    why_not_paid,
)
from domain.games.champions.state.kinds import OCCURRENCE_NAMES, PERIOD_NAMES, RESOURCE_NAMES
from domain.games.champions.state.parts import Effect, Payment, Window
from domain.games.champions.state.table import VILLAIN, Champions
from domain.games.champions.timing import abilities
from domain.games.champions.timing.effects import (
    DelayedEffectFired,
    DelayedEffectSet,
    LastingEffectBegun,
    LastingEffectEnded,
)

# === Prompts for heroes: an open payment, and powers of the player at turn =======================

PAYMENT: Sequence[Ordered] = (ResourceGenerated, CardPlayed, CostPaid, PaymentAborted)
"""Resources until a cost is paid; then the card is played, or the ability's effect is recorded."""
POWERS: Sequence[Ordered] = (
    powers.HeroAttacked,
    powers.HeroThwarted,
    powers.RecoveryTaken,
    Grouped((powers.AllyAttacked, powers.AllyThwarted), by="card"),
)
"""The basic powers of the hero or alter-ego at turn, and of its allies."""


OPTIONS: Sequence[Ordered] = (
    powers.FormChanged,
    OfferedBy(CardPlayed, CardPlayed.offers_on_turn),
    CostDeclared,
)
"""What else the player at turn may do: change form once a round, and play cards (玩家回合)."""


def option_prompts(table: Champions) -> Iterator[Prompt]:
    return offered_prompts(OPTIONS, table)


def hero_prompts(table: Champions) -> Iterator[Prompt]:
    """Open answers first, then the possible acts of the player at turn."""
    return offered_prompts((*PAYMENT, *POWERS), table)


# === Possible answers to the current occurrence: cards in play, and cards in the viewer's hand
# This is optional help, available only if the table tracks timing. A card is offered only if its content or an earlier
# use shows that it answers the occurrence. A card in hand is offered only to viewers who may see it.


def answers_piece(table: Champions) -> Iterator[Piece]:
    """The current occurrence, with a button for each card that answers it; nothing if there is no answer."""
    what = [] if table.windows else occurrences_now(table)
    effects, found = list(delayed_buttons(table, what)), list(abilities_for(table, what))
    held = list(asks_in_hands(table, what))
    if effects or found or held:
        named = tuple(OCCURRENCE_NAMES[one] for one in what)
        buttons = [*effects, *ability_buttons(table, found), for_all(found, what)]
        yield Piece("answers", text("May answer now: {what}", what=named), buttons=buttons, asks=held)


def occurrences_now(table: Champions) -> list[str]:
    """The current occurrences: of the current activation, or in one tap the next one, and of the last event."""
    found: list[str] = []
    if table.tracks("activations"):
        found += [HAPPENS[activation.kind] for activation in [current_activation(table)] if activation]
    else:
        found += [HAPPENS[kind_of(table, seat)] for _, seat in next_to_activate(table)[:1]]
    return list(dict.fromkeys([*found, *table.happened]))


def answer_buttons(table: Champions, what: Sequence[str]) -> list[Button]:
    """A button for each card in play, identity and villain that is known to answer an occurrence."""
    return list(ability_buttons(table, list(abilities_for(table, what))))


def ability_buttons(table: Champions, found: Sequence[abilities.AbilityTriggered]) -> Iterator[Button]:
    """A button for each ability, forced ones first."""
    for event in sorted(found, key=lambda event: event.kind != "forced"):
        names = {"card": table.called("hosts", event.card), "kind": spaced_words(event.kind)}
        yield Button(text("{card}: {kind}", **names), event)


def abilities_for(table: Champions, what: Sequence[str]) -> Iterator[abilities.AbilityTriggered]:
    """The abilities that answer an occurrence, without cards that have answered, are face down, or cannot be used."""
    here = (VILLAIN, *table.in_game(), *table.play) if what else ()
    for id_ in here:
        known = {} if id_ in table.answered or is_hidden(table, id_) else abilities.answers_of(table, id_)
        if to := next((one for one in what if one in known), ""):
            event = event_if_valid(
                abilities.AbilityTriggered, card=id_, seat=user_of(table, id_), kind=known[to], to=to
            )
            if event and is_possible(table, event):
                yield event


def is_hidden(table: Champions, id_: str) -> bool:
    """Whether a card is face down, so that nothing printed on it counts."""
    return id_ in table.play and table.play[id_].facedown


def user_of(table: Champions, id_: str) -> str | None:
    """The player who uses a card: the player of the identity, or the controller; None if there is none."""
    return id_ if id_ in table.seats else (table.play[id_].controller or None) if id_ in table.play else None


def asks_in_hands(table: Champions, what: Sequence[str]) -> Iterator[Ask]:
    """Links to play each visible card in a hand that answers an occurrence."""
    seats = table.in_game() if what and table.tracks("hands") else []
    for seat in seats:
        for card in dict.fromkeys(table.seats[seat].hand):
            known = abilities.answers_of(table, card) if card else {}
            if to := next((one for one in what if one in known), ""):
                names = {"seat": table.called("identities", seat), "card": table.called("cards", card)}
                yield Ask(text("{seat}: play {card}", **names), CardPlayed, {"seat": seat, "card": card, "to": to})


def delayed_buttons(table: Champions, what: Sequence[str]) -> Iterator[Button]:
    """Buttons for the delayed effects that waited for an occurrence; they happen before any response."""
    for id_, effect in table.effects.items():
        if effect.until == "event" and effect.waits_for in what:
            yield Button(text("Carry out: {effect}", effect=effect.text), DelayedEffectFired(effect=id_))


def for_all(found: Sequence[abilities.AbilityTriggered], what: Sequence[str]) -> Button:
    """A button that opens a window in which all are asked in player order, with the known forced abilities."""
    condition = next((event.to for event in found if event.to), what[0])
    forced = tuple(event.card for event in found if event.kind == "forced")
    return Button(text("Ask all in player order"), abilities.WindowOpened(condition=condition, forced=forced or None))


# === Unfinished acts as pieces: open payments, Peril, interrupts and responses, lasting effects ==


def board_of_moments(table: Champions) -> Sequence[Piece]:
    """The open payment, Peril and windows, as far as the table tracks them."""
    found: list[Piece] = []
    if (payment := open_payment(table)) and table.tracks("cards"):
        found.append(payment_piece(table, payment))
    if table.peril and table.tracks("encounter"):
        found.append(peril_piece(table))
    if table.tracks("timing") and table.under_way():
        found += [window_piece(table, window) for window in table.windows[-1:]]
        found += answers_piece(table)
    return found


def board_of_timing(table: Champions) -> Sequence[Piece]:
    """Lasting effects and used limits."""
    return [timing_piece(table)] if table.tracks("timing") and table.under_way() else []


def peril_piece(table: Champions) -> Piece:
    """The player who resolves a card with Peril without help, and a button to end it."""
    name = table.called("identities", table.peril)
    return Piece(
        "peril", text("Peril: {seat} is on their own", seat=name), buttons=[Button(text("Over"), abilities.PerilOver())]
    )


# --- payments --------------------------------------------------------------------------------


def payment_piece(table: Champions, payment: Payment) -> Piece:
    """The progress of a payment, with a button for each card that can be spent."""
    names = {"seat": table.called("identities", payment.seat), "card": table.called("cards", payment.card)}
    need = [text("{count} {resource}", count=n, resource=RESOURCE_NAMES[name]) for name, n in payment.needs.items()]
    have = [text("{resource} {count}", count=n, resource=RESOURCE_NAMES[name]) for name, n in payment.generated.items()]
    return Piece(
        "payment",
        text("{seat} pays for {card}", **names),
        note=text("of these at least: {needs}", needs=tuple(need)) if need else "",
        marks=have,
        tracks=[Track(text("Resources"), count_resources(payment.generated), payment.cost)],
        buttons=[*finishing_buttons(table, payment), *spending_buttons(table, payment)],
        asks=[Ask(text("Resources of an ability"), ResourceGenerated, {"seat": payment.seat})],
    )


def finishing_buttons(table: Champions, payment: Payment) -> Iterator[Button]:
    """Buttons to play the card or pay for the ability once the cost is covered, and to cancel."""
    if not list(why_not_paid(payment.cost, payment.needs, payment.generated)):
        played = CardPlayed(seat=payment.seat, card=payment.card)
        plays = table.tracks("hands") and is_possible(table, played)
        if plays:
            yield Button(text("Play {card}", card=table.called("cards", payment.card)), played)
        if is_here(table, payment.card) or not plays:
            yield Button(text("Paid"), CostPaid(seat=payment.seat))
    yield Button(text("Not after all"), PaymentAborted(seat=payment.seat))


def spending_buttons(table: Champions, payment: Payment) -> Iterator[Button]:
    """A button for each named card in hand with known resources; for unnamed cards, one for each type of resource."""
    hand = dict.fromkeys(table.seat(payment.seat).hand)
    for card in hand:
        spent = ResourceGenerated(seat=payment.seat, spent=card or None)
        for event in [spent] if card else [spent.copy_with(resources={name: 1}) for name in RESOURCE_NAMES]:
            if is_possible(table, event):
                yield Button(spent_words(table, event), event)


def spent_words(table: Champions, event: ResourceGenerated) -> Said:
    """The label of a payment button: the card and its resources."""
    generated = event.generated(table)
    named = tuple(text("{resource} {count}", resource=RESOURCE_NAMES[n], count=count) for n, count in generated.items())
    card = table.called("cards", event.spent) if event.spent else ""
    return text("[{card}: ]{resources}", card=card, resources=named)


def paying_asks(table: Champions, seat: str) -> Iterator[Ask]:
    """Links to play a card or to pay for one, as far as the table tracks cards."""
    if table.tracks("hands"):
        yield Ask(text("Play a card"), CardPlayed, {"seat": seat})
    if table.tracks("cards") and not open_payment(table):
        yield Ask(text("Pay for a card"), CostDeclared, {"seat": seat})


# --- timing ----------------------------------------------------------------------------------


def window_piece(table: Champions, window: Window) -> Piece:
    """The current window: its forced abilities first, then the answers and the players who can pass."""
    forced = [
        Button(text("Forced: {card}", card=table.called("hosts", card)), abilities.ForcedAbilityResolved(card=card))
        for card in window.forced
    ]
    passing = [
        Button(text("{seat}: use nothing", seat=table.called("identities", seat)), abilities.WindowPassed(seat=seat))
        for seat in table.player_order()
        if seat not in window.passed or abilities.have_all_passed(table, window.passed)
    ]
    return Piece(
        "window",
        text("Interrupts and responses"),
        note=table.called("occurrences", window.condition),
        buttons=forced or [*answer_buttons(table, [window.condition]), *passing],
        asks=[*asks_in_hands(table, [window.condition]), Ask(text("An ability is used"), abilities.AbilityTriggered)],
    )


def timing_piece(table: Champions) -> Piece:
    """Lasting effects with their durations, and used limits; both end automatically."""
    used = [
        text("{what}: used {used} of {most}", what=abilities.ability_name(table, key), used=usage.used, most=usage.most)
        for key, usage in table.usage.items()
    ]
    return Piece(
        "timing",
        text("Effects and limits"),
        marks=used,
        buttons=[effect_button(table, id_, effect) for id_, effect in table.effects.items()],
        asks=[
            Ask(text("An ability is used"), abilities.AbilityTriggered),
            Ask(text("A lasting effect"), LastingEffectBegun),
            Ask(text("A delayed effect"), DelayedEffectSet),
            Ask(text("Interrupts and responses"), abilities.WindowOpened),
        ],
        folded=not table.effects and not table.usage,
    )


def effect_button(table: Champions, id_: str, effect: Effect) -> Button:
    """A button that ends an effect early, or carries out a delayed one."""
    if effect.until == "event":
        return Button(effect_words(table, effect), DelayedEffectFired(effect=id_))
    return Button(text("{effect}: end it", effect=effect_words(table, effect)), LastingEffectEnded(effect=id_))


def effect_words(table: Champions, effect: Effect) -> Said:
    """An effect in words, with its target and its duration."""
    if effect.until == "event":
        moment = table.called("occurrences", effect.waits_for)
        return text("When {moment}: {effect}", moment=moment, effect=effect.text)
    whom = table.called("characters", effect.target) if effect.target else ""
    until = "" if effect.until == "game" else PERIOD_NAMES[effect.until]
    return text("{effect}[, {whom}][, until the end of the {until}]", effect=effect.said, whom=whom, until=until)


def reminders_for(table: Champions, id_: str) -> Iterator[Said]:
    """The lasting effects on a character, as marks next to its name."""
    for effect in table.effects.values():
        if effect.target == id_ and table.tracks("timing"):
            until = "" if effect.until == "game" else PERIOD_NAMES[effect.until]
            yield text("{effect}[ (until the end of the {until})]", effect=effect.said, until=until)
