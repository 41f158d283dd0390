"""`python -m tests.browser.crowd …`: as `tests.browser`, and others always wait to record."""

from companion.web.network.request_turns import RequestTurns

RequestTurns.is_crowded = property(lambda _: True)  # type: ignore[assignment,method-assign]

import tests.browser.__main__  # noqa: E402, F401 - which serves
