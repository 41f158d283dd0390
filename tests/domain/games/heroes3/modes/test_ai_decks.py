"""The AI decks of a scenario: their numbers, the cards that are drawn from them, and their spells (AI牌堆, p50)."""

from typing import Any

from companion.testing import given, refused, says, table
from domain.framework.kernel import ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.decks import KEPT_DECKS
from domain.games.heroes3.cards.searching import SearchBegun
from domain.games.heroes3.combat.ai import AiCardDrawn, all_drawn
from domain.games.heroes3.combat.announcing import CombatBegun
from domain.games.heroes3.combat.casting import AiSpellCast
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.striking import AttackMade
from domain.games.heroes3.modes.ai_decks import AiDeckBuilt
from domain.games.heroes3.modes.ai_heroes import AiHeroAttacked, AiHeroSetUp
from domain.games.heroes3.modes.campaign import CampaignAdvanced
from domain.games.heroes3.rounds import GameEnded
from domain.games.heroes3.setup.bonuses import StartingDeckBuilt
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp, StartTaken
from tests.domain.games.heroes3.combat.fights import CARDS, TRACKS, opening
from tests.domain.games.heroes3.opening import CASTLE


def ai_card(id_: str, **fields: Any) -> ContentAdded:
    return ContentAdded(kind="ai-cards", id=id_, fields={"en": id_.title(), **fields})


BOX = (
    ai_card("fury", kind="might", attack=2), ai_card("shove", kind="might", attack=1),
    ai_card("lore", kind="magic", magic=True), ai_card("craft", kind="skill", attack=0),
)  # fmt: skip
ROLAND, MUTARE = AiHeroSetUp(name="Roland", units=("wolves", "trolls")), AiHeroSetUp(name="Mutare", units=("giants",))
DECK = AiDeckBuilt(heroes=("Roland",), might_cards=1, magic_cards=0, skill_cards=0)


def setup(*after: Any, **fields: Any) -> Any:
    """The setup of a campaign scenario with two AI heroes."""
    known = {"mode": "campaign", "tracks": TRACKS, **fields}
    taken = FactionTaken(faction=CASTLE, player="Ann")
    return (GameSetUp(**known), *CARDS, taken, StartTaken(seat=CASTLE, units=("pikes",)), ROLAND, MUTARE, *after)


def met(*built: AiDeckBuilt, box: Any = BOX, decks: Any = KEPT_DECKS) -> Any:
    """Roland is attacked; wolves, which are fast, are next, then pikes, and trolls last."""
    return (
        *opening(*box, mode="campaign", decks=decks), ROLAND, *built, AiHeroAttacked(seat=CASTLE, name="Roland"),
        CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE), NeutralsDrawn(seat=CASTLE),
    )  # fmt: skip


# --- putting it together -----------------------------------------------------------------------


def test_the_setup_asks_for_the_deck_that_all_ai_heroes_share() -> None:
    """p50: decks of which the scenario does not say whose they are, are shared."""
    given(GAME, *setup()).then_must("Put the AI deck of Roland, Mutare together")
    shared = DECK.copy_with(heroes=("Roland", "Mutare"))
    given(GAME, *setup()).when(shared).then(
        table(**{"ai_heroes.Mutare.deck": "Roland", "ai_decks.Roland.might": 1})
    ).then_no_prompt(AiDeckBuilt)


def test_a_deck_of_one_ai_hero_leaves_the_others_without_one() -> None:
    given(GAME, *setup(DECK)).then_must("Put the AI deck of Mutare together")


def test_an_ai_hero_that_is_set_up_again_keeps_its_deck() -> None:
    given(GAME, *setup(DECK)).when(ROLAND).then(table(**{"ai_heroes.Roland.deck": "Roland"}))


def test_without_combats_no_ai_deck_is_asked_for() -> None:
    given(GAME, *setup(tracks=("towns",))).then_no_prompt(AiDeckBuilt)


def test_before_a_combat_without_an_ai_deck_it_may_be_put_together() -> None:
    fight = (*opening(mode="campaign"), ROLAND, AiHeroAttacked(seat=CASTLE, name="Roland"))
    given(GAME, *fight).then_prompts("Put the AI deck of Roland together")


def test_ai_decks_belong_to_solo_and_cooperative_games() -> None:
    given(GAME, *setup(mode="coop"), DECK)
    given(GAME, *setup(), GameSetUp(mode="clash", tracks=TRACKS)).when(DECK).then(refused("wrong-mode"))


def test_the_log_says_what_the_ai_has() -> None:
    built = DECK.copy_with(magic_cards=2, spells={"fireball": 1, "magic-arrow": 2}, skill="necromancy")
    given(GAME, *setup()).when(built).then(
        says(
            "The AI deck of Roland has 1 might, 2 magic and 0 skill cards; spells: Fireball 1, Magic Arrow 2; "
            "skill: Necromancy"
        ),
        table(**{"ai_decks.Roland.spells": ["fireball", "magic-arrow", "magic-arrow"],
                 "ai_heroes.Roland.skill": "necromancy"}),
    )  # fmt: skip


def test_the_only_copy_of_its_skill_leaves_a_players_deck_for_a_search_of_three() -> None:
    """p50: a skill card cannot be replaced."""
    cards = (*setup(tracks=(*TRACKS, "cards")), StartingDeckBuilt(seat=CASTLE, cards={"necromancy": 1, "attack": 8}))
    taken = DECK.copy_with(skill="necromancy", owner=CASTLE)
    given(GAME, *cards).when(taken).then(
        table(**{"seats.castle.cards": ["attack"] * 8, "removed": ["necromancy"]})
    ).then_prompts(SearchBegun(seat=CASTLE, deck="ability", count=3))
    given(GAME, *cards).when(taken.copy_with(skill="offense")).then(refused("not-held"))
    given(GAME, *cards).when(DECK.copy_with(owner=CASTLE)).then(refused("name-card", bendable=False))


def test_the_next_scenario_has_its_own_ai_decks() -> None:
    over = (*setup(DECK, DECK.copy_with(heroes=("Mutare",))), GameBegun(starting=CASTLE), GameEnded(winners=(CASTLE,)))
    given(GAME, *over).when(CampaignAdvanced(scenario="Second Steps")).then(table(ai_decks={}, ai_heroes={}))


# --- drawing from it ---------------------------------------------------------------------------


def test_the_deck_has_no_more_cards_than_were_taken_for_it() -> None:
    """p50: four cards are known; one might card was taken."""
    fight = met(DECK)
    given(GAME, *fight).when(AiCardDrawn(unit="wolves"), rolled=(["fury", "shove"], "shove")).then(
        table(**{"combat.fighters.wolves.more_attack": 1, "ai_decks.Roland.seen": ["shove"]})
    )
    once = (*fight, AiCardDrawn(unit="wolves"), AttackMade(seat=CASTLE, unit="wolves", target="pikes", damage=0))
    given(GAME, *once).then_no_prompt(AiCardDrawn)
    given(GAME, *once).when(AiCardDrawn(unit="trolls")).then(refused("ai-deck-empty"))


def test_a_card_that_was_seen_is_in_the_deck_again_in_the_next_combat() -> None:
    """p50: which might card was taken, is decided when it is first drawn."""
    spec = given(GAME, *met(DECK))
    spec.play.campaign.table.ai_decks["Roland"].seen = ["shove"]
    spec.when(AiCardDrawn(unit="wolves")).then(AiCardDrawn(unit="wolves", card="shove", attack=1, defense=None,
                                                           magic=False))  # fmt: skip


def test_a_deck_of_unknown_cards_asks_for_the_card_and_counts_it() -> None:
    fight = met(DECK.copy_with(might_cards=2), decks=(), box=())
    spec = given(GAME, *fight).then_must(AiCardDrawn(unit="wolves"))
    spec.when(AiCardDrawn(unit="wolves")).then(refused("say-ai-card", bendable=False))
    named = AiCardDrawn(unit="wolves", card="Fury", attack=3)
    given(GAME, *fight).when(named).then(
        table(**{"ai_decks.Roland.seen": ["Fury"], "typed.ai-cards.Fury.attack": 3, "combat.ai_discard": ["Fury"]})
    )
    nameless = given(GAME, *fight).when(AiCardDrawn(unit="wolves", attack=1))
    nameless.then(table(**{"combat.ai_discard": [""], "ai_decks.Roland.seen": []}))
    there = nameless.play.campaign.table
    there.combat.ai_discard.append("Fury")
    assert all_drawn(there)


def test_too_few_known_cards_of_a_kind_are_not_drawn_from() -> None:
    """Unknown is not none: of three might cards two are known."""
    given(GAME, *met(DECK.copy_with(might_cards=3))).when(AiCardDrawn(unit="wolves")).then(refused("say-ai-card"))


# --- the AI spell deck -------------------------------------------------------------------------

CASTER = DECK.copy_with(might_cards=0, magic_cards=1, spells={"cure": 1, "haste": 1})


def test_the_next_spell_of_a_kept_deck_is_drawn_with_the_magic_card() -> None:
    drawn = given(GAME, *met(CASTER)).when(AiCardDrawn(unit="wolves"), rolled=(["lore"], "lore", "haste"))
    drawn.then(says("Wolves drew Lore, a spell: Haste")).then_must(AiSpellCast(unit="wolves", card="haste"))


def test_the_spell_of_a_deck_on_the_table_is_asked_for() -> None:
    given(GAME, *met(CASTER, decks=()), AiCardDrawn(unit="wolves", card="lore")).then_prompts(
        "Wolves casts the next AI spell"
    )


def test_spells_are_drawn_once_until_all_were_cast() -> None:
    """p50: the discard pile of the spells becomes the new deck."""
    spec = given(GAME, *met(CASTER))
    combat = spec.play.campaign.table.combat
    AiSpellCast(unit="wolves", card="haste").apply(spec.play.campaign.table)
    assert combat.ai_spells == ["haste"]
    spec.when(AiCardDrawn(unit="wolves")).then(says("Wolves drew Lore, a spell: Cure"))
    for card in ("cure", "haste"):
        AiSpellCast(unit="wolves", card=card).apply(spec.play.campaign.table)
    assert combat.ai_spells == ["haste"], "the first two were shuffled before the third"
