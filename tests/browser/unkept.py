"""`python -m tests.browser.unkept …`: as `tests.browser`, and no browser keeps the files that pages are made of.

With the host gone, it is then the service worker alone that has them.
"""

from companion.web.application.app import Site

Site.get_send_file_max_age = lambda site, filename: None

import tests.browser.__main__  # noqa: E402, F401 - which serves
