"""A run under way, as its work sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional, Union, cast

from ..errors import GuardBlocked
from ..http.calls import NOTHING
from ..run import Evidence, ServiceUse
from .options import Amount
from .run_state import Outcome, RunState
from .steps import AsyncSteps, BlockingSteps

if TYPE_CHECKING:
    from ..types import GuardDecision


class _Run:
    def __init__(self, state: RunState) -> None:
        self._state = state
        self.run_id = state.settings.run_id

    @property
    def decision(self) -> Optional[GuardDecision]:
        """The latest decision, which may be a warning; None if none was made in time."""
        return cast("Optional[GuardDecision]", self._state.decision)

    @property
    def is_blocked(self) -> bool:
        """True once the run may not go on: other threads or tasks of it should end."""
        return self._state.blocked is not None

    @property
    def result(self) -> Any:
        """What the run returns, for a `RecordingError`; set it with `fire_and_forget=False`."""
        return self._state.result

    @result.setter
    def result(self, result: Any) -> None:
        self._state.result = result

    def done(
        self,
        *,
        quantity: Optional[int] = None,
        services: Union[ServiceUse, Sequence[ServiceUse]] = (),
        metadata: Mapping[str, Any] = NOTHING,
        evidence_url: Optional[str] = None,
        evidence: Optional[str] = None,
    ) -> None:
        """Sets the outcome, which is recorded when the block ends. Without one nothing is billed.

        - `quantity`: units of the signal; those of the options by default. 0 bills nothing.
        - `services`: what the run used and `spent` did not report: a service, or several.
        - `evidence_url`, `evidence`: an `https://` address and a text of at most 2,000 characters
          that show that the outcome holds; the customer sees them, too.
        """
        units = self._state.settings.quantity if quantity is None else quantity
        proof = Evidence(evidence_url, evidence)
        self._state.outcome = Outcome(units, _uses_of(services), dict(metadata or {}), proof)

    def _error_of(self, error: BaseException) -> Optional[GuardBlocked]:
        """Returns the block, if the work ended with another error because of it."""
        blocked = self._state.blocked
        return None if error is blocked or not isinstance(error, Exception) else blocked


def _uses_of(services: object) -> Sequence[ServiceUse]:
    """Returns the services of an outcome. Raises ValueError for anything else."""
    if isinstance(services, Mapping):
        return [services]
    if services is None or (isinstance(services, Iterable) and not isinstance(services, str)):
        return list(services or ())
    raise ValueError(f"services must be a service or a list of them, not {services!r}")


class GuardedRun(_Run):
    """Reports what it uses with `spent`, and its outcome with `done`."""

    def __init__(self, state: RunState, steps: BlockingSteps) -> None:
        super().__init__(state)
        self._steps = steps

    def spent(
        self,
        used: Union[ServiceUse, Sequence[ServiceUse], Amount],
        *,
        next_cost_usd: Optional[Amount] = None,
    ) -> None:
        """Reports what the run used since the last report, and asks if too little is left.

        Returns if the run may go on. Services are recorded and cost what their rates say. An amount
        in USD is only counted for decisions: record what it was for with `done`.

        Raises GuardBlocked if the run may not go on, RecordingError if the service refused the
        record, and the PieceworkError of any other refusal, such as a key that was revoked.
        """
        self._steps.run(self._state.spent(used, next_cost_usd))

    def __enter__(self) -> GuardedRun:
        self._steps.run(self._state.start())
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if error is None:
            self._steps.run(self._state.end())
            return
        self._steps.run(self._state.fail())
        blocked = self._error_of(error)
        if blocked is not None:
            raise blocked from error


class AsyncGuardedRun(_Run):
    """Like `GuardedRun`, for `async with`."""

    def __init__(self, state: RunState, steps: AsyncSteps) -> None:
        super().__init__(state)
        self._steps = steps

    async def spent(
        self,
        used: Union[ServiceUse, Sequence[ServiceUse], Amount],
        *,
        next_cost_usd: Optional[Amount] = None,
    ) -> None:
        """Reports what the run used since the last report; see `GuardedRun.spent`."""
        await self._steps.run(self._state.spent(used, next_cost_usd))

    async def __aenter__(self) -> AsyncGuardedRun:
        await self._steps.run(self._state.start())
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if error is None:
            await self._steps.run(self._state.end())
            return
        await self._steps.run(self._state.fail())
        blocked = self._error_of(error)
        if blocked is not None:
            raise blocked from error
