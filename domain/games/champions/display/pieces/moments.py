"""What players are in the middle of, as pieces: what lasts, a cost that is being paid, interrupts and responses."""

from collections.abc import Iterator, Sequence

from domain.games.champions.display.coming.heroes import is_here, possible
from domain.games.champions.display.pieces.answers import answering, answers_piece, in_hands
from domain.games.champions.heroes.paying import (
    CostDeclared,
    CostPaid,
    PaymentAborted,
    ResourceGenerated,
    open_payment,
    unpaid,
    worth,
)
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.state.effects import Effect
from domain.games.champions.state.names import PERIOD_NAMES, RESOURCE_NAMES
from domain.games.champions.state.processes import Payment, Window
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.abilities import AbilityTriggered
from domain.games.champions.timing.effects import (
    DelayedEffectFired,
    DelayedEffectSet,
    LastingEffectBegun,
    LastingEffectEnded,
)
from domain.games.champions.timing.limits import said_of
from domain.games.champions.timing.peril import PerilOver
from domain.games.champions.timing.windows import ForcedAbilityResolved, WindowOpened, WindowPassed, all_passed
from domain.language.shown.board import Ask, Button, Piece
from domain.language.shown.sheet import Said, Track
from domain.language.text import text


def board_of_moments(table: Champions) -> Sequence[Piece]:
    """What is open now; nothing where the table tracks none of it."""
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
    """What lasts, and what was used up."""
    return [timing_piece(table)] if table.tracks("timing") and table.under_way() else []


def peril_piece(table: Champions) -> Piece:
    """Who resolves a card with Peril, so that nobody else takes part; over by a tap, if nothing else ends it."""
    name = table.called("identities", table.peril)
    return Piece("peril", text("Peril: {seat} is on their own", seat=name), buttons=[Button(text("Over"), PerilOver())])


# --- a cost ----------------------------------------------------------------------------------


def payment_piece(table: Champions, payment: Payment) -> Piece:
    """How much of a cost is paid, as a bar, with a tap for each card that can be spent for it."""
    told = {"seat": table.called("identities", payment.seat), "card": table.called("cards", payment.card)}
    need = [text("{count} {resource}", count=n, resource=RESOURCE_NAMES[name]) for name, n in payment.needs.items()]
    have = [text("{resource} {count}", count=n, resource=RESOURCE_NAMES[name]) for name, n in payment.generated.items()]
    return Piece(
        "payment",
        text("{seat} pays for {card}", **told),
        note=text("of these at least: {needs}", needs=tuple(need)) if need else "",
        marks=have,
        tracks=[Track(text("Resources"), worth(payment.generated), payment.cost)],
        buttons=[*finishing(table, payment), *spending(table, payment)],
        asks=[Ask(text("Resources of an ability"), ResourceGenerated, {"seat": payment.seat})],
    )


def finishing(table: Champions, payment: Payment) -> Iterator[Button]:
    """The card is played, or the ability is paid, once it can be; or not after all."""
    if not list(unpaid(payment.cost, payment.needs, payment.generated)):
        played = CardPlayed(seat=payment.seat, card=payment.card)
        plays = table.tracks("hands") and possible(table, played)
        if plays:
            yield Button(text("Play {card}", card=table.called("cards", payment.card)), played)
        if is_here(table, payment.card) or not plays:
            yield Button(text("Paid"), CostPaid(seat=payment.seat))
    yield Button(text("Not after all"), PaymentAborted(seat=payment.seat))


def spending(table: Champions, payment: Payment) -> Iterator[Button]:
    """A tap for each card in hand whose resources are known; of cards that nobody named, one for each resource."""
    hand = dict.fromkeys(table.seat(payment.seat).hand)
    for card in hand:
        spent = ResourceGenerated(seat=payment.seat, spent=card or None)
        for event in [spent] if card else [spent.but(resources={name: 1}) for name in RESOURCE_NAMES]:
            if possible(table, event):
                yield Button(spent_words(table, event), event)


def spent_words(table: Champions, event: ResourceGenerated) -> Said:
    """What a tap spends, and what comes of it."""
    generated = event.generated(table)
    told = tuple(text("{resource} {count}", resource=RESOURCE_NAMES[n], count=count) for n, count in generated.items())
    card = table.called("cards", event.spent) if event.spent else ""
    return text("[{card}: ]{resources}", card=card, resources=told)


def paying_asks(table: Champions, seat: str) -> Iterator[Ask]:
    """A card is played, or paid for, as far as the table tracks cards."""
    if table.tracks("hands"):
        yield Ask(text("Play a card"), CardPlayed, {"seat": seat})
    if table.tracks("cards") and not open_payment(table):
        yield Ask(text("Pay for a card"), CostDeclared, {"seat": seat})


def played_button(table: Champions, seat: str) -> Iterator[Button]:
    """One card less in hand, for a table that only counts hands."""
    if table.tracks("hands") and not table.tracks("cards") and table.seat(seat).hand:
        yield Button(text("Played a card"), CardPlayed(seat=seat))


# --- timing ----------------------------------------------------------------------------------


def window_piece(table: Champions, window: Window) -> Piece:
    """Who may still use something; forced abilities come first."""
    forced = [
        Button(text("Forced: {card}", card=table.called("hosts", card)), ForcedAbilityResolved(card=card))
        for card in window.forced
    ]
    passing = [
        Button(text("{seat} uses nothing", seat=table.called("identities", seat)), WindowPassed(seat=seat))
        for seat in table.player_order()
        if seat not in window.passed or all_passed(table, window.passed)
    ]
    return Piece(
        "window",
        text("Interrupts and responses"),
        note=table.called("occurrences", window.condition),
        buttons=forced or [*answering(table, [window.condition]), *passing],
        asks=[*in_hands(table, [window.condition]), Ask(text("An ability is used"), AbilityTriggered)],
    )


def timing_piece(table: Champions) -> Piece:
    """What lasts, how long, and what was used up; it goes by itself."""
    used = [
        text("{what}: used {used} of {most}", what=said_of(table, key), used=usage.used, most=usage.most)
        for key, usage in table.usage.items()
    ]
    return Piece(
        "timing",
        text("Effects and limits"),
        marks=used,
        buttons=[ended(table, id_, effect) for id_, effect in table.effects.items()],
        asks=[
            Ask(text("An ability is used"), AbilityTriggered),
            Ask(text("A lasting effect"), LastingEffectBegun),
            Ask(text("A delayed effect"), DelayedEffectSet),
            Ask(text("Interrupts and responses"), WindowOpened),
        ],
        folded=not table.effects and not table.usage,
    )


def ended(table: Champions, id_: str, effect: Effect) -> Button:
    """An effect as a button by which it ends before its time, or happens."""
    if effect.until == "event":
        return Button(reminder(table, effect), DelayedEffectFired(effect=id_))
    return Button(text("{effect}: over", effect=reminder(table, effect)), LastingEffectEnded(effect=id_))


def reminder(table: Champions, effect: Effect) -> Said:
    """An effect in words: what, for whom, and for how long."""
    if effect.until == "event":
        moment = table.called("occurrences", effect.waits_for)
        return text("When {moment}: {effect}", moment=moment, effect=effect.text)
    whom = table.called("characters", effect.target) if effect.target else ""
    until = "" if effect.until == "game" else PERIOD_NAMES[effect.until]
    return text("{effect}[, {whom}][, until the end of the {until}]", effect=effect.said, whom=whom, until=until)


def reminders_for(table: Champions, id_: str) -> Iterator[Said]:
    """What lasts for somebody, beside the name."""
    for effect in table.effects.values():
        if effect.target == id_ and table.tracks("timing"):
            until = "" if effect.until == "game" else PERIOD_NAMES[effect.until]
            yield text("{effect}[ (until the end of the {until})]", effect=effect.said, until=until)
