"""The calls of the API by method and path."""

from __future__ import annotations

from collections.abc import Mapping
from time import sleep
from typing import Any, Literal, Protocol

from ..errors import PieceworkError
from ..settings import Connection
from .attempts import ABSENT, Attempts, Call, Options
from .exchange import as_bytes, as_json, as_text, exchange
from .listing import List
from .url import Query

Ids = Mapping[str, Any]
NOTHING: Mapping[str, Any] = {}


def json_call(
    method: str,
    path: str,
    ids: Ids = NOTHING,
    query: Query = NOTHING,
    body: object = ABSENT,
    options: Options = Options(),
) -> Call:
    return Call(method, path, "application/json", as_json, ids, query, body, options)


def bytes_call(path: str, ids: Ids, query: Query, options: Options) -> Call:
    """Asks for a binary document, such as a PDF."""
    return Call("GET", path, "*/*", as_bytes, ids, query, ABSENT, options)


def text_call(path: str, ids: Ids, query: Query, options: Options) -> Call:
    """Asks for a text document, such as an email."""
    return Call("GET", path, "text/html", as_text, ids, query, ABSENT, options)


def csv_call(path: str, ids: Ids, query: Query, options: Options) -> Call:
    return Call("GET", path, "text/csv", as_text, ids, query, ABSENT, options)


#: How the answer of a request is read.
ReadAs = Literal["json", "text", "bytes"]
READS = {
    "json": ("application/json", as_json),
    "text": ("*/*", as_text),
    "bytes": ("*/*", as_bytes),
}


def any_call(
    method: str, path: str, query: Query, body: object, read_as: ReadAs, options: Options
) -> Call:
    accept, read = READS[read_as]
    sent = ABSENT if body is None else body
    return Call(method.upper(), path, accept, read, NOTHING, query, sent, options)


class Calls(Protocol):
    """Carries out calls. The types of their answers are those of the resources."""

    def call(self, call: Call) -> Any: ...

    def list(self, path: str, ids: Ids, query: Query, options: Options) -> Any: ...


class BlockingCalls:
    """Carries out calls in the thread of the caller."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def call(self, call: Call) -> Any:
        attempts = Attempts(self._connection, call)
        while True:
            try:
                return exchange(self._connection.transport, attempts.request(), call.read)
            except PieceworkError as error:
                delay = attempts.delay_after(error)
            if delay is None:
                return None
            sleep(delay)

    def list(self, path: str, ids: Ids, query: Query, options: Options) -> List[Any, Any]:
        return List(
            lambda page: self.call(json_call("GET", path, ids, page, ABSENT, options)), query
        )
