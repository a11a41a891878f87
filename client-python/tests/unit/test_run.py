"""Jobs: one event with everything that was used."""

from __future__ import annotations

import asyncio
import unittest
from typing import Any, Mapping, Optional

from piecework.run import AsyncRun, Evidence, Job, JobOptions, Run

GPT = {"model": "gpt-4o", "modelProvider": "openai", "inputTokens": 1200, "outputTokens": 350}
SEARCH = {"model": "tavily-search", "modelProvider": "tavily", "quantity": 2}


class Runs(unittest.TestCase):
    def setUp(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.results: list[Any] = []
        self.failure: Optional[Exception] = None
        self.warnings: list[object] = []
        self.swallowed: list[Exception] = []

    def record(self, event: dict[str, Any], job: Optional[Mapping[str, Any]]) -> None:
        self.records.append(event)
        if job is not None:
            self.results.append(job["result"])
        if self.failure is not None:
            raise self.failure

    def run_for(self, *, key: Optional[str] = None, quantity: int = 1, run_id: Any = None) -> Run:
        options = JobOptions("acme", "support-agent", "ticket-resolved", key, None)
        return Run(
            self.record,
            options,
            Job(options, run_id, quantity, {}, Evidence(), self.warnings.extend),
            self.swallowed.append,
        )

    def test_one_event_has_all_services_of_a_job(self) -> None:
        with self.run_for(run_id="run-1") as job:
            job.add(GPT)
            job.add(SEARCH)
            job.metadata["ticket"] = 4711
            job.evidence_url = "https://desk.example/4711"
            job.evidence = "Closed by the user"
        [event] = self.records
        self.assertEqual(len(event.pop("idempotencyKey")), 36)
        self.assertEqual(
            event,
            {
                "customerExternalId": "acme",
                "agentCode": "support-agent",
                "signalName": "ticket-resolved",
                "quantity": 1,
                "services": [GPT, SEARCH],
                "runId": "run-1",
                "metadata": {"ticket": 4711},
                "evidenceUrl": "https://desk.example/4711",
                "evidence": "Closed by the user",
            },
        )

    def test_a_job_that_used_no_service_is_recorded_with_the_free_one(self) -> None:
        with self.run_for(quantity=2):
            pass
        none = {"model": "none", "modelProvider": "piecework", "quantity": 1}
        self.assertEqual(self.records[0]["services"], [none])
        self.assertEqual(self.records[0]["quantity"], 2)

    def test_a_job_takes_services_one_by_one_and_in_lists(self) -> None:
        with self.run_for() as job:
            job.add([GPT, SEARCH])
            job.add((), SEARCH, [GPT])
        self.assertEqual(self.records[0]["services"], [GPT, SEARCH, SEARCH, GPT])

    def test_a_job_with_a_service_without_a_name_is_billed_and_its_cost_is_unknown(self) -> None:
        with self.run_for() as job:
            job.add({"model": "gpt-4o", "inputTokens": 5}, {"model": " ", "modelProvider": None})
            job.add(None)
            job.add(GPT)
        unknown = {"model": "unknown", "modelProvider": "unknown"}
        self.assertEqual(
            self.records[0]["services"],
            [{"model": "gpt-4o", "modelProvider": "unknown", "inputTokens": 5}, unknown, unknown, GPT],
        )
        self.assertEqual(
            self.warnings[0],
            'job.add got a service without modelProvider, which is recorded as "unknown"',
        )

    def test_a_failed_job_keeps_its_cost_bills_nothing_and_raises_its_own_error(self) -> None:
        failure = RuntimeError("the model refused")
        with self.assertRaises(RuntimeError) as raised:
            with self.run_for(quantity=3) as job:
                job.add(GPT)
                raise failure
        self.assertIs(raised.exception, failure)
        self.assertEqual(self.records[0]["quantity"], 0)
        self.assertEqual(self.records[0]["services"], [GPT])

    def test_a_job_that_fails_before_it_used_anything_leaves_no_event(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "no such ticket"):
            with self.run_for():
                raise RuntimeError("no such ticket")
        self.assertEqual(self.records, [])

    def test_an_error_of_recording_does_not_hide_the_error_of_the_job(self) -> None:
        self.failure = RuntimeError("not recorded")
        with self.assertRaisesRegex(RuntimeError, "the job failed"):
            with self.run_for() as job:
                job.add(GPT)
                raise RuntimeError("the job failed")
        self.assertEqual(self.records[0]["quantity"], 0)
        self.assertEqual(self.swallowed, [self.failure])

    def test_if_a_finished_job_cannot_be_recorded_its_result_is_passed_along(self) -> None:
        self.failure = RuntimeError("not recorded")
        with self.assertRaises(RuntimeError) as raised:
            with self.run_for() as job:
                job.result = {"text": "solved"}
        self.assertIs(raised.exception, self.failure)
        self.assertEqual(self.results, [{"text": "solved"}])

    def test_a_job_that_succeeds_after_a_failed_attempt_is_billed_under_its_key(self) -> None:
        with self.assertRaises(RuntimeError):
            with self.run_for(key="ticket-4711") as job:
                job.add(GPT)
                raise RuntimeError("try again")
        with self.run_for(key="ticket-4711") as job:
            job.add(GPT)
        self.assertNotEqual(self.records[0]["idempotencyKey"], "ticket-4711")
        self.assertEqual(self.records[1]["idempotencyKey"], "ticket-4711")
        self.assertEqual(self.records[1]["quantity"], 1)

    def test_a_job_that_runs_twice_is_the_same_record(self) -> None:
        for run_id in (None, None, "run-7"):
            with self.run_for(key="ticket-4711", run_id=run_id) as job:
                job.add(GPT)
        first, second, third = self.records
        self.assertEqual(first, second)
        self.assertEqual((first["runId"], third["runId"]), ("ticket-4711", "run-7"))

    def test_the_work_can_set_the_quantity(self) -> None:
        with self.run_for() as job:
            job.quantity = 12
        self.assertEqual(self.records[0]["quantity"], 12)

    def test_calls_beyond_the_limit_of_an_event_are_summed_by_model(self) -> None:
        with self.run_for() as job:
            for _ in range(1500):
                job.add(GPT)
            job.add(SEARCH)
        self.assertEqual(
            self.records[0]["services"],
            [
                {
                    "model": "gpt-4o",
                    "modelProvider": "openai",
                    "quantity": 1500,
                    "inputTokens": 1_800_000,
                    "outputTokens": 525_000,
                },
                SEARCH,
            ],
        )

    def test_reported_costs_of_calls_beyond_the_limit_are_summed_exactly(self) -> None:
        with self.run_for() as job:
            for _ in range(1000):
                job.add({**GPT, "reportedCostUsd": "0.1"})
            job.add({**GPT, "reportedCostUsd": 2.5e-7})
        services = self.records[0]["services"]
        self.assertEqual(services[0]["reportedCostUsd"], "100.00000025")

    def test_calls_beyond_the_limit_are_summed_for_each_tier_of_service_and_payer(self) -> None:
        batch = {**GPT, "serviceTier": "batch", "cacheWriteTokens": 4, "cacheWrite1hTokens": 3}
        with self.run_for() as job:
            for _ in range(500):
                job.add(GPT, batch, {**GPT, "paidBy": "customer"})
        gpt = {
            "model": "gpt-4o",
            "modelProvider": "openai",
            "quantity": 500,
            "inputTokens": 600_000,
            "outputTokens": 175_000,
        }
        written = {"cacheWriteTokens": 2000, "cacheWrite1hTokens": 1500}
        self.assertEqual(
            self.records[0]["services"],
            [gpt, {**gpt, **written, "serviceTier": "batch"}, {**gpt, "paidBy": "customer"}],
        )

    def test_a_service_that_is_changed_afterwards_is_recorded_as_it_was(self) -> None:
        use = dict(GPT)
        with self.run_for() as job:
            job.add(use)
            use["inputTokens"] = 0
        self.assertEqual(self.records[0]["services"], [GPT])

    def test_async_jobs_are_the_same_and_a_cancelled_one_has_failed(self) -> None:
        async def record(event: dict[str, Any], job: Optional[Mapping[str, Any]]) -> None:
            self.record(event, job)

        options = JobOptions("acme", "a", "s", "job-1", None)

        def job_of() -> Job:
            return Job(options, None, 1, {}, Evidence(), print)

        async def work() -> None:
            async with AsyncRun(record, options, job_of(), print) as job:
                job.add(GPT)
                await asyncio.sleep(60)

        async def both() -> None:
            async with AsyncRun(record, options, job_of(), print) as job:
                job.add(GPT)
            task = asyncio.ensure_future(work())
            await asyncio.sleep(0.01)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(both())
        self.assertEqual([event["quantity"] for event in self.records], [1, 0])
        self.assertEqual(self.records[0]["idempotencyKey"], "job-1")
        self.assertNotEqual(self.records[1]["idempotencyKey"], "job-1")


if __name__ == "__main__":
    unittest.main()
