"""The client for programs without an event loop."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional

from .guard.guard import RunGuard
from .guard.report import reporting_of
from .guard.steps import BlockingSteps
from .http.attempts import Options
from .http.calls import NOTHING, BlockingCalls, ReadAs, any_call, csv_call
from .http.headers import ExtraHeaders
from .http.transport import Transport
from .recording.at_exit import CLOSE_TIMEOUT
from .recording.background import Background
from .recording.counts import RecordingCounts
from .recording.options import RecordingOptions
from .recording.record_now import RecordNow
from .resources import Resources
from .run import Evidence, Job, JobOptions, Run
from .settings import connection_of
from .webhooks.unwrap import unwrap_webhook

if TYPE_CHECKING:
    from .resources import CsvPath
    from .types import DateLike, UsageRecord


class Webhooks:
    """Verifies webhooks; `unwrap_webhook` does the same without an API key."""

    unwrap = staticmethod(unwrap_webhook)


class Piecework(Resources):
    """Client of the service for one API key. Create one per process and share it.

    It is safe for threads, and for processes that are forked from this one.
    """

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 2,
        retry_delay: float = 1.0,
        transport: Optional[Transport] = None,
        headers: Optional[ExtraHeaders] = None,
        fire_and_forget: bool = True,
        recording: RecordingOptions = RecordingOptions(),
    ) -> None:
        """Takes the connection, and how to record.

        - `api_key`: secret key; PIECEWORK_API_KEY by default.
        - `base_url`: URL of the service; PIECEWORK_BASE_URL by default, otherwise
          http://127.0.0.1:8080.
        - `timeout`: seconds for one attempt of a request.
        - `max_retries`: maximum number of retries of a failed request.
        - `retry_delay`: seconds before the first retry; each later delay grows fourfold.
        - `transport`: replaces the sending of a request, for example to use a proxy.
        - `headers`: headers of every request, such as those for a gateway in front of the service.
        - `fire_and_forget`: if true, `record` sends in the background and never raises.
        """
        connection = connection_of(
            api_key, base_url, timeout, max_retries, retry_delay, transport, headers
        )
        self.webhooks = Webhooks()
        self._connection = connection
        self._calls = BlockingCalls(connection)
        self._is_background = fire_and_forget
        self._background = Background(connection, recording)
        super().__init__(self._calls)
        self.guard: RunGuard = RunGuard(
            self._calls,
            reporting_of(connection, recording, lambda: self._background),
            BlockingSteps(connection, lambda event, job: self._record(event, job)),
            is_strict=not fire_and_forget,
        )

    def record(self, record: UsageRecord) -> None:
        """Records usage.

        In the background (the default) it costs the caller microseconds and never raises;
        `recording.on_lost` receives the records that could not be stored. With
        `fire_and_forget=False` it returns when the record is stored, and raises a RecordingError
        otherwise.
        """
        self._record(record, None)

    def run(
        self,
        *,
        customer: str,
        agent: str,
        signal: str,
        quantity: int = 1,
        run_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        usage_date: Optional[DateLike] = None,
        metadata: Mapping[str, Any] = NOTHING,
        evidence_url: Optional[str] = None,
        evidence: Optional[str] = None,
    ) -> Run:
        """Runs a job and records one event with all services that it used, even if the job fails.

        Use it in a `with` statement and add the services to the job that it gives:

        - `customer`: your own id of the customer.
        - `agent`: the code of the agent.
        - `signal`: the name of the signal that you bill.
        - `quantity`: units of the signal for a finished job; `job.quantity` can change it.
        - `run_id`: groups the events of one run; the `idempotency_key` if omitted, or else
          generated.
        - `idempotency_key`: for example the id of the job: a job that runs twice by mistake is
          billed once. The event of the first run counts; a second run with other services is
          reported as `already_recorded`.
        - `usage_date`: when the work counts; now by default. A `datetime` needs a time zone.
        - `metadata`: data of your own, stored with the event; `job.metadata` can add to it.
        - `evidence_url`, `evidence`: an `https://` address and a text of at most 2,000 characters
          that show that the outcome holds; the customer sees them, too. `job.evidence_url` and
          `job.evidence` can set them.
        """
        options = JobOptions(customer, agent, signal, idempotency_key, usage_date)
        proof = Evidence(evidence_url, evidence)
        job = Job(options, run_id, quantity, metadata, proof, self._background.warnings)
        return Run(self._record, options, job, self._background.warn_of_lost)

    def _record(self, record: Mapping[str, Any], job: Optional[Mapping[str, Any]]) -> None:
        if self._is_background:
            self._background.record(record)
        else:
            background = self._background
            RecordNow(
                self._connection, record, job, background.report_lost, background.note_stored
            ).store()

    @property
    def counts(self) -> RecordingCounts:
        """Counts of the records so far, by outcome: those of `record`, `run` and `guard.run`."""
        return self._background.counts()

    def flush(self, timeout: Optional[float] = None) -> bool:
        """Sends the records held so far.

        Returns true once all of them are stored or reported as lost. Returns false after the
        timeout, in seconds; sending then continues in the background. During an outage it waits
        until the outage ends: set a timeout.
        """
        return self._background.wait(partial(self._background.flush, timeout), timeout)

    def close(self, timeout: float = CLOSE_TIMEOUT) -> bool:
        """Sends the records held so far and reports the rest to `on_lost` after the timeout.

        The client records nothing afterwards.
        """
        is_done = self._background.wait(partial(self._background.close, timeout), timeout)
        self._connection.close()
        return is_done

    def csv(
        self,
        path: CsvPath,
        query: Mapping[str, Any] = NOTHING,
        *,
        ids: Mapping[str, str] = NOTHING,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> str:
        """Returns a list or an analysis as CSV, with all rows that match the filters.

        The filters have their names in the API; `ids` fills in the ids of the path.
        """
        options = Options(timeout, max_retries, request_id, headers)
        return self._calls.call(csv_call(path, ids, query, options))

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = NOTHING,
        body: Any = None,
        headers: Optional[ExtraHeaders] = None,
        read_as: ReadAs = "json",
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
    ) -> Any:
        """Sends a request for an operation that has no method here, such as one of a newer service.

        Quote the ids in the path, such as `/v1/customers`, with `urllib.parse.quote(id, safe="")`.
        The body is sent as JSON; `read_as` is the form in which the answer is returned.
        """
        options = Options(timeout, max_retries, request_id, headers, idempotency_key, if_match)
        return self._calls.call(any_call(method, path, query, body, read_as, options))

    def __enter__(self) -> Piecework:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
