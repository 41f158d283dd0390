"""Texts that people may type, the worst of them, written wherever a table can write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random
from typing import Any

from companion.web.visitors.typed import one_line
from domain.framework.events.event import Event
from domain.framework.fields.field_shapes import ChoiceShape, ListShape, TextShape
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table
from tests.browser.server import Server
from tests.strategies import guess

RUN = "window.__xss=1,alert(1)"
PAYLOADS = (
    f"<script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"</title></textarea></style><script>{RUN}</script>",
    f'"><img src=x onerror="{RUN}">',
    f"'><svg onload='{RUN}'>",
    f"<svg><script>{RUN}</script></svg>",
    f"</text></svg><svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"<details open ontoggle={RUN}>",
    f'" autofocus onfocus="{RUN}" x="',
    f"' onmouseover='{RUN}' style='position:fixed;inset:0",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'>",
    f"<math><mtext><table><mglyph><style><img src=x onerror={RUN}>",
    f"javascript:{RUN}",
    f"[so](javascript:{RUN})",
    f"data:text/html,<script>{RUN}</script>",
    f"<a href=javascript:{RUN}>come</a>",
    "<base href=//elsewhere.invalid/><meta http-equiv=refresh content=0;url=//elsewhere.invalid>",
    "<link rel=stylesheet href=//elsewhere.invalid/x.css><style>*{display:none}</style>",
    "{{ 7*7 }}{% raw %}${7*7}#{7*7}<%= 7*7 %>",
    "{name} {0} %s %(x)s [, {missing}]",
    f"&lt;script&gt;{RUN}&lt;/script&gt;&#60;b&#62;",
    f"\\u003cscript\\u003e{RUN}//",
    f"`-{RUN}-`';{RUN}//\";{RUN}//",
    f"--><script>{RUN}</script><!--",
    f"]]><script>{RUN}</script><![CDATA[",
    '=HYPERLINK("//elsewhere.invalid","come")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1,1)",
    "＝1+1",
    "\u05d0\u05d1\u0623\u0628<b>)(",
    "../../etc/passwd%00?x#y&z",
)
LONG = ("W" * 200, "字" * 200, "unreasonably-" * 15)


def write(server: Server, key: str, texts: Sequence[str]) -> None:
    """Write texts into everything that a campaign takes text for, each of them at least once."""
    campaign = server.services.find_campaign(key).campaign
    known = server.services.campaigns.game_of(campaign)
    turn, random = cycle(texts), Random(1)
    for text in texts:
        _record(server, campaign, "note-added", {"text": text, "about": text}, text)
        _record(server, campaign, "keyword-written", {"journal": "party", "keyword": text}, text)
    for name, cls in known.by_name.items():
        with server.services.campaigns.open(campaign) as live:
            fields = _filled(cls, live.table, random, turn)
        if fields:
            _record(server, campaign, name, fields, next(turn))
    for text in texts:
        _record(
            server, campaign, "content-added", {"kind": "items", "id": text, "fields": {"en": text, "zh": text}}, ""
        )
        _record(server, campaign, "session-ended", {"note": text}, "")
        _record(server, campaign, "session-started", {"players": [text]}, "")
        _record(server, campaign, "campaign-renamed", {"name": text}, text)


def _filled(cls: type[Event[Any]], table: Table, random: Random, turn: Iterator[str]) -> dict[str, Any]:
    """Plausible fields of an event with these texts wherever it takes text; none if it takes none."""
    texts = {info.name: _shaped(info, next(turn)) for info in fields_of(cls) if _takes_text(info)}
    guessed = guess(cls, table, random) if texts else None
    return {**guessed.model_dump(mode="json", exclude_none=True), **texts} if guessed else {}


def _takes_text(info: FieldInfo) -> bool:
    of = info.shape.of if isinstance(info.shape, ListShape) else info.shape
    return not info.settled and isinstance(of, TextShape | ChoiceShape) and (info.chosen is None or info.chosen.free)


def _shaped(info: FieldInfo, text: str) -> Any:
    return [text] if isinstance(info.shape, ListShape) else text


def _record(server: Server, campaign: str, event: str, fields: dict[str, Any], by: str) -> None:
    """Record if it can be, signed, bent and late in the same words."""
    said = one_line(by, 80)
    command = server.services.new_command("", said, "", said, said if len(said) % 3 == 0 else "")
    try:
        server.services.campaigns.record(campaign, event, fields, command)
    except (Misfit, RefusedAll):
        return
