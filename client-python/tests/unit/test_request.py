"""Requests without a method of their own, and additional headers."""

from __future__ import annotations

import asyncio
import unittest
from typing import Any

import piecework
from piecework import AsyncPiecework, Piecework

from ..support.answers import Replies, all_stored, answer, refusal

RECORD: Any = {
    "customerExternalId": "acme",
    "agentCode": "a",
    "signalName": "s",
    "model": "m",
    "modelProvider": "p",
}


def client(transport: Any, **options: Any) -> Piecework:
    defaults: dict[str, Any] = {
        "api_key": "pw_sk_test_1",
        "base_url": "http://piecework.test",
        "retry_delay": 0.001,
        "transport": transport,
    }
    return Piecework(**{**defaults, **options})


class Requests(unittest.TestCase):
    def test_a_request_without_a_method_is_sent_like_any_other(self) -> None:
        replies = Replies(answer(201, {"id": "n"}))
        made = client(replies).request(
            "POST",
            "/v1/novelties/a%2Fb",
            query={"kind": ["x", "y"], "none": None},
            body={"name": "New"},
            headers={"X-Trace": "t-1"},
            request_id="mine",
        )
        self.assertEqual(made, {"id": "n"})
        [sent] = replies.sent
        self.assertEqual(sent.method, "POST")
        self.assertEqual(sent.url, "http://piecework.test/v1/novelties/a%2Fb?kind=x&kind=y")
        self.assertEqual(sent.body, b'{"name":"New"}')
        headers = dict(sent.headers)
        self.assertEqual(len(headers.pop("idempotency-key")), 36)
        self.assertRegex(headers.pop("user-agent"), "^piecework-client-python/")
        self.assertEqual(
            headers,
            {
                "x-api-key": "pw_sk_test_1",
                "accept": "application/json",
                "content-type": "application/json",
                "x-request-id": "mine",
                "x-trace": "t-1",
            },
        )

    def test_the_client_for_asyncio_has_it_too(self) -> None:
        replies = Replies(answer(200, {"id": "n"}))

        async def run() -> Any:
            async with AsyncPiecework(api_key="k", transport=replies, headers={"X-A": "b"}) as own:
                return await own.request("GET", "/v1/new")

        self.assertEqual(asyncio.run(run()), {"id": "n"})
        self.assertEqual(replies.sent[0].headers["x-a"], "b")
        self.assertNotIn("idempotency-key", replies.sent[0].headers)
        self.assertIsNone(replies.sent[0].body)

    def test_retries_are_those_of_its_method(self) -> None:
        times = {"GET": 2, "POST": 2, "PUT": 2, "DELETE": 2, "PATCH": 1}
        for method, expected in times.items():
            replies = Replies(ConnectionResetError("the connection was cut"))
            with self.subTest(method), self.assertRaises(piecework.NetworkError):
                client(replies, max_retries=1).request(method, "/v1/new")
            self.assertEqual(len(replies.sent), expected)
            keys = {one.headers.get("idempotency-key") for one in replies.sent}
            self.assertEqual(len(keys), 1)

    def test_a_change_with_a_version_is_sent_once_unless_it_has_a_key(self) -> None:
        times = {"PUT": 1, "DELETE": 1, "PATCH": 1, "POST": 2}
        versions: Any = ({"if_match": 3}, {"headers": {"If-Match": '"3"'}})
        for method, expected in times.items():
            for version in versions:
                replies = Replies(ConnectionResetError("the connection was cut"))
                with self.subTest(method, version=version):
                    with self.assertRaises(piecework.NetworkError):
                        client(replies, max_retries=1).request(method, "/v1/new", **version)
                    sent = [one.headers["if-match"] for one in replies.sent]
                    self.assertEqual(sent, ['"3"'] * expected)

    def test_the_key_of_the_caller_is_sent_with_any_method(self) -> None:
        replies = Replies(answer(200, {}))
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            client(replies).request(method, "/v1/new", idempotency_key="mine")
        keys = [one.headers.get("idempotency-key") for one in replies.sent]
        self.assertEqual(keys, ["mine"] * 4)

    def test_an_answer_is_read_as_text_or_as_bytes(self) -> None:
        replies = Replies(answer(200, "a;b"))
        own = client(replies)
        csv = own.request("get", "/v1/new", read_as="text", headers={"accept": "text/csv"})
        self.assertEqual(csv, "a;b")
        self.assertEqual(own.request("GET", "/v1/new", read_as="bytes"), b"a;b")
        self.assertEqual([one.method for one in replies.sent], ["GET", "GET"])
        self.assertEqual([one.headers["accept"] for one in replies.sent], ["text/csv", "*/*"])

    def test_a_refusal_is_raised_as_its_class(self) -> None:
        with self.assertRaises(piecework.ValidationError):
            client(Replies(answer(400, refusal(400)))).request("GET", "/v1/new")

    def test_a_path_that_could_send_the_key_elsewhere_is_refused(self) -> None:
        replies = Replies(answer(200, {}))
        for path in ("v1/new", "@elsewhere.test/", "https://elsewhere.test/", "", "/v1?a=b"):
            with self.subTest(path), self.assertRaises(ValueError):
                client(replies).request("GET", path)
        self.assertEqual(replies.sent, [])


class Headers(unittest.TestCase):
    def test_those_of_the_client_are_sent_always_and_those_of_a_call_in_addition(self) -> None:
        replies = Replies(answer(200, {"results": []}))
        own = client(replies, headers={"X-Gateway": "g-1", "X-Team": "billing"})
        own.agents.get("a")
        own.agents.update("a", {}, headers={"x-team": "other", "User-Agent": "acme/1"})
        own.agents.list(headers={"x-team": "third"}).first_page()
        own.csv("/v1/events", headers={"x-team": "fourth"})
        sent = [one.headers for one in replies.sent]
        self.assertEqual({one["x-gateway"] for one in sent}, {"g-1"})
        teams = [one["x-team"] for one in sent]
        self.assertEqual(teams, ["billing", "other", "third", "fourth"])
        self.assertEqual(sent[1]["user-agent"], "acme/1")

    def test_records_are_sent_with_those_of_the_client(self) -> None:
        replies = Replies(all_stored)
        for background in (True, False):
            headers = {"Authorization": "Bearer g"}
            with client(replies, fire_and_forget=background, headers=headers) as own:
                own.record(RECORD)
        sent = [one.headers["authorization"] for one in replies.sent]
        self.assertEqual(sent, ["Bearer g", "Bearer g"])

    def test_one_that_cannot_be_sent_is_refused_without_its_value(self) -> None:
        replies = Replies(answer(200, {}))
        for headers in (
            {"X Trace": "t"},
            {"X-Trace": "secret\r\nx-other: 1"},
            {"X-Trace": "secret ✓"},
            {"X-Trace": 7},
        ):
            own: Any = headers
            with self.subTest(headers), self.assertRaises(ValueError) as raised:
                client(replies, headers=own)
            self.assertNotIn("secret", str(raised.exception))
            with self.subTest(headers), self.assertRaises(ValueError):
                client(replies).agents.get("a", headers=own)
        self.assertEqual(replies.sent, [])

    def test_one_that_belongs_to_one_call_is_refused_for_all(self) -> None:
        for name in ("Idempotency-Key", "If-Match"):
            with self.subTest(name), self.assertRaisesRegex(ValueError, "belongs to one call"):
                client(None, headers={name: "k"})

    def test_none_leaves_a_header_as_it_is(self) -> None:
        replies = Replies(answer(200, {}))
        own = client(replies, headers={"X-Gateway": None})
        own.agents.get("a", headers={"Accept": None, "X-Trace": None})
        self.assertEqual(replies.sent[0].headers["accept"], "application/json")
        self.assertFalse({"x-gateway", "x-trace"} & set(replies.sent[0].headers))

    def test_a_key_that_cannot_be_sent_is_refused_without_its_value(self) -> None:
        for key in ("pw_sk_secret\n1", "pw_sk_secret\u200b1"):
            with self.subTest(key), self.assertRaises(ValueError) as raised:
                client(None, api_key=key)
            self.assertIn("api_key must be a text of one line", str(raised.exception))
            self.assertNotIn("secret", str(raised.exception))

    def test_options_that_cannot_be_sent_are_refused_without_their_value(self) -> None:
        replies = Replies(answer(201, {}))
        for name in ("idempotency_key", "request_id"):
            for value in ("secret\n1", "secret\u200b1"):
                own: Any = {name: value}
                with self.subTest(own), self.assertRaises(ValueError) as raised:
                    client(replies).agents.create({"name": "A", "agentCode": "a"}, **own)
                self.assertIn("must be a text of one line", str(raised.exception))
                self.assertNotIn("secret", str(raised.exception))
        self.assertEqual(replies.sent, [])


if __name__ == "__main__":
    unittest.main()
