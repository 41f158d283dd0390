"""Importing a file: a campaign or an archive, and sentences about the result."""

from typing import BinaryIO

from companion.services import Services
from domain.framework.refusal import Misfit
from domain.framework.text import Text, text
from projections.documents.archive import import_archive
from projections.documents.arrivals import ADMINISTRATOR, Importer, ImportResult, import_campaign
from projections.documents.lossless import read_lossless
from projections.documents.recognition import ADVICE, FileKind, recognise_file


def import_file(services: Services, stream: BinaryIO, importer: Importer = ADMINISTRATOR) -> list[ImportResult]:
    """Import the campaign in a file, or all campaigns of an archive.

    Raises:
        Misfit: the file is damaged, or another kind of file; a sentence says which kind, and what takes it.
        Conflict, Busy, Damaged: as `import_campaign`.
    """
    kind, limit = recognise_file(stream), services.settings.import_limit
    if kind is FileKind.ARCHIVE:
        return import_archive(services.campaigns, stream, limit, importer)
    if kind is not FileKind.CAMPAIGN:
        raise Misfit({"": ADVICE[kind]})
    imported = read_lossless(stream, services.campaigns.games, limit)
    return [import_campaign(services.campaigns, imported, importer)]


def describe_arrival(arrival: ImportResult, services: Services) -> Text:
    """The result of an import as one sentence; of a fork, with the keys of both ends."""
    listed = services.find_campaign(arrival.campaign)
    match arrival.outcome:
        case "known":
            return text(
                "“{name}” is already here, with {entries|entry|entries}; nothing is new.",
                name=listed.name,
                entries=arrival.entries,
            )
        case "continued":
            return text(
                "“{name}” continues: {added|entry is|entries are} new, after entry {after}.",
                name=listed.name,
                added=arrival.added,
                after=arrival.entries - arrival.added,
            )
        case "forked":
            other = services.find_campaign(arrival.fork_of)
            return text(
                "The file and “{other}” differ after entry {shared}. Both are kept: the file as “{key}” with"
                " {entries|entry|entries}, next to “{other}” with {here|entry|entries}.",
                other=other.key,
                shared=arrival.shared,
                entries=arrival.entries,
                key=listed.key,
                here=other.entries,
            )
    return text("Imported “{name}” with {entries|entry|entries}.", name=listed.name, entries=arrival.entries)


__all__ = ["describe_arrival", "import_file"]
