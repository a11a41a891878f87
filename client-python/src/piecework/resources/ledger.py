"""Generated from openapi.json by npm run generate: the operations of `ledger`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, text_call
from ..http.headers import ExtraHeaders

if TYPE_CHECKING:
    from .. import types as api


class Ledger:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def journal(
        self,
        *,
        from_: api.DateLike,
        to: api.DateLike,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> str:
        """Export the journal in double entry.

        For accounting software: what invoices, payments, refunds and credit did on these
        days, with account codes of the organization. Debits equal credits for each document
        and currency. Each whole month ends with the change of deferred revenue.

        - `from_`: First day, YYYY-MM-DD.
        - `to`: Last day, included.
        """
        query: Dict[str, Any] = {
            "from": from_,
            "to": to,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/ledger/journal.csv"
        ids: Dict[str, Any] = {}
        call = text_call(path, ids, query, options)
        return self._calls.call(call)


class AsyncLedger:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def journal(
        self,
        *,
        from_: api.DateLike,
        to: api.DateLike,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> str:
        """Export the journal in double entry.

        For accounting software: what invoices, payments, refunds and credit did on these
        days, with account codes of the organization. Debits equal credits for each document
        and currency. Each whole month ends with the change of deferred revenue.

        - `from_`: First day, YYYY-MM-DD.
        - `to`: Last day, included.
        """
        query: Dict[str, Any] = {
            "from": from_,
            "to": to,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/ledger/journal.csv"
        ids: Dict[str, Any] = {}
        call = text_call(path, ids, query, options)
        return await self._calls.call(call)
