"""The context of every view: services, the campaign in its address, the command of its form."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import Any
from urllib.parse import urlencode

from flask import current_app, g, request

from companion.services import Services
from companion.view_context import ViewContext
from companion.web.network.slow_work import SlowWork, slow_work_of_app
from companion.web.visitors.language import tongue_of_visitor, use_game_catalogue
from companion.web.visitors.typed import command_id, one_line
from companion.web.visitors.visitor import current_visitor, with_name, with_seats
from domain.framework.refusal import NotFound
from domain.log.command import Command
from projections.campaigns import Listed, ListPage


def current_services() -> Services:
    """The services of the current app."""
    found: Services = current_app.extensions["services"]
    return found


def view_of_request() -> ViewContext | None:
    """The view context of this page's campaign; None for pages without a campaign."""
    found: ViewContext | None = g.get("here")
    return found


@dataclass(frozen=True)
class PageAsked:
    """The page being rendered: its endpoint, its address without the command it reports, and that command's id."""

    view: str
    address: str
    saved: str = ""


def page_asked() -> PageAsked:
    """The page being rendered: the requested one, or the one that follows a command."""
    if "page" not in g:
        rest = [(name, value) for name, value in request.args.items(multi=True) if name != "saved"]
        address = f"{request.path}?{urlencode(rest)}" if rest else request.path
        g.page = PageAsked(request.endpoint or "", address, command_id(request.args.get("saved", "")) or "")
    found: PageAsked = g.page
    return found


def campaigns_listed(words: str = "", number: int = 1, hidden: bool | None = None) -> ListPage:
    """A page of the visitor's campaigns: all for the administrator, a host's own, the joined ones for a guest.

    A guest's list also has the hidden ones, since only hosts hide and find them.
    """
    me = current_visitor()
    if (known := me.knows_of) is None:
        return current_services().list_page(words, number, hidden)
    every = current_services().list_campaigns("" if me.guest else words)
    own = [listed for listed in every if listed.campaign in known]
    shown = own if me.guest or hidden is None else [listed for listed in own if bool(listed.hidden) is hidden]
    return ListPage(shown, count=len(shown), hidden=0 if me.guest else sum(listed.hidden for listed in own))


def campaign_of(key: str) -> Listed:
    """The campaign with a key. From here on the response uses its game's catalogue.

    Raises:
        NotFound: there is no such campaign, or the visitor may not know of it.
    """
    listed, known = current_services().find_campaign(key), current_visitor().knows_of
    if known is not None and listed.campaign not in known:
        raise NotFound("There is no campaign “{key}”.", key=key)
    use_game_catalogue(listed.game)
    return listed


@dataclass(frozen=True)
class DeferredWork:
    """Slow work that a view returns, done in turn after the campaign is released.

    It gets a copy of the campaign, whose new checkpoints are kept afterwards.
    """

    make: Callable[[ViewContext], Any]
    kind: SlowWork = "preview"


@dataclass(frozen=True)
class DeferredCommand:
    """A slow command that a view returns, executed after the campaign is released."""

    do: Callable[[], Any]


@contextmanager
def campaign_view(key: str) -> Iterator[ViewContext]:
    """Hold the live campaign of a key, as the visitor may see it.

    Raises:
        NotFound: there is no such campaign, or the visitor may not know of it.
    """
    listed = campaign_of(key)
    with current_services().campaigns.open(listed.campaign) as campaign:
        viewer = with_seats(listed.campaign, campaign.table.chairs()).viewer
        here = g.here = ViewContext(listed, campaign, viewer, tongue_of_visitor())
        yield here


def with_live_campaign(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a view with the live campaign of its address, held for the view and its template."""

    @wraps(view)
    def opened(key: str, **rest: Any) -> Any:
        with campaign_view(key) as here:
            answer = view(here, **rest)
        if isinstance(answer, DeferredCommand):
            answer = answer.do()
        return result_in_turn(answer) if isinstance(answer, DeferredWork) else answer

    return opened


def with_campaign_copy(kind: SlowWork) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a slow view with a private copy of the campaign, computed in turn."""

    def left(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def opened(_: ViewContext, **rest: Any) -> Any:
            return DeferredWork(partial(view, **rest), kind)

        return with_live_campaign(opened)

    return left


def result_in_turn(left: DeferredWork) -> Any:
    """The result of slow work, computed in turn.

    Raises:
        TooManyWaiting: too many requests wait, or it took too long.
    """
    with slow_work_of_app().wait_for_turn(left.kind):
        campaign = current_services().campaigns.copy_from_memory(g.here.id)
        campaign.source = slow_work_of_app().yielding_source(campaign.source)
        g.here = replace(g.here, campaign=campaign)
        made = left.make(g.here)
    current_services().campaigns.adopt_checkpoints(campaign)
    return made


def command_of_form() -> Command:
    """The command of a submitted form: its id, author, bend, time and seats."""
    sent, me = request.form, with_name()
    bend, later = one_line(sent.get("bend", ""), 200), one_line(sent.get("when", ""), 80)
    author = me.author
    return current_services().new_command(
        command_id(sent.get("command", "")), author.name, "web", bend, later, author.seats, author.host, author.former
    )


__all__ = [
    "DeferredCommand",
    "DeferredWork",
    "PageAsked",
    "campaign_of",
    "campaign_view",
    "campaigns_listed",
    "command_of_form",
    "current_services",
    "page_asked",
    "result_in_turn",
    "view_of_request",
    "with_campaign_copy",
    "with_live_campaign",
]
