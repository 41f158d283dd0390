"""The sheets: save sheets of a dungeon, one for each hero, the party, the campaign log, and the summary."""

from collections.abc import Iterator, Sequence

from domain.framework.table import join_path
from domain.framework.text import spaced_words, text
from domain.framework.views.sheet import Beside, Block, Box, Cell, Fact, Facts, Grid, Said, Sheet, Track, Tracks
from domain.games.odalin.campaign.saves import POSITIONS
from domain.games.odalin.display.records import save_sheets, summary_sheet
from domain.games.odalin.display.written import dial, listed, sheet_of
from domain.games.odalin.heroes.cards import half_of_hero
from domain.games.odalin.heroes.dice import bonus_of
from domain.games.odalin.state.hero import MOST_DIAL, MOST_TAINTS, Adding, Hero, Sleeve
from domain.games.odalin.state.kinds import HIGHEST_LEVEL, ClassToken
from domain.games.odalin.state.table import MOST_POWER, Odalin


def sheets(table: Odalin) -> Sequence[Sheet]:
    """All sheets; those of a dungeon come first, because they are needed to resume."""
    heroes = (hero_sheet(table, id_) for id_ in table.heroes)
    return [*save_sheets(table), *heroes, party_sheet(table), campaign_sheet(table), *summary_sheet(table)]


def _other_notes(table: Odalin) -> list[str]:
    """The subjects of notes that are on no hero's sheet and on no combat sheet."""
    return [about for about in table.notes if about not in table.heroes and about != POSITIONS]


def notes_about(table: Odalin, about: Sequence[str]) -> Grid:
    """The notes about some subjects."""
    found = [[note] for one in about for note in table.notes.get(one, ())]
    return Grid(text("Notes"), (text("Note"),), found)


# === The campaign log: the progress of the story, and permanent records ==========================


def campaign_sheet(table: Odalin) -> Sheet:
    blocks = (
        Facts(text("Campaign"), list(_campaign_facts(table))),
        Facts(text("Once and for all"), list(_lasting_facts(table))),
        Grid(
            text("How this table rules"), (text("Ruling"),), [[table.called("rulings", one)] for one in table.rulings]
        ),
    )
    return sheet_of("campaign", text("Campaign log"), blocks)


def _campaign_facts(table: Odalin) -> Iterator[Fact]:
    """The settings of the campaign, and its progress."""
    yield Fact(text("Party"), table.party_name, path="party_name")
    yield Fact(text("Heroes"), listed(_pair(table, id_) for id_ in table.heroes))
    yield Fact(text("Difficulty"), table.called("difficulties", table.difficulty), path="difficulty")
    yield Fact(text("Mode"), spaced_words(table.mode) if table.mode != "campaign" else None, path="mode")
    yield Fact(text("Players"), table.players or None, path="players")
    yield Fact(text("Track"), spaced_words(table.system), path="system")
    yield Fact(text("Amulets of Power"), len(table.amulets) or None, path="amulets")
    yield Fact(text("Team level"), table.level, HIGHEST_LEVEL, path="level")
    yield Fact(text("Act"), table.act if table.act > 1 else None, path="act")
    yield Fact(text("Chapter"), table.chapter_no, path="chapter_no")
    yield Fact(text("Section"), table.section, path="section")
    yield Fact(text("Next entry"), table.next_entry, path="entry")
    yield Fact(text("Entry read last"), table.read if table.read != table.room else None, path="read")
    yield Fact(text("Phase"), table.steps[table.phase], path="phase")
    yield Fact(text("Last campfire"), table.campfire, path="campfire")
    yield Fact(text("Days lost"), table.days_lost or None, path="days_lost")
    yield Fact(text("Outcome"), table.outcome, path="outcome")


def _pair(table: Odalin, id_: str) -> object:
    """A hero with its Demon Lord."""
    lord = table.heroes[id_].demon_lord
    named = table.called("demon-lords", lord) if lord else ""
    return text("{hero}[ ({lord})]", hero=table.called("heroes", id_), lord=named)


def _lasting_facts(table: Odalin) -> Iterator[Fact]:
    """Records that occur once in a campaign, and components that are gone for good."""
    yield Fact(text("Bosses defeated"), listed(table.called("villains", one) for one in table.bosses))
    yield Fact(text("Rare villains defeated"), listed(table.called("villains", one) for one in table.rares))
    yield Fact(text("Taken from mystery boxes"), listed(table.mystery_items))
    yield Fact(text("Hell Rifts closed"), listed(table.rifts_closed))
    yield Fact(text("Removed from the game"), listed(table.removed))


# === The party: shared possessions, quests and decisions =========================================


def party_sheet(table: Odalin) -> Sheet:
    quests = [
        [table.called("quests", id_), quest.objective, quest.note, spaced_words(quest.status), quest.rewards]
        for id_, quest in table.quests.items()
    ]
    heads = (text("Quest"), text("Objective"), text("Note"), text("State"), text("Rewards"))
    decisions = [[one.entry, one.choice, one.consequences] for one in table.decisions]
    decided = (text("Entry"), text("Decision"), text("Consequences"))
    blocks = (
        Tracks("", [list(_party_tracks(table))]),
        Facts(text("Held together"), list(_party_facts(table))),
        Grid(text("Quests"), heads, quests),
        Grid(text("Decisions"), decided, decisions),
        notes_about(table, _other_notes(table)),
    )
    return sheet_of("party", table.party_name or text("Party"), blocks)


def _party_tracks(table: Odalin) -> Iterator[Track]:
    yield dial(text("Purified relics"), table.relics, table.most_relics, "relics")
    if table.tracks("power") and table.system == "power track":
        yield dial(text("Power"), table.power, MOST_POWER, "power")


def _party_facts(table: Odalin) -> Iterator[Fact]:
    if table.tracks("power") and table.system == "balance track":
        side = text("order") if table.balance > 0 else text("chaos")
        leans = text("{number} to {side}", number=abs(table.balance), side=side) if table.balance else text("even")
        yield Fact(text("Balance"), leans, path="balance")
    yield Fact(text("Corrupted relics"), table.corrupted_relics or None, path="corrupted_relics")
    yield Fact(text("Special items"), listed(table.called("special-items", one) for one in table.special_items))
    yield Fact(text("Stash"), listed(table.called("equipment", one) for one in table.stash))
    yield Fact(text("Loot to give out"), listed(table.called("equipment", one) for one in table.loot))
    yield Fact(text("To choose from"), listed(table.called("equipment", one) for one in table.choosing))
    yield Fact(text("Consumables to give out"), listed(table.called("consumables", one) for one in table.found))
    yield Fact(text("Facts"), listed(table.called("facts", one) for one in table.facts))


# === One sheet for each hero: dials and stats, the twelve sleeves, and equipment =================


def hero_sheet(table: Odalin, id_: str) -> Sheet:
    hero, at = table.heroes[id_], ("heroes", id_)
    blocks = (
        Facts("", list(_identity_facts(table, id_))),
        Tracks("", [[
            dial(text("Hit points"), hero.hp, hero.most, *at, "hp"),
            dial(text("Soul"), hero.soul, MOST_DIAL, *at, "soul"),
            dial(text("Corruption"), hero.corruption, MOST_DIAL, *at, "corruption"),
            dial(text("Tainted action points"), hero.tainted, MOST_TAINTS, *at, "tainted"),
        ]]),
        _stat_grid(table, hero),
        *_sleeve_blocks(table, id_),
        Grid(text("Equipment"), EQUIPMENT_HEADS, list(_worn_rows(table, id_))),
        Facts(text("Carried"), list(_carried_facts(table, id_))),
        notes_about(table, (id_,)),
    )  # fmt: skip
    return sheet_of(f"hero-{id_}", table.called("heroes", id_), blocks, seat=id_)


def _identity_facts(table: Odalin, id_: str) -> Iterator[Fact]:
    hero, at = table.heroes[id_], ("heroes", id_)
    named = table.called("classes", hero.hero_class) if hero.hero_class else None
    yield Fact(text("Class"), named, path=join_path((*at, "hero_class")))
    lord = table.called("demon-lords", hero.demon_lord) if hero.demon_lord else None
    yield Fact(text("Demon Lord"), lord, path=join_path((*at, "demon_lord")))
    yield Fact(text("Base soul"), None if hero.soul_unsaid else hero.base_soul, path=join_path((*at, "base_soul")))
    yield Fact(
        text("Kind of hero"), text("simplified") if hero.simplified else None, path=join_path((*at, "simplified"))
    )
    yield Fact(
        text("State"), spaced_words(hero.status) if hero.status != "active" else None, path=join_path((*at, "status"))
    )
    form = text("demonic, {turns|turn|turns} left", turns=hero.form_turns) if hero.form == "demon" else None
    yield Fact(text("Form"), form, path=join_path((*at, "form")))


def _stat_grid(table: Odalin, hero: Hero) -> Grid:
    """The stats with equipment, the tile's values below if they differ, and their bonuses."""
    told = {*hero.stats, *hero.bonuses, *(stat for one in hero.adding() for stat in one.stats)}
    stats = [stat for stat in table.ids("stats") if stat in told]
    values = [hero.stat(stat) for stat in stats]
    whole: list[Cell] = [text("unknown") if value is None else value for value in values]
    own = [hero.stats.get(stat) for stat in stats]
    tile: list[Cell] = [one if one != value else None for one, value in zip(own, values, strict=True)]
    known = [bonus_of(table, hero, stat) for stat in stats]
    bonus: list[Cell] = [text("unknown") if one is None else one for one in known]
    rows = [(text("Value"), whole), (text("On the tile"), tile), (text("Bonus"), bonus)]
    heads = [text("Stats"), *(table.called("stats", stat) for stat in stats)]
    return Grid("", heads, [[name, *values] for name, values in rows if any(value is not None for value in values)])


SLEEVE_HEADS: Sequence[Said] = (text("No."), text("Upper half"), text("Lower half"), text("Level"))


def _sleeve_blocks(table: Odalin, id_: str) -> Iterator[Block]:
    """The sleeves in two columns of six; a column is omitted if none of its cards is known."""
    hero = table.heroes[id_]
    if any(sleeve.hero_card or sleeve.demon_card or _is_flipped(sleeve) for sleeve in hero.sleeves.values()):
        kept = len(SLEEVE_HEADS) if any(sleeve.level for sleeve in hero.sleeves.values()) else len(SLEEVE_HEADS) - 1
        rows = [_sleeve_row(table, id_, sleeve)[:kept] for sleeve in hero.sleeves]
        half = (len(rows) + 1) // 2
        known = (part for part in (rows[:half], rows[half:]) if any(cell for row in part for cell in row[1:]))
        columns = [Grid("", SLEEVE_HEADS[:kept], part) for part in known]
        yield Beside(text("Action cards"), columns)


def _is_flipped(sleeve: Sleeve) -> bool:
    return sleeve.flipped_upper or sleeve.flipped_lower


def _sleeve_row(table: Odalin, hero: str, id_: str) -> list[Cell]:
    """A sleeve; while it is unknown which half is the demon's, its hero card stands first, and both have a mark."""
    sleeve, own = table.heroes[hero].sleeves[id_], half_of_hero(table, hero, id_)
    hers, demons = (sleeve.hero_card, "?" if own is None else ""), (sleeve.demon_card, text("demon") if own else "?")
    halves = (demons, hers) if own == "lower" else (hers, demons)
    upper = _half(table, *halves[0], flipped=sleeve.flipped_upper)
    lower = _half(table, *halves[1], flipped=sleeve.flipped_lower)
    return [id_.rpartition(" ")[2], upper, lower, sleeve.level or None]


def _half(table: Odalin, card: str, whose: Said, *, flipped: bool) -> Said:
    """A half of a sleeve: its card, whether it is the demon's, and whether it is flipped."""
    marks = tuple(
        word for word in ("" if whose == "?" and not card else whose, text("flipped") if flipped else "") if word
    )
    if not card:
        return text("({marks})", marks=marks) if flipped else None
    named = table.called("action-cards", card)
    return text("{card} ({marks})", card=named, marks=marks) if marks else named


EQUIPMENT_HEADS: Sequence[Said] = (text("Item"), text("Slot"), text("Its bonus"), text("In cooldown"))


def _worn_rows(table: Odalin, id_: str) -> Iterator[list[Cell]]:
    """The worn equipment, each item with its cooldown, then the set bonuses."""
    hero = table.heroes[id_]
    for item, worn in hero.worn.items():
        cooldown = Box("", worn.cooldown, join_path(("heroes", id_, "worn", item, "cooldown")))
        yield [
            table.called("equipment", item),
            spaced_words(worn.slot) if worn.slot else None,
            _adds(table, worn),
            cooldown,
        ]
    for name, bonus in hero.set_bonuses.items():
        adds = listed(part for part in (_adds(table, bonus), bonus.effect) if part)
        yield [name, text("set"), adds, None]


def _adds(table: Odalin, worn: Adding) -> Said:
    """The bonuses of an item: stats, hit points, dice."""
    stats = (text("{stat} +{value}", stat=table.called("stats", one), value=n) for one, n in worn.stats.items() if n)
    hp = [text("{hp|hit point|hit points}", hp=worn.hp)] if worn.hp else []
    dice = (text("{count} {die}", die=table.called("dice", one), count=n) for one, n in worn.dice.items() if n)
    return listed([*stats, *hp, *dice])


def _carried_facts(table: Odalin, id_: str) -> Iterator[Fact]:
    """The consumables, and the tokens of the class."""
    hero = table.heroes[id_]
    consumables = (table.called("consumables", one) for one in hero.consumables)
    yield Fact(text("Consumables"), listed(consumables), path=join_path(("heroes", id_, "consumables")))
    for token, count in hero.tokens.items():
        most = ClassToken.of(table, token).most or None
        yield Fact(
            table.called("class-tokens", token), count or None, most, join_path(("heroes", id_, "tokens", token))
        )
