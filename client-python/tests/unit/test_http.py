"""Errors, retries and URLs of calls."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import unittest
from datetime import datetime, timezone
from typing import Any
from unittest import mock
from uuid import UUID

import piecework
from piecework import Piecework, PieceworkError, Response

from ..support.answers import Replies, answer, refusal


def client(transport: Any = None, **options: Any) -> Piecework:
    defaults: dict[str, Any] = {
        "api_key": "pw_sk_test_1",
        "base_url": "http://piecework.test",
        "retry_delay": 0.001,
        "transport": transport,
    }
    return Piecework(**{**defaults, **options})


def cut() -> Exception:
    return ConnectionResetError("the connection was cut")


class Errors(unittest.TestCase):
    def test_a_status_is_raised_as_its_class_with_the_request_id(self) -> None:
        classes = {
            400: "ValidationError",
            401: "AuthenticationError",
            403: "PermissionDeniedError",
            404: "NotFoundError",
            409: "ConflictError",
            413: "ValidationError",
            415: "ValidationError",
            422: "ValidationError",
            429: "RateLimitError",
            500: "ServerError",
            503: "ServerError",
        }
        for status, name in classes.items():
            with self.subTest(status), self.assertRaises(PieceworkError) as raised:
                replies = Replies(answer(status, refusal(status, param="name")))
                client(replies, max_retries=0).agents.create({"name": "", "agentCode": "a"})
            error = raised.exception
            self.assertIs(type(error), getattr(piecework, name))
            self.assertEqual(
                (error.status, error.code, error.param, error.request_id, error.message),
                (status, "some_code", "name", "req-7", "What to do about it"),
            )

    def test_a_list_of_invalid_fields_becomes_one_message_per_field(self) -> None:
        message = ["name is required", "agentCode is required"]
        replies = Replies(answer(400, refusal(400, message=message)))
        with self.assertRaises(piecework.ValidationError) as raised:
            client(replies).agents.create({"name": "", "agentCode": ""})
        self.assertEqual(raised.exception.messages, tuple(message))
        self.assertEqual(str(raised.exception), "; ".join(message))

    def test_the_page_of_a_proxy_has_the_id_in_its_header(self) -> None:
        reply = answer(502, "<html>Bad gateway</html>", {"x-request-id": "req-9"})
        with self.assertRaises(piecework.ServerError) as raised:
            client(Replies(reply), max_retries=0).agents.get("a")
        self.assertEqual(str(raised.exception), "The service answered 502")
        self.assertEqual(raised.exception.request_id, "req-9")

    def test_a_redirect_is_not_followed_and_the_request_is_sent_again(self) -> None:
        replies = Replies(answer(301, "", {"location": "https://piecework.test/"}))
        with self.assertRaises(piecework.NetworkError) as raised:
            client(replies, max_retries=1).organization.verify()
        self.assertEqual(raised.exception.status, 301)
        self.assertIn("Moved to https://piecework.test/: set base_url", str(raised.exception))
        self.assertEqual(len(replies.sent), 2)

    def test_an_answer_that_is_not_the_service_s_is_tried_again(self) -> None:
        others: list[tuple[int, object]] = [
            (404, "default backend - 404"),
            (404, {"message": "no Route matched with those values"}),
            (404, {"message": "Not Found", "code": 404, "requestId": "req-7"}),
            (404, {"message": "Not Found", "error": "Not Found", "statusCode": 404}),
            (405, "<html>Method Not Allowed</html>"),
            (401, ""),
            (403, "<html>Forbidden</html>"),
            (400, None),
        ]
        for status, body in others:
            with self.subTest(status, body=body):
                once = Replies(answer(status, body), answer(200, {"id": "a"}))
                self.assertEqual(client(once).agents.get("a"), {"id": "a"})
                replies = Replies(answer(status, body))
                with self.assertRaises(piecework.NetworkError) as raised:
                    client(replies, max_retries=1).agents.get("a")
                self.assertEqual(raised.exception.status, status)
                self.assertIn("but not as the service does", str(raised.exception))
                self.assertEqual(len(replies.sent), 2)

    def test_a_refusal_of_the_service_is_final(self) -> None:
        final = [answer(status, refusal(status)) for status in (400, 401, 403, 404, 405, 409, 422)]
        for reply in [*final, answer(413, "<html>Request Entity Too Large</html>")]:
            replies = Replies(reply)
            with self.subTest(reply.status), self.assertRaises(PieceworkError) as raised:
                client(replies).agents.get("a")
            self.assertNotIsInstance(raised.exception, piecework.NetworkError)
            self.assertEqual(len(replies.sent), 1)

    def test_a_truncated_response_is_an_error(self) -> None:
        replies = Replies(answer(200, '{"id": "c-'), answer(200, {"id": "c-1"}))
        self.assertEqual(client(replies).customers.get("c-1"), {"id": "c-1"})
        self.assertEqual(len(replies.sent), 2)

    def test_answers_keep_fields_and_values_that_are_not_known(self) -> None:
        invoice = {"id": "i-1", "status": "of_tomorrow", "news": {"of": ["tomorrow", None]}}
        self.assertEqual(client(Replies(answer(200, invoice))).invoices.get("i-1"), invoice)


class Retries(unittest.TestCase):
    def test_a_post_is_sent_again_under_the_same_key(self) -> None:
        replies = Replies(cut(), answer(200, "{"), answer(201, {"id": "c-1"}))
        self.assertEqual(client(replies).customers.create({"name": "Acme"})["id"], "c-1")
        keys = [request.headers["idempotency-key"] for request in replies.sent]
        self.assertEqual(keys, [keys[0]] * 3)
        self.assertEqual(len(keys[0]), 36)

    def test_a_post_takes_the_key_of_its_caller(self) -> None:
        replies = Replies(answer(201, {}))
        body: Any = {"customerId": "c", "subscriptionId": "s"}
        client(replies).invoices.generate(body, idempotency_key="acme-2026-03")
        self.assertEqual(replies.sent[0].headers["idempotency-key"], "acme-2026-03")

    def test_a_change_sends_the_version_that_it_expects(self) -> None:
        replies = Replies(answer(200, {}), answer(412, refusal(412)), answer(204, ""))
        piecework_client = client(replies)
        piecework_client.customers.update("c-1", {"phone": "1"}, if_match=3)
        self.assertEqual(replies.sent[0].headers["if-match"], '"3"')
        wrong: list[Any] = ["*", '"3"', 1.5, True]
        for version in wrong:
            with self.assertRaisesRegex(TypeError, "^if_match must be the version"):
                piecework_client.customers.update("c-1", {}, if_match=version)
        self.assertEqual(len(replies.sent), 1)
        with self.assertRaises(piecework.ConflictError):
            piecework_client.subscriptions.update("s-1", {"seatsCount": 2}, if_match=3)
        piecework_client.pricing_plans.delete("p-1")
        self.assertNotIn("if-match", replies.sent[2].headers)

    def test_a_delete_that_expects_a_version_is_sent_once(self) -> None:
        replies = Replies(cut(), answer(412, refusal(412)))
        with self.assertRaises(piecework.NetworkError):
            client(replies).subscriptions.delete("s-1", if_match=3)
        self.assertEqual(len(replies.sent), 1)

    def test_a_patch_is_sent_again_only_if_the_service_did_nothing(self) -> None:
        replies = Replies(cut(), answer(200, {}))
        with self.assertRaises(piecework.NetworkError):
            client(replies).agents.update("a", {})
        self.assertEqual(len(replies.sent), 1)
        self.assertNotIn("idempotency-key", replies.sent[0].headers)
        limited = Replies(answer(429, refusal(429)), answer(200, {"id": "a"}))
        self.assertEqual(client(limited).agents.update("a", {}), {"id": "a"})

    def test_a_delete_succeeds_if_its_first_response_was_lost(self) -> None:
        self.assertIsNone(client(Replies(cut(), answer(404, refusal(404)))).agents.delete("a"))
        with self.assertRaises(piecework.NotFoundError):
            client(Replies(answer(404, refusal(404)))).agents.delete("a")

    def test_a_delete_whose_earlier_attempts_were_only_limited_was_not_done_by_them(self) -> None:
        limited, gone = answer(429, refusal(429)), answer(404, refusal(404))
        with self.assertRaises(piecework.NotFoundError):
            client(Replies(limited, gone)).agents.delete("a")
        self.assertIsNone(client(Replies(cut(), limited, gone)).agents.delete("a"))

    def test_a_delete_that_a_proxy_answers_with_404_does_not_count_as_done(self) -> None:
        with self.assertRaises(piecework.NetworkError):
            client(Replies(answer(404, "default backend - 404"))).agents.delete("a")

    def test_the_last_error_is_raised_after_the_allowed_retries(self) -> None:
        replies = Replies(answer(503, refusal(503)))
        with self.assertRaises(piecework.ServerError):
            client(replies, max_retries=3).organization.verify()
        self.assertEqual(len(replies.sent), 4)
        with self.assertRaises(piecework.ServerError):
            client(replies, max_retries=3).organization.verify(max_retries=0)
        self.assertEqual(len(replies.sent), 5)

    def test_waits_as_long_as_the_service_asks(self) -> None:
        date = {
            "retry-after": "Sun, 01 Mar 2026 10:00:07 GMT",
            "date": "Sun, 01 Mar 2026 10:00:00 GMT",
        }
        for headers in ({"retry-after": "7"}, date):
            with self.subTest(headers), mock.patch("piecework.http.calls.sleep") as sleep:
                replies = Replies(answer(429, refusal(429), headers), answer(200, {}))
                client(replies).organization.verify()
                sleep.assert_called_once_with(7)

    def test_an_error_says_how_long_to_wait(self) -> None:
        replies = Replies(answer(429, refusal(429), {"retry-after": "7"}))
        with self.assertRaises(piecework.RateLimitError) as raised:
            client(replies, max_retries=0).organization.verify()
        self.assertEqual(raised.exception.retry_after, 7)


class Requests(unittest.TestCase):
    def test_ids_and_filters_are_encoded_in_the_url(self) -> None:
        replies = Replies(answer(200, {"data": [], "hasMore": False}))
        own = client(replies, base_url="http://piecework.test/billing/")
        own.customers.get_by_external_id("a/b?c=ü")
        own.invoices.list(status=["issued", "overdue"], limit=5).first_page()
        own.invoices.list(issued_without_email=True).first_page()
        start = "http://piecework.test/billing/v1"
        self.assertEqual(
            [request.url for request in replies.sent],
            [
                f"{start}/customers/by-external-id/a%2Fb%3Fc%3D%C3%BC",
                f"{start}/invoices?status=issued&status=overdue&limit=5",
                f"{start}/invoices?issuedWithoutEmail=true",
            ],
        )

    def test_an_empty_id_raises_before_any_request(self) -> None:
        replies = Replies(answer(204))
        for id in (None, "", ".."):
            with self.subTest(id), self.assertRaisesRegex(ValueError, "customerId must be"):
                client(replies).customers.delete(id)  # type: ignore[arg-type]
        self.assertEqual(replies.sent, [])
        client(replies).customers.delete(UUID(int=1))  # type: ignore[arg-type]
        self.assertIn("/00000000-0000-0000-0000-000000000001", replies.sent[0].url)

    def test_bodies_take_times_and_decimals_of_python(self) -> None:
        from decimal import Decimal

        replies = Replies(answer(201, {}))
        body: Any = {
            "amount": Decimal("50.50"),
            "whole": Decimal("3"),
            "exact": Decimal("0.12345678901234567890123"),
            "at": datetime(2026, 3, 1, tzinfo=timezone.utc),
            "id": UUID(int=1),
        }
        client(replies).customers.create(body)
        self.assertEqual(
            json.loads(replies.sent[0].body or b""),
            {
                "amount": 50.5,
                "whole": 3,
                "exact": "0.12345678901234567890123",
                "at": "2026-03-01T00:00:00+00:00",
                "id": "00000000-0000-0000-0000-000000000001",
            },
        )

    def test_documents_come_as_bytes_and_as_text(self) -> None:
        pdf = Replies(Response(200, {}, b"%PDF-1.7\xff"))
        self.assertEqual(client(pdf).invoices.pdf("i"), b"%PDF-1.7\xff")
        self.assertEqual(pdf.sent[0].headers["accept"], "*/*")
        html = Replies(Response(200, {}, "<p>ü</p>".encode()))
        self.assertEqual(client(html).emails.document("e"), "<p>ü</p>")
        csv = Replies(Response(200, {}, b"id\r\n"))
        own = client(csv)
        self.assertEqual(own.csv("/v1/invoices", {"customerId": "c"}), "id\r\n")
        self.assertEqual(csv.sent[0].headers["accept"], "text/csv")
        self.assertEqual(csv.sent[0].url, "http://piecework.test/v1/invoices?customerId=c")

    def test_key_and_address_come_from_the_environment(self) -> None:
        replies = Replies(answer(200, {}))
        own = {
            "PIECEWORK_API_KEY": "pw_sk_test_env",
            "PIECEWORK_BASE_URL": "https://billing.acme.test/",
        }
        with mock.patch.dict(os.environ, own):
            Piecework(transport=replies).organization.verify()
        self.assertEqual(replies.sent[0].url, "https://billing.acme.test/v1/verify")
        self.assertEqual(replies.sent[0].headers["x-api-key"], "pw_sk_test_env")

    def test_invalid_settings_raise_when_the_client_is_created(self) -> None:
        from piecework import RecordingOptions

        with mock.patch.dict(os.environ, {"PIECEWORK_API_KEY": ""}):
            with self.assertRaisesRegex(ValueError, "set PIECEWORK_API_KEY"):
                Piecework()
        with self.assertRaisesRegex(ValueError, "base_url must begin with http"):
            client(base_url="localhost:8080")
        for base_url in ("http://user:SECRET@piecework.test", "ftp://user:SECRET@piecework.test"):
            with self.assertRaisesRegex(ValueError, "base_url must") as raised:
                client(base_url=base_url)
            self.assertNotIn("SECRET", str(raised.exception))
        with self.assertRaisesRegex(ValueError, "timeout must be seconds"):
            client(timeout=2**31)
        with self.assertRaisesRegex(ValueError, "max_retries must be a whole number"):
            client(max_retries=-1)
        with self.assertRaisesRegex(ValueError, "recording.max_waiting"):
            client(recording=RecordingOptions(max_waiting=0.5))  # type: ignore[arg-type]

        async def on_lost(_lost: object) -> None:
            pass

        with self.assertRaisesRegex(TypeError, "recording.on_lost must be a plain function"):
            client(recording=RecordingOptions(on_lost=on_lost))


class Sockets(unittest.TestCase):
    """The transport of the client, against sockets."""

    def serve(self, *replies: bytes) -> tuple[str, list[int]]:
        """Answers one request after the other, each connection as long as the client keeps it."""
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        waiting = list(replies)
        connections: list[int] = []

        def answer_all() -> None:
            while waiting:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                connections.append(0)
                with connection:
                    while waiting and connection.recv(65536):
                        connections[-1] += 1
                        reply = waiting.pop(0)
                        connection.sendall(reply)
                        if b"close-now" in reply:
                            break

        threading.Thread(target=answer_all, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}", connections

    def test_connections_are_kept_and_a_closed_one_is_replaced(self) -> None:
        good = b"HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n" + b'{"id": "a"}'
        last = b"HTTP/1.1 200 OK\r\nx: close-now\r\ncontent-length: 11\r\n\r\n" + b'{"id": "a"}'
        url, connections = self.serve(good, last, good)
        own = client(base_url=url, max_retries=0)
        for _ in range(3):
            self.assertEqual(own.agents.get("a"), {"id": "a"})
            time.sleep(0.05)
        self.assertEqual(connections, [2, 1])

    def test_an_answer_in_chunks_is_read(self) -> None:
        chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        url, _ = self.serve(chunked + b'6\r\n{"id":\r\n5\r\n "a"}\r\n0\r\n\r\n')
        self.assertEqual(client(base_url=url, max_retries=0).agents.get("a"), {"id": "a"})

    def test_an_answer_that_breaks_off_is_an_error(self) -> None:
        for broken in (
            b"HTTP/1.1 200 OK\r\nx: close-now\r\ncontent-length: 99\r\n\r\n{}",
            b"HTTP/1.1 200 OK\r\nx: close-now\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}",
            b"HTTP/1.1 200 OK\r\nx: close-now\r\n",
            b"no HTTP, close-now",
        ):
            url, _ = self.serve(broken)
            with self.subTest(broken), self.assertRaises(piecework.NetworkError):
                client(base_url=url, max_retries=0).agents.get("a")

    def test_a_service_that_never_answers_times_out(self) -> None:
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        with self.assertRaisesRegex(piecework.RequestTimeoutError, "No answer in 0.2 s"):
            client(base_url=url, max_retries=0, timeout=0.2).organization.verify()

    def test_an_answer_that_trickles_times_out(self) -> None:
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def trickle() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
                try:
                    for _ in range(100):
                        connection.sendall(b" ")
                        time.sleep(0.05)
                except OSError:
                    pass

        threading.Thread(target=trickle, daemon=True).start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        before = time.monotonic()
        with self.assertRaises(piecework.RequestTimeoutError):
            client(base_url=url, max_retries=0, timeout=0.3).organization.verify()
        self.assertLess(time.monotonic() - before, 3)

    def test_a_service_that_is_not_there_is_a_network_error(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            url = f"http://127.0.0.1:{server.getsockname()[1]}"
        with self.assertRaises(piecework.NetworkError):
            client(base_url=url, max_retries=1).organization.verify()


if __name__ == "__main__":
    unittest.main()
