"""A program that records in a process of its own, and the service that it records to."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Optional

from piecework import Request

from .answers import all_stored, keys_of, records_of

SRC = Path(__file__).parents[2] / "src"
#: Ends what hangs; nothing waits that long.
LONG = 60

START = """
import multiprocessing, os, signal, sys, threading, time
from piecework import Piecework, RecordingOptions

def tell(lost):
    print(lost.reason, ",".join(it["idempotencyKey"] for it in lost.records), flush=True)

piecework = Piecework(
    api_key="pw_sk_live_1",
    base_url="{url}",
    recording=RecordingOptions(flush_interval=60, on_lost=tell, {options}),
)

def record(key):
    piecework.record({{
        "customerExternalId": "acme", "agentCode": "a", "signalName": "s",
        "model": "m", "modelProvider": "p", "idempotencyKey": key,
    }})

record("one")
record("two")
"""
# A signal may interrupt `print` while it holds the lock of the output, which `tell` needs.
WAIT = """
os.write(1, b"waiting\\n")
while True:
    time.sleep(1)
"""


class Service:
    """A service for separate processes; keeps the keys that it received."""

    def __init__(self, test: unittest.TestCase) -> None:
        service = self
        self.keys: list[str] = []
        self.is_away = False

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if service.is_away:
                    self.close_connection = True
                    return
                service.keys.extend(keys_of(records_of(body)))
                request = Request("POST", "", {}, body, 1)
                content = all_stored(request).body
                self.send_response(200)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *arguments: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        test.addCleanup(server.server_close)
        test.addCleanup(server.shutdown)
        self.url = f"http://127.0.0.1:{server.server_port}"

    def run(
        self, ending: str, *, options: str = "", kill: Optional[list[int]] = None
    ) -> tuple[int, str]:
        """Runs a program in a process of its own; returns its exit code and its output."""
        program = START.format(url=self.url, options=options) + textwrap.dedent(ending)
        child = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-W", "ignore", "-c", program],
            env={"PYTHONPATH": str(SRC), "PATH": os.environ["PATH"]},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        said = ""
        for number in kill or ():
            if "waiting" not in said:
                said += child.stdout.readline()
            else:
                time.sleep(0.3)
            child.send_signal(number)
        try:
            out, errors = child.communicate(timeout=LONG)
        finally:
            child.kill()
        self.errors = errors
        return child.returncode, said + out
