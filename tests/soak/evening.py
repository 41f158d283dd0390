"""The evening: devices at a host of their own, what it costs as it goes, and what is wrong at its end."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean
from threading import Event as Signal
from threading import Thread
from time import monotonic

from projections.rebuild import verify_file
from tests.browser.server import Server
from tests.soak.device import Device

SAMPLES = 30
"""How often memory is looked at."""
JUDGED = 1.0
"""Minutes that an evening has to last for its memory to be judged: everything is read once before."""
RECORDED = 0.8
"""The share of what is done that is recorded: now and then the rules say no, or somebody else was faster."""
GROWTH = 1.05
"""So many times as much memory as in its middle third an evening may take in its last."""


@dataclass(frozen=True)
class Plan:
    minutes: float
    devices: int
    rate: float
    seed: int


@dataclass
class Evening:
    """An evening of a plan, in a folder of its own."""

    folder: Path
    plan: Plan
    devices: list[Device] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """What the host has in memory at each sample, in MB."""
    faults: list[str] = field(default_factory=list)

    def played(self) -> Iterator[str]:
        """Play it; a line for each sample, and one at the end."""
        with Server(self.folder) as server:
            over = Signal()
            self.devices = [
                Device(server.address, server.demo, Random(f"{self.plan.seed} {n}")) for n in range(self.plan.devices)
            ]
            hands = [Thread(target=self._play, args=(device, over), daemon=True) for device in self.devices]
            ears = [device.listen(over) for device in self.devices]
            for hand in hands:
                hand.start()
            for number in range(SAMPLES):
                over.wait(self.plan.minutes * 60 / SAMPLES)
                self.memory.append(memory_of(server.pid))
                yield self._line(number)
            over.set()
            for hand in hands:
                hand.join()
            server.stop()
            for ear, device in zip(ears, self.devices, strict=True):
                ear.join()
                device.close()
            self.faults = [
                *self._missing(server),
                *(fault.what for fault in verify_file(server.services.campaigns, server.services.models)),
            ]
            yield self._end(server)

    def _play(self, device: Device, over: Signal) -> None:
        """Do something each time it is this device's turn, a little early or late."""
        each, begun, done = self.plan.devices / self.plan.rate, monotonic(), 0
        while not over.wait(max(0.0, begun + (done + device.random.random()) * each - monotonic())):
            device.act()
            done += 1

    def _missing(self, server: Server) -> list[str]:
        """What was said to be saved and is not there."""
        campaign, store = server.services.find_campaign(server.demo).campaign, server.services.store
        said = [command for device in self.devices for command in device.saved]
        return [f"{command} is not saved" for command in said if store.positions_of_command(campaign, command) is None]

    # --- what is told ---

    @property
    def took(self) -> list[float]:
        return sorted(1_000 * took for device in self.devices for took in device.took)

    def _line(self, number: int) -> str:
        minute = self.plan.minutes * (number + 1) / SAMPLES
        newest = sorted(1_000 * took for device in self.devices for took in device.took[-50:]) or [0.0]
        return (
            f"{minute:6.2f} min  {len(self.took):6} done  {self.memory[-1]:6.1f} MB"
            f"  saved in p50 {part(newest, 0.5):6.1f} ms, p95 {part(newest, 0.95):6.1f} ms"
        )

    def _end(self, server: Server) -> str:
        size, entries = server.services.settings.file.stat().st_size, server.campaign(server.demo).position
        took, looks = self.took or [0.0], sum(device.looks for device in self.devices)
        return (
            f"{entries} entries, {size / entries:.0f} bytes each; {len(took)} done, {looks} looks at the table;"
            f" p50 {part(took, 0.5):.1f} ms, p95 {part(took, 0.95):.1f} ms, at most {took[-1]:.1f} ms;"
            f" memory {self.memory[0]:.1f} to {self.memory[-1]:.1f} MB"
        )

    # --- what it was like ---

    @property
    def saved(self) -> int:
        """How often somebody was told that something is saved."""
        return sum(len(device.saved) for device in self.devices)

    def thirds(self) -> tuple[float, float]:
        """What memory the host had in the middle third of the evening, and in its last, in MB."""
        third = len(self.memory) // 3
        return fmean(self.memory[third : 2 * third]), fmean(self.memory[2 * third :])

    def amiss(self) -> list[str]:
        """Everything that was not as it should be, but for the memory."""
        shown = [*self.faults, *(wrong for device in self.devices for wrong in device.wrong)]
        if self.saved < max(1, RECORDED * len(self.took)):
            shown.append("Too little of what was done was recorded.")
        return shown

    def wrong(self) -> list[str]:
        """Everything that was not as it should be."""
        shown, (before, last) = self.amiss(), self.thirds()
        if self.plan.minutes >= JUDGED and last > GROWTH * before:
            shown.append(f"Memory grew: {last / before:.2f} times as much in the last third as in the one before.")
        return shown


def part(ordered: Sequence[float], share: float) -> float:
    """The value that such a share of ordered ones stay below."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def memory_of(pid: int) -> float:
    """What a process has in memory, in MB, as the system tells it everywhere."""
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True).stdout
    return int(shown) / 1_024
