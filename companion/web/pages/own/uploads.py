"""The file that a form sends: uploaded, or pasted as text."""

from flask import request

from domain.framework.refusal import Misfit
from domain.framework.text import text
from domain.games.own.definition import LARGEST


def source_sent() -> str:
    """The text of the uploaded or pasted file.

    Raises:
        Misfit: there is none, it is too large, or it is not in UTF-8.
    """
    upload = request.files.get("file")
    data = upload.read(4 * LARGEST + 1) if upload and upload.filename else b""
    source = request.form.get("pack", "")
    if data:
        try:
            source = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Misfit({"": text("This is not in UTF-8.")}) from None
    if not source.strip():
        raise Misfit({"": text("Choose a file first.")})
    if len(source) > LARGEST:
        raise Misfit({"": text("A game file has at most {most} characters.", most=LARGEST)})
    return source.replace("\r\n", "\n")


__all__ = ["source_sent"]
