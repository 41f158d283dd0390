"""Campaigns of hosts who signed in through a proxy: owned by their account, within a quota."""

from collections.abc import Callable

from flask import current_app

from companion.web.visitors.page import current_services
from companion.web.visitors.visitor import current_visitor, guests_of_app
from domain.campaigns import Receipt

QUOTA = "QUOTA"
"""The setting for the number of campaigns that such a host may have; 0 is unlimited."""


def begin_as_own(campaign: str, begin: Callable[[], Receipt]) -> Receipt:
    """Begin a campaign as the visitor's own; without an account it is the administrator's.

    Ownership is claimed before the campaign exists, so an existing campaign never changes its owner.

    Raises:
        QuotaReached: the visitor has as many campaigns as allowed.
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


def may_change(campaign: str) -> bool:
    """Whether the visitor is the host of a campaign."""
    account = current_visitor().account
    return not account or guests_of_app().owner_of(campaign) == account


__all__ = ["QUOTA", "begin_as_own", "may_change"]
