"""Names of what is no content: statuses, forms, resources, numbers on cards, keywords."""

from collections.abc import Mapping

from domain.language.text import Term, Text, text

STATUS_NAMES: Mapping[str, Term] = {
    "stunned": Term("Stunned", "击晕"),
    "confused": Term("Confused", "困惑"),
    "tough": Term("Tough", "不屈"),
}
RESOURCE_NAMES: Mapping[str, Term] = {
    "energy": Term("Energy", "能量"),
    "mental": Term("Mental", "意志"),
    "physical": Term("Physical", "格斗"),
    "wild": Term("Wild", "万用"),
}
KEYWORD_NAMES: Mapping[str, Term] = {
    "guard": Term("Guard", "守护"),
    "overkill": Term("Overkill", "贯穿"),
    "patrol": Term("Patrol", "巡逻"),
    "peril": Term("Peril", "困境"),
    "piercing": Term("Piercing", "穿刺"),
    "quickstrike": Term("Quickstrike", "迅击"),
    "restricted": Term("Restricted", "受限"),
    "surge": Term("Surge", "涌动"),
    "toughness": Term("Toughness", "坚韧"),
}
NUMBER_NAMES: Mapping[str, Term | Text] = {
    "attack": Term("ATK", "攻击"),
    "thwart": Term("THW", "化解"),
    "defense": Term("DEF", "防御"),
    "recover": Term("REC", "恢复"),
    "scheme": Term("SCH", "密谋值"),
    "health": Term("Hit points", "生命值"),
    "hand": Term("Hand size", "手牌上限"),
    "alter_hand": text("Hand size of the alter-ego"),
    "retaliate": Term("Retaliate", "反击"),
    "attack_damage": text("Consequential damage of an attack"),
    "thwart_damage": text("Consequential damage of a thwart"),
    "attack_bonus": text("ATK of whom it is attached to"),
    "scheme_bonus": text("SCH of whom it is attached to"),
    "health_bonus": text("Hit points of whom it is attached to"),
    "ally_limit": text("Allies more for its player"),
    "crisis": Term("Crisis icons", "危机图示"),
    "acceleration": Term("Acceleration icons", "加速图示"),
    "hazard": Term("Hazard icons", "凶险图示"),
    "amplify": Term("Amplify icons", "增幅图示"),
}
"""Numbers that stand on cards in play; a power that is dashed is not among those of its card."""
ICONS = ("crisis", "acceleration", "hazard", "amplify")
"""The numbers among them that are icons, which count wherever their card lies."""
PERIOD_NAMES: Mapping[str, Term | Text] = {
    "attack": Term("attack", "攻击"),
    "activation": Term("activation", "发动"),
    "turn": Term("turn", "回合"),
    "phase": Term("phase", "阶段"),
    "round": Term("round", "一轮"),
    "event": text("event"),
    "game": Term("game", "本局游戏"),
}
FORM_NAMES: Mapping[str, Term] = {
    "hero": Term("Hero form", "英雄身份"),
    "alter-ego": Term("Alter-ego form", "第二身份"),
}
OCCURRENCE_NAMES: Mapping[str, Text] = {
    "enemy attack": text("an enemy attacks"),
    "enemy scheme": text("an enemy schemes"),
    "damage": text("damage is dealt"),
    "defeat": text("somebody is defeated"),
    "threat": text("threat is placed"),
    "side scheme": text("a side scheme is defeated"),
    "stage": text("a stage is over"),
    "hero attack": text("a hero or an ally attacks"),
    "thwart": text("a hero or an ally thwarts"),
    "card played": text("a card is played"),
    "entering": text("a card enters play"),
    "reveal": text("an encounter card is revealed"),
    "form": text("somebody changes form"),
    "turn": text("a turn is over"),
    "phase": text("a phase is over"),
    "round": text("a round is over"),
}
"""What happens that abilities may answer."""
SETUP_STEP_NAMES: Mapping[str, Term | Text] = {
    "first player": text("Who begins"),
    "obligations": text("Obligations set aside"),
    "nemesis sets": text("Nemesis sets set aside"),
    "decks": text("Player decks"),
    "tokens": text("Tokens and status cards at hand"),
    "scenario": Term("Scenario", "剧本"),
    "encounter deck": Term("Encounter deck", "遭遇牌库"),
    "side A": text("Side A of the main scheme carried out"),
    "side B": text("Main scheme turned to side B"),
    "shuffle": text("Encounter deck shuffled with the obligations"),
    "starting hands": text("Starting hands"),
    "characters": text("Setup abilities of the identities"),
}
"""The steps of the setup (附录II), in their order; hit points are set with the hero and with the scenario."""
