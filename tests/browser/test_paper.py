"""Paper: the sheets and the chronicle are two taps from Play, without scrolling."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import PHONE
from tests.browser.company import settled
from tests.browser.places import KEY


@pytest.mark.parametrize(("place", "file"), [("Sheets", "sheets.pdf"), ("Log", ".pdf")])
def test_a_pdf_is_two_taps_from_play(phone: Page, place: str, file: str) -> None:
    phone.goto(f"/c/{KEY}/")
    phone.get_by_role("navigation").get_by_role("link", name=place, exact=True).click()
    settled(phone)
    button = phone.locator("#on-paper")
    expect(button).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < PHONE["height"] - 64
    with phone.expect_download() as download:
        button.click()
    assert download.value.suggested_filename.endswith(file)


def test_an_old_entry_is_found_by_two_taps_and_a_word_on_the_first_screen(phone: Page) -> None:
    phone.goto(f"/c/{KEY}/")
    phone.get_by_role("navigation").get_by_role("link", name="Log", exact=True).click()
    settled(phone)
    phone.locator("summary", has_text="Search the log").click()
    field = phone.get_by_role("searchbox")
    expect(field).to_be_in_viewport(ratio=1)
    field.fill("silver kye")
    field.press("Enter")
    expect(phone.locator("#found")).to_contain_text("2 entries found")
    first = phone.locator("#log .line", has_text="Party journal: wrote “Silver Key”").first
    expect(first).to_be_in_viewport(ratio=1)
