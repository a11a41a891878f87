"""Recording from several threads, from callbacks and from signal handlers."""

from __future__ import annotations

import signal
import threading
import time
import unittest
from typing import Any
from unittest import mock

from piecework import Lost, Piecework, RecordingOptions, Request, Response

from ..support.answers import Replies, all_stored, answer, keys_of, records_of, refusal
from ..support.separate_process import LONG
from ..support.virtual_time import record


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


if __name__ == "__main__":
    unittest.main()
