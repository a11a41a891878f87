"""The state of a guarded run: its hold, what it cost, and whether it may go on."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from time import monotonic
from typing import Any, NamedTuple, Optional, Union

from ..errors import GuardBlocked, RecordingError
from ..keyed_record import KeyedRecord
from ..run import Evidence, ServiceUse, named_use, services_of, set_evidence
from .asks import Asks
from .options import Amount, GuardSettings, usd
from .report import Reported, Reporting, report
from .steps import Deadline, RecordLater, Steps, TooLate


class Outcome(NamedTuple):
    """What a run produced."""

    quantity: int
    services: Sequence[ServiceUse]
    metadata: Mapping[str, Any]
    evidence: Evidence = Evidence()


class RunState:
    """Several threads, or tasks, may report at the same time."""

    def __init__(self, settings: GuardSettings, reporting: Reporting, *, is_strict: bool) -> None:
        self.settings = settings
        self.decision: Optional[Mapping[str, Any]] = None
        self.blocked: Optional[GuardBlocked] = None
        self.outcome: Optional[Outcome] = None
        #: What the run returns, for a `RecordingError`.
        self.result: Any = None
        self._reporting = reporting
        self._asks = Asks(reporting.connection, settings)
        self._is_strict = is_strict
        self._lock = threading.Lock()
        #: Records that are sent again at the end by a client that waits for its records.
        self._pending: list[RecordLater] = []
        self._hold_id: Optional[str] = None
        #: After this instant the hold is extended, so that it does not expire under a long run.
        self._renew_at = 0.0
        #: USD until the next ask. The service decides with its own sums.
        self._left = Decimal(0)
        self._recorded = Decimal(0)
        self._reported = Decimal(0)

    def start(self) -> Steps[None]:
        """Asks before the run starts. Raises GuardBlocked, or the error of a refusal."""
        return self._ask(None, Deadline(self.settings.timeout))

    def spent(
        self, used: Union[ServiceUse, Sequence[ServiceUse], Amount], next_cost_usd: Optional[Amount]
    ) -> Steps[None]:
        next_cost = self.settings.next_cost
        if next_cost_usd is not None:
            next_cost = usd("next_cost_usd", next_cost_usd)
        deadline = Deadline(self.settings.timeout)
        is_known: Union[bool, TooLate]
        if isinstance(used, (Mapping, list, tuple)):
            is_known = yield from self._record_use(used, deadline)
        else:
            is_known = self._count_amount(used)
        # What a stopped run still uses costs money too, but needs no further decision.
        if self.blocked is not None:
            raise self.blocked
        if isinstance(is_known, TooLate):
            self._go_on_undecided(is_known)
            return
        is_enough = self._left > 0 if next_cost is None else self._left >= next_cost
        is_fresh = monotonic() < self._renew_at
        if not (is_known and self._hold_id is not None and is_enough and is_fresh):
            yield from self._ask(next_cost, deadline)

    def fail(self) -> Steps[None]:
        """Ends a run whose work raised an error, which the caller must get."""
        for error in (yield from self._send_pending()):
            self._reporting.on_swallowed(error)
        yield from self._release()

    def end(self) -> Steps[None]:
        """Records the outcome, which settles the hold; without one releases it.

        A client that waits for its records raises a RecordingError if one is not stored.
        """
        outcome = self.outcome or Outcome(0, (), {})
        failures: list[Exception] = []
        if outcome.quantity != 0 or outcome.services:
            failures = yield from self._record_end(outcome)
        if outcome.quantity == 0:
            yield from self._release()
        failures = [*failures, *(yield from self._send_pending())]
        for error in failures[1:]:
            self._reporting.on_swallowed(error)
        if failures:
            raise failures[0]

    def _record_end(self, outcome: Outcome) -> Steps[list[Exception]]:
        """Returns the error that the caller must get, if the outcome is not recorded."""
        key = self.settings.idempotency_key if outcome.quantity != 0 else None
        deadline = Deadline(self.settings.timeout)
        try:
            event = self._event_of(outcome, key)
            yield from self._report(event, deadline, {"result": self.result})
        except Exception as error:
            # Refused, such as for the key of a job that another run has finished: nothing settles
            # the hold.
            yield from self._release()
            if self._is_strict or not isinstance(error, RecordingError):
                return [error]
            self._reporting.on_swallowed(error)
        return []

    def _send_pending(self) -> Steps[list[Exception]]:
        """Sends the records on, and returns the errors of those that are not stored."""
        failures: list[Exception] = []
        for later in self._pending:
            try:
                yield later
            except RecordingError as error:
                failures.append(error)
        return failures

    def _record_use(
        self, used: Union[ServiceUse, Sequence[ServiceUse]], deadline: Deadline
    ) -> Steps[Union[bool, TooLate]]:
        """Returns false if it is not known what is left, because the cost of the use is not."""
        services = [used] if isinstance(used, Mapping) else used
        event = self._event_of(Outcome(0, services, {}), None)
        stored = yield from self._report(event, deadline, None)
        if isinstance(stored, TooLate):
            return stored
        if stored.cost is None:
            return False
        with self._lock:
            self._recorded += Decimal(stored.cost)
            # The answer to a repeat, after a lost answer, does not say what is left.
            if stored.remaining is None:
                self._left -= Decimal(stored.cost)
            else:
                # Answers to reports at the same time may arrive in any order.
                self._left = min(self._left, Decimal(stored.remaining) - self._reported)
        return True

    def _count_amount(self, amount: object) -> bool:
        spent = usd("spent", amount)
        with self._lock:
            self._reported += spent
            self._left -= spent
        return True

    def _ask(self, next_cost: Optional[Decimal], deadline: Deadline) -> Steps[None]:
        """Decides if the run may go on: extends its hold, or makes one."""
        settings, hold_id = self.settings, self._hold_id
        asked_at = monotonic()
        if next_cost is None:
            next_cost = self._left if self._left > 0 else settings.estimated_cost
        if hold_id is None:
            next_cost = settings.estimated_cost
            decision = yield from self._asks.hold(deadline)
        else:
            so_far = self._recorded + self._reported
            decision = yield from self._asks.extend(hold_id, so_far, next_cost, deadline)
        if isinstance(decision, TooLate):
            self._go_on_undecided(decision)
            return
        self.decision = decision
        if decision["decision"] not in ("allow", "warn"):
            raise self._block(_blocked_by(decision, settings.run_id))
        with self._lock:
            self._hold_id = decision.get("holdId")
            self._renew_at = asked_at + settings.ttl_seconds / 2
            self._left = next_cost

    def _go_on_undecided(self, late: TooLate) -> None:
        self.decision = None
        if self.settings.when_undecided == "stop":
            text = f"No decision after {round(late.after, 1):g} s, and the run stops when undecided"
            blocked = GuardBlocked(
                f"{text}: {late.cause}", run_id=self.settings.run_id, reason="undecided"
            )
            raise self._block(blocked) from late.cause

    def _block(self, blocked: GuardBlocked) -> GuardBlocked:
        with self._lock:
            self.blocked = self.blocked or blocked
            return self.blocked

    def _report(
        self, event: KeyedRecord, deadline: Deadline, job: Optional[Mapping[str, Any]]
    ) -> Steps[Union[Reported, TooLate]]:
        """Sends a record. If it is too late for its answer, the client goes on sending it."""
        record, answer = yield from report(self._reporting, event, deadline, job)
        if isinstance(answer, TooLate):
            later = RecordLater(record, job)
            if self._is_strict:
                self._pending.append(later)
            else:
                yield later
        return answer

    def _event_of(self, outcome: Outcome, key: Optional[str]) -> KeyedRecord:
        own, warnings = self.settings, self._reporting.warnings
        named = [named_use(use, "run.spent", warnings) for use in outcome.services]
        event: KeyedRecord = {
            "customerExternalId": own.customer,
            "agentCode": own.agent,
            "signalName": own.signal,
            "services": services_of(named),
            "quantity": outcome.quantity,
            "runId": own.run_id,
            "idempotencyKey": key or str(uuid.uuid4()),
        }
        metadata = {**own.metadata, **outcome.metadata}
        if metadata:
            event["metadata"] = metadata
        set_evidence(event, outcome.evidence)
        return event

    def _release(self) -> Steps[None]:
        if self._hold_id is not None:
            yield from self._asks.release(self._hold_id)


def _blocked_by(decision: Mapping[str, Any], run_id: str) -> GuardBlocked:
    reason = decision.get("reason") or "budget_exceeded"
    text = decision.get("message") or f"The run is blocked: {reason}"
    known: Any = decision
    return GuardBlocked(text, run_id=run_id, reason=reason, decision=known)
