"""Receives webhooks with the standard library of Python alone.

The signature is that of Standard Webhooks: an HMAC of the id, the time and the body as it was sent.
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["PIECEWORK_WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1_000_000

# Stands for a table with a unique key: the same message may arrive more than once.
seen = set()


def unwrap(body, headers):
    """Returns the message. Raises ValueError if it is not from the service, or too old."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("the webhook is too old or from the future")
    content = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(SECRET, content, hashlib.sha256).digest())
    for signature in headers.get("webhook-signature", "").split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value.encode(), expected):
            return json.loads(body)
    raise ValueError("no signature of the webhook matches the secret")


def handle(message):
    if message["type"] == "invoice.paid":
        print("Invoice", message["data"]["invoiceNumber"], "is paid", flush=True)
    else:
        # A newer service sends types that are not known here.
        print(message["type"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if length > BODY_BYTES_MAX:
            return self.answer(413)
        try:
            message = unwrap(self.rfile.read(length), self.headers)
        except ValueError:
            return self.answer(400)
        if message["id"] not in seen:
            seen.add(message["id"])
            handle(message)
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
