"""Records on paper: the end of a game, the campaign log, and the decks."""

from collections.abc import Iterator, Mapping, Sequence

from domain.framework.table import join_path
from domain.framework.text import Term, Text, spaced_words, text
from domain.framework.views.sheet import Block, Box, Cell, Fact, Facts, Grid, Said, Sheet, Word, Words
from domain.games.champions.setup.decks import deck_of, wrong_with
from domain.games.champions.state.kinds import RESOURCE_NAMES, Resource
from domain.games.champions.state.parts import PastGame
from domain.games.champions.state.table import Champions, Linked, LogWord, Planned, Seat

# === The end of a game on paper, and all games played: results, reasons, and the deeds of each hero


def summary_sheets(table: Champions) -> Iterator[Sheet]:
    """The last game until another one begins, and all games once there are several."""
    if table.games and table.step == "over":
        yield Sheet("summary", text("The end of the game"), list(ending_blocks(table, table.games[-1])))
    if len(table.games) > 1:
        yield Sheet("games", text("Games played"), list(games_blocks(table)))


def ending_blocks(table: Champions, game: PastGame) -> Iterator[Block]:
    at = f"games.{len(table.games) - 1}"
    facts = [
        Fact(text("Scenario"), table.called("scenarios", game.scenario), path=f"{at}.scenario"),
        Fact(text("Mode"), spaced_words(game.mode), path=f"{at}.mode"),
        Fact(text("Result"), spaced_words(game.result), path=f"{at}.result"),
        *([Fact(text("Reason"), spaced_words(game.reason), path=f"{at}.reason")] if game.reason else []),
        Fact(text("Rounds"), game.rounds, path=f"{at}.rounds"),
        Fact(text("Players"), len(game.heroes)),
    ]
    if game.heroic:
        facts.append(Fact(text("Heroic level"), game.heroic, path=f"{at}.heroic"))
    if game.skirmish:
        facts.append(Fact(text("Skirmish"), text("a single stage"), path=f"{at}.skirmish"))
    if game.session:
        facts.append(Fact(text("Session"), game.session, path=f"{at}.session"))
    if game.modular:
        facts.append(Fact(text("Modular sets"), modular_sets(table, game.modular), path=f"{at}.modular"))
    yield Facts(text("How it ended"), facts)
    yield Facts(text("The other side"), list(other_side(game, at)))
    deeds = deeds_recorded([game])
    heads = (text("Hero"), text("Aspect"), *deeds.values(), text("Out of the game"))
    yield Grid(text("Heroes"), heads, [hero_row(table, id_, game, [*deeds]) for id_ in game.heroes])


def other_side(game: PastGame, at: str) -> Iterator[Fact]:
    """The progress of the villain and the scheme, and the defeated cards."""
    yield Fact(text("Stage of the villain"), game.villain_stage, path=f"{at}.villain_stage")
    yield Fact(text("Stage of the main scheme"), game.scheme_stage, path=f"{at}.scheme_stage")
    yield Fact(text("Threat in the end"), game.threat, path=f"{at}.threat")
    if game.placed:
        yield Fact(text("Threat placed"), game.placed, path=f"{at}.placed")
    if game.activations:
        yield Fact(text("Activations of enemies"), game.activations, path=f"{at}.activations")
    yield Fact(text("Acceleration tokens"), game.tokens, path=f"{at}.tokens")
    yield Fact(text("Times the encounter deck ran out"), game.reshuffles, path=f"{at}.reshuffles")
    yield Fact(text("Encounter cards for hazard icons"), game.hazards, path=f"{at}.hazards")
    for type_, count in game.defeated.items():
        yield Fact(text("Defeated: {type}", type=spaced_words(type_)), count)


DEEDS: Mapping[str, Text] = {
    "dealt": text("Damage dealt"),
    "taken": text("Damage taken"),
    "removed": text("Threat removed"),
    "played": text("Cards played"),
    "forms": text("Changes of form"),
}
"""The results of a hero, with their headings."""


def deeds_recorded(games: Sequence[PastGame], names: Sequence[str] = tuple(DEEDS)) -> Mapping[str, Text]:
    """The results that were recorded with a hero's name; of the others a 0 would say what no one said."""
    tallies = [did for game in games for did in game.heroes.values()]
    return {name: DEEDS[name] for name in names if any(getattr(did, name) for did in tallies)}


def hero_row(table: Champions, id_: str, game: PastGame, deeds: Sequence[str]) -> list[Cell]:
    """The results of a hero, as far as they were recorded with the hero's name."""
    did, aspect = game.heroes[id_], game.aspects.get(id_, "")
    numbers = [getattr(did, name) for name in deeds]
    named = table.called("classes", aspect) if aspect else ""
    return [table.called("identities", id_), named, *numbers, Box("", id_ in game.out)]


def modular_sets(table: Champions, names: Sequence[str]) -> Text:
    """The names of modular sets; a set that was shuffled in unseen has none until it is known."""
    unseen = text("unseen")
    return text("{sets}", sets=tuple(table.called("encounter-sets", one) if one else unseen for one in names))


def games_blocks(table: Champions) -> Iterator[Block]:
    """A line for each game, then a line for each hero."""
    heads = (text("No."), text("Scenario"), text("Mode"), text("Heroes"), text("Result"), text("Rounds"))
    yield Grid(text("Games"), heads, [game_row(table, number) for number in range(1, len(table.games) + 1)])
    deeds = deeds_recorded(table.games, ("dealt", "removed"))
    columns = (text("Hero"), text("Games"), text("Won"), *deeds.values())
    yield Grid(text("Heroes"), columns, [hero_record_row(table, id_, [*deeds]) for id_ in heroes_played(table)])


def game_row(table: Champions, number: int) -> list[Cell]:
    game = table.games[number - 1]
    heroes = tuple(table.called("identities", id_) for id_ in game.heroes)
    return [
        number,
        table.called("scenarios", game.scenario),
        spaced_words(game.mode),
        text("{heroes}", heroes=heroes),
        spaced_words(game.result),
        game.rounds,
    ]


def hero_record_row(table: Champions, id_: str, deeds: Sequence[str]) -> list[Cell]:
    """The results of a hero over all games."""
    games = [game for game in table.games if id_ in game.heroes]
    won = sum(game.result == "won" for game in games)
    numbers = [sum(getattr(game.heroes[id_], name) for game in games) for name in deeds]
    return [table.called("identities", id_), len(games), won, *numbers]


def heroes_played(table: Champions) -> list[str]:
    """The heroes played, in the order of their first game."""
    return list(dict.fromkeys(id_ for game in table.games for id_ in game.heroes))


# === The campaign log sheet: scenarios with their results, the log, counters, and carry-over =====

TITLE = Term("Campaign log", "战役记录")
MOST_STROKES = 20
"""The most strokes that are drawn; 0 and larger values are written as a number."""


def campaign_sheet(table: Champions) -> Iterator[Sheet]:
    """The sheet of the campaign, if it is tracked and not empty."""
    if table.tracks("campaign") and (table.campaign.slots or table.campaign.name):
        yield Sheet("campaign", TITLE, list(campaign_blocks(table, table.campaign)))


def campaign_blocks(table: Champions, campaign: Linked) -> Iterator[Block]:
    if head := list(campaign_facts(table, campaign)):
        yield Facts(text("Campaign"), head)
    heads = (text("No."), text("Scenario"), text("Mode"), text("Attempts"), text("Result"), text("Rounds"))
    rows = [slot_row(table, number, slot) for number, slot in enumerate(campaign.slots, 1)]
    yield Grid(text("Scenarios"), heads, rows)
    if words := list(log_words(campaign)):
        yield Words(text("Campaign log"), words)
    lines: list[list[Cell]] = [
        [word, written_beside(word, noted)] for word, noted in campaign.words.items() if noted.line
    ]
    if lines:
        yield Grid(text("Campaign log, line by line"), (text("Word"), text("The remark next to it")), lines)
    if campaign.counters:
        counts = [
            Fact(name, count, path=join_path(("campaign", "counters", name)))
            for name, count in campaign.counters.items()
        ]
        yield Facts(text("Counters"), counts)
    if campaign.carried:
        columns = (text("Hero"), text("Hit points left"), text("Cards earned"), text("Remark"))
        yield Grid(text("Carried over"), columns, [list(carried_cells(table, id_)) for id_ in campaign.carried])
    if campaign.removed:
        gone = [[table.called("cards", card)] for card in campaign.removed]
        yield Grid(text("Removed from the campaign"), (text("Card"),), gone)


def written_beside(word: str, noted: LogWord) -> Fact:
    """The line next to an entry of the log."""
    return Fact("", noted.line, path=join_path(("campaign", "words", word, "line")))


def campaign_facts(table: Champions, campaign: Linked) -> Iterator[Fact]:
    """The name and the state of the campaign."""
    if campaign.name:
        yield Fact(text("Campaign"), table.called("campaigns", campaign.name), path="campaign.name")
    if campaign.expert:
        yield Fact(text("Mode"), text("expert"), path="campaign.expert")
    if campaign.over:
        yield Fact(text("State"), text("over"), path="campaign.over")


def log_words(campaign: Linked) -> Iterator[Word]:
    """The entries of the log, with their values."""
    for word, noted in campaign.words.items():
        worth, path = noted.value, join_path(("campaign", "words", word))
        if worth is None or 0 < worth <= MOST_STROKES:
            yield Word(word, worth or 0, noted.struck, path)
        else:
            yield Word(f"{word} {worth}", 0, noted.struck, path)


def slot_row(table: Champions, number: int, slot: Planned) -> list[Cell]:
    """A scenario: its number with a mark if it is current, its result, and the rounds of its last game."""
    at = ("campaign", "slots", str(number - 1))
    games = [game for game in table.games if game.slot == number]
    here: Said = text("{number} ▸", number=number) if number == table.campaign.at else number
    return [
        here,
        Fact("", table.called("scenarios", slot.scenario), path=join_path((*at, "scenario"))),
        spaced_words(slot.mode),
        Fact("", slot.attempts, path=join_path((*at, "attempts"))),
        Fact("", spaced_words(slot.status), path=join_path((*at, "status"))),
        games[-1].rounds if games else "",
    ]


def carried_cells(table: Champions, id_: str) -> Iterator[Cell]:
    """The carry-over of a hero."""
    carried = table.campaign.carried[id_]
    at = ("campaign", "carried", id_)
    yield table.called("identities", id_)
    yield Fact("", carried.left, path=join_path((*at, "left")))
    earned = tuple(table.called("cards", card) for card in carried.earned)
    yield Fact("", text("{cards}", cards=earned) if earned else "")
    yield carried.remark


# === The deck sheet: the cards of a list by class, and the violations of deck building ===========


def deck_sheets(table: Champions) -> Iterator[Sheet]:
    """A sheet for each seat with a deck list."""
    for id_, seat in table.seats.items():
        if seat.list_:
            title = text("{hero}: deck", hero=table.called("identities", id_))
            yield Sheet(f"deck-{id_}", title, list(deck_blocks(table, id_, seat)), seat=id_)


def deck_blocks(table: Champions, id_: str, seat: Seat) -> Iterator[Block]:
    facts = [
        Fact(text("Identity"), table.called("identities", id_)),
        Fact(text("Cards"), sum(seat.list_.values()), path=join_path(("seats", id_, "list_"))),
    ]
    if seat.aspect:
        aspect = table.called("classes", seat.aspect)
        facts.insert(1, Fact(text("Aspect"), aspect, path=join_path(("seats", id_, "aspect"))))
    yield Facts(Term("Deck", "牌库"), facts)
    heads = (text("Copies"), text("Card"), text("Class"), text("Type"), text("Cost"), text("Resources"))
    yield Grid(text("Cards"), heads, list(deck_rows(table, id_, seat)))
    wrong = [reason.text for reason in table.held(wrong_with(table, id_, seat.list_, seat.aspect))]
    if wrong:
        yield Grid(text("Not by the rules"), (text("What"),), [[one] for one in wrong])


def deck_rows(table: Champions, id_: str, seat: Seat) -> Iterator[Sequence[Cell]]:
    """The cards of a deck, by class in the order of the pack."""
    order = list(table.ids("classes"))
    entries = deck_of(table, id_, seat.list_, seat.aspect).cards

    def place(number: int) -> tuple[int, int]:
        class_ = entries[number].sheet.classification
        return (order.index(class_) if class_ in order else len(order), number)

    for number in sorted(range(len(entries)), key=place):
        entry = entries[number]
        sheet = entry.sheet
        yield [
            Fact("", entry.copies, path=join_path(("seats", id_, "list_", entry.id))),
            entry.name,
            table.called("classes", sheet.classification) if sheet.classification else "",
            spaced_words(sheet.type) if sheet.type else "",
            sheet.cost,
            _resources_of_card(sheet.resources),
        ]


def _resources_of_card(resources: Mapping[Resource, int]) -> Said:
    """The resources a card gives."""
    counted = tuple(text("{name} {count}", name=RESOURCE_NAMES[one], count=count) for one, count in resources.items())
    return text("{resources}", resources=counted) if counted else ""
