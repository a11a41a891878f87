"""Sends a batch of records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import NetworkError
from ..http.exchange import as_json
from ..http.headers import headers_of
from ..http.transport import Request, Response
from ..settings import Connection

PATH = "/v1/usage/record"


def batch_request(connection: Connection, body: bytes) -> Request:
    headers = headers_of(connection.api_key, connection.headers, "application/json", has_body=True)
    url = connection.base_url + PATH
    return Request("POST", url, headers, body, connection.timeout)


def read_batch_answer(response: Response) -> Mapping[str, Any]:
    """Returns the answer of the service. Raises NetworkError for the answer of something else."""
    answer = as_json(response)
    results = answer.get("results") if isinstance(answer, Mapping) else None
    if not isinstance(results, Mapping) or not all(
        _are_entries(results.get(kind)) for kind in ("success", "failed")
    ):
        raise NetworkError(f"{PATH} was not answered as the service does")
    return answer


def _are_entries(entries: object) -> bool:
    return isinstance(entries, list) and all(isinstance(one, Mapping) for one in entries)
