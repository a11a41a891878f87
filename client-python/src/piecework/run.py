"""Jobs: one event with everything that was used."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, NamedTuple, Optional, Union

from .keyed_record import KeyedRecord
from .recording.warnings import Warnings

if TYPE_CHECKING:
    from .types import DateLike

#: One call of a model, or one use of a service, with its name in the catalog.
ServiceUse = Mapping[str, Any]

#: The service's limit for one event.
SERVICES_MAX = 1000
#: An event needs at least one service. The catalog has this one at no cost.
NO_SERVICE: ServiceUse = {"model": "none", "modelProvider": "piecework", "quantity": 1}
#: Fields without which the service refuses a record.
NAMES = ("model", "modelProvider")
UNKNOWN = "unknown"
TOKENS = (
    "inputTokens",
    "outputTokens",
    "cacheReadTokens",
    "cacheWriteTokens",
    "cacheWrite1hTokens",
)
# What the entries of a sum have in common.
SHARED = ("model", "modelProvider", "serviceTier", "paidBy")


class Evidence(NamedTuple):
    """What shows that an outcome holds. The service shows it to the customer, too."""

    #: An address that starts with `https://`.
    url: Optional[str] = None
    text: Optional[str] = None


def set_evidence(event: KeyedRecord, evidence: Evidence) -> None:
    if evidence.url is not None:
        event["evidenceUrl"] = evidence.url
    if evidence.text is not None:
        event["evidence"] = evidence.text


class JobOptions(NamedTuple):
    """The customer of a job, and the outcome that it produces."""

    customer: str
    agent: str
    signal: str
    idempotency_key: Optional[str]
    usage_date: Optional[DateLike]


class Job:
    """Collects what a job uses while it runs."""

    def __init__(
        self,
        options: JobOptions,
        run_id: Optional[str],
        quantity: int,
        metadata: Mapping[str, Any],
        evidence: Evidence,
        warnings: Warnings,
    ) -> None:
        # A repetition has the same id, so that its event is a duplicate of the first one.
        self.run_id = run_id or options.idempotency_key or str(uuid.uuid4())
        #: Units of the signal that will be billed if the work succeeds.
        self.quantity = quantity
        self.metadata: Dict[str, Any] = dict(metadata)
        #: An address that starts with `https://`, where the outcome can be checked.
        self.evidence_url = evidence.url
        #: What shows that the outcome holds, in words.
        self.evidence = evidence.text
        #: What the job returned, for a `RecordingError`; set it with `fire_and_forget=False`.
        self.result: Any = None
        self.uses: list[ServiceUse] = []
        self._warnings = warnings

    def add(self, *uses: Union[ServiceUse, Sequence[ServiceUse]]) -> None:
        """Adds what the job used, one by one or in lists.

        Never raises: a use without a name counts as `unknown`.
        """
        for some in uses:
            several = some if isinstance(some, (list, tuple)) else (some,)
            self.uses.extend(named_use(use, "job.add", self._warnings) for use in several)


def named_use(use: ServiceUse, method: str, warnings: Warnings) -> ServiceUse:
    """Returns a use with both names.

    The service would refuse the job with everything that it used if one is missing. As `unknown`
    the job is billed, and its cost stays unknown until the name is mapped.
    """
    complete = dict(use) if isinstance(use, Mapping) else {}
    for name in NAMES:
        value = complete.get(name)
        if not isinstance(value, str) or not value.strip():
            complete[name] = UNKNOWN
            warnings([f'{method} got a service without {name}, which is recorded as "{UNKNOWN}"'])
    return complete


#: Records an event. A finished job is passed along so that an error can include its result.
Record = Callable[[KeyedRecord, Optional[Mapping[str, Any]]], None]
RecordAsync = Callable[[KeyedRecord, Optional[Mapping[str, Any]]], Awaitable[None]]
#: Called with an error that the caller does not get.
OnSwallowed = Callable[[Exception], None]


class Run:
    """Records one event when its block ends.

    If the work fails, its services still cost money: the event then has quantity 0, and the work's
    own error is raised.
    """

    def __init__(
        self, record: Record, options: JobOptions, job: Job, on_swallowed: OnSwallowed
    ) -> None:
        self._record = record
        self._options = options
        self._job = job
        self._on_swallowed = on_swallowed

    def __enter__(self) -> Job:
        return self._job

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if error is None:
            self._record(done_event(self._options, self._job), {"result": self._job.result})
            return
        event = failed_event(self._options, self._job)
        try:
            if event is not None:
                self._record(event, None)
        except Exception as failure:
            # The caller must get the work's own error; `on_lost` receives the recording error.
            self._on_swallowed(failure)


class AsyncRun:
    """Like `Run`, for `async with`."""

    def __init__(
        self, record: RecordAsync, options: JobOptions, job: Job, on_swallowed: OnSwallowed
    ) -> None:
        self._record = record
        self._options = options
        self._job = job
        self._on_swallowed = on_swallowed

    async def __aenter__(self) -> Job:
        return self._job

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if error is None:
            await self._record(done_event(self._options, self._job), {"result": self._job.result})
            return
        event = failed_event(self._options, self._job)
        try:
            if event is not None:
                await self._record(event, None)
        except Exception as failure:
            # The caller must get the work's own error; `on_lost` receives the recording error.
            self._on_swallowed(failure)


def done_event(options: JobOptions, job: Job) -> KeyedRecord:
    return _event(options, job, job.quantity, options.idempotency_key)


def failed_event(options: JobOptions, job: Job) -> Optional[KeyedRecord]:
    """Returns the event of a failed job; None if it used nothing.

    The key of the options stands for the finished job. A failed attempt gets another key, because a
    retry may finish the job.
    """
    return _event(options, job, 0, None) if job.uses else None


def _event(options: JobOptions, job: Job, quantity: int, key: Optional[str]) -> KeyedRecord:
    event: KeyedRecord = {
        "customerExternalId": options.customer,
        "agentCode": options.agent,
        "signalName": options.signal,
        "services": services_of(job.uses),
        "quantity": quantity,
        "runId": job.run_id,
        "idempotencyKey": key or str(uuid.uuid4()),
    }
    if options.usage_date is not None:
        event["usageDate"] = options.usage_date
    if job.metadata:
        event["metadata"] = job.metadata
    set_evidence(event, Evidence(job.evidence_url, job.evidence))
    return event


def services_of(uses: Sequence[ServiceUse]) -> list[ServiceUse]:
    if not uses:
        return [dict(NO_SERVICE)]
    return list(uses) if len(uses) <= SERVICES_MAX else _summed(uses)


def _summed(uses: Sequence[ServiceUse]) -> list[ServiceUse]:
    """Returns one entry for each model, tier of service and payer.

    It has the sum of the tokens, and the number of calls as quantity.
    """
    sums: dict[tuple[Any, ...], dict[str, Any]] = {}
    for use in uses:
        shared = {name: use.get(name) for name in SHARED}
        start = {name: value for name, value in shared.items() if value is not None}
        total = sums.setdefault(tuple(shared.values()), {**start, "quantity": 0})
        quantity = use.get("quantity")
        total["quantity"] += 1 if quantity is None else quantity
        for kind in TOKENS:
            if use.get(kind) is not None:
                total[kind] = total.get(kind, 0) + use[kind]
        if use.get("reportedCostUsd") is not None:
            reported = total.get("reportedCostUsd", 0)
            total["reportedCostUsd"] = _decimal_sum(reported, use["reportedCostUsd"])
    return list(sums.values())


def _decimal_sum(one: object, other: object) -> object:
    """Returns the exact sum of two amounts, numbers or decimal texts, as text.

    Returns the other one if one is no amount: the service names the error of a record with only that.
    """
    try:
        total = Decimal(str(one)) + Decimal(str(other))
        return format(total, "f") if total.is_finite() else other
    except InvalidOperation:
        return other
