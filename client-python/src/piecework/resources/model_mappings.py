"""Generated from openapi.json by npm run generate: the operations of `model_mappings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class ModelMappings:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.CostModelMappingList, api.CostModelMapping]:
        """List model mappings.

        The models that you mapped to catalog entries, the latest first.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/model-mappings"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        mapping_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CostModelMapping:
        """Read a model mapping.

        By the `mappingId` that `events.map_model` returned.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/model-mappings/{mappingId}"
        ids: Dict[str, Any] = {"mappingId": mapping_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def delete(
        self,
        mapping_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a model mapping.

        Events that have a cost keep it. Later events of the model are stored without a cost,
        and wait until the model is mapped again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/model-mappings/{mappingId}"
        ids: Dict[str, Any] = {"mappingId": mapping_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncModelMappings:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.CostModelMappingList, api.CostModelMapping]:
        """List model mappings.

        The models that you mapped to catalog entries, the latest first.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/model-mappings"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        mapping_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CostModelMapping:
        """Read a model mapping.

        By the `mappingId` that `events.map_model` returned.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/model-mappings/{mappingId}"
        ids: Dict[str, Any] = {"mappingId": mapping_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def delete(
        self,
        mapping_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a model mapping.

        Events that have a cost keep it. Later events of the model are stored without a cost,
        and wait until the model is mapped again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/model-mappings/{mappingId}"
        ids: Dict[str, Any] = {"mappingId": mapping_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
