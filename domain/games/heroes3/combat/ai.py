"""The AI in combats: the targets of its units, and the cards it draws (AI规则, p48)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.decks import Deck
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Line, Remark
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
from domain.games.heroes3.state.kinds import TOWER, AiCard, Small
from domain.games.heroes3.state.table import Heroes3

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


def draws_ai_cards(table: Heroes3) -> bool:
    """Whether the app draws the AI cards: the table keeps them in it, and all are known."""
    known = [AiCard.of(table, id_) for id_ in table.ids("ai-cards")]
    return is_kept(table, AI_DECK) and bool(known) and all(map(is_described, known))


def all_drawn(table: Heroes3) -> bool:
    """Whether the AI deck is empty; unknown unless the app draws from it."""
    known, combat = list(table.ids("ai-cards")), combat_of(table)
    return draws_ai_cards(table) and len(combat.ai_discard) + len(combat.ai_held) >= len(known)


class AiCardDrawn(CombatEvent):
    """Draws a card for a unit of an AI hero before its move, while there are any.

    A useless card is kept or put back (p50).
    """

    title = "Draw an AI card"
    help_text = "A unit of an AI hero draws a card before it moves; what it adds counts for its attack or defense."
    sentence = (
        "{unit} drew {card}[: attack +{attack}][, defense +{defense}][{magic|, a spell}][{held|, kept for later}]"
        "[{skipped|, of no use: put back}][: {effect}]"
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

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        for _, unit in to_act(table) if combat.kind == "ai hero" and not all_drawn(table) else ():
            one = combat.fighters[unit]
            if one.side == NEUTRAL and one.unit != TOWER and not (one.drew and combat.at == unit):
                words = text("Draw an AI card for {unit}", unit=table.called("fighters", unit))
                draws = draws_ai_cards(table)
                must = draws or any(table.ids("ai-cards"))
                needs = () if draws else ("card",)
                yield Offer(words, {"unit": unit}, required=must, opens_form=not draws, also_required=needs)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not self.card and all_drawn(table):
            yield AI_EMPTY()
        is_said = any(value is not None for value in (self.attack, self.defense, self.magic))
        if not is_said and (self.card or not draws_ai_cards(table)):
            yield SAY_AI_CARD()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        combat = combat_of(table)
        deck = Deck(list(table.ids("ai-cards")), held=[*combat.ai_discard, *combat.ai_held])
        drawn = deck.draw(1, chance).cards if not self.card and draws_ai_cards(table) else ()
        card = self.card or next(iter(drawn), None)
        shown = AiCard.of(table, card or "")
        attack = self.attack if self.attack is not None else shown.attack
        defense = self.defense if self.defense is not None else shown.defense
        magic = shown.magic if self.magic is None else self.magic
        return self.copy_with(card=card, attack=attack, defense=defense, magic=magic)

    def apply(self, table: Heroes3) -> None:
        activate(table, self.unit)
        if table.combat and self.card:
            table.combat.ai_held = [card for card in table.combat.ai_held if card != self.card]
            if not self.skipped:
                (table.combat.ai_held if self.held else table.combat.ai_discard).append(self.card)
        one = fighter(table, self.unit)
        if one:
            one.drew = True
        if self.magic and not self.skipped:
            table.agenda.put("ai-spell-cast", must=False, unit=self.unit)
        if one and not (self.held or self.skipped):
            one.more_attack += self.attack or 0
            one.more_defense += self.defense or 0
