"""The client against a real service: PIECEWORK_API_KEY and PIECEWORK_BASE_URL name it."""

from __future__ import annotations

import asyncio
import os
import unittest
from datetime import date
from typing import Any

import piecework
from piecework import (
    AsyncPiecework,
    GuardBlocked,
    HttpTransport,
    Lost,
    Piecework,
    RecordingError,
    RecordingOptions,
    Request,
    Response,
    anthropic_tokens,
)

JOB: Any = {"customer": "runner", "agent": "support-agent", "signal": "ticket-resolved"}


def connect(**options: Any) -> Piecework:
    return Piecework(**{"retry_delay": 0.02, **options})


def record(id: str, **more: Any) -> Any:
    return {
        "customerExternalId": "acme",
        "agentCode": "support-agent",
        "signalName": "ticket-resolved",
        "model": "gpt-4o",
        "modelProvider": "openai",
        "inputTokens": 1200,
        "outputTokens": 350,
        "idempotencyKey": id,
        **more,
    }


@unittest.skipUnless("PIECEWORK_API_KEY" in os.environ, "no service: set PIECEWORK_API_KEY")
class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.piecework = connect()
        self.addCleanup(self.piecework.close)

    def test_a_loop_stops_in_mid_run_at_its_budget_and_holds_nothing_afterwards(self) -> None:
        own = self.piecework
        own.customers.create({"name": "Looping", "externalId": "looping"})
        limits: Any = {"measure": "cost", "period": "day", "action": "block", "amount": "0.50"}
        budget = own.budgets.create({"name": "Loops", "customerExternalId": "looping", **limits})
        # 2.50 USD for a million tokens of input: 0.10 USD.
        step = {"model": "gpt-4o", "modelProvider": "openai", "inputTokens": 40_000}
        options: Any = {
            **JOB,
            "customer": "looping",
            "estimated_cost_usd": "0.10",
            "next_cost_usd": "0.10",
            "when_undecided": "stop",
            # The machine of a test may be slow.
            "timeout": 60.0,
        }

        def figures() -> tuple[str, str]:
            status = own.budgets.status(budget["id"])
            return status["spent"], status["held"]

        with own.guard.run(**options) as run:
            run.spent([step])
            self.assertEqual(figures(), ("0.1", "0.1"))
            run.done(quantity=2)
        self.assertEqual(figures(), ("0.1", "0"))
        steps = 0
        with self.assertRaisesRegex(GuardBlocked, "Loops: 0.5 spent . 0 held . 0.1 asked > 0.5"):
            with own.guard.run(**options) as run:
                while True:
                    steps += 1
                    run.spent(step)
        self.assertEqual(steps, 4)
        self.assertEqual(figures(), ("0.5", "0"))

        async def again() -> None:
            async with AsyncPiecework() as piecework:
                with self.assertRaises(GuardBlocked):
                    async with piecework.guard.run(**options):
                        self.fail("the block must not begin")

        asyncio.run(again())

    def test_from_a_record_to_a_paid_invoice_and_its_figures(self) -> None:
        own = self.piecework
        self.assertTrue(own.organization.verify()["verified"])
        own.record(record("story-1", customerExternalId="story", agentCode="story-agent"))
        self.assertTrue(own.flush())
        counts = own.counts
        self.assertEqual((counts.recorded, counts.stored, counts.lost), (1, 1, 0))

        customer_id = own.customers.get_by_external_id("story")["id"]
        email = "billing@acme.example"
        self.assertEqual(own.customers.update(customer_id, {"email": email})["email"], email)
        [agent] = own.agents.list(agent_code="story-agent").first_page()["results"]
        signals = own.signals.list(agent_id=agent["id"]).first_page()["results"]
        plan = own.pricing_plans.create({"name": "Pro", "agentId": agent["id"]})
        own.pricing_strategies.create_many(
            plan["id"],
            [
                {
                    "name": "Tickets",
                    "chargeType": "usage",
                    "pricingModel": "flat",
                    "signalId": signals[0]["id"],
                    "rate": 1.5,
                },
                {"name": "Base fee", "chargeType": "recurring", "rate": 49},
            ],
        )
        subscription = own.subscriptions.create(
            {
                "name": "Acme Pro",
                "planId": plan["id"],
                "agentId": agent["id"],
                "customerId": customer_id,
                "startDate": date.today().replace(day=1).isoformat(),
            }
        )
        draft = own.invoices.generate(
            {"customerId": customer_id, "subscriptionId": subscription["id"]}
        )
        self.assertEqual((draft["status"], draft["total"]), ("draft", 50.5))
        self.assertEqual(own.invoices.send(draft["id"])["recipientEmail"], email)
        self.assertEqual(own.invoices.pdf(draft["id"])[:5], b"%PDF-")
        own.invoices.record_payment(draft["id"], {"amount": 50.5, "method": "bank_transfer"})
        paid = own.invoices.get(draft["id"])
        self.assertEqual((paid["status"], paid["amountDue"]), ("paid", 0))
        margins = own.analytics.profitability(group_by="customer")
        self.assertEqual(margins["groupBy"], "customer")
        csv = own.csv("/v1/invoices", {"customerId": customer_id})
        self.assertIn(draft["invoiceNumber"], csv.split("\n")[1])

    def test_a_request_needs_no_method(self) -> None:
        own = self.piecework
        body = {"name": "Untyped", "agentCode": "untyped"}
        made = own.request("POST", "/v1/agents", body=body, headers={"x-request-id": "mine"})
        path = f"/v1/agents/{made['id']}"
        self.assertEqual(own.request("GET", path)["name"], "Untyped")
        self.assertEqual(own.request("PATCH", path, body={"name": "Again"})["name"], "Again")
        csv = own.request(
            "GET", "/v1/analytics/mrr", headers={"accept": "text/csv"}, read_as="text"
        )
        self.assertEqual(csv, own.csv("/v1/analytics/mrr"))
        self.assertIsNone(own.request("DELETE", path))
        with self.assertRaises(piecework.NotFoundError) as raised:
            own.request("GET", path, request_id="python-request")
        self.assertEqual(raised.exception.request_id, "python-request")

    def test_a_list_is_read_through_all_of_its_pages(self) -> None:
        codes = [f"walker-{number}" for number in range(25)]
        for code in codes:
            self.piecework.agents.create({"name": "Walker", "agentCode": code})
        walkers = self.piecework.agents.list(search="walker", limit=10)
        self.assertEqual(sorted(agent["agentCode"] for agent in walkers), sorted(codes))
        services = [
            one["id"] for one in self.piecework.services.list(provider="anthropic", limit=7)
        ]
        self.assertEqual(len(set(services)), len(services))
        self.assertGreater(len(services), 7)

    def test_refusals_are_raised_as_their_classes_with_the_id_of_the_request(self) -> None:
        own = self.piecework
        with self.assertRaises(piecework.NotFoundError) as raised:
            own.customers.get("00000000-0000-7000-8000-000000000000", request_id="python-1")
        self.assertEqual((raised.exception.request_id, raised.exception.status), ("python-1", 404))
        body: Any = {"name": "Again", "agentCode": "twice"}
        own.agents.create(body)
        with self.assertRaises(piecework.ConflictError):
            own.agents.create(body)
        with self.assertRaises(piecework.AuthenticationError):
            connect(api_key="nobody").agents.list().first_page()
        publishable = connect(api_key=os.environ["PIECEWORK_PUBLISHABLE_KEY"])
        with self.assertRaises(piecework.PermissionDeniedError):
            publishable.agents.create(body)
        with self.assertRaises(piecework.ValidationError) as invalid:
            own.customers.create({"name": "A", "email": "no address"})
        self.assertEqual(invalid.exception.param, "email")

    def test_a_post_with_a_given_idempotency_key_takes_effect_once(self) -> None:
        body: Any = {"name": "Day", "percentOff": 10, "duration": "once"}
        first = self.piecework.coupons.create(body, idempotency_key="python-coupon")
        second = connect().coupons.create(body, idempotency_key="python-coupon")
        self.assertEqual(second["id"], first["id"])

    def test_without_fire_and_forget_a_record_is_stored_or_its_refusal_is_raised(self) -> None:
        strict = connect(fire_and_forget=False)
        strict.record(record("strict-1"))
        strict.record(record("strict-2", model="nobody-knows-it"))
        with self.assertRaises(RecordingError) as refused:
            strict.record(record("strict-3", inputTokens=-1))
        self.assertIsInstance(refused.exception.__cause__, piecework.ValidationError)
        halved = record("strict-4")
        del halved["agentCode"]
        with self.assertRaises(RecordingError) as malformed:
            strict.record(halved)
        self.assertEqual(malformed.exception.status, 400)
        self.assertEqual(malformed.exception.param, "agentCode")
        with self.assertRaises(RecordingError) as wrong_key:
            connect(fire_and_forget=False, api_key="nobody").record(record("strict-5"))
        self.assertIsInstance(wrong_key.exception.__cause__, piecework.AuthenticationError)

    def test_recording_the_record_of_a_timeout_error_again_stores_it_once(self) -> None:
        send = HttpTransport()

        def losing(request: Request) -> Response:
            send(request)
            # The service answers, but the response is lost.
            raise TimeoutError("timed out")

        unsure = record("", runId="python-unsure")
        del unsure["idempotencyKey"]
        with self.assertRaises(RecordingError) as raised:
            connect(fire_and_forget=False, max_retries=0, transport=losing).record(unsure)
        error = raised.exception
        self.assertIsInstance(error.__cause__, piecework.RequestTimeoutError)
        again: Any = error.record
        connect(fire_and_forget=False).record(again)
        results = self.piecework.usage.record([again])["results"]
        self.assertEqual([one.get("duplicate") for one in results["success"]], [True])
        page = self.piecework.events.list(run_id="python-unsure").first_page()
        self.assertEqual(page["totalResults"], 1)

    def test_a_valid_record_in_a_batch_with_rejected_ones_is_stored(self) -> None:
        lost: list[Lost] = []
        mixed = connect(recording=RecordingOptions(on_lost=lost.append))
        mixed.record(record("mixed-1"))
        mixed.record(record("mixed-2", quantity=1.5))
        mixed.record(record("mixed-3", signalName=None))
        mixed.record(record("mixed-4"))
        mixed.close()
        told = sorted((one.reason, it["idempotencyKey"]) for one in lost for it in one.records)
        self.assertEqual(told, [("rejected", "mixed-2"), ("rejected", "mixed-3")])
        counts = mixed.counts
        self.assertEqual((counts.recorded, counts.stored, counts.lost), (4, 2, 2))

    def test_a_job_that_is_recorded_twice_is_billed_once(self) -> None:
        lost: list[Lost] = []
        twice = connect(recording=RecordingOptions(on_lost=lost.append))
        twice.record(record("twice"))
        twice.record(record("twice"))
        twice.flush()
        twice.record(record("twice", inputTokens=1300))
        twice.close()
        counts = twice.counts
        self.assertEqual((counts.stored, counts.duplicates, counts.lost), (2, 1, 0))
        self.assertEqual(counts.already_recorded, 1)
        self.assertEqual([one.reason for one in lost], ["already_recorded"])
        self.assertIn("idempotencyKey", str(lost[0].error))

    def test_records_too_large_for_one_request_as_a_batch_and_individually(self) -> None:
        lost: list[Lost] = []
        heavy = connect(recording=RecordingOptions(on_lost=lost.append))
        for number in range(5):
            heavy.record(record(f"heavy-{number}", metadata={"text": "x" * 400_000}))
        heavy.record(record("too-heavy", metadata={"text": "x" * 1_200_000}))
        heavy.close()
        told = [it["idempotencyKey"] for one in lost for it in one.records]
        self.assertEqual(told, ["too-heavy"])
        self.assertEqual((heavy.counts.stored, heavy.counts.lost), (5, 1))

    def test_a_job_is_one_event_with_its_services_also_where_it_fails(self) -> None:
        usage = {"input_tokens": 50, "output_tokens": 5, "cache_read_input_tokens": 1000}
        use: Any = {
            "model": "claude-sonnet-4-5",
            "modelProvider": "anthropic",
            **anthropic_tokens(usage),
        }
        with self.piecework.run(**JOB, run_id="python-ok") as job:
            job.add(use, use)
        with self.assertRaisesRegex(RuntimeError, "no answer"):
            with self.piecework.run(**JOB, run_id="python-failed") as job:
                job.add(use)
                raise RuntimeError("no answer")
        with self.piecework.run(**JOB, run_id="python-free"):
            pass
        self.assertTrue(self.piecework.flush())
        done, failed, free = (
            self.piecework.events.list(run_id=f"python-{run}").first_page()["results"][0]
            for run in ("ok", "failed", "free")
        )
        self.assertEqual((done["quantity"], failed["quantity"]), ("1", "0"))
        self.assertAlmostEqual(float(done["usageCost"]), 2 * float(failed["usageCost"]), 12)
        costs = failed["usageCostData"]
        self.assertEqual(costs["claude-sonnet-4-5/cache_read"]["units"], 1000)
        self.assertEqual(costs["claude-sonnet-4-5/input"]["units"], 50)
        self.assertEqual((free["quantity"], float(free["usageCost"])), ("1", 0))

    def test_with_asyncio_records_jobs_calls_and_lists_are_the_same(self) -> None:
        async def run() -> None:
            async with AsyncPiecework(retry_delay=0.02) as own:
                own.record(record("async-1", customerExternalId="async"))
                async with own.run(**JOB, run_id="python-async") as job:
                    job.add({"model": "gpt-4o", "modelProvider": "openai", "inputTokens": 5})
                self.assertTrue(await own.flush())
                self.assertEqual(own.counts.stored, 2)
                customer = await own.customers.get_by_external_id("async")
                self.assertEqual(customer["externalId"], "async")
                page = await own.events.list(run_id="python-async")
                self.assertEqual(page["totalResults"], 1)
                events = [event async for event in own.events.list(run_id="python-async")]
                self.assertEqual(len(events), 1)
                with self.assertRaises(piecework.NotFoundError):
                    await own.customers.get_by_external_id("not-there")
                self.assertIn(
                    "python-async", await own.csv("/v1/events", {"runId": "python-async"})
                )

        asyncio.run(run())


if __name__ == "__main__":
    unittest.main()
