"""Templates, scripts and styles find each other by name: each name is written, looked for, and told."""

import pytest

from tools.markup import MEANINGS, Name, data_attributes, looked_for

ATTRIBUTES, PARTS = data_attributes(), looked_for()


def names(found: list[Name]) -> list[str]:
    return [one.name for one in found]


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=names(ATTRIBUTES))
def test_somebody_writes_every_data_attribute(attribute: Name) -> None:
    assert attribute.writers, f"looked for by {attribute.readers}"


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=names(ATTRIBUTES))
def test_somebody_looks_for_every_data_attribute(attribute: Name) -> None:
    assert attribute.readers, f"written by {attribute.writers}"


def test_what_each_data_attribute_says_is_told_and_of_no_other() -> None:
    assert list(MEANINGS) == names(ATTRIBUTES)


@pytest.mark.parametrize("part", PARTS, ids=names(PARTS))
def test_every_id_and_class_that_a_script_looks_for_stands_on_a_page(part: Name) -> None:
    assert part.writers, f"looked for by {part.readers}"
