"""Recording that waits until a record is stored."""

from __future__ import annotations

import asyncio
import unittest
from typing import Any
from unittest import mock

from piecework import (
    AlreadyRecordedError,
    AsyncPiecework,
    Lost,
    PermissionDeniedError,
    Piecework,
    RecordingError,
    RecordingOptions,
    RequestTimeoutError,
    ValidationError,
)
from piecework.log import logger

from ..support.answers import Replies, all_stored, answer, records_of

RECORD: Any = {
    "customerExternalId": "acme",
    "agentCode": "support-agent",
    "signalName": "ticket-resolved",
    "model": "gpt-4o",
    "modelProvider": "openai",
}
REFUSAL = {"message": "This key may not record", "code": "forbidden", "requestId": "req-1"}
JOB: Any = {"customer": "acme", "agent": "a", "signal": "s", "idempotency_key": "job-1"}


class RecordNow(unittest.TestCase):
    def strict(self, transport: Any) -> Piecework:
        self.lost: list[Lost] = []
        return Piecework(
            api_key="k",
            transport=transport,
            fire_and_forget=False,
            retry_delay=0.001,
            recording=RecordingOptions(on_lost=self.lost.append, flush_at_exit=False),
        )

    def told(self, piecework: Piecework) -> list[tuple[str, Any, list[Any]]]:
        piecework.flush(5)
        return [(lost.reason, lost.error, lost.records) for lost in self.lost]

    def test_a_stored_record_with_a_warning_is_logged_sync_and_async(self) -> None:
        body = {"results": {"success": [{"index": 0, "warnings": ["unknown field qty"]}], "failed": []}}
        with self.assertLogs(logger, "WARNING") as logs:
            self.strict(Replies(answer(200, body))).record(RECORD)

        async def record() -> None:
            async with AsyncPiecework(
                api_key="k", transport=Replies(answer(200, body)), fire_and_forget=False
            ) as piecework:
                await piecework.record(RECORD)

        with self.assertLogs(logger, "WARNING") as async_logs:
            asyncio.run(record())
        for entry in (*logs.records, *async_logs.records):
            self.assertEqual(entry.getMessage(), "A usage record has a warning: unknown field qty")

    def test_a_refusal_does_not_name_a_place_in_a_batch(self) -> None:
        message = ["records[0].agentCode is required"]
        piecework = self.strict(Replies(answer(400, {**REFUSAL, "message": message})))
        with self.assertRaisesRegex(RecordingError, "Not recorded: agentCode is required"):
            piecework.record(RECORD)

    def test_a_record_without_a_key_that_times_out_is_raised_as_it_was_sent(self) -> None:
        replies = Replies(TimeoutError("timed out"))
        piecework = self.strict(replies)
        mine = {**RECORD, "metadata": {"step": 1}}
        with self.assertRaises(RecordingError) as raised:
            piecework.record(mine)
        error = raised.exception
        expected = {**mine, "idempotencyKey": error.idempotency_key}
        self.assertEqual(error.record, expected)
        bodies = [records_of(request.body) for request in replies.sent]
        self.assertEqual(bodies, [[expected]] * 3)
        self.assertIsNone(error.result)
        self.assertIsInstance(error.__cause__, RequestTimeoutError)
        self.assertEqual(self.told(piecework), [("gave_up", error, [expected])])

    def test_the_error_of_a_refusal_has_the_message_of_the_refusal(self) -> None:
        piecework = self.strict(Replies(answer(403, REFUSAL)))
        with self.assertRaises(RecordingError) as raised:
            piecework.record({**RECORD, "idempotencyKey": "mine"})
        error = raised.exception
        self.assertEqual(str(error), "Not recorded: This key may not record")
        self.assertEqual(
            (error.status, error.code, error.request_id, error.idempotency_key),
            (403, "forbidden", "req-1", "mine"),
        )
        self.assertIsInstance(error.__cause__, PermissionDeniedError)
        self.assertEqual(self.told(piecework), [("rejected", error, [error.record])])

    def test_the_error_after_a_finished_job_has_its_result_and_its_record(self) -> None:
        piecework = self.strict(Replies(answer(403, REFUSAL)))
        with self.assertRaises(RecordingError) as raised:
            with piecework.run(**JOB) as job:
                job.result = {"text": "solved"}
        error = raised.exception
        text = "The job is done, but it was not recorded: This key may not record"
        self.assertEqual(str(error), text)
        self.assertEqual(error.result, {"text": "solved"})
        self.assertEqual(error.record["idempotencyKey"], "job-1")
        self.assertEqual(self.told(piecework), [("rejected", error, [error.record])])

    def test_the_error_of_a_key_that_a_different_record_has_names_its_event(self) -> None:
        failed = {"index": 0, "stored": False, "code": "VALIDATION_ERROR", "error": "used before"}
        results = {"success": [], "failed": [{**failed, "conflictingEventId": "event-1"}]}
        body = {"processed": 1, "successful": 0, "failed": 1, "results": results}
        piecework = self.strict(Replies(answer(200, body)))
        with self.assertRaises(RecordingError) as raised:
            with piecework.run(**JOB):
                pass
        error = raised.exception
        text = (
            "A different record has this idempotency key: event event-1. This one is not stored. "
            "If it is the same job, do nothing; if it is other work, use another key."
        )
        self.assertEqual(str(error), text)
        self.assertIsInstance(error.__cause__, AlreadyRecordedError)
        self.assertEqual(self.told(piecework), [("already_recorded", error, [error.record])])

    def test_after_close_records_are_counted_by_their_reason(self) -> None:
        failed = {"index": 0, "stored": False, "code": "VALIDATION_ERROR", "error": "used before"}
        results = {"success": [], "failed": [{**failed, "conflictingEventId": "event-1"}]}
        used = answer(200, {"results": results})
        piecework = self.strict(Replies(used, answer(403, REFUSAL)))
        piecework.close()
        for _ in range(2):
            with self.assertRaises(RecordingError):
                piecework.record(RECORD)
        counts = piecework.counts
        self.assertEqual((counts.recorded, counts.already_recorded, counts.lost), (2, 1, 1))
        self.assertEqual([one.reason for one in self.lost], ["already_recorded", "rejected"])

    def test_unrecorded_services_of_a_failed_job_reach_on_lost(self) -> None:
        piecework = self.strict(Replies(answer(403, REFUSAL)))
        with self.assertRaisesRegex(RuntimeError, "the job failed"):
            with piecework.run(**JOB) as job:
                job.add({"model": "gpt-4o", "modelProvider": "openai", "inputTokens": 10})
                raise RuntimeError("the job failed")
        [(reason, _, [record])] = self.told(piecework)
        self.assertEqual((reason, record["quantity"]), ("rejected", 0))

    def test_without_on_lost_an_error_that_is_raised_is_not_logged_too(self) -> None:
        piecework = Piecework(
            api_key="k",
            transport=Replies(answer(403, REFUSAL)),
            fire_and_forget=False,
            recording=RecordingOptions(flush_at_exit=False),
        )
        with self.assertLogs(logger, "WARNING") as logs:
            with self.assertRaises(RecordingError):
                piecework.record(RECORD)
            with self.assertRaises(RecordingError), piecework.run(**JOB):
                pass
            self.assertEqual(logs.output, [])
            # The error of a failed job is its own, so the lost record is logged.
            with self.assertRaisesRegex(RuntimeError, "the job failed"):
                with piecework.run(**JOB) as job:
                    job.add({"model": "gpt-4o", "modelProvider": "openai", "inputTokens": 10})
                    raise RuntimeError("the job failed")
        self.assertEqual(len(logs.output), 1)
        self.assertIn("This key may not record", logs.output[0])
        counts = piecework.counts
        self.assertEqual((counts.recorded, counts.stored, counts.lost), (3, 0, 3))

    def test_a_record_that_is_stored_at_once_is_counted(self) -> None:
        success = [{"index": 0, "stored": True, "duplicate": True}]
        body = {"results": {"success": success, "failed": []}}
        piecework = self.strict(Replies(answer(200, body)))
        piecework.record(RECORD)
        counts = piecework.counts
        self.assertEqual((counts.recorded, counts.stored, counts.duplicates), (1, 1, 1))

    def test_a_record_that_cannot_be_written_as_json_is_raised_too_with_its_key(self) -> None:
        piecework = self.strict(Replies(answer(403, REFUSAL)))
        impossible = {**RECORD, "quantity": object()}
        with self.assertRaises(RecordingError) as raised:
            piecework.record(impossible)
        error = raised.exception
        self.assertEqual(error.record, {**impossible, "idempotencyKey": error.idempotency_key})
        self.assertEqual(self.told(piecework)[0][0], "rejected")

    def test_a_record_that_is_refused_in_the_answer_is_raised(self) -> None:
        failed = {"index": 0, "stored": False, "code": "VALIDATION_ERROR", "error": "no tokens"}
        results = {"results": {"success": [], "failed": [failed]}}
        with self.assertRaises(RecordingError) as raised:
            self.strict(Replies(answer(200, results))).record(RECORD)
        self.assertIsInstance(raised.exception.__cause__, ValidationError)

    def test_waits_as_long_as_the_service_asks(self) -> None:
        slow = answer(429, {**REFUSAL, "message": "slow down"}, {"retry-after": "7"})
        with mock.patch("piecework.recording.record_now.sleep") as sleep:
            self.strict(Replies(slow, all_stored)).record(RECORD)
        sleep.assert_called_once_with(7)

    def test_with_asyncio_the_same_is_awaited(self) -> None:
        lost: list[Lost] = []

        async def run() -> None:
            replies = Replies(TimeoutError("timed out"), all_stored, answer(403, REFUSAL))
            piecework = AsyncPiecework(
                api_key="k",
                transport=replies,
                fire_and_forget=False,
                retry_delay=0.001,
                recording=RecordingOptions(on_lost=lost.append, flush_at_exit=False),
            )
            await piecework.record(RECORD)
            first, second = (request.body for request in replies.sent)
            self.assertEqual(first, second)
            with self.assertRaises(RecordingError) as raised:
                async with piecework.run(**JOB) as job:
                    job.result = "solved"
            self.assertEqual(raised.exception.result, "solved")
            await piecework.close(5)

        asyncio.run(run())
        self.assertEqual([one.reason for one in lost], ["rejected"])


if __name__ == "__main__":
    unittest.main()
