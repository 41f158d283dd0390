"""The charts of a campaign: the numbers they follow, and the results of scenarios."""

from collections.abc import Mapping, Sequence

from domain.framework.game import Outcome, Plot
from domain.framework.text import Term
from domain.games.agemonia.state.table import Agemonia

PLOTS = (
    Plot("reputation", Term("Reputation", "声望"), "factions"),
    Plot("stars", Term("Stars", "星星"), "heroes"),
    Plot("experience", Term("Experience", "经验值")),
    Plot("keywords", Term("Keywords in the party journal", "队伍日志的关键词")),
)


def series(table: Agemonia) -> Mapping[str, int]:
    """The charted numbers: level, experience, reputation by faction, stars by hero, keywords of the party journal."""
    values = {"experience": table.experience, "level": table.level, "keywords": len(table.journal.words)}
    for faction, track in table.factions.items():
        values[f"reputation {faction}"] = track.reputation
    for hero_id, hero in table.heroes.items():
        if hero.stars_shown is not None:
            values[f"stars {hero_id}"] = hero.stars
    return values


def outcomes(table: Agemonia) -> Sequence[Outcome]:
    """The tutorials, then each scenario played, with the results on its card; the codes of successes begin with S."""
    results = {f"tutorial-{number}": [code] for number, code in sorted(table.tutorials.items())}
    results.update((no, card.results) for no, card in table.scenarios.items() if card.results)
    return [
        Outcome(table.called("scenarios", no), [(code, code.startswith("S")) for code in codes])
        for no, codes in results.items()
    ]
