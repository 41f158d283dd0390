"""The numbers that charts follow over the campaign."""

from collections.abc import Mapping

from domain.game import Plot
from domain.games.agemonia.table import Agemonia
from domain.text import Term

PLOTS = (
    Plot("reputation", Term("Reputation", "声望"), "factions"),
    Plot("stars", Term("Stars", "星星"), "heroes"),
    Plot("experience", Term("Experience", "经验值")),
    Plot("keywords", Term("Keywords in the party journal", "队伍日志的关键词")),
)


def series(table: Agemonia) -> Mapping[str, int]:
    """Level and experience, each faction's reputation, each hero's stars, and the keywords in the party journal."""
    values = {"experience": table.experience, "level": table.level, "keywords": len(table.journal.words)}
    for faction, track in table.factions.items():
        values[f"reputation {faction}"] = track.reputation
    for hero_id, hero in table.heroes.items():
        values[f"stars {hero_id}"] = hero.stars
    return values
