"""Generated from openapi.json by npm run generate: the operations of `services`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Services:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        provider: Optional[str] = None,
        service_type: Optional[str] = None,
        is_api: Optional[bool] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.ServiceList, api.Service]:
        """List the services with a known cost.

        The price list used to cost usage: language models and other paid services. It is the
        same for every organization. Sorted by provider and name.

        - `provider`: Provider name, case-insensitive; aliases are accepted too.
        - `service_type`: Category, for example LLM, Geocoding or Web Search.
        - `is_api`: true: only non-LLM services; false: only LLMs; absent: both.
        - `search`: A part of the canonical or the display name, case-insensitive. The model
          with exactly this canonical name is first, then those whose names begin with it.
        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "provider": provider,
            "serviceType": service_type,
            "isApi": is_api,
            "search": search,
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/services"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        service_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Service:
        """Read one service of the catalog.

        Returns the service as in the list; 404 also when it was deactivated.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/services/{serviceId}"
        ids: Dict[str, Any] = {"serviceId": service_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncServices:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        provider: Optional[str] = None,
        service_type: Optional[str] = None,
        is_api: Optional[bool] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.ServiceList, api.Service]:
        """List the services with a known cost.

        The price list used to cost usage: language models and other paid services. It is the
        same for every organization. Sorted by provider and name.

        - `provider`: Provider name, case-insensitive; aliases are accepted too.
        - `service_type`: Category, for example LLM, Geocoding or Web Search.
        - `is_api`: true: only non-LLM services; false: only LLMs; absent: both.
        - `search`: A part of the canonical or the display name, case-insensitive. The model
          with exactly this canonical name is first, then those whose names begin with it.
        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "provider": provider,
            "serviceType": service_type,
            "isApi": is_api,
            "search": search,
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/services"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        service_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Service:
        """Read one service of the catalog.

        Returns the service as in the list; 404 also when it was deactivated.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/services/{serviceId}"
        ids: Dict[str, Any] = {"serviceId": service_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
