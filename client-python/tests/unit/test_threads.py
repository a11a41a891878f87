"""Recording with real threads, forks, signals and event loops."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Optional
from unittest import mock

from piecework import AsyncPiecework, Lost, Piecework, RecordingOptions, Request, Response

from ..support.answers import Replies, all_stored, answer, keys_of, records_of, refusal
from ..support.virtual_time import record

SRC = Path(__file__).parents[2] / "src"
#: Ends what hangs; nothing waits that long.
LONG = 20


def client(transport: Any, **recording: Any) -> Piecework:
    options = RecordingOptions(**{"flush_at_exit": False, **recording})
    return Piecework(api_key="pw_sk_test_1", transport=transport, recording=options)


class Threads(unittest.TestCase):
    def test_records_of_many_threads_are_each_stored_once(self) -> None:
        replies = Replies(all_stored)
        piecework = client(replies, max_queued=100_000)

        def add(thread: int) -> None:
            for number in range(500):
                piecework.record(record(f"{thread}-{number}"))

        threads = [threading.Thread(target=add, args=(at,)) for at in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(piecework.flush(LONG))
        keys = [key for sent in replies.sent for key in keys_of(records_of(sent.body))]
        self.assertEqual(len(keys), 4_000)
        self.assertEqual(len(set(keys)), 4_000)
        self.assertEqual((piecework.counts.recorded, piecework.counts.stored), (4_000, 4_000))
        self.assertTrue(piecework.close(LONG))

    def test_a_single_record_is_sent_within_the_interval_again_and_again(self) -> None:
        is_sent = threading.Semaphore(0)

        def transport(request: Request) -> Response:
            is_sent.release()
            return all_stored(request)

        piecework = client(transport, flush_interval=0.01)
        for number in range(100):
            piecework.record(record(number))
            self.assertTrue(is_sent.acquire(timeout=LONG), number)
        piecework.close(LONG)

    def test_four_requests_are_open_at_once_and_no_caller_waits_for_them(self) -> None:
        may_answer = threading.Event()
        open_at_once: list[int] = []
        lock = threading.Lock()
        most = 0

        def transport(request: Request) -> Response:
            nonlocal most
            with lock:
                open_at_once.append(0)
                most = max(most, len(open_at_once))
            may_answer.wait(LONG)
            with lock:
                open_at_once.pop()
            return all_stored(request)

        piecework = client(transport)
        before = time.monotonic()
        for number in range(2_000):
            piecework.record(record(number))
        self.assertLess(time.monotonic() - before, LONG / 4)
        self.assertFalse(piecework.flush(0.2))
        self.assertEqual(piecework.counts.in_flight, 400)
        may_answer.set()
        self.assertTrue(piecework.flush(LONG))
        self.assertEqual(most, 4)
        piecework.close(LONG)

    def test_a_callback_may_record_flush_and_close(self) -> None:
        lost: list[Lost] = []
        is_called = threading.Event()

        def on_lost(one: Lost) -> None:
            lost.append(one)
            if len(lost) == 1:
                piecework.record(record("again"))
                self.assertFalse(piecework.flush(LONG))
                self.assertFalse(piecework.close(LONG))
            else:
                is_called.set()

        piecework = client(Replies(answer(401, refusal(401))), on_lost=on_lost)
        piecework.record(record(1))
        piecework.flush(LONG)
        self.assertTrue(is_called.wait(LONG))

    def test_a_callback_that_never_returns_does_not_hold_close(self) -> None:
        never = threading.Event()
        self.addCleanup(never.set)
        piecework = client(Replies(answer(401, refusal(401))), on_lost=lambda _: never.wait(LONG))
        piecework.record(record(1))
        before = time.monotonic()
        with mock.patch("piecework.recording.background.GRACE", 0.1):
            self.assertFalse(piecework.close(0.1))
        self.assertLess(time.monotonic() - before, LONG / 2)
        before = time.monotonic()
        piecework.record(record(2))
        self.assertLess(time.monotonic() - before, LONG / 4)

    def test_close_ends_the_threads_and_later_records_reach_on_lost(self) -> None:
        lost: list[Lost] = []
        before = set(threading.enumerate())
        piecework = client(Replies(all_stored), on_lost=lost.append)
        piecework.record(record(1))
        self.assertTrue(piecework.close(LONG))
        self.assertEqual(_left_of(before), set())
        piecework.record(record(2))
        self.assertEqual([(one.reason, one.records) for one in lost], [("closed", [record(2)])])
        counts = piecework.counts
        self.assertEqual((counts.recorded, counts.stored, counts.lost), (2, 1, 1))
        self.assertTrue(piecework.flush(LONG))
        self.assertTrue(piecework.close(LONG))

    def test_flush_and_close_end_whatever_other_threads_close(self) -> None:
        for _ in range(20):
            piecework = client(Replies(all_stored))
            piecework.record(record(1))
            results: list[bool] = []

            def end(piecework: Piecework = piecework, results: list[bool] = results) -> None:
                results.extend([piecework.flush(), piecework.close(LONG)])

            threads = [threading.Thread(target=end, daemon=True) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(LONG)
            self.assertEqual(len(results), 8)
            self.assertEqual(piecework.counts.stored, 1)

    def test_no_record_is_unaccounted_for_when_threads_record_during_close(self) -> None:
        for _ in range(20):
            lost: list[Lost] = []
            before = set(threading.enumerate())
            piecework = client(Replies(all_stored), on_lost=lost.append)
            may_start = threading.Barrier(4)

            def add(piecework: Piecework = piecework, barrier: Any = may_start) -> None:
                barrier.wait(LONG)
                for number in range(300):
                    piecework.record(record(f"{threading.get_ident()}-{number}"))

            threads = [threading.Thread(target=add) for _ in range(3)]
            for thread in threads:
                thread.start()
            may_start.wait(LONG)
            piecework.close(LONG)
            for thread in threads:
                thread.join()
            self.assertEqual(_left_of(before), set())
            told = sum(len(one.records) for one in lost)
            self.assertEqual(piecework.counts.stored + told, 900)
            self.assertEqual(piecework.counts.lost, told)

    def test_a_signal_handler_may_record_while_the_program_records(self) -> None:
        piecework = client(Replies(all_stored), max_queued=1_000_000)
        added = 0

        def handle(_number: int, _frame: object) -> None:
            nonlocal added
            piecework.record(record(f"signal-{added}"))
            added += 1

        old = signal.signal(signal.SIGALRM, handle)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        try:
            for number in range(5_000):
                piecework.record(record(number))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        self.assertTrue(piecework.flush(LONG))
        self.assertEqual(piecework.counts.stored, 5_000 + added)
        piecework.close(LONG)


def _left_of(before: set[threading.Thread]) -> set[threading.Thread]:
    """Waits until the threads that are new since `before` have ended; returns the others."""
    left = set(threading.enumerate()) - before
    for thread in left:
        thread.join(LONG)
    return {thread for thread in left if thread.is_alive()}


class Loops(unittest.TestCase):
    def test_recording_needs_no_await_and_holds_no_event_loop(self) -> None:
        may_answer = threading.Event()

        def transport(request: Request) -> Response:
            may_answer.wait(LONG)
            return all_stored(request)

        async def run() -> None:
            options = RecordingOptions(flush_at_exit=False)
            async with AsyncPiecework(
                api_key="k", transport=transport, recording=options
            ) as piecework:
                piecework.record(record(1))
                await piecework.record(record(2))
                async with piecework.run(customer="acme", agent="a", signal="s") as job:
                    job.add({"model": "m", "modelProvider": "p"})
                flushing = asyncio.ensure_future(piecework.flush())
                for _ in range(20):
                    await asyncio.sleep(0.001)
                self.assertFalse(flushing.done())
                self.assertFalse(await piecework.flush(0.01))
                may_answer.set()
                self.assertTrue(await flushing)
                self.assertEqual(piecework.counts.stored, 3)

        asyncio.run(run())

    def test_calls_run_at_once_and_retry_without_holding_the_loop(self) -> None:
        async def run() -> None:
            barrier = threading.Barrier(5)

            def transport(_request: Request) -> Response:
                barrier.wait(LONG)
                return answer(200, {"id": "a"})

            piecework = AsyncPiecework(api_key="k", transport=transport)
            calls = [piecework.agents.get("a") for _ in range(5)]
            self.assertEqual(await asyncio.gather(*calls), [{"id": "a"}] * 5)
            replies = Replies(answer(503, refusal(503)), answer(200, {"id": "b"}))
            again = AsyncPiecework(api_key="k", transport=replies, retry_delay=0.01)
            self.assertEqual(await again.agents.get("b"), {"id": "b"})
            page = {"results": [{"id": "c"}], "page": 1, "totalPages": 1}
            lists = AsyncPiecework(api_key="k", transport=Replies(answer(200, page)))
            self.assertEqual(await lists.customers.list(), page)
            self.assertEqual([one async for one in lists.customers.list()], [{"id": "c"}])
            text = AsyncPiecework(api_key="k", transport=Replies(Response(200, {}, b"id\r\n")))
            self.assertEqual(await text.csv("/v1/invoices"), "id\r\n")
            for one in (piecework, again, lists, text):
                await one.close()

        asyncio.run(run())

    def test_a_cancelled_call_closes_its_connection(self) -> None:
        is_closed = threading.Event()

        class Silent(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.rfile.read(1)
                is_closed.set()

            def log_message(self, *arguments: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Silent)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)

        async def run() -> None:
            url = f"http://127.0.0.1:{server.server_port}"
            piecework = AsyncPiecework(api_key="k", base_url=url)
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(piecework.organization.verify(), 0.2)
            await piecework.close()

        asyncio.run(run())
        self.assertTrue(is_closed.wait(LONG))


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
WAIT = """
print("waiting", flush=True)
while True:
    time.sleep(1)
"""


class Ends(unittest.TestCase):
    def setUp(self) -> None:
        self.service = Service(self)

    def test_a_process_sends_its_records_at_its_end(self) -> None:
        self.assertEqual(self.service.run(""), (0, ""))
        self.assertEqual(self.service.keys, ["one", "two"])

    def test_also_after_sys_exit_and_after_an_error(self) -> None:
        self.assertEqual(self.service.run("sys.exit(3)")[0], 3)
        self.assertEqual(self.service.run("raise RuntimeError('a fault')")[0], 1)
        self.assertEqual(self.service.keys, ["one", "two"] * 2)

    def test_records_of_other_handlers_of_the_end_are_sent_too(self) -> None:
        ending = """
        import atexit
        atexit.register(record, "three")
        """
        self.assertEqual(self.service.run(ending)[0], 0)
        self.assertEqual(self.service.keys, ["one", "two", "three"])

    def test_a_process_that_records_nothing_ends_at_once(self) -> None:
        self.service.is_away = True
        before = time.monotonic()
        code, _ = self.service.run("piecework.close(0.01); Piecework(api_key='k')")
        self.assertEqual(code, 0)
        self.assertLess(time.monotonic() - before, LONG / 4)

    def test_a_process_that_is_told_not_to_wait_does_not(self) -> None:
        self.assertEqual(self.service.run("", options="flush_at_exit=False"), (0, ""))
        self.assertEqual(self.service.keys, [])

    def test_ctrl_c_sends_the_records(self) -> None:
        code, _ = self.service.run(WAIT, kill=[signal.SIGINT])
        self.assertIn(code, (-signal.SIGINT, 1))
        self.assertEqual(self.service.keys, ["one", "two"])

    def test_a_second_ctrl_c_ends_the_wait(self) -> None:
        self.service.is_away = True
        _, said = self.service.run(WAIT, kill=[signal.SIGINT, signal.SIGINT])
        self.assertIn("closed one,two", said)

    def test_sigterm_ends_the_process_after_its_records_are_sent(self) -> None:
        code, _ = self.service.run(WAIT, options="flush_at_sigterm=True", kill=[signal.SIGTERM])
        self.assertEqual(code, -signal.SIGTERM)
        self.assertEqual(self.service.keys, ["one", "two"])

    def test_a_second_sigterm_ends_the_wait(self) -> None:
        self.service.is_away = True
        kill = [int(signal.SIGTERM), int(signal.SIGTERM)]
        code, said = self.service.run(WAIT, options="flush_at_sigterm=True", kill=kill)
        self.assertEqual(code, -signal.SIGTERM)
        self.assertIn("closed one,two", said)

    def test_another_handler_decides_when_the_process_ends(self) -> None:
        ending = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\n" + WAIT
        code, _ = self.service.run(ending, options="flush_at_sigterm=True", kill=[signal.SIGTERM])
        self.assertEqual(code, 7)
        self.assertEqual(self.service.keys, ["one", "two"])

    def test_without_the_option_sigterm_is_left_alone(self) -> None:
        code, _ = self.service.run(WAIT, kill=[signal.SIGTERM])
        self.assertEqual(code, -signal.SIGTERM)
        self.assertEqual(self.service.keys, [])


class Forks(unittest.TestCase):
    def setUp(self) -> None:
        self.service = Service(self)

    def test_a_forked_process_records_and_leaves_the_records_of_its_parent_to_it(self) -> None:
        ending = """
        children = []
        for number in range(3):
            pid = os.fork()
            if pid == 0:
                assert piecework.counts.recorded == 0
                record(f"child-{number}")
                sys.exit(0)
            children.append(pid)
        for pid in children:
            assert os.waitpid(pid, 0)[1] == 0
        """
        self.assertEqual(self.service.run(ending)[0], 0, self.service)
        expected = ["child-0", "child-1", "child-2", "one", "two"]
        self.assertEqual(sorted(self.service.keys), expected)

    def test_forks_while_threads_record_never_hang(self) -> None:
        ending = """
        is_over = False

        def hammer(name):
            number = 0
            while not is_over:
                record(f"{name}-{number}")
                number += 1
                time.sleep(0.0005)

        threads = [threading.Thread(target=hammer, args=(at,)) for at in range(3)]
        for thread in threads:
            thread.start()
        for number in range(30):
            pid = os.fork()
            if pid == 0:
                record(f"child-{number}")
                is_stored = piecework.flush(30)
                os._exit(0 if is_stored else 9)
            assert os.waitpid(pid, 0)[1] == 0, number
        is_over = True
        for thread in threads:
            thread.join()
        """
        code, _ = self.service.run(ending)
        self.assertEqual(code, 0, self.service.errors)
        children = [key for key in self.service.keys if key.startswith("child-")]
        self.assertEqual(len(children), 30)
        self.assertEqual(len(self.service.keys), len(set(self.service.keys)))

    def test_processes_of_multiprocessing_send_their_records_at_their_end(self) -> None:
        ending = """
        context = multiprocessing.get_context("fork")
        workers = [context.Process(target=record, args=(f"worker-{at}",)) for at in range(3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
            assert worker.exitcode == 0
        with context.Pool(2) as pool:
            pool.map(record, ["pool-1", "pool-2", "pool-3"])
            pool.close()
            pool.join()
        """
        code, _ = self.service.run(ending)
        self.assertEqual(code, 0, self.service.errors)
        names = sorted(key.split("-")[0] for key in self.service.keys)
        self.assertEqual(names, ["one", "pool"] + ["pool"] * 2 + ["two"] + ["worker"] * 3)


if __name__ == "__main__":
    unittest.main()
