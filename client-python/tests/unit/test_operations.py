"""Every operation that a key may call is a method of both clients."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import unittest
from pathlib import Path
from typing import Any, Callable, Iterator
from urllib.parse import unquote, urlsplit

from piecework import AsyncPiecework, Piecework
from piecework.resources import AsyncResources, Resources

from ..support.answers import Replies, answer

DOCUMENT = Path(__file__).parents[3] / "openapi.json"
# Parameters whose body is a list.
LISTS = ("records", "signals", "resource_logs", "resource_metrics", "resource_spans")
METHODS = ("get", "post", "patch", "delete", "put")


def operations_of_keys() -> list[str]:
    """Returns the operations that an API key may call.

    The others need a signed-in user or a customer's browser.
    """
    paths = json.loads(DOCUMENT.read_text(encoding="utf-8"))["paths"]
    return sorted(
        f"{method.upper()} {path}"
        for path, operations in paths.items()
        for method, operation in operations.items()
        if method in METHODS and operation.get("x-callers") == "keys and members"
    )


def methods_of(client: Any, known: type) -> Iterator[Callable[..., Any]]:
    for resource in vars(known(client._calls)).values():
        for name, method in inspect.getmembers(resource, inspect.ismethod):
            if not name.startswith("_"):
                yield method


def arguments_of(method: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
    """Returns arguments for the required parameters. An id stands for its name in the path."""
    places: list[Any] = []
    names: dict[str, Any] = {}
    for name, parameter in inspect.signature(method).parameters.items():
        if parameter.default is not inspect.Parameter.empty:
            continue
        camel = re.sub("_([a-z])", lambda part: part[1].upper(), name)
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            names[name] = "x"
        elif parameter.annotation == "str":
            places.append("{" + camel + "}")
        else:
            places.append([{}] if name in LISTS else {})
    return places, names


def called(replies: Replies) -> list[str]:
    return sorted(
        f"{request.method} {unquote(urlsplit(request.url).path)}" for request in replies.sent
    )


class Operations(unittest.TestCase):
    def setUp(self) -> None:
        self.replies = Replies(answer(200, {"results": [], "data": []}))
        self.operations = operations_of_keys()
        self.assertGreater(len(self.operations), 90)

    def test_of_the_client(self) -> None:
        client = Piecework(api_key="k", transport=self.replies)
        for method in methods_of(client, Resources):
            places, names = arguments_of(method)
            found = method(*places, **names)
            if hasattr(found, "first_page"):
                found.first_page()
        self.assertEqual(called(self.replies), self.operations)

    def test_of_the_client_for_asyncio(self) -> None:
        async def run() -> None:
            client = AsyncPiecework(api_key="k", transport=self.replies)
            for method in methods_of(client, AsyncResources):
                places, names = arguments_of(method)
                await method(*places, **names)
            await client.close()

        asyncio.run(run())
        self.assertEqual(called(self.replies), self.operations)

    def test_bodies_that_are_one_list_are_that_list(self) -> None:
        client = Piecework(api_key="k", transport=self.replies)
        client.signals.create_many([{"agentId": "a", "name": "s", "shortName": "s"}])
        client.usage.record([{"customerExternalId": "c", "agentCode": "a", "signalName": "s"}])
        client.invoices.send("i")
        signals, usage, sent = (json.loads(one.body or b"0") for one in self.replies.sent)
        self.assertEqual(list(signals), ["signals"])
        self.assertEqual(len(usage["records"][0]["idempotencyKey"]), 36)
        self.assertEqual(sent, {})

    def test_the_body_around_such_a_list_is_refused(self) -> None:
        client = Piecework(api_key="k", transport=self.replies)
        around: Any = {"signals": []}
        with self.assertRaisesRegex(TypeError, "signals must be a list, not dict"):
            client.signals.create_many(around)
        with self.assertRaisesRegex(TypeError, "records must be a list, not dict"):
            client.usage.record(around)
        self.assertEqual(self.replies.sent, [])


if __name__ == "__main__":
    unittest.main()
