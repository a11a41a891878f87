"""Verification of webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import unittest
from email.message import Message
from typing import Any, Callable, Optional
from unittest import mock

from piecework import Piecework, WebhookVerificationError, unwrap_webhook

NOW = 1_772_366_400
BODY = '{"type":"invoice.paid","data":{"invoiceNumber":"ACME-0001","note":"§ 12 – ü"}}'


def new_secret() -> str:
    return "whsec_" + base64.b64encode(os.urandom(24)).decode()


SECRET = new_secret()


def sign(
    body: str, *, id: str = "msg_1", timestamp: object = NOW, by: Optional[str] = None
) -> dict[str, Any]:
    key = base64.b64decode((by or SECRET)[len("whsec_") :])
    content = f"{id}.{timestamp}.{body}".encode()
    signature = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }


def as_message(headers: dict[str, str]) -> Message:
    message = Message()
    for name, value in headers.items():
        message[name.title()] = value
    return message


SHAPES: dict[str, Callable[[dict[str, str]], Any]] = {
    "a dictionary": dict,
    "http.server": as_message,
    "names in another case, and lists": lambda headers: {
        name.upper(): [value] for name, value in headers.items()
    },
    "the environ of WSGI": lambda headers: {
        "REQUEST_METHOD": "POST",
        "wsgi.version": (1, 0),
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
    },
    "the pairs of ASGI": lambda headers: [
        (name.encode(), value.encode()) for name, value in headers.items()
    ],
}


class Unwrap(unittest.TestCase):
    def setUp(self) -> None:
        clock = mock.patch("piecework.webhooks.unwrap.time.time", return_value=NOW)
        self.time = clock.start()
        self.addCleanup(clock.stop)

    def test_verifies_the_published_example_of_standard_webhooks(self) -> None:
        self.time.return_value = 1_614_265_330
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        message: Any = unwrap_webhook('{"test": 2432232314}', headers, secret=secret)
        self.assertEqual(message, {"test": 2432232314})

    def test_takes_the_headers_of_each_framework(self) -> None:
        for what, shape_of in SHAPES.items():
            with self.subTest(what):
                message = unwrap_webhook(BODY, shape_of(sign(BODY)), secret=SECRET)
                self.assertEqual(message, json.loads(BODY))

    def test_takes_the_body_as_bytes(self) -> None:
        for body in (BODY.encode(), bytearray(BODY.encode()), memoryview(BODY.encode())):
            message = unwrap_webhook(body, sign(BODY), secret=SECRET)  # type: ignore[arg-type]
            self.assertEqual(message, json.loads(BODY))

    def test_reads_the_secret_from_the_environment_and_the_client_has_the_function_too(
        self,
    ) -> None:
        piecework = Piecework(api_key="pw_sk_test_1")
        with mock.patch.dict(os.environ, PIECEWORK_WEBHOOK_SECRET=SECRET):
            self.assertEqual(unwrap_webhook(BODY, sign(BODY)), json.loads(BODY))
            self.assertEqual(piecework.webhooks.unwrap(BODY, sign(BODY)), json.loads(BODY))

    def test_while_a_secret_is_replaced_either_secret_and_either_signature_is_accepted(
        self,
    ) -> None:
        following = new_secret()
        old, own = sign(BODY), sign(BODY, by=following)
        both = f"v1a,AAAA {old['webhook-signature']} {own['webhook-signature']}"
        headers = {**old, "webhook-signature": both}
        for secret in (SECRET, following, [new_secret(), following]):
            message = unwrap_webhook(BODY, headers, secret=secret)
            self.assertEqual(message, json.loads(BODY))

    def test_refuses_what_is_not_from_the_service(self) -> None:
        own = sign(BODY)
        of_version_2 = own["webhook-signature"].replace("v1", "v2")
        cases: dict[str, tuple[str, dict[str, Any]]] = {
            "a changed body": (BODY.replace("0001", "0002"), own),
            "another secret": (BODY, sign(BODY, by=new_secret())),
            "another id": (BODY, {**own, "webhook-id": "msg_2"}),
            "another time": (BODY, {**own, "webhook-timestamp": str(NOW + 1)}),
            "a signature that is no base64": (BODY, {**own, "webhook-signature": "v1,%%%"}),
            "an empty signature": (BODY, {**own, "webhook-signature": "v1,"}),
            "an unknown version": (BODY, {**own, "webhook-signature": of_version_2}),
            "no signature": (BODY, {**own, "webhook-signature": None}),
            "no id": (BODY, {**own, "webhook-id": ""}),
            "no time": (BODY, {**own, "webhook-timestamp": None}),
            "a time that is no number": (BODY, sign(BODY, timestamp="now")),
            "a time in other digits": (BODY, sign(BODY, timestamp="١٧٧٢٣٦٦٤٠٠")),
            "a message of six minutes ago": (BODY, sign(BODY, timestamp=NOW - 360)),
            "a message of the future": (BODY, sign(BODY, timestamp=NOW + 360)),
        }
        for what, (body, headers) in cases.items():
            with self.subTest(what), self.assertRaises(WebhookVerificationError):
                unwrap_webhook(body, headers, secret=SECRET)

    def test_a_tolerance_may_be_longer(self) -> None:
        headers = sign(BODY, timestamp=NOW - 360)
        message = unwrap_webhook(BODY, headers, secret=SECRET, tolerance=600)
        self.assertEqual(message, json.loads(BODY))

    def test_a_mistake_of_the_receiver_is_another_error(self) -> None:
        cases: list[tuple[Any, dict[str, Any], str]] = [
            (BODY, {}, "No webhook secret"),
            (BODY, {"secret": []}, "No webhook secret"),
            (BODY, {"secret": "whsec_%"}, "must be the one of the endpoint"),
            (BODY, {"secret": "whsec_"}, "must be the one of the endpoint"),
            (json.loads(BODY), {"secret": SECRET}, "before any parser"),
        ]
        for body, options, text in cases:
            with self.subTest(text), self.assertRaisesRegex((TypeError, ValueError), text):
                unwrap_webhook(body, sign(BODY), **options)


if __name__ == "__main__":
    unittest.main()
