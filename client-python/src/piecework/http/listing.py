"""Lists: the first page as the API answers it, or the items of all pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Generator, Iterator, Mapping
from typing import Any, Callable, Generic, Optional, TypeVar

from .url import Query

Page = TypeVar("Page")
Item = TypeVar("Item")

#: The largest page size, to need the fewest requests when iterating.
LARGEST_PAGE = 100


class List(Generic[Page, Item]):
    """A lazy list. Iterate over it to get the items of all pages."""

    def __init__(self, load: Callable[[Query], Any], query: Query) -> None:
        self._load = load
        self._query = query

    def first_page(self) -> Page:
        """Returns the first page as the API answers it, for example with `totalResults`."""
        return self._load(self._query)

    def __iter__(self) -> Iterator[Item]:
        walk = Walk(self._query)
        while walk.query is not None:
            yield from walk.take(self._load(walk.query))


class AsyncList(Generic[Page, Item]):
    """A lazy list. `await` returns its first page; `async for` gives the items of all pages."""

    def __init__(self, load: Callable[[Query], Awaitable[Any]], query: Query) -> None:
        self._load = load
        self._query = query

    async def first_page(self) -> Page:
        """Returns the first page as the API answers it, for example with `totalResults`."""
        return await self._load(self._query)

    def __await__(self) -> Generator[Any, None, Page]:
        return self.first_page().__await__()

    async def __aiter__(self) -> AsyncIterator[Item]:
        walk = Walk(self._query)
        while walk.query is not None:
            for item in walk.take(await self._load(walk.query)):
                yield item


class Walk:
    """The way through the pages of a list.

    Items created during the iteration shift others to the next page. An item that the previous page
    contained is therefore skipped.
    """

    def __init__(self, query: Query) -> None:
        #: The query of the next page; None after the last page.
        given = {name: value for name, value in query.items() if value is not None}
        self.query: Optional[Query] = {"limit": LARGEST_PAGE, **given}
        self._before: list[object] = []

    def take(self, page: Any) -> list[Any]:
        """Returns the new items of a page."""
        found = _items_of(page)
        ids = [_id_of(item) for item in found]
        before, self._before = self._before, ids
        fresh = [item for item in found if _id_of(item) is None or _id_of(item) not in before]
        self.query = _next_query(page, self.query or {}, len(found))
        return fresh


def _id_of(item: object) -> object:
    return item.get("id") if isinstance(item, Mapping) else None


def _items_of(page: Any) -> list[Any]:
    if isinstance(page, list):
        return page
    found = page.get("results")
    return (page.get("data") if found is None else found) or []


def _next_query(page: Any, query: Query, count: int) -> Optional[Query]:
    """Returns the query of the next page for each pagination style of the API."""
    if count == 0:
        return None
    if isinstance(page, list):
        # A flat list does not say how many pages it has: the last one is not full.
        if count < min(int(query["limit"]), LARGEST_PAGE):
            return None
        return {**query, "page": int(query.get("page") or 1) + 1}
    if page.get("hasMore"):
        return {**query, "offset": int(query.get("offset") or 0) + count}
    if page.get("nextCursor"):
        return {**query, "cursor": page["nextCursor"]}
    if page.get("nextAfter"):
        # The place of a cursor replaces the number of a page.
        rest = {name: value for name, value in query.items() if name != "page"}
        return {**rest, "after": page["nextAfter"]}
    if query.get("after") is not None:
        # After a cursor there are no pages: the last answer is the one without a next cursor.
        return None
    place = page.get("pagination") or page
    number, total = place.get("page"), place.get("totalPages")
    if number is None or total is None or number >= total:
        return None
    return {**query, "page": number + 1}
