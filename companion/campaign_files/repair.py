"""Repair: the readable content of a damaged file, moved into a new one; the damaged file is kept."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory

from companion.campaign_files import backups, head_note, removed_entries
from companion.campaign_files.file_permissions import close_to_others, make_folder
from companion.campaign_files.head_note import Noted
from domain.campaigns import Campaigns
from domain.framework.events.chance import Chance
from domain.framework.game import AnyGame
from domain.framework.refusal import NotFound
from domain.framework.text import text
from domain.log.entries import Break, Raw, chain_breaks, digest_of, previous_of, stamp_of_state
from domain.log.entry_decoding import Unreadable, document_of, first_fields
from domain.store import Damaged, FileStore, Recorded
from domain.store.salvage import Kept, Salvaged, Whole, insert_salvaged, read_salvageable
from projections import PROJECTIONS, Models
from projections.documents.lossless import PINNING
from projections.rebuild import rebuild_read_models

LOST = "lost"
"""The last part of the topic of a lost entry's placeholder."""
GONE = text("entry {entry} was saved, but is missing")
UNREAD = text("entry {entry} could not be read")
Games = Mapping[str, AnyGame]


@dataclass(frozen=True)
class MendedLog:
    """The reassembled log of a campaign, with the positions taken from backups and the remaining faults."""

    entries: list[Kept]
    healed: Sequence[int] = ()
    wrong: Sequence[Break] = ()


@dataclass
class Repaired:
    """The result of a repair."""

    kept: Path | None = None
    """The path of the damaged file; None if the file was sound and was not moved."""
    entries: int = 0
    healed: int = 0
    wrong: list[tuple[str, Break]] = field(default_factory=list)
    """The faults that remain, by campaign."""
    packs: int = 0
    """The number of content packs that could not be read; the game's own pack is used instead."""
    pages: Path | None = None
    """The folder with the bytes of the damaged pages, if there are any."""


def repair_file(
    place: Path, games: Games, good: Iterable[Path] = (), is_sound: Callable[[], bool] = lambda: False
) -> Repaired:
    """Replace a damaged file by a new one; lost entries are taken from good backups, the newest first.

    Args:
        is_sound: verifies the file; called only if the log is complete.

    Raises:
        NotFound: there is no file.
        Busy: another program has it open; nothing was changed.
        Damaged: it contains no campaign; nothing was changed.
    """
    if not place.is_file():
        raise NotFound("There is no file “{file}”.", file=place.name)
    backups.merge_journal(place)
    logs, found = reassemble_logs(place, good, games)
    if not found.damaged and not any(log.healed or log.wrong for log in logs.values()) and is_sound():
        return Repaired(entries=sum(len(log.entries) for log in logs.values()))
    with TemporaryDirectory(dir=place.parent, prefix=".repair-") as folder:
        fresh = Path(folder) / "fresh.db"
        write_fresh_file(fresh, games, logs, found)
        backups.check_store(fresh, place.name)
        close_to_others(fresh)
        backups.sync_to_disk(fresh)
        kept = backups.set_aside(place, "damaged")
        backups.put_in_place(fresh, place)
    last = head_note.read_note(place)
    head_note.remove_note(place)
    repaired = Repaired(kept or place, pages=save_damaged_pages(found, kept or place))
    for id_, log in logs.items():
        repaired.entries += len(log.entries)
        repaired.healed += len(log.healed)
        repaired.wrong += [(id_, one) for one in log.wrong]
    known = {(id_, one.position) for id_, one in repaired.wrong}
    if last and (last.campaign, last.position) not in known and not _holds_noted(logs.get(last.campaign), last):
        repaired.wrong.append((last.campaign, Break(last.position, GONE.copy_with(entry=last.position))))
    repaired.packs = len(pinned_packs(logs.values()) - found.packs.keys())
    return repaired


def reassemble_logs(place: Path, good: Iterable[Path], games: Games) -> tuple[dict[str, MendedLog], Salvaged]:
    """Reassemble the logs of all campaigns, with packs and photos.

    The newest backup is always read, because a truncated file does not know which entries it lacks; older ones only
    while faults remain. Entries that a restore removed are not taken from backups.
    """
    found, older, away = read_salvageable(place), list[Salvaged](), removed_entries.read_removed(place)
    logs = _all_mended(found, older, games)
    for path in good:
        if older and not any(log.wrong for log in logs.values()):
            break
        older.append(removed_entries.without_removed_entries(read_salvageable(path), away, found))
        found.packs = {**older[-1].packs, **found.packs}
        found.photos = {**older[-1].photos, **found.photos}
        logs = _all_mended(found, older, games)
    if not logs:
        raise Damaged("No campaign was found in {file}. Restore a backup.", file=place.name)
    return logs, found


def _all_mended(found: Salvaged, older: Sequence[Salvaged], games: Games) -> dict[str, MendedLog]:
    ids = dict.fromkeys(id_ for one in (found, *older) for id_ in one.entries)
    return {id_: mend_log(found, older, id_, games) for id_ in ids}


def mend_log(found: Salvaged, older: Sequence[Salvaged], id_: str, games: Games) -> MendedLog:
    """Reassemble the log of a campaign: at each position the entry that its neighbours' digests confirm, or a gap."""
    own, others = _entries_by_position([found], id_), _entries_by_position(older, id_)
    ours = _raws(own)
    chosen = entries_by_links(ours, _raws(others))
    rows = {one.raw: one.row for kept in (*others.values(), *own.values()) for one in reversed(kept)}
    game = next((head for raw in chosen.values() if (head := raw.topic.partition(".")[0]) in games), "")
    last = _last_position(chosen, found.known.get(id_, set()))
    log = [chosen.get(n, Raw(n, f"{game}.{LOST}", b"")) for n in range(1, last + 1)]
    healed = [raw.position for raw in log if raw in rows and raw not in ours.get(raw.position, ())]
    return MendedLog([Kept(rows.get(raw, 0), raw) for raw in log], healed, _log_faults(log))


def _entries_by_position(files: Iterable[Salvaged], id_: str) -> dict[int, list[Kept]]:
    """The entries of a campaign in several files, by position."""
    found: dict[int, list[Kept]] = {}
    for file in files:
        for position, kept in file.entries.get(id_, {}).items():
            found.setdefault(position, []).extend(kept)
    return found


def _raws(said: Mapping[int, Sequence[Kept]]) -> dict[int, list[Raw]]:
    return {position: [one.raw for one in kept] for position, kept in said.items()}


Said = Mapping[int, Sequence[Raw]]
"""The candidates for each position."""


def entries_by_links(own: Said, others: Said) -> dict[int, Raw]:
    """At each position the entry that digests confirm, otherwise the file's own, otherwise another file's."""
    chosen: dict[int, Raw] = {}
    before: str | None = ""
    for position in sorted(own.keys() | others.keys()):
        wanted = {previous_of(raw) for raw in own.get(position + 1, ())}
        before = before if position - 1 in chosen or position == 1 else None

        def fits(raw: Raw, before: str | None = before, wanted: set[str | None] = wanted) -> tuple[bool, bool]:
            return digest_of(raw) in wanted, before is not None and previous_of(raw) == before

        chosen[position] = max((*own.get(position, ()), *others.get(position, ())), key=fits)  # the first of the best
        before = digest_of(chosen[position])
    return chosen


def _last_position(chosen: Mapping[int, Raw], known: set[int]) -> int:
    """The last position of a log: in an index, or linked to the entry before it; stray data is neither."""
    sure = [n for n, raw in chosen.items() if n - 1 in chosen and previous_of(raw) == digest_of(chosen[n - 1])]
    return max(known | set(sure) | ({1} & chosen.keys()), default=0)


def _holds_noted(log: MendedLog | None, last: Noted) -> bool:
    """Whether a noted entry is in a log."""
    entries = log.entries[last.position - 1 : last.position] if log else []
    return any(digest_of(one.raw) == last.digest for one in entries)


def pinned_packs(logs: Iterable[MendedLog]) -> set[str]:
    """The digests of all content packs that the logs pin or pinned earlier."""
    fields = (first_fields(one.raw) for log in logs for one in log.entries if one.raw.topic in PINNING)
    return {str(event["pack"]) for event in fields if event.get("pack")}


def _log_faults(log: Sequence[Raw]) -> list[Break]:
    """The faults of a log, one per position."""
    found = {one.position: one for one in reversed(chain_breaks(log))}
    return [
        Break(one.position, UNREAD.copy_with(entry=one.position)) if _is_lost(log[one.position - 1]) else one
        for one in sorted(found.values())
    ]


def _is_lost(raw: Raw) -> bool:
    return raw.topic.endswith(f".{LOST}") and not raw.state


def write_fresh_file(fresh: Path, games: Games, logs: Mapping[str, MendedLog], found: Salvaged) -> None:
    """Write a new file with all content, and build its read models."""
    entries = [(one.row, id_, one.raw) for id_, log in logs.items() for one in log.entries]
    commands = {id_: commands_of(log.entries, found.commands.get(id_, set())) for id_, log in logs.items()}
    wrong = [(id_, one.position, one.what) for id_, log in logs.items() for one in log.wrong]
    models = Models(PROJECTIONS)
    with closing(FileStore(fresh, models.setup)) as store:
        insert_salvaged(store, Whole(entries, commands, found.packs, found.photos, wrong))
        rebuild_read_models(Campaigns(store, games, models, Chance(SystemRandom())), models)


def commands_of(log: Sequence[Kept], recorded: Iterable[Recorded]) -> set[Recorded]:
    """The commands of a log, from its entries; for entries without a command id, from the file's table."""
    said = [command_of(one.raw) for one in log]
    first = {command: n for n, command in reversed([*enumerate(said, 1)]) if command}
    last = {command: n for n, command in enumerate(said, 1) if command}
    found = {(command, first[command], last[command]) for command in first}
    return found | {
        (command, low, high)
        for command, low, high in recorded
        if command not in first and 0 < low <= high <= len(said) and not any(said[low - 1 : high])
    }


def command_of(raw: Raw) -> str:
    """The command id of an entry; empty if it has none."""
    with suppress(Unreadable):
        return str(stamp_of_state(document_of(raw.state)).get("id", "")).rpartition(".")[0]
    return ""


def save_damaged_pages(found: Salvaged, damaged: Path) -> Path | None:
    """Save the undecodable pages of a file next to it, one file per page; returns their folder."""
    if not found.damaged:
        return None
    folder = damaged.with_name(f"{damaged.name}.pages")
    make_folder(folder)
    for number, page in found.damaged.items():
        (folder / f"{number}.bin").write_bytes(page)
        close_to_others(folder / f"{number}.bin")
    return folder


__all__ = ["Repaired", "repair_file"]
