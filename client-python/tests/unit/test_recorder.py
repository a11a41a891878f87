"""What is sent, when, and again: in a time of the test, without threads."""

from __future__ import annotations

import unittest
from datetime import datetime, timezone
from typing import Any

from piecework import AlreadyRecordedError, Request, Response
from piecework.log import logger

from ..support.answers import all_stored, answer, keys_of, records_of, refusal, result, stored
from ..support.virtual_time import NEVER, Later, VirtualClient, record


def stores_all(request: Request, _number: int) -> Response:
    return all_stored(request)


def refused(status: int, message: Any = "away", headers: Any = None) -> Response:
    body = refusal(status, message=message, code="x", requestId="req-1")
    return answer(status, body, headers)


def broken() -> Exception:
    return ConnectionResetError("the connection was cut")


class Batching(unittest.TestCase):
    def test_records_wait_for_others_at_most_as_long_as_the_interval(self) -> None:
        client = VirtualClient(stores_all, flush_interval=1.0)
        client.add(1, 3)
        client.advance(0.999)
        self.assertEqual(client.batches(), [])
        client.advance(0.001)
        self.assertEqual(client.batches(), [3])
        counts = client.counts
        self.assertEqual((counts.recorded, counts.stored, counts.queued), (3, 3, 0))

    def test_a_hundred_records_are_sent_at_once_and_never_more_in_one_request(self) -> None:
        client = VirtualClient(stores_all)
        client.add(1, 250)
        client.advance(0.001)
        self.assertEqual(client.batches(), [100, 100])
        client.advance(1)
        self.assertEqual(client.batches(), [100, 100, 50])

    def test_records_that_trickle_in_are_each_sent_within_the_interval(self) -> None:
        client = VirtualClient(stores_all, flush_interval=1.0)
        for id in range(1, 51):
            client.add(id, id)
            client.advance(0.1)
        client.advance(1)
        self.assertEqual(sum(client.batches()), 50)
        self.assertLess(len(client.sent), 10)

    def test_large_records_go_in_requests_that_the_service_takes(self) -> None:
        client = VirtualClient(stores_all)
        for id in range(10):
            client.piecework.record(record(id, metadata={"text": "ü" * 150_000}))
        client.flush()
        self.assertGreater(len(client.sent), 3)
        for request in client.sent:
            self.assertLess(len(request.body), 1_048_576)
        self.assertEqual(client.counts.stored, 10)


class Records(unittest.TestCase):
    def test_a_record_without_a_key_gets_one_and_every_attempt_sends_the_same_bytes(self) -> None:
        client = VirtualClient(lambda r, n: broken() if n == 1 else all_stored(r))
        mine = record(1, metadata={"step": 1})
        del mine["idempotencyKey"]
        client.piecework.record(mine)
        mine["metadata"]["step"] = 2
        client.advance(5)
        first, second = (request.body for request in client.sent)
        self.assertEqual(first, second)
        [kept] = records_of(first)
        self.assertEqual(kept["metadata"], {"step": 1})
        self.assertEqual(len(kept["idempotencyKey"]), 36)

    def test_with_a_live_key_a_record_counts_when_it_was_recorded(self) -> None:
        client = VirtualClient(stores_all, api_key="pw_sk_live_1")
        before = datetime.now(timezone.utc)
        client.piecework.record(record(1))
        client.piecework.record(record(2, usageDate="2026-01-01"))
        client.advance(3_600)
        first, second = records_of(client.sent[0].body)
        self.assertNotIn("usageDate", first)
        self.assertRegex(first["recordedAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        written = datetime.fromisoformat(first["recordedAt"].replace("Z", "+00:00"))
        self.assertLess(abs((written - before).total_seconds()), 60)
        self.assertEqual(second["usageDate"], "2026-01-01")
        self.assertNotIn("recordedAt", second)

    def test_with_a_test_key_the_clock_of_the_service_dates_a_record(self) -> None:
        client = VirtualClient(stores_all)
        client.add(1, 1)
        client.flush()
        self.assertNotIn("usageDate", records_of(client.sent[0].body)[0])
        self.assertNotIn("recordedAt", records_of(client.sent[0].body)[0])

    def test_a_different_record_under_a_used_key_is_not_lost(self) -> None:
        def conflicts(_request: Request, _number: int) -> Response:
            failed = {"index": 1, "stored": False, "code": "VALIDATION_ERROR", "error": "used"}
            return result([stored(0)], [{**failed, "conflictingEventId": "event-1"}])

        client = VirtualClient(conflicts)
        client.add(1, 2)
        client.flush()
        counts = client.counts
        self.assertEqual((counts.recorded, counts.stored, counts.lost), (2, 1, 0))
        self.assertEqual(counts.already_recorded, 1)
        [lost] = client.lost
        self.assertEqual((lost.reason, len(lost.records)), ("already_recorded", 1))
        assert isinstance(lost.error, AlreadyRecordedError)
        self.assertEqual(lost.error.event_id, "event-1")

    def test_recording_never_raises_with_any_input_and_any_failure_of_the_callback(self) -> None:
        def broken_callback(_lost: object) -> None:
            raise RuntimeError("the callback is broken")

        client = VirtualClient(stores_all, on_lost=broken_callback)
        circle: dict[str, Any] = {}
        circle["self"] = circle
        impossible: list[Any] = [
            None,
            record(1, quantity=object()),
            record(2, metadata=circle),
            record(3, quantity=float("nan")),
            record(4, usageDate=datetime(2026, 1, 1)),
        ]
        with self.assertLogs(logger, "WARNING"):
            for one in impossible:
                client.piecework.record(one)
            client.advance(1)
        counts = client.counts
        self.assertEqual((counts.recorded, counts.lost, counts.queued), (5, 5, 0))

    def test_a_callback_that_ends_the_thread_does_not_end_recording(self) -> None:
        def ending(_lost: object) -> None:
            raise SystemExit

        client = VirtualClient(stores_all, on_lost=ending)
        with self.assertLogs(logger, "WARNING"):
            client.piecework.record(None)
            client.add(1, 1)
            client.advance(1)
        self.assertEqual(client.counts.stored, 1)


class Outcomes(unittest.TestCase):
    def test_a_stored_record_is_never_sent_again_with_or_without_a_cost(self) -> None:
        uncosted = stored(1, code="NEEDS_COST_BACKFILL", error="unknown model")
        client = VirtualClient(lambda _r, _n: result([stored(0)], [uncosted]))
        client.add(1, 2)
        client.flush()
        client.advance(3_600)
        self.assertEqual(len(client.sent), 1)
        self.assertEqual(client.lost, [])
        counts = client.counts
        self.assertEqual((counts.stored, counts.uncosted, counts.lost), (2, 1, 0))

    def test_a_rejected_record_does_not_keep_the_rest_of_its_batch_from_being_stored(self) -> None:
        error = "inputTokens must be a whole number"
        rejected = {"index": 1, "stored": False, "code": "VALIDATION_ERROR", "error": error}
        client = VirtualClient(lambda _r, _n: result([stored(0), stored(2)], [rejected]))
        client.add(1, 3)
        client.flush()
        self.assertEqual(len(client.sent), 1)
        self.assertEqual((client.counts.stored, client.counts.lost), (2, 1))
        [lost] = client.lost
        self.assertEqual((lost.reason, lost.records), ("rejected", [record(2)]))
        self.assertEqual((type(lost.error).__name__, str(lost.error)), ("ValidationError", error))

    def test_only_the_records_that_the_service_could_not_store_are_sent_again(self) -> None:
        fault = {"index": 1, "stored": False, "code": "INTERNAL_ERROR", "error": "a fault"}
        client = VirtualClient(
            lambda r, n: result([stored(0)], [fault]) if n == 1 else all_stored(r)
        )
        client.add(1, 2)
        client.advance(10)
        keys = [keys_of(records_of(request.body)) for request in client.sent]
        self.assertEqual(keys, [["job-1", "job-2"], ["job-2"]])
        counts = client.counts
        self.assertEqual((counts.stored, counts.retries, counts.waiting), (2, 1, 0))

    def test_a_record_that_the_response_does_not_mention_is_sent_again(self) -> None:
        client = VirtualClient(
            lambda _r, n: result([stored(0)] if n == 1 else [stored(0, duplicate=True)])
        )
        client.add(1, 2)
        client.advance(10)
        self.assertEqual((client.counts.stored, client.counts.duplicates), (2, 1))

    def test_a_batch_that_names_its_malformed_records_is_sent_again_without_them(self) -> None:
        message = ["records[1].agentCode is required", "records[3].signalName is required"]
        client = VirtualClient(lambda r, n: refused(400, message) if n == 1 else all_stored(r))
        client.add(1, 4)
        client.flush()
        self.assertEqual(keys_of(records_of(client.sent[1].body)), ["job-1", "job-3"])
        self.assertEqual([lost.reason for lost in client.lost], ["rejected", "rejected"])
        self.assertEqual(client.lost_keys(), ["job-2", "job-4"])

    def test_records_refused_for_the_same_reasons_are_lost_together_without_their_place(self) -> None:
        message = [
            "records[0].services[1].modelProvider is required",
            "records[1] must be an object",
            "records[2].agentCode is required",
            "records[2].signalName is required",
            "records[3].services[1].modelProvider is required",
        ]
        client = VirtualClient(lambda r, n: refused(400, message) if n == 1 else all_stored(r))
        client.add(1, 5)
        client.flush()
        self.assertEqual(
            [(lost.error.messages, keys_of(lost.records)) for lost in client.lost],
            [
                (("services[1].modelProvider is required",), ["job-1", "job-4"]),
                (("The record must be an object",), ["job-2"]),
                (("agentCode is required", "signalName is required"), ["job-3"]),
            ],
        )
        error = client.lost[0].error
        self.assertEqual((error.status, error.request_id), (400, "req-1"))
        self.assertEqual((client.counts.stored, client.counts.lost), (1, 4))

    def test_warnings_about_stored_records_are_counted_and_each_is_logged_once(self) -> None:
        typo = "unknown field qty: did you mean quantity?"
        unpriced = "no rates for the service tier"

        def warns(request: Request, _number: int) -> Response:
            first, *others = range(len(records_of(request.body)))
            failed = {"code": "NEEDS_COST_BACKFILL", "stored": True, "error": "unknown model"}
            success = [stored(at, **({"warnings": [typo]} if at == 1 else {})) for at in others]
            return result(success, [{"index": first, **failed, "warnings": [typo, unpriced]}])

        client = VirtualClient(warns)
        with self.assertLogs(logger, "WARNING") as logs:
            client.add(1, 3)
            client.flush()
            client.add(4, 6)
            client.flush()
        counts = client.counts
        self.assertEqual((counts.stored, counts.warned, counts.lost), (6, 4, 0))
        self.assertEqual(
            [entry.getMessage() for entry in logs.records],
            [f"A usage record has a warning: {text}" for text in (typo, unpriced)],
        )

    def test_a_log_is_not_filled_by_warnings_that_all_differ(self) -> None:
        def warns(request: Request, _number: int) -> Response:
            size = len(records_of(request.body))
            return result([stored(at, warnings=[f"field{at}"]) for at in range(size)])

        client = VirtualClient(warns)
        with self.assertLogs(logger, "WARNING") as logs:
            client.add(1, 50)
            client.flush()
        self.assertEqual(client.counts.warned, 50)
        self.assertEqual(len(logs.records), 11)
        self.assertIn("further warnings", logs.records[-1].getMessage())

    def test_a_batch_rejected_as_a_whole_is_split_until_the_record_is_isolated(self) -> None:
        for status in (400, 413):
            with self.subTest(status):
                client = VirtualClient(
                    lambda r, _n, status=status: (
                        refused(status, "not like this") if _has(r, "job-5") else all_stored(r)
                    )
                )
                client.add(1, 8)
                client.flush()
                counts = client.counts
                self.assertEqual((counts.recorded, counts.stored, counts.lost), (8, 7, 1))
                self.assertEqual(client.lost[0].records, [record(5)])
                self.assertEqual(client.lost[0].error.status, status)

    def test_a_wrong_key_is_reported_at_once_with_the_records_and_not_sent_again(self) -> None:
        client = VirtualClient(lambda _r, _n: refused(401, "The key is revoked"))
        client.add(1, 2)
        client.flush()
        self.assertEqual(len(client.sent), 1)
        [lost] = client.lost
        self.assertEqual(type(lost.error).__name__, "AuthenticationError")
        self.assertEqual(lost.error.request_id, "req-1")
        self.assertEqual(lost.records, [record(1), record(2)])

    def test_a_404_of_the_service_itself_is_final(self) -> None:
        client = VirtualClient(lambda _r, _n: refused(404, "No route"))
        client.add(1, 2)
        self.assertEqual(client.flush(), [True])
        self.assertEqual(type(client.lost[0].error).__name__, "NotFoundError")


class Retries(unittest.TestCase):
    def test_a_record_is_sent_again_up_to_the_limit_with_growing_delays_and_then_lost(self) -> None:
        times: list[float] = []

        def away(_request: Request, _number: int) -> Exception:
            times.append(client.world.now)
            return broken()

        client = VirtualClient(away, max_retries=5)
        client.add(1, 1)
        flushed = client.flush()
        client.advance(600)
        self.assertEqual(flushed, [True])
        waits = [later - earlier for earlier, later in zip(times, times[1:])]
        self.assertEqual(len(waits), 5)
        for at, wait in enumerate(waits):
            self.assertGreaterEqual(wait, min(0.5 * 2**at, 5) - 0.001)
            self.assertLessEqual(wait, min(2**at, 10) + 0.001)
        self.assertEqual(client.lost[0].reason, "gave_up")
        self.assertEqual(type(client.lost[0].error).__name__, "NetworkError")
        self.assertEqual((client.counts.lost, client.counts.retries), (1, 5))

    def test_a_service_that_never_answers_is_tried_again_after_the_timeout(self) -> None:
        client = VirtualClient(lambda r, n: NEVER if n == 1 else all_stored(r))
        client.add(1, 1)
        client.advance(29)
        self.assertEqual(len(client.sent), 1)
        client.advance(10)
        self.assertEqual((client.counts.stored, client.counts.retries), (1, 1))

    def test_nothing_is_sent_while_the_service_asks_to_wait(self) -> None:
        slow_down = refused(429, "slow down", {"retry-after": "60"})
        client = VirtualClient(lambda r, n: slow_down if n == 1 else all_stored(r))
        client.add(1, 1)
        client.advance(1)
        client.add(2, 500)
        client.advance(59)
        self.assertEqual(client.batches(), [1])
        client.advance(2)
        counts = client.counts
        self.assertEqual((counts.stored, counts.retries, counts.lost), (500, 1, 0))

    def test_a_record_that_a_firewall_refuses_keeps_no_other_from_being_stored(self) -> None:
        client = VirtualClient(
            lambda r, _n: answer(403, "<html>") if _has(r, "job-5") else all_stored(r)
        )
        client.add(1, 1_000)
        client.advance(3_600)
        self.assertEqual(client.lost, [])
        self.assertEqual(client.counts.stored, 999)

    def test_a_batch_that_always_fails_delays_no_other(self) -> None:
        client = VirtualClient(
            lambda r, _n: refused(500, "a fault") if _has(r, "job-5") else all_stored(r)
        )
        client.add(1, 100)
        client.advance(1)
        client.add(101, 1_000)
        client.advance(60)
        self.assertGreaterEqual(client.counts.stored, 900)
        for minute in range(120):
            client.add(1_001 + minute, 1_001 + minute)
            client.advance(60)
        self.assertEqual(client.lost, [])
        self.assertEqual((client.counts.recorded, client.counts.stored), (1_120, 1_119))
        client.advance(24 * 3_600)
        self.assertEqual([lost.reason for lost in client.lost], ["gave_up"])
        self.assertEqual(client.lost[0].records, [record(5)])

    def test_a_record_older_than_max_age_is_lost_even_if_it_was_never_sent(self) -> None:
        client = VirtualClient(lambda _r, _n: refused(503), max_age=60.0)
        client.add(1, 500)
        client.advance(50)
        self.assertEqual(client.lost, [])
        client.advance(100)
        self.assertEqual({lost.reason for lost in client.lost}, {"gave_up"})
        counts = client.counts
        self.assertEqual(
            (counts.recorded, counts.lost, counts.queued, counts.waiting), (500, 500, 0, 0)
        )


class FlushAndClose(unittest.TestCase):
    def test_flush_waits_for_a_batch_in_flight_and_not_for_later_records(self) -> None:
        client = VirtualClient(lambda r, n: Later(6, all_stored(r)) if n == 1 else NEVER)
        client.add(1, 1)
        client.advance(1)
        flushed = client.flush()
        client.add(2, 2)
        client.advance(4)
        self.assertEqual(flushed, [])
        client.advance(2)
        self.assertEqual(flushed, [True])
        counts = client.counts
        self.assertEqual((counts.recorded, counts.stored, counts.in_flight), (2, 1, 1))

    def test_flush_returns_false_at_its_timeout_and_the_records_are_still_sent(self) -> None:
        client = VirtualClient(lambda r, n: broken() if n == 1 else all_stored(r))
        client.add(1, 1)
        flushed = client.flush(0.1)
        client.advance(0.1)
        self.assertEqual(flushed, [False])
        client.advance(5)
        self.assertEqual(client.counts.stored, 1)

    def test_flush_with_nothing_held_ends_at_once(self) -> None:
        self.assertEqual(VirtualClient(stores_all).flush(), [True])

    def test_close_during_a_wait_tries_once_more_at_once(self) -> None:
        client = VirtualClient(lambda r, n: broken() if n <= 3 else all_stored(r))
        client.add(1, 1)
        client.advance(4)
        self.assertEqual(len(client.sent), 3)
        self.assertEqual(client.close(), [True])
        self.assertEqual((client.counts.stored, client.counts.waiting), (1, 0))

    def test_close_reports_records_not_sent_in_time_wherever_they_are_held(self) -> None:
        client = VirtualClient(lambda _r, n: broken() if n == 1 else NEVER)
        client.add(1, 1)
        client.advance(1)
        client.add(2, 1_000)
        closed = client.close(2)
        client.advance(2)
        self.assertEqual(closed, [False])
        counts = client.counts
        self.assertEqual(counts.lost, 1_000)
        self.assertEqual((counts.queued, counts.waiting, counts.in_flight), (0, 0, 0))
        self.assertEqual({lost.reason for lost in client.lost}, {"closed"})
        self.assertEqual(len(set(client.lost_keys())), 1_000)
        self.assertIsNone(client.background.due_in())

    def test_records_that_an_outage_held_have_its_last_error_as_the_cause(self) -> None:
        client = VirtualClient(lambda _r, _n: broken())
        client.add(1, 1)
        client.advance(4)
        closed = client.close(0.01)
        client.advance(1)
        self.assertEqual(closed, [False])
        [lost] = client.lost
        cause = lost.error.__cause__
        self.assertEqual(lost.reason, "closed")
        self.assertIsInstance(cause, Exception)
        text = f"The client is closed, and the last attempt failed: {cause}"
        self.assertEqual(str(lost.error), text)

    def test_an_answer_after_close_counts_no_record_twice(self) -> None:
        client = VirtualClient(lambda r, _n: Later(5, all_stored(r)))
        client.add(1, 1)
        client.close(0.01)
        client.advance(10)
        counts = client.counts
        self.assertEqual((counts.recorded, counts.stored, counts.lost), (1, 0, 1))

    def test_a_record_after_close_goes_to_on_lost_and_is_not_sent(self) -> None:
        client = VirtualClient(stores_all)
        client.close()
        client.close()
        client.add(1, 1)
        client.advance(60)
        self.assertEqual(client.sent, [])
        self.assertEqual(client.lost[0].reason, "closed")
        self.assertEqual(client.lost[0].records, [record(1)])
        self.assertEqual((client.counts.recorded, client.counts.lost), (1, 1))

    def test_the_answer_of_something_else_affects_nothing_else(self) -> None:
        client = VirtualClient(lambda _r, _n: result([], [None]))
        client.add(1, 1)
        closed = client.close(1)
        client.advance(1)
        self.assertEqual(closed, [False])
        self.assertEqual((client.counts.recorded, client.counts.lost), (1, 1))


class Losses(unittest.TestCase):
    def test_a_callback_that_records_lost_records_again_does_not_block(self) -> None:
        again: list[str] = []

        def repeat(lost: Any) -> None:
            for one in lost.records:
                again.append(one["idempotencyKey"])
                client.piecework.record(one)

        client = VirtualClient(lambda _r, _n: refused(401, "revoked"), on_lost=repeat)
        client.add(1, 1)
        client.advance(10)
        self.assertGreater(len(again), 2)
        self.assertLess(len(again), 20)

    def test_without_a_callback_each_reason_of_a_loss_is_a_warning(self) -> None:
        message = ["records[0].agentCode is required", "records[1].signalName is required"]
        client = VirtualClient(
            lambda r, n: refused(400, message) if n == 1 else all_stored(r), on_lost=None
        )
        client.add(1, 3)
        with self.assertLogs(logger, "WARNING") as logs:
            client.flush()
        first, second = (entry.getMessage() for entry in logs.records)
        self.assertIn("(rejected): agentCode is required.", first)
        self.assertIn("(rejected): signalName is required.", second)

    def test_without_a_callback_losses_for_the_same_reason_are_one_warning(self) -> None:
        client = VirtualClient(lambda _r, _n: refused(401, "revoked"), on_lost=None)
        client.add(1, 3)
        with self.assertLogs(logger, "WARNING") as logs:
            client.flush()
        self.assertEqual(len(logs.output), 1)
        self.assertIn("revoked", logs.output[0])

    def test_records_that_overflow_are_reported_and_bounded(self) -> None:
        client = VirtualClient(stores_all, max_queued=200)
        client.add(1, 10_000)
        counts = client.counts
        client.background.settle()
        self.assertEqual(counts.lost, 9_800)
        self.assertEqual(len(client.lost_keys()), 9_800)
        client.advance(10)
        self.assertEqual(client.counts.stored, 200)

    def test_a_callback_that_is_too_slow_bounds_memory_and_losses_are_still_counted(self) -> None:
        client = VirtualClient(stores_all, max_queued=200)
        client.add(1, 50_000)
        self.assertEqual(client.counts.lost, 49_800)
        self.assertLess(len(client.lost_keys()), 10_200)


class Outages(unittest.TestCase):
    def test_in_an_outage_of_an_hour_held_records_are_bounded_and_all_others_reported(self) -> None:
        def away(_request: Request, number: int) -> object:
            return NEVER if number % 2 == 0 else broken()

        client = VirtualClient(away)
        most = 0
        with self.assertLogs(logger, "WARNING"):
            for second in range(3_600):
                client.add(second * 50 + 1, second * 50 + 50)
                client.advance(1)
                counts = client.counts
                self.assertLessEqual(counts.waiting, 1_000)
                self.assertLessEqual(counts.in_flight, 400)
                most = max(most, counts.queued + counts.waiting + counts.in_flight)
            self.assertLessEqual(most, 10_000 + 1_000 + 400)
            client.world.run_out()
        counts = client.counts
        self.assertEqual(counts.recorded, 180_000)
        self.assertEqual(
            counts.lost + counts.queued + counts.waiting + counts.in_flight, counts.recorded
        )
        self.assertEqual(len(set(client.lost_keys())), counts.lost)

    def test_an_outage_of_4_seconds_loses_none_and_tries_one_batch_at_a_time(self) -> None:
        is_away = False
        under_way: list[int] = []

        def reply(request: Request, _number: int) -> object:
            if is_away:
                under_way.append(client.piecework.counts.in_flight)
            return Later(0.005, broken() if is_away else all_stored(request))

        client = VirtualClient(reply)
        for tenth in range(100):
            is_away = 10 <= tenth < 50
            client.add(tenth * 100 + 1, tenth * 100 + 100)
            client.advance(0.1)
        client.advance(30)
        self.assertEqual(client.lost, [])
        self.assertGreater(len(under_way), 2)
        self.assertLess(len(under_way), 10)
        self.assertEqual(set(under_way[1:]), {100})
        counts = client.counts
        self.assertEqual((counts.recorded, counts.stored), (10_000, 10_000))
        self.assertEqual((counts.queued, counts.waiting), (0, 0))

    def test_in_an_outage_records_are_lost_only_when_the_queue_is_full_too(self) -> None:
        client = VirtualClient(lambda _r, _n: refused(503, "restarting"))
        for second in range(15):
            client.add(second * 1_000 + 1, second * 1_000 + 1_000)
            client.advance(1)
            counts = client.counts
            held = counts.queued + counts.waiting + counts.in_flight
            if not client.lost:
                self.assertEqual(held, counts.recorded)
        self.assertEqual({lost.reason for lost in client.lost}, {"overflow"})
        self.assertGreaterEqual(held, 10_000)
        self.assertLessEqual(held, 11_400)

    def test_what_a_proxy_answers_during_a_deployment_is_an_outage(self) -> None:
        for between in (
            answer(404, "default backend - 404"),
            answer(405, "<html>Back soon</html>"),
            answer(302, "", {"location": "https://status.acme.test/"}),
        ):
            with self.subTest(between.status):
                is_deployed = False

                def reply(request: Request, _number: int, between: Response = between) -> Response:
                    return all_stored(request) if is_deployed else between

                client = VirtualClient(reply)
                client.add(1, 1_000)
                client.advance(0.4)
                self.assertEqual(len(client.sent), 4)
                is_deployed = True
                client.advance(30)
                self.assertEqual(client.lost, [])
                self.assertEqual((client.counts.stored, client.counts.waiting), (1_000, 0))

    def test_a_response_in_which_nothing_was_stored_starts_an_outage(self) -> None:
        is_away = True

        def reply(request: Request, _number: int) -> Response:
            if not is_away:
                return all_stored(request)
            fault = {"stored": False, "code": "INTERNAL_ERROR", "error": "a fault"}
            count = len(records_of(request.body))
            return result([], [{"index": at, **fault} for at in range(count)])

        client = VirtualClient(reply)
        client.add(1, 1_000)
        client.advance(0.4)
        self.assertEqual(len(client.sent), 4)
        is_away = False
        client.advance(10)
        self.assertEqual((client.counts.stored, client.counts.lost), (1_000, 0))

    def test_an_outage_that_lasts_is_one_warning_with_its_cause(self) -> None:
        client = VirtualClient(lambda _r, _n: refused(503, "under repair"))
        client.add(1, 10)
        with self.assertLogs(logger, "WARNING") as logs:
            client.advance(300)
        self.assertEqual(len(logs.output), 1)
        self.assertIn("under repair", logs.output[0])

    def test_the_end_of_an_outage_that_was_logged_is_logged(self) -> None:
        is_away = True

        def reply(request: Request, _number: int) -> Response:
            return refused(503, "under repair") if is_away else stores_all(request, 0)

        client = VirtualClient(reply)
        client.add(1, 10)
        with self.assertLogs(logger, "INFO") as logs:
            client.advance(300)
            is_away = False
            client.advance(10)
            client.add(11, 11)
            client.advance(10)
        levels = [line.split(":")[0] for line in logs.output]
        self.assertEqual(levels, ["WARNING", "INFO"])
        self.assertIn("The service takes usage records again", logs.output[1])


def _has(request: Request, key: str) -> bool:
    return key in keys_of(records_of(request.body))


if __name__ == "__main__":
    unittest.main()
