"""Notices to other programs: webhooks of a campaign, sent while the pages are served."""
