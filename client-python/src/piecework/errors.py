"""Exceptions of the client. All of them are a `PieceworkError`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, cast

if TYPE_CHECKING:
    from .keyed_record import KeyedRecord
    from .types import GuardDecision, UsageRecord


class PieceworkError(Exception):
    """Raised by every failed call. `request_id` identifies the request in the service's logs."""

    def __init__(
        self,
        message: str | Sequence[str],
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        param: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        messages = (message,) if isinstance(message, str) else tuple(message)
        super().__init__("; ".join(messages))
        #: One message per invalid field, otherwise a single message.
        self.messages: tuple[str, ...] = messages
        #: The HTTP status, if there was an answer.
        self.status = status
        #: Machine-readable error code; the API reference has a table of all codes.
        self.code = code
        #: The field or parameter that caused the error.
        self.param = param
        self.request_id = request_id
        #: Seconds that the service asked the client to wait.
        self.retry_after = retry_after

    @property
    def message(self) -> str:
        return "; ".join(self.messages)


class AuthenticationError(PieceworkError):
    """401: the key is missing, invalid, revoked or of another environment."""


class PermissionDeniedError(PieceworkError):
    """403: the key has no permission for this request."""


class NotFoundError(PieceworkError):
    """404: the organization has no object with this id."""


class ConflictError(PieceworkError):
    """409: the request conflicts with an existing object; 412: it has another version."""


class ValidationError(PieceworkError):
    """400, 413, 415, 422, or a rejected record. Retrying does not help."""


class AlreadyRecordedError(ValidationError):
    """A different record has the idempotency key of this one, which is not stored.

    If both are the same job, it is billed, and there is nothing to do. Other work is not billed:
    record it under another key. `event_id` is the event that is stored under the key.
    """

    def __init__(self, message: str, *, code: Optional[str], event_id: str) -> None:
        super().__init__(message, code=code)
        self.event_id = event_id


class RateLimitError(PieceworkError):
    """429: too many requests. `retry_after` says how long to wait."""


class ServerError(PieceworkError):
    """5xx, or a record that the service failed to store."""


class NetworkError(PieceworkError):
    """The service sent no complete response.

    Either it was unreachable, the connection was cut, or a proxy in front of it answered. A proxy
    answers with a redirect or with an error that is not the service's; `status` has its status.
    """


class RequestTimeoutError(PieceworkError):
    """No response arrived in time. The service may have carried out the request nevertheless."""


class RecordingError(PieceworkError):
    """A record is not confirmed as stored; `__cause__` has the reason.

    The first attempt may have stored it and lost the response. Therefore record `record` again, not
    a new record: its idempotency key makes it count once. After a job of `run`, `result` is the
    result of the job. If `__cause__` is an `AlreadyRecordedError`, `record` would be refused
    again.
    """

    def __init__(
        self, cause: BaseException, record: KeyedRecord, job: Optional[Mapping[str, Any]] = None
    ) -> None:
        known = cause if isinstance(cause, PieceworkError) else PieceworkError(str(cause))
        if isinstance(known, AlreadyRecordedError):
            text = (
                f"A different record has this idempotency key: event {known.event_id}. This one is "
                "not stored. If it is the same job, do nothing; if it is other work, use another "
                "key."
            )
        else:
            what = "Not recorded" if job is None else "The job is done, but it was not recorded"
            text = f"{what}: {known.message}"
        super().__init__(
            text,
            status=known.status,
            code=known.code,
            param=known.param,
            request_id=known.request_id,
            retry_after=known.retry_after,
        )
        self.__cause__ = cause
        self.record = cast("UsageRecord", record)
        self.idempotency_key = record["idempotencyKey"]
        self.result = None if job is None else job["result"]


class GuardBlocked(PieceworkError):
    """A guarded run may not start or go on.

    The message has the figures of the budget that decided, such as "5 USD a day: 4.62 spent + 0.40
    held + 0.40 asked > 5 USD". `reason` is that of the decision, or `undecided`: none was made in
    time, and the run chose to stop. `__cause__` is then why.
    """

    def __init__(
        self,
        message: str,
        *,
        run_id: str,
        reason: str,
        decision: Optional[GuardDecision] = None,
    ) -> None:
        super().__init__(message)
        self.run_id = run_id
        self.reason = reason
        #: The whole decision, with all budgets of the run; None if there was none in time.
        self.decision = decision
        #: When the budget may allow more; None for a budget of each run, credit, and no decision.
        self.resets_at: Optional[str] = decision.get("resetsAt") if decision else None
        #: The page where the customer buys credit; None unless its credit decided.
        self.top_up_url: Optional[str] = decision.get("topUpUrl") if decision else None
        #: The budget that decided; None without a decision, and for negative credit.
        self.budget_id: Optional[str] = decision.get("budgetId") if decision else None


class WebhookVerificationError(PieceworkError):
    """A webhook is not from the service, was changed on the way, or is too old."""


CLASSES: Mapping[int, type[PieceworkError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
}

#: Status codes with the same meaning from the service and from a proxy in front of it.
OF_ANY_SERVER = (413, 429)


def error_of(
    url: str,
    status: int,
    body: object,
    *,
    request_id: Optional[str] = None,
    retry_after: Optional[float] = None,
) -> PieceworkError:
    """Converts an error response to an error.

    Every error body of the service has a message, a code and a request id. A body without them
    comes from a proxy, such as a load balancer during a deployment. The service was not reached
    then, and a retry may reach it.
    """
    fields = body if isinstance(body, Mapping) else {}
    message = _message_of(fields.get("message"))
    code = _text_of(fields.get("code"))
    own_id = _text_of(fields.get("requestId"))
    details: dict[str, Any] = {
        "status": status,
        "code": code,
        "param": _text_of(fields.get("param")),
        "request_id": own_id or request_id,
        "retry_after": retry_after,
    }
    is_of_service = message is not None and code is not None and own_id is not None
    if not is_of_service and status < 500 and status not in OF_ANY_SERVER:
        return NetworkError(f"{url} answered {status}, but not as the service does", **details)
    known = CLASSES.get(status, ServerError if status >= 500 else PieceworkError)
    return known(message or f"The service answered {status}", **details)


def _message_of(value: object) -> Optional[str | list[str]]:
    if isinstance(value, list) and value:
        return [str(one) for one in value]
    return _text_of(value)


def _text_of(value: object) -> Optional[str]:
    return value if isinstance(value, str) and value != "" else None
