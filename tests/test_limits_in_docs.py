"""Numbers that the documents quote are those of the code: a limit that is changed is changed where people read it."""

import re
from pathlib import Path

import pytest

from companion import config
from companion.forms import widget
from companion.maintenance import nightly_backups, watchdog
from companion.notices import news, outbox, sending
from companion.notices.notice import LONGEST_MESSAGE
from companion.web.network import request_turns, slow_work
from companion.web.pages import live
from companion.web.visitors import body_limits, guests, join_codes, tries
from domain import campaigns
from domain.log import checkpoints
from projections.documents import export
from tests.code import test_sizes as sizes

ROOT = Path(__file__).parents[1]
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 100: "a hundred"}
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
BODY = -(-(config.Settings(Path()).import_limit + body_limits.BESIDE) // 1024**2)
"""Mebibytes of the largest body, as a proxy is told."""
CODES = len(join_codes.ALPHABET) ** join_codes.SIGNS


def word(number: float) -> str:
    """A whole number as people write it; it is looked at that it is one."""
    whole = int(number)
    assert whole == number
    return WORDS[whole] if whole < len(WORDS) else TENS[whole]


def constant(script: str, name: str) -> int:
    """A number of a script."""
    text = (ROOT / "companion/web/static/js" / script).read_text(encoding="utf-8")
    found = re.search(rf"^const {name} = ([\d_]+);", text, re.MULTILINE)
    assert found, f"{script} has no {name}"
    return int(found[1].replace("_", ""))


QUOTED = {
    "docs/develop/scale.md": [
        f"- {word(request_turns.RECORDING).capitalize()} requests that record are answered at a time",
        f"- {word(request_turns.READING).capitalize()} requests that only read are answered at a time",
        f"waits up to {word(slow_work.SOON)} seconds",
        f"if {request_turns.WAITING_TO_REFRESH} already wait",
        f"asks again after {word(slow_work.AGAIN)} seconds",
        f"asks again after {word(constant('live.js', 'LATER') / 1_000)} seconds",
    ],
    "docs/host/trust.md": [
        f"{word(tries.EACH)} codes in {word(tries.WINDOW / MINUTE)} minutes,",
        f"{word(tries.ALL)} for all visitors together",
        f"of {CODES // 1_000_000} million",
        f"{word(watchdog.AGAIN / MINUTE)} minutes, and {word(watchdog.REST + 1)} times the time to read all logs",
        f"the newest {word(nightly_backups.DAYS)} and one of each of {word(nightly_backups.WEEKS)} weeks are kept",
    ],
    "docs/program/access.md": [
        f"({guests.MOST} unless changed)",
        f"not seen for {guests.UNUSED // DAY} days is given up",
        f"After {tries.EACH} wrong codes from one address within {word(tries.WINDOW / MINUTE)} minutes,",
        f"or {tries.ALL} from all together",
    ],
    "docs/host/notices.md": [
        f"at most {LONGEST_MESSAGE} characters",
        f"older than {word(news.FRESH.total_seconds() / MINUTE)} minutes",
        f"not within {word(sending.TIMEOUT)} seconds",
        f"after {outbox.PAUSES[0]:.0f} seconds, {', '.join(f'{pause / MINUTE:.0f}' for pause in outbox.PAUSES[1:-1])}"
        f" and {outbox.PAUSES[-1] / MINUTE:.0f} minutes, at most for {word(outbox.OLDEST / HOUR)} hour.",
        f"At most {outbox.MOST_WAITING} notices wait",
    ],
    "docs/host/proxy.md": [
        f"at least {word(live.LIFE / MINUTE)} minutes",
        f"proxy_read_timeout {int(live.LIFE) + MINUTE}s",
        f"client_max_body_size {BODY}m",
    ],
    "docs/develop/architecture.md": [
        f"in memory every {checkpoints.EVERY} entries, snapshots in the file every {campaigns.SNAPSHOT_EVERY}",
        f"rests {word(watchdog.REST)} times as long as it works",
        f"more than {word(widget.MANY)} things",
        f"asks every {word(live.AGAIN / 1000)} seconds instead",
    ],
    "CONTRIBUTING.md": [
        f"Functions stay under {sizes.LINES_OF_A_FUNCTION} lines",
    ],
    "docs/play/start.md": [f"by up to {constant('table/dial.js', 'MOST')} at once"],
    "docs/play/backup.md": [
        f"newest {word(nightly_backups.DAYS)} and one for each of the last {word(nightly_backups.WEEKS)} weeks",
    ],
    "docs/play/print.md": [f"up to {export.MOST_ON_PAPER} entries"],
    "docs/play/zh/print.md": [f"最多 {export.MOST_ON_PAPER} 条"],
    "docs/program/formats.md": [f"at most {export.MOST_ON_PAPER} entries"],
    "companion/cli/campaigns.py": [f"A .pdf has at most {export.MOST_ON_PAPER} entries."],
    "templates/help/areas/play.html": [f"by up to {constant('table/dial.js', 'MOST')} at once"],
}
"""By page, what it has to say, as the code has it."""


@pytest.mark.parametrize(("page", "said"), [(page, said) for page, all_ in QUOTED.items() for said in all_])
def test_a_page_says_the_number_that_the_code_has(page: str, said: str) -> None:
    text = re.sub(r"\s+", " ", (ROOT / page).read_text(encoding="utf-8"))
    assert said in text
