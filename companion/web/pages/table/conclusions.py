"""Conclusions: the end of a combat, a scenario or the game, shown on each device until it is dismissed there."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from flask import request

from companion.log_sentences import say_line
from companion.view_context import ViewContext
from companion.web.pages.log.lines import line_of
from companion.web.rendering.clock import local_time
from companion.web.rendering.part_cache import cached_at_position
from projections.log import LogLine

SEEN = "concluded"
"""The cookie with the position of the last conclusion that was dismissed on this device."""
NEWS = timedelta(hours=1)
"""The age after which a conclusion is no longer shown."""
LATELY = 500
"""The number of newest entries that are searched for a conclusion."""


@dataclass(frozen=True)
class Conclusion:
    """The newest end of a combat, a scenario or the game; `said` is empty once something new has begun."""

    position: int
    said: str
    put_away: bool = False


def conclusion_shown(here: ViewContext) -> Conclusion | None:
    """The conclusion that this device shows or has dismissed; None if there is none."""
    found = cached_at_position(here, ["concluded"], lambda: newest_conclusion(here))
    if found is None:
        return None
    conclusion, time = found
    recorded = local_time(time)
    is_news = recorded is not None and datetime.now(UTC) - recorded < NEWS
    put_away = request.cookies.get(SEEN) == str(conclusion.position)
    return replace(conclusion, said=conclusion.said if is_news and not put_away else "", put_away=put_away)


def newest_conclusion(here: ViewContext) -> tuple[Conclusion, str] | None:
    """The newest conclusion that counts, and its time; None if the newest entries have none."""
    position = _newest_that_counts(here, here.game.conclusions, 0)
    if not position:
        return None
    line = line_of(here, position)
    said = "" if _is_past(line, here) else say_line(line.as_it_counts if line.now else line, here)
    return Conclusion(position, said), line.time


def _is_past(line: LogLine, here: ViewContext) -> bool:
    """Whether the next round of a fight, or the next chapter, has begun since a line."""
    return line.chapter != here.table.chapter or bool(_newest_that_counts(here, here.game.begin_rounds, line.position))


def _newest_that_counts(here: ViewContext, topics: Collection[str], after: int) -> int:
    """The position of the newest entry of some topics that counts; 0 if there is none."""

    def find() -> int:
        now, head = here.campaign.standing(), here.campaign.position
        rows = here.campaign.source.of_topics(tuple(topics), max(after, head - LATELY), head)
        return next((row[0] for row in reversed(rows) if now.counts(row[0])), 0)

    return here.table.shared((_newest_that_counts, tuple(topics), after), find)


__all__ = ["SEEN", "Conclusion", "conclusion_shown"]
