"""Permission to make a correction that is previewed."""

from companion.view_context import ViewContext
from companion.web.visitors.visitor import current_visitor
from domain.framework.kernel import Withdrawn
from domain.framework.refusal import Refused
from domain.log.corrections import Preview
from domain.log.dependents import reasons_withheld


def reasons_barred(here: ViewContext, found: Preview) -> list[Refused]:
    """The reasons why the visitor may not correct the entries of a preview; empty if they may."""
    entries = tuple(entry.position for entry in found.goes)
    if not entries:
        return []
    asked = Withdrawn(entries=entries, choice="since") if found.is_moment else Withdrawn(entries=entries)
    return reasons_withheld(here.campaign, asked, current_visitor().author)


__all__ = ["reasons_barred"]
