"""Generated from openapi.json by npm run generate: the operations of `attribution_rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class AttributionRules:
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
    ) -> List[api.AttributionRuleList, api.AttributionRule]:
        """List attribution rules.

        In the order in which they are tried.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attribution-rules"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        rule_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.AttributionRule:
        """Read an attribution rule."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attribution-rules/{ruleId}"
        ids: Dict[str, Any] = {"ruleId": rule_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.AttributionRuleCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AttributionRule:
        """Create an attribution rule.

        Gives later runs a customer, an agent or a signal by an attribute of their spans. What
        a source declares in `piecework.*` wins over rules; of rules, the first that matches.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/attribution-rules"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        rule_id: str,
        body: api.AttributionRuleUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.AttributionRule:
        """Update an attribution rule.

        Runs keep what the rule decided before.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attribution-rules/{ruleId}"
        ids: Dict[str, Any] = {"ruleId": rule_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        rule_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete an attribution rule.

        Runs keep what the rule decided before.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attribution-rules/{ruleId}"
        ids: Dict[str, Any] = {"ruleId": rule_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def preview(
        self,
        body: api.AttributionRulePreviewCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AttributionRulePreview:
        """Preview an attribution rule.

        Compares a rule with the latest hundred runs, and stores nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/attribution-rules/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def apply(
        self,
        rule_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AttributionRuleApplied:
        """Apply an attribution rule to earlier runs.

        Assigns the unassigned runs that a rule for customers matches. Their events move as
        with `runs.assign`. 422: the rule has another target.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/attribution-rules/{ruleId}/apply"
        ids: Dict[str, Any] = {"ruleId": rule_id}
        call = json_call("POST", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncAttributionRules:
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
    ) -> AsyncList[api.AttributionRuleList, api.AttributionRule]:
        """List attribution rules.

        In the order in which they are tried.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attribution-rules"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        rule_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.AttributionRule:
        """Read an attribution rule."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attribution-rules/{ruleId}"
        ids: Dict[str, Any] = {"ruleId": rule_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.AttributionRuleCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AttributionRule:
        """Create an attribution rule.

        Gives later runs a customer, an agent or a signal by an attribute of their spans. What
        a source declares in `piecework.*` wins over rules; of rules, the first that matches.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/attribution-rules"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        rule_id: str,
        body: api.AttributionRuleUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.AttributionRule:
        """Update an attribution rule.

        Runs keep what the rule decided before.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attribution-rules/{ruleId}"
        ids: Dict[str, Any] = {"ruleId": rule_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        rule_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete an attribution rule.

        Runs keep what the rule decided before.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attribution-rules/{ruleId}"
        ids: Dict[str, Any] = {"ruleId": rule_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def preview(
        self,
        body: api.AttributionRulePreviewCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AttributionRulePreview:
        """Preview an attribution rule.

        Compares a rule with the latest hundred runs, and stores nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/attribution-rules/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def apply(
        self,
        rule_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AttributionRuleApplied:
        """Apply an attribution rule to earlier runs.

        Assigns the unassigned runs that a rule for customers matches. Their events move as
        with `runs.assign`. 422: the rule has another target.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/attribution-rules/{ruleId}/apply"
        ids: Dict[str, Any] = {"ruleId": rule_id}
        call = json_call("POST", path, ids, query, options=options)
        return await self._calls.call(call)
