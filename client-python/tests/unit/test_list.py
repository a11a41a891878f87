"""Lists, through each pagination style of the API."""

from __future__ import annotations

import asyncio
import unittest
from typing import Any, Callable, Mapping

from piecework import AsyncList, List

ITEMS = [{"id": f"item-{number}"} for number in range(1, 8)]
Query = Mapping[str, Any]


def part(start: int) -> list[dict[str, str]]:
    return ITEMS[start : start + 3]


def by_page(query: Query) -> Any:
    page = query.get("page", 1)
    return {"results": part((page - 1) * 3), "page": page, "totalPages": 3}


def by_pagination(query: Query) -> Any:
    page = query.get("page", 1)
    return {"data": part((page - 1) * 3), "pagination": {"page": page, "totalPages": 3}}


def by_offset(query: Query) -> Any:
    offset = query.get("offset", 0)
    return {"data": part(offset), "hasMore": offset + 3 < len(ITEMS)}


def by_cursor(query: Query) -> Any:
    start = int(query.get("cursor", "0"))
    return {"results": part(start), "nextCursor": str(start + 3) if start + 3 < 7 else None}


def by_cursor_beside_pages(query: Query) -> Any:
    """Answers as the list of events: the last answer has no cursor."""
    if "after" in query and "page" in query:
        raise ValueError("page does not apply after a cursor")
    start = int(query.get("after", (query.get("page", 1) - 1) * 3))
    following = {"nextAfter": str(start + 3)} if start + 3 < len(ITEMS) else {}
    return {"results": part(start), "page": 1, "totalPages": 2 if following else 1, **following}


def by_feed(query: Query) -> Any:
    if "page" in query:
        raise ValueError("page does not apply to a feed")
    end = min(int(query["after"]) + 3, len(ITEMS))
    found = part(int(query["after"]))
    return {"results": found, "page": 1, "totalPages": 3, "nextAfter": str(end)}


class Lists(unittest.TestCase):
    def list_of(self, page_of: Callable[[Query], Any], query: Query = {}) -> List[Any, Any]:
        self.asked: list[Query] = []

        def load(wanted: Query) -> Any:
            self.asked.append(wanted)
            return page_of(wanted)

        return List(load, query)

    def test_continues_a_feed_with_the_id_of_each_answer_until_nothing_is_left(self) -> None:
        items = self.list_of(by_feed, {"after": "0"})
        self.assertEqual(list(items), ITEMS)
        self.assertEqual([query["after"] for query in self.asked], ["0", "3", "6", "7"])

    def test_gives_every_item_once_with_the_same_filters(self) -> None:
        for page_of in (by_page, by_pagination, by_offset, by_cursor, by_cursor_beside_pages):
            with self.subTest(page_of.__name__):
                query = {"search": "acme", "limit": None, "status": None}
                self.assertEqual(list(self.list_of(page_of, query)), ITEMS)
                self.assertEqual(len(self.asked), 3)
                for one in self.asked:
                    self.assertEqual((one["search"], one["limit"]), ("acme", 100))

    def test_a_cursor_continues_the_page_that_was_asked_for(self) -> None:
        self.assertEqual(list(self.list_of(by_cursor_beside_pages, {"page": 2})), ITEMS[3:])
        self.assertNotIn("page", self.asked[1])

    def test_ends_with_the_answer_to_a_cursor_that_has_no_next_one(self) -> None:
        own = self.list_of(lambda query: {**by_cursor_beside_pages(query), "totalPages": 3})
        self.assertEqual(list(own), ITEMS)
        self.assertEqual([query.get("after") for query in self.asked], [None, "3", "6"])

    def test_a_flat_array_is_a_single_page(self) -> None:
        self.assertEqual(list(self.list_of(lambda _: ITEMS)), ITEMS)
        self.assertEqual(len(self.asked), 1)

    def test_flat_arrays_are_pages_until_one_is_not_full(self) -> None:
        def by_array(query: Query) -> Any:
            size = int(query["limit"])
            start = (int(query.get("page") or 1) - 1) * size
            return ITEMS[start : start + size]

        for limit, requests in ((3, 3), (7, 2), (100, 1)):
            self.assertEqual(list(self.list_of(by_array, {"limit": limit})), ITEMS)
            self.assertEqual(len(self.asked), requests)

    def test_an_empty_page_ends_the_list_even_if_it_claims_more(self) -> None:
        for page in ({"data": [], "hasMore": True}, {"results": [], "page": 1, "totalPages": 0}):
            self.assertEqual(list(self.list_of(lambda _, page=page: page)), [])

    def test_an_item_that_moves_to_the_next_page_is_not_repeated(self) -> None:
        has_new = False

        def page_of(query: Query) -> Any:
            nonlocal has_new
            items = [{"id": "new"}, *ITEMS] if has_new else ITEMS
            has_new = True
            offset = query.get("offset", 0)
            return {"data": items[offset : offset + 3], "hasMore": offset + 3 < len(items)}

        self.assertEqual(list(self.list_of(page_of)), ITEMS)

    def test_the_first_page_is_one_request_and_only_then(self) -> None:
        own = self.list_of(by_page, {"limit": 3})
        self.assertEqual(self.asked, [])
        self.assertEqual(own.first_page(), by_page({}))
        self.assertEqual(self.asked, [{"limit": 3}])

    def test_no_further_page_is_requested_after_iteration_stops(self) -> None:
        for item in self.list_of(by_page):
            if item["id"] == "item-2":
                break
        self.assertEqual(len(self.asked), 1)

    def test_an_error_of_a_page_is_raised_where_the_list_is_read(self) -> None:
        def fail(_query: Query) -> Any:
            raise ConnectionError("no connection")

        own = self.list_of(fail)
        with self.assertRaisesRegex(ConnectionError, "no connection"):
            list(own)

    def test_async_lists_are_awaited_for_a_page_and_iterated_for_everything(self) -> None:
        async def load(query: Query) -> Any:
            return by_offset(query)

        async def read() -> None:
            own: AsyncList[Any, Any] = AsyncList(load, {})
            self.assertEqual(await own, by_offset({}))
            self.assertEqual(await own.first_page(), by_offset({}))
            self.assertEqual([item async for item in own], ITEMS)

        asyncio.run(read())


if __name__ == "__main__":
    unittest.main()
