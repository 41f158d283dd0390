"""Read models: tables for fast queries that can be rebuilt from the log at any time."""

from collections.abc import Iterator

from projections.base import Models, Projection


class _All:
    """All read models, imported lazily because their writers import every event class."""

    def __iter__(self) -> Iterator[Projection]:
        from projections.campaigns import CAMPAIGNS  # noqa: PLC0415
        from projections.current import CURRENT  # noqa: PLC0415
        from projections.log import LOG  # noqa: PLC0415
        from projections.results import RESULTS  # noqa: PLC0415
        from projections.saves import SAVES  # noqa: PLC0415
        from projections.series import SERIES  # noqa: PLC0415
        from projections.views import VIEWS  # noqa: PLC0415

        return iter((CAMPAIGNS, LOG, CURRENT, SERIES, SAVES, RESULTS, VIEWS))


PROJECTIONS = _All()

__all__ = ["PROJECTIONS", "Models"]
