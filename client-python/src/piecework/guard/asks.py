"""The requests of a guarded run.

Each may be repeated: the same run has the same hold, and a hold is extended to a sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Union
from urllib.parse import quote

from ..errors import NetworkError, PieceworkError
from ..http.attempts import Attempts, Options
from ..http.calls import NOTHING, json_call
from ..http.exchange import as_json
from ..http.transport import Response
from ..settings import Connection
from .options import GuardSettings, text_of
from .steps import Deadline, Send, Steps, TooLate, within_time

PATH = "/v1/guard/holds"


class Asks:
    def __init__(self, connection: Connection, settings: GuardSettings) -> None:
        self._connection = connection
        self._settings = settings

    def hold(self, deadline: Deadline) -> Steps[Union[Mapping[str, Any], TooLate]]:
        own = self._settings
        body = {
            "customerExternalId": own.customer,
            "agentCode": own.agent,
            "signalName": own.signal,
            "estimatedCostUsd": text_of(own.estimated_cost),
            "quantity": own.quantity,
            "runId": own.run_id,
            "ttlSeconds": own.ttl_seconds,
        }
        return self._decided(PATH, body, deadline)

    def extend(
        self, hold_id: str, cost_so_far: Decimal, next_cost: Decimal, deadline: Deadline
    ) -> Steps[Union[Mapping[str, Any], TooLate]]:
        body = {
            "costSoFarUsd": text_of(cost_so_far),
            "nextCostUsd": text_of(next_cost),
            "ttlSeconds": self._settings.ttl_seconds,
        }
        return self._decided(f"{PATH}/{quote(hold_id, safe='')}/extend", body, deadline)

    def release(self, hold_id: str) -> Steps[None]:
        """Never raises an error of the service: a hold that is not released expires."""
        path = f"{PATH}/{quote(hold_id, safe='')}/release"
        deadline = Deadline(self._settings.timeout)
        try:
            yield from within_time(deadline, lambda timeout: self._post(path, None, timeout))
        except PieceworkError:
            pass

    def _decided(
        self, path: str, body: object, deadline: Deadline
    ) -> Steps[Union[Mapping[str, Any], TooLate]]:
        return within_time(deadline, lambda timeout: self._decision(path, body, timeout))

    def _decision(self, path: str, body: object, timeout: float) -> Steps[Mapping[str, Any]]:
        answer = yield from self._post(path, body, timeout)
        if isinstance(answer, Mapping) and isinstance(answer.get("decision"), str):
            return answer
        # A proxy may answer 200 with something else, which decides nothing.
        raise NetworkError("The answer is not a decision of the service")

    def _post(self, path: str, body: object, timeout: float) -> Steps[Any]:
        options = Options(timeout, 0)
        call = json_call("POST", path, NOTHING, NOTHING, {} if body is None else body, options)
        answer = yield Send(Attempts(self._connection, call).request(), _json)
        return answer


def _json(response: Response) -> Any:
    return as_json(response)
