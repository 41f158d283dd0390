"""Equal mutants: changed lines that are no other rule, each with the reason why no test can tell."""

EQUAL: dict[tuple[str, str], str] = {
    (
        "domain/games/runewars/setup/laying.py",
        'cells = cells_of(table, tile, known.get("shows") or 1) if tile else []',
    ): "no tile has one area, as none has no area",
    ("domain/log/reading.py", 'said = state[:end] if end > 1 else b""'): "of a single sign no event can be read either",
    ("domain/log/reading.py", 'said = state[:end] if end >= 0 else b""'): "of none no event can be read either",
    (
        "domain/store/sqlite.py",
        "found = self._snapshots.select_events(campaign, lte=upto, desc=True, limit=2)",
    ): "the first is taken, however many are read",
    (
        "domain/games/agemonia/campaign/vitality.py",
        "lock = locked.setdefault(self.source, Lock(chips=0, needs=1))",
    ): "what joins a lock is one chip at least, and needs one at least",
    (
        "companion/saying/reading.py",
        "return direction_of_event(event, self.here) * (2 if signs[0] > 0 else -1)",
    ): "only the sign of it is asked for",
    (
        "domain/language/chance.py",
        "NO_CHANCE = NoChance(Random(1))  # noqa: S311 - nothing is drawn from it",
    ): "nothing is drawn from it",
    (
        "domain/log/reach.py",
        "return not correction.takes and now.withdrawn.keys().isdisjoint(correction.targets)",
    ): "what is spent is read, and passed over then",
    ("domain/log/reach.py", "for position in range(campaign.position, 1, -1):"): "a campaign begins with no withdrawal",
    (
        "companion/web/door/connections.py",
        "return bool(self.total_outbufs_len) and self.last_activity <= now - IDLE",
    ): "no clock is as exact",
    (
        "domain/store/shared.py",
        'self._thread = Thread(target=self._keep_following, name="follower", daemon=False)',
    ): "whoever opens the store closes it, and that ends the thread",
    ("domain/log/checkpoints.py", "QUICKLY = 2"): "it is packed as well, a little slower",
    ("domain/log/history.py", "if position <= stop:"): "from where it stands to there no entry is folded",
    (
        "domain/store/salvage.py",
        'trunk, left = int.from_bytes(self._data[33:36], "big"), self.count',
    ): "no file has as many pages as the first of these bytes counts",
    (
        "domain/games/runewars/heroes/duels.py",
        "round=table.duel.round if table.duel else 1,",
    ): "without a duel no cards are drawn for one",
    (
        "companion/web/guard.py",
        'session["token"] = secrets.token_urlsafe(25)',
    ): "a longer token is guessed no sooner",
}
"""By module and the line as it is changed."""
