"""Campaigns of hosts who signed in by a proxy: each begins as theirs, within their quota, and may be given up."""

from collections.abc import Callable

from flask import current_app

from companion.web.page import current_services
from companion.web.who import current_visitor, guests_of_app
from domain.campaigns import Receipt

QUOTA = "QUOTA"
"""What the pages' settings call the number of campaigns that such a host may have; any number, if 0."""


def begin_as_own(campaign: str, begin: Callable[[], Receipt]) -> Receipt:
    """Begin a campaign as the visitor's own; one that nobody signed in for is the administrator's.

    It is theirs before it is there, so that one that is there already never becomes theirs.

    Raises:
        QuotaReached: they have as many as one may have.
    """
    account = current_visitor().account
    if not account or current_services().store.source(campaign).head():
        return begin()
    is_new = guests_of_app().claim_campaign(campaign, account, current_app.config[QUOTA])
    try:
        return begin()
    except BaseException:
        if is_new:
            guests_of_app().disown_campaign(campaign)
        raise


__all__ = ["QUOTA", "begin_as_own"]
