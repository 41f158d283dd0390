"""Photos of the table: brought when the game is put away, and shown to everybody who plays there."""

from io import BytesIO
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for

from companion.here import Here
from companion.web.language import spoken
from companion.web.page import at_table, command, desk
from companion.web.pictures.anew import MOST_BYTES, made_anew
from companion.web.typed import one_line
from domain.kernel import PhotoTaken
from domain.refusal import Misfit, NotFound
from projections.photos import Photo, photos

pictures = Blueprint("photos", __name__, url_prefix="/c/<key>/photos")
LONGEST_CAPTION = 200


def photos_of(here: Here) -> list[Photo]:
    """The photos of a campaign that count, the oldest first."""
    amended = here.campaign.standing().amended
    with desk().store.reading() as cursor:
        return photos(cursor, here.id, amended)


@pictures.get("/")
@at_table
def every(here: Here) -> str:
    """All photos, the newest first, and a place to add one."""
    return page(here)


def page(here: Here, fault: str = "") -> str:
    return render_template("table/photos.html", photos=photos_of(here)[::-1], fault=fault)


@pictures.post("/")
@at_table
def take(here: Here) -> Any:
    """Keep a photo that somebody brings."""
    file = request.files.get("photo")
    try:
        body = made_anew(file.stream.read(MOST_BYTES + 1) if file else b"")
    except Misfit as wrong:
        return page(here, " ".join(spoken(fault) for fault in wrong.faults.values())), 422
    caption = one_line(request.form.get("caption", ""), LONGEST_CAPTION)
    desk().campaigns.record_picture(here.id, body, lambda digest: PhotoTaken(photo=digest, caption=caption), command())
    return redirect(url_for("photos.every", key=here.key), 303)


@pictures.get("/<digest>.jpg")
@at_table
def one(here: Here, digest: str) -> Response:
    """A photo of this campaign.

    Raises:
        NotFound: there is none that counts, or it is not kept here.
    """
    known = digest in {photo.digest for photo in photos_of(here)}
    body = desk().store.photo(digest) if known else None
    if body is None:
        raise NotFound("That photo is not here.")
    answer = send_file(BytesIO(body), "image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=86400"
    return answer


__all__ = ["photos_of", "pictures"]
