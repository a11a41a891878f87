"""Generated from openapi.json by npm run generate: the operations of `organization`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, bytes_call, json_call
from ..http.headers import ExtraHeaders

if TYPE_CHECKING:
    from .. import types as api


class Organization:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Organization:
        """Read your organization's settings.

        The organization that the key belongs to.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/organization"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def update(
        self,
        body: api.OrganizationUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Organization:
        """Change your organization's settings.

        Changes the fields that are sent; null clears an optional one.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/organization"
        ids: Dict[str, Any] = {}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def sample_invoice(
        self,
        *,
        organization: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> bytes:
        """Read a sample invoice as PDF.

        A sample invoice with your current name, address, logo, currency and footer. Stores
        nothing.

        - `organization`: Slug or id of your organization, for a signed-in person; sent here
          because a link cannot send headers.
        """
        query: Dict[str, Any] = {
            "organization": organization,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/organization/sample-invoice"
        ids: Dict[str, Any] = {}
        call = bytes_call(path, ids, query, options)
        return self._calls.call(call)

    def getting_started(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.GettingStarted:
        """Read the progress of the first steps.

        The latest plan, subscription and invoice on the way from an empty organization to its
        first paid invoice.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/getting-started"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def verify(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Verification:
        """Check an API key.

        Returns the organization that the key belongs to.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/verify"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncOrganization:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Organization:
        """Read your organization's settings.

        The organization that the key belongs to.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/organization"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def update(
        self,
        body: api.OrganizationUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Organization:
        """Change your organization's settings.

        Changes the fields that are sent; null clears an optional one.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/organization"
        ids: Dict[str, Any] = {}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def sample_invoice(
        self,
        *,
        organization: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> bytes:
        """Read a sample invoice as PDF.

        A sample invoice with your current name, address, logo, currency and footer. Stores
        nothing.

        - `organization`: Slug or id of your organization, for a signed-in person; sent here
          because a link cannot send headers.
        """
        query: Dict[str, Any] = {
            "organization": organization,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/organization/sample-invoice"
        ids: Dict[str, Any] = {}
        call = bytes_call(path, ids, query, options)
        return await self._calls.call(call)

    async def getting_started(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.GettingStarted:
        """Read the progress of the first steps.

        The latest plan, subscription and invoice on the way from an empty organization to its
        first paid invoice.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/getting-started"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def verify(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Verification:
        """Check an API key.

        Returns the organization that the key belongs to.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/verify"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
