"""The end of a game on paper, and all games that were played: who won, how, and what each hero did."""

from collections.abc import Iterator, Sequence

from domain.games.champions.state.records import PastGame
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Block, Box, Cell, Fact, Facts, Grid, Sheet
from domain.language.text import Text, spoken, text


def summaries(table: Champions) -> Iterator[Sheet]:
    """The game that is over, until another one begins; and all games, once there are several."""
    if table.games and table.step == "over":
        yield Sheet("summary", text("The end of the game"), list(ending(table, table.games[-1])))
    if len(table.games) > 1:
        yield Sheet("games", text("Games played"), list(played(table)))


def ending(table: Champions, game: PastGame) -> Iterator[Block]:
    at = f"games.{len(table.games) - 1}"
    facts = [
        Fact(text("Scenario"), table.called("scenarios", game.scenario), path=f"{at}.scenario"),
        Fact(text("Mode"), spoken(game.mode), path=f"{at}.mode"),
        Fact(text("Result"), spoken(game.result), path=f"{at}.result"),
        *([Fact(text("Reason"), spoken(game.reason), path=f"{at}.reason")] if game.reason else []),
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
    heads = (text("Hero"), text("Aspect"), text("Damage dealt"), text("Damage taken"), text("Threat removed"),
             text("Cards played"), text("Changes of form"), text("Out of the game"))  # fmt: skip
    yield Grid(text("Heroes"), heads, [hero(table, id_, game) for id_ in game.heroes])


def other_side(game: PastGame, at: str) -> Iterator[Fact]:
    """How far the villain and the scheme came, and what fell."""
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
        yield Fact(text("Defeated: {type}", type=spoken(type_)), count)


def hero(table: Champions, id_: str, game: PastGame) -> list[Cell]:
    """What a hero did, as far as it was recorded who did it."""
    did, aspect = game.heroes[id_], game.aspects.get(id_, "")
    numbers = (did.dealt, did.taken, did.removed, did.played, did.forms)
    named = table.called("classes", aspect) if aspect else ""
    return [table.called("identities", id_), named, *numbers, Box("", id_ in game.out)]


def modular_sets(table: Champions, names: Sequence[str]) -> Text:
    """Modular sets by their names; one that was shuffled in unseen has none until it is known."""
    return text("{sets}", sets=tuple(table.called("encounter-sets", one) if one else text("unseen") for one in names))


def played(table: Champions) -> Iterator[Block]:
    """Every game in a line, then what came of them by hero."""
    heads = (text("No."), text("Scenario"), text("Mode"), text("Heroes"), text("Result"), text("Rounds"))
    yield Grid(text("Games"), heads, [line(table, number) for number in range(1, len(table.games) + 1)])
    columns = (text("Hero"), text("Games"), text("Won"), text("Damage dealt"), text("Threat removed"))
    yield Grid(text("Heroes"), columns, [record(table, id_) for id_ in who(table)])


def line(table: Champions, number: int) -> list[Cell]:
    game = table.games[number - 1]
    heroes = tuple(table.called("identities", id_) for id_ in game.heroes)
    return [
        number,
        table.called("scenarios", game.scenario),
        spoken(game.mode),
        text("{heroes}", heroes=heroes),
        spoken(game.result),
        game.rounds,
    ]


def record(table: Champions, id_: str) -> list[Cell]:
    """A hero over all games."""
    games = [game for game in table.games if id_ in game.heroes]
    won = sum(game.result == "won" for game in games)
    dealt, removed = (sum(getattr(game.heroes[id_], name) for game in games) for name in ("dealt", "removed"))
    return [table.called("identities", id_), len(games), won, dealt, removed]


def who(table: Champions) -> list[str]:
    """Everybody who was played, in the order they came."""
    return list(dict.fromkeys(id_ for game in table.games for id_ in game.heroes))


__all__ = ["modular_sets", "summaries", "who"]
