"""The AI in combats: the targets of its units, and the cards it draws (AI规则, p48)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.decks import Deck, cards_without
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Source
from domain.games.heroes3.cards.decks import AI_DECK, is_kept
from domain.games.heroes3.combat.acting import activate, fighter, to_act
from domain.games.heroes3.combat.aiming import ai_targets, is_ai
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import combat_of
from domain.games.heroes3.state.combat import NEUTRAL
from domain.games.heroes3.state.kinds import AI_KINDS, TOWER, AiCard, AiKind, Small
from domain.games.heroes3.state.table import AiDeck, Heroes3

AI_VALUES = ("attack", "defense", "magic")
"""The values of an AI card that the rules use."""
AI_EMPTY = never("ai-deck-empty", "The AI deck is empty: no card.", rule=sections.AI)
SAY_AI_CARD = never(
    "say-ai-card", "Say which AI card it is, and what it adds or that it casts a spell.", rule=sections.AI, asks=True
)
AI_TARGET = refusal("ai-target", "The target must be {units}.", rule=sections.AI)


def wrong_target(table: Heroes3, attacker: str, target: str) -> Iterator[Refused]:
    """The refusal of a target that the AI rules do not choose."""
    one = combat_of(table).fighters.get(attacker)
    if one and is_ai(table, one.side) and target not in (must := ai_targets(table, attacker)):
        yield AI_TARGET(units=tuple(table.called("fighters", id_) for id_ in must))


def is_described(card: AiCard) -> bool:
    """Whether anything is known of an AI card. What is not on a known card, it does not do."""
    return not card.model_fields_set.isdisjoint(AI_VALUES)


def ai_deck_of(table: Heroes3) -> AiDeck | None:
    """The AI deck of the AI hero in this combat; None if the table did not say what is in it."""
    hero = table.ai_heroes.get(combat_of(table).ai_hero)
    return table.ai_decks.get(hero.deck) if hero else None


def ai_cards_of(table: Heroes3, kind: AiKind) -> list[str]:
    """The known AI cards of a kind."""
    known = {id_: AiCard.of(table, id_) for id_ in table.ids("ai-cards")}
    return [id_ for id_, card in known.items() if (card.kind or ("magic" if card.magic else None)) == kind]


def draws_ai_cards(table: Heroes3) -> bool:
    """Whether the app draws the AI cards: the table keeps them in it, and all are known.

    If an AI deck was put together, as many cards of each kind have to be known as were taken for it.
    """
    known, deck = [AiCard.of(table, id_) for id_ in table.ids("ai-cards")], ai_deck_of(table)
    enough = deck is None or all(getattr(deck, kind) <= len(ai_cards_of(table, kind)) for kind in AI_KINDS)
    return is_kept(table, AI_DECK) and bool(known) and enough and all(map(is_described, known))


def all_drawn(table: Heroes3) -> bool:
    """Whether the AI deck is empty; unknown unless it was put together or the app draws from it."""
    combat, deck = combat_of(table), ai_deck_of(table)
    out = len(combat.ai_discard) + len(combat.ai_held)
    if deck:
        return out >= deck.size
    return draws_ai_cards(table) and out >= len(list(table.ids("ai-cards")))


def drawn_ai_card(table: Heroes3, chance: Chance) -> str | None:
    """The next AI card, if the app draws it.

    Which cards were taken for an AI deck is not decided before they are drawn: a card that was not seen yet is any of
    its kind.
    """
    combat, deck = combat_of(table), ai_deck_of(table)
    out = [*combat.ai_discard, *combat.ai_held]
    if not draws_ai_cards(table):
        return None
    if deck is None:
        return next(iter(Deck(list(table.ids("ai-cards")), held=out).draw(1, chance).cards), None)
    slots = [[card] for card in cards_without(deck.seen, out)]
    for kind in AI_KINDS:
        of_kind = ai_cards_of(table, kind)
        unseen = cards_without(of_kind, deck.seen)
        slots += [unseen] * (getattr(deck, kind) - (len(of_kind) - len(unseen)))
    return chance.draw(chance.draw(slots)) if slots else None


def drawn_ai_spell(table: Heroes3, chance: Chance) -> str:
    """The next AI spell; empty if the players draw it, because they keep the AI spell deck or did not name it."""
    combat, deck = combat_of(table), ai_deck_of(table)
    if deck is None or not is_kept(table, AI_DECK):
        return ""
    drawn = Deck(deck.spells, discard=combat.ai_spells, held=list(combat.ai_delayed)).draw(1, chance)
    return next(iter(drawn.cards), "")


class AiCardDrawn(CombatEvent):
    """Draws a card for a unit of an AI hero before its move, while there are any.

    A useless card is kept or put back (p50).
    """

    title = "Draw an AI card"
    help_text = (
        "A unit of an AI hero draws a card before it moves; what it adds counts for its attack or defense. For a skill "
        "card, the skill card of the AI hero is used and stays."
    )
    sentence = (
        "{unit} drew {card}[: attack +{attack}][, defense +{defense}][{magic|, a spell}][: {spell}]"
        "[{held|, kept for later}][{skipped|, of no use: put back}][: {effect}]"
    )
    stages = ("round",)
    layout = Layout(usual=("card", "attack", "defense", "magic"))
    unit: Annotated[str, Choice("fighters")]
    card: Annotated[Line, Choice("ai-cards", free=True)] | None = None
    attack: Annotated[Small | None, Printed(AiCard, by="card")] = None
    defense: Annotated[Small | None, Printed(AiCard, by="card")] = None
    magic: Annotated[bool | None, Printed(AiCard, by="card"), Field(title="casts a spell")] = None
    held: bool = Field(default=False, title="kept for later")
    skipped: bool = Field(default=False, title="put back: its spell has no target")
    effect: Remark = ""
    source: Source = ""
    spell: Annotated[str, Settled(), Choice("cards")] = ""

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        for _, unit in to_act(table) if combat.kind == "ai hero" and not all_drawn(table) else ():
            one = combat.fighters[unit]
            if one.side == NEUTRAL and one.unit != TOWER and not (one.drew and combat.at == unit):
                words = text("Draw an AI card for {unit}", unit=table.called("fighters", unit))
                draws = draws_ai_cards(table)
                must = draws or bool(ai_deck_of(table)) or any(table.ids("ai-cards"))
                needs = () if draws else ("card",)
                yield Offer(words, {"unit": unit}, required=must, opens_form=not draws, also_required=needs)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not self.card and all_drawn(table):
            yield AI_EMPTY()
        is_said = any(value is not None for value in (self.attack, self.defense, self.magic))
        if not is_said and (self.card or not draws_ai_cards(table)):
            yield SAY_AI_CARD()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        card = self.card or drawn_ai_card(table, chance)
        shown = AiCard.of(table, card or "")
        attack = self.attack if self.attack is not None else shown.attack
        defense = self.defense if self.defense is not None else shown.defense
        magic = shown.magic if self.magic is None else self.magic
        casts = magic and not (self.held or self.skipped)
        spell = self.spell or (drawn_ai_spell(table, chance) if casts else "")
        return self.copy_with(card=card, attack=attack, defense=defense, magic=magic, spell=spell)

    def apply(self, table: Heroes3) -> None:
        activate(table, self.unit)
        deck = ai_deck_of(table)
        if deck and self.card and self.card not in deck.seen and len(deck.seen) < deck.size:
            deck.seen.append(self.card)
        if table.combat and (self.card or deck):
            table.combat.ai_held = [card for card in table.combat.ai_held if card != self.card]
            if not self.skipped:
                (table.combat.ai_held if self.held else table.combat.ai_discard).append(self.card or "")
        one = fighter(table, self.unit)
        if one:
            one.drew = True
        if self.magic and not self.skipped:
            known = {"card": self.spell} if self.spell else {}
            table.agenda.put("ai-spell-cast", must=bool(self.spell), unit=self.unit, **known)
        if one and not (self.held or self.skipped):
            one.more_attack += self.attack or 0
            one.more_defense += self.defense or 0
