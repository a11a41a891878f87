"""Every list of the client against a real service: PIECEWORK_IDS has the ids in its paths."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import re
import unittest
from typing import Any, Callable, Iterator

from piecework import AsyncPiecework, Piecework
from piecework.resources import AsyncResources, Resources

#: So many items are read one by one; longer lists by pages.
ONE_BY_ONE_MAX = 30
PAGE = 40


def lists_of(client: Any, known: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Returns the methods that return a list. They are called with the ids of their path."""
    for resource, methods in vars(known(client._calls)).items():
        for name, method in inspect.getmembers(methods, inspect.ismethod):
            signature = inspect.signature(method)
            if re.match("(Async)?List\\[", str(signature.return_annotation)):
                yield f"{resource}.{name}", called_with_ids(method, signature)


def called_with_ids(method: Callable[..., Any], signature: inspect.Signature) -> Callable[..., Any]:
    ids = json.loads(os.environ["PIECEWORK_IDS"])
    required = [
        name
        for name, parameter in signature.parameters.items()
        if parameter.default is inspect.Parameter.empty
    ]
    camel = [re.sub("_([a-z])", lambda part: part[1].upper(), name) for name in required]
    return lambda limit: method(*(ids[name] for name in camel), limit=limit)


def items_of(page: Any) -> list[Any]:
    return page if isinstance(page, list) else page.get("results") or page.get("data") or []


@unittest.skipUnless("PIECEWORK_IDS" in os.environ, "no service: set PIECEWORK_IDS")
class EveryList(unittest.TestCase):
    def check(self, first: list[Any], found: list[Any]) -> None:
        self.assertGreater(len(first), 2)
        self.assertEqual(found[:100], first)
        if len(first) < 100:
            self.assertEqual(len(found), len(first))
        ids = [item["id"] for item in found if "id" in item]
        self.assertEqual(len(set(ids)), len(ids))

    def test_gives_each_item_once(self) -> None:
        client = Piecework()
        lists = list(lists_of(client, Resources))
        self.assertGreater(len(lists), 25)
        for name, read in lists:
            with self.subTest(name):
                first = items_of(read(100).first_page())
                self.check(first, list(read(PAGE if len(first) > ONE_BY_ONE_MAX else 1)))

    def test_gives_each_item_once_with_asyncio(self) -> None:
        async def run() -> None:
            async with AsyncPiecework() as client:
                for name, read in lists_of(client, AsyncResources):
                    with self.subTest(name):
                        first = items_of(await read(100))
                        limit = PAGE if len(first) > ONE_BY_ONE_MAX else 1
                        self.check(first, [item async for item in read(limit)])

        asyncio.run(run())


if __name__ == "__main__":
    unittest.main()
