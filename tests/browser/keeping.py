"""`python -m tests.browser.keeping …`: as `tests.browser`, and a browser keeps the files that pages are made of.

With people, it asks for each of sixty of them anew with every page. That takes the computer three times what the page
itself takes, and is the same each time.
"""

from companion.web.app import Site

HOUR = 3_600
Site.get_send_file_max_age = lambda site, filename: HOUR

import tests.browser.__main__  # noqa: E402, F401 - which serves
