"""What the documents' tests share."""

import pytest

from tests.house import House
from tests.projections.documents.evening import Evening, long_evening


@pytest.fixture
def evening(house: House) -> Evening:
    """A campaign without anybody at the table."""
    return Evening(house)


@pytest.fixture
def played(house: House) -> Evening:
    """A campaign of two sessions with everything in it."""
    return long_evening(house)
