"""Runs that ask before they start and while they go on."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import unittest
from contextlib import nullcontext
from typing import Any, Callable, Optional, Union
from unittest import mock

from piecework import (
    AsyncPiecework,
    AuthenticationError,
    ConflictError,
    GuardBlocked,
    Lost,
    NotFoundError,
    Piecework,
    RecordingError,
    RecordingOptions,
    Request,
    Response,
)
from piecework.guard import run_state
from piecework.log import logger

from ..support.answers import answer

FOR: Any = {
    "customer": "acme",
    "agent": "support-agent",
    "signal": "ticket-resolved",
    "estimated_cost_usd": "0.40",
    "when_undecided": "stop",
    "run_id": "run-1",
    "timeout": 0.2,
}
USE = {"model": "gpt-4o", "modelProvider": "openai", "inputTokens": 1200}
TEXT = "5 USD a day: 4.62 spent + 0.40 held + 0.40 asked > 5 USD"


def refusal(status: int, code: str) -> Response:
    return answer(status, {"message": code, "code": code, "requestId": "req-1"})


ALLOWED = answer(200, {"decision": "allow", "reason": None, "holdId": "hold-1", "resetsAt": None})
WARNED = answer(200, {"decision": "warn", "reason": "budget_exceeded", "holdId": "hold-1"})
BLOCKED = answer(
    200,
    {
        "decision": "block",
        "reason": "budget_exceeded",
        "message": TEXT,
        "budgetId": "budget-1",
        "holdId": None,
        "resetsAt": "2026-03-06T00:00:00.000Z",
    },
)

TOP_UP_URL = "https://billing.example.com/portal/credit"
BY_CREDIT = answer(
    200,
    {
        "decision": "block",
        "reason": "negative_credit",
        "message": "The credit of the customer is negative: -30 USD",
        "budgetId": None,
        "holdId": None,
        "resetsAt": None,
        "topUpUrl": TOP_UP_URL,
    },
)


def stored(**more: Any) -> Response:
    success = [{"index": 0, "stored": True, "totalCostUsd": "0.1", **more}]
    return answer(200, {"results": {"success": success, "failed": []}})


def left(remaining: str) -> Response:
    decision = "allow" if float(remaining) > 0 else "block"
    return stored(hold={"remaining": remaining, "decision": decision})


def silent(request: Request) -> Response:
    """Never answers within the time of the request."""
    time.sleep(request.timeout)
    raise TimeoutError("timed out")


Reply = Union[Response, Exception, Callable[[Request], Response]]


class Service:
    """A transport with one reply for each kind of request, which may be replaced."""

    def __init__(self, **replies: Reply) -> None:
        self.replies: dict[str, Reply] = {
            "hold": ALLOWED,
            "extend": ALLOWED,
            "release": answer(200, {}),
            "record": left("1"),
            **replies,
        }
        self.sent: list[tuple[str, Any]] = []
        self.lost: list[Lost] = []

    def __call__(self, request: Request) -> Response:
        last = request.url.rsplit("/", 1)[1]
        kind = last if last in ("extend", "release", "record") else "hold"
        self.sent.append((kind, json.loads(request.body or b"{}")))
        reply = self.replies[kind]
        if isinstance(reply, Exception):
            raise reply
        return reply(request) if callable(reply) else reply

    def options(self, **more: Any) -> Any:
        recording = RecordingOptions(
            on_lost=self.lost.append, flush_at_exit=False, retry_delay=0.01, flush_interval=0.01
        )
        return {"api_key": "k", "transport": self, "recording": recording, **more}

    def client(self, **options: Any) -> Piecework:
        return Piecework(**self.options(**options))

    def kinds(self) -> list[str]:
        return [kind for kind, _body in self.sent]

    def bodies(self, kind: str) -> list[Any]:
        return [body for one, body in self.sent if one == kind]

    def records(self) -> list[Any]:
        return [record for body in self.bodies("record") for record in body["records"]]


def run(service: Service, **options: Any) -> Any:
    return service.client().guard.run(**{**FOR, **options})


class GuardRuns(unittest.TestCase):
    def blocked(self, service: Service, **options: Any) -> GuardBlocked:
        with self.assertRaises(GuardBlocked) as raised, run(service, **options):
            self.fail("the block must not begin")
        return raised.exception

    def test_a_run_holds_its_estimate_reports_and_settles_with_its_outcome(self) -> None:
        service = Service()
        options = {"idempotency_key": "ticket-1", "metadata": {"ticket": 1}}
        with run(service, **options) as it:
            it.spent([USE, USE])
            proof = {"evidence_url": "https://desk.example/1", "evidence": "Closed"}
            it.done(quantity=2, services=[USE], metadata={"isDone": True}, **proof)
        self.assertEqual(service.kinds(), ["hold", "record", "record"])
        work = {
            "customerExternalId": "acme",
            "agentCode": "support-agent",
            "signalName": "ticket-resolved",
            "runId": "run-1",
        }
        asked = {"estimatedCostUsd": "0.40", "quantity": 1, "ttlSeconds": 900}
        self.assertEqual(service.bodies("hold"), [{**work, **asked}])
        use, outcome = service.records()
        self.assertNotEqual(use.pop("idempotencyKey"), "ticket-1")
        used = {"quantity": 0, "services": [USE, USE], "metadata": {"ticket": 1}}
        self.assertEqual(use, {**work, **used})
        done = {"quantity": 2, "services": [USE], "idempotencyKey": "ticket-1"}
        metadata = {"ticket": 1, "isDone": True}
        proved = {"evidenceUrl": "https://desk.example/1", "evidence": "Closed"}
        self.assertEqual(outcome, {**work, **done, "metadata": metadata, **proved})

    def test_a_run_that_may_not_start_does_nothing_and_its_error_says_why(self) -> None:
        service = Service(hold=BLOCKED)
        error = self.blocked(service)
        self.assertEqual(str(error), TEXT)
        self.assertEqual(
            (error.reason, error.resets_at, error.budget_id, error.run_id),
            ("budget_exceeded", "2026-03-06T00:00:00.000Z", "budget-1", "run-1"),
        )
        self.assertEqual(service.kinds(), ["hold"])

    def test_a_run_that_credit_blocks_leads_to_the_page_where_credit_is_bought(self) -> None:
        error = self.blocked(Service(hold=BY_CREDIT))
        self.assertEqual(
            (error.reason, error.budget_id, error.resets_at, error.top_up_url),
            ("negative_credit", None, None, TOP_UP_URL),
        )
        self.assertIsNone(self.blocked(Service(hold=BLOCKED)).top_up_url)

    def test_a_run_asks_for_more_once_nothing_is_left(self) -> None:
        service = Service(record=left("0.1"))
        with run(service) as it:
            it.spent(USE)
            service.replies["record"] = left("0")
            it.spent(USE)
            service.replies["record"] = left("0.2")
            it.spent(USE)
            it.done()
        kinds = ["hold", "record", "record", "extend", "record", "record"]
        self.assertEqual(service.kinds(), kinds)
        extension = {"costSoFarUsd": "0.2", "nextCostUsd": "0.40", "ttlSeconds": 900}
        self.assertEqual(service.bodies("extend"), [extension])

    def test_with_the_cost_of_a_step_a_run_asks_as_soon_as_less_is_left(self) -> None:
        service = Service(record=left("0.05"))
        with run(service, next_cost_usd=0.05) as it:
            it.spent(USE)
            service.replies["record"] = left("0.04")
            it.spent(USE)
            service.replies["record"] = left("0.2")
            it.spent(USE, next_cost_usd="0.3")
            it.done()
        asked = [body["nextCostUsd"] for body in service.bodies("extend")]
        self.assertEqual(asked, ["0.05", "0.3"])

    def test_an_amount_counts_for_decisions_and_is_no_record(self) -> None:
        service = Service(record=left("0.3"))
        with run(service) as it:
            it.spent("0.15")
            it.spent(USE)
            it.spent(0.15)
            it.done(services=[USE])
        self.assertEqual(service.kinds(), ["hold", "record", "extend", "record"])
        extension = {"costSoFarUsd": "0.40", "nextCostUsd": "0.40", "ttlSeconds": 900}
        self.assertEqual(service.bodies("extend"), [extension])

    def test_an_unknown_cost_does_not_say_what_is_left_so_the_run_asks(self) -> None:
        failure = {"index": 0, "stored": True, "code": "NEEDS_COST_BACKFILL", "error": "no rate"}
        unknown = answer(200, {"results": {"success": [], "failed": [failure]}})
        service = Service(record=unknown)
        with run(service) as it:
            it.spent(USE)
        self.assertEqual(service.kinds(), ["hold", "record", "extend", "release"])

    def test_a_repeated_record_counts_by_its_cost(self) -> None:
        service = Service(record=stored(duplicate=True, totalCostUsd="0.2"))
        with run(service) as it:
            it.spent(USE)
            it.spent(USE)
        self.assertEqual(service.kinds(), ["hold", "record", "record", "extend", "release"])

    def test_a_long_run_extends_its_hold_before_it_expires_by_what_is_left(self) -> None:
        service = Service(record=left("0.25"))
        with mock.patch.object(run_state, "monotonic") as clock:
            clock.return_value = 100.0
            with run(service, ttl_seconds=60) as it:
                it.spent(USE)
                clock.return_value = 131.0
                it.spent(USE)
                it.spent(USE)
        extension = {"costSoFarUsd": "0.2", "nextCostUsd": "0.25", "ttlSeconds": 60}
        self.assertEqual(service.bodies("extend"), [extension])

    def test_a_block_in_mid_run_releases_the_hold_and_bills_nothing(self) -> None:
        service = Service(record=left("-0.1"), extend=BLOCKED)
        with self.assertRaisesRegex(GuardBlocked, "4.62 spent"), run(service) as it:
            self.assertFalse(it.is_blocked)
            it.done()
            it.spent(USE)
        self.assertTrue(it.is_blocked)
        self.assertEqual(service.kinds(), ["hold", "record", "extend", "release"])

    def test_an_error_after_the_block_does_not_hide_it(self) -> None:
        service = Service(record=left("0"), extend=BLOCKED)
        stopped = ValueError("the other thread was stopped")
        with self.assertRaises(GuardBlocked) as raised, run(service) as it:
            with self.assertRaises(GuardBlocked):
                it.spent(USE)
            raise stopped
        self.assertIs(raised.exception.__cause__, stopped)

    def test_what_a_stopped_run_uses_is_recorded_and_a_partial_result_may_be_billed(self) -> None:
        service = Service(record=left("0"), extend=BLOCKED)
        with run(service) as it:
            for _ in range(2):
                with self.assertRaises(GuardBlocked):
                    it.spent(USE)
            it.done()
        kinds = ["hold", "record", "extend", "record", "record"]
        self.assertEqual(service.kinds(), kinds)
        self.assertEqual([record["quantity"] for record in service.records()], [0, 0, 1])

    def test_work_that_raises_releases_its_hold_and_keeps_its_own_error(self) -> None:
        for failure in (ValueError("the model refused"), KeyboardInterrupt()):
            service = Service()
            with self.assertRaises(type(failure)) as raised, run(service) as it:
                it.done()
                raise failure
            self.assertIs(raised.exception, failure)
            self.assertEqual(service.kinds(), ["hold", "release"])

    def test_work_without_an_outcome_releases_its_hold(self) -> None:
        for quantity in (None, 0):
            service = Service()
            with run(service) as it:
                if quantity is not None:
                    it.done(quantity=quantity)
            self.assertEqual(service.kinds(), ["hold", "release"])

    def test_a_warning_lets_the_run_go_on_and_is_shown_to_it(self) -> None:
        with run(Service(hold=WARNED)) as it:
            self.assertEqual(it.decision["decision"], "warn")

    def test_a_decision_of_a_newer_service_stops_the_run(self) -> None:
        self.blocked(Service(hold=answer(200, {"decision": "review", "holdId": None})))

    def test_without_a_decision_in_time_a_run_does_as_it_is_told(self) -> None:
        undecided: dict[str, Reply] = {
            "never answers": silent,
            "is unreachable": ConnectionRefusedError("refused"),
            "cannot decide": refusal(503, "undecided"),
            "is behind a proxy that answers for it": answer(502, "<html>Bad gateway</html>"),
            "is behind a page that answers 200": answer(200, {"welcome": True}),
        }
        for what, hold in undecided.items():
            with self.subTest(what):
                service = Service(hold=hold)
                error = self.blocked(service)
                self.assertEqual((error.reason, error.resets_at), ("undecided", None))
                self.assertIsInstance(error.__cause__, Exception)
                self.assertGreater(len(service.sent), 1)
                with run(Service(hold=hold), when_undecided="allow") as it:
                    self.assertIsNone(it.decision)

    def test_a_run_that_started_without_a_decision_gets_its_hold_later(self) -> None:
        service = Service(hold=silent, record=stored())
        with self.assertRaises(KeyError), run(service, when_undecided="allow") as it:
            service.replies["hold"] = ALLOWED
            it.spent(USE)
            self.assertEqual(it.decision["decision"], "allow")
            raise KeyError("the end")
        # It asked once or more before the time for a decision was over.
        *asked, record, later, release = service.kinds()
        self.assertEqual(set(asked), {"hold"})
        self.assertEqual((record, later, release), ("record", "hold", "release"))

    def test_what_was_used_during_an_outage_is_recorded_after_it(self) -> None:
        for when_undecided in ("allow", "stop"):
            service = Service()
            client = service.client()
            error: Optional[GuardBlocked] = None
            try:
                with client.guard.run(**{**FOR, "when_undecided": when_undecided}) as it:
                    service.replies["record"] = ConnectionRefusedError("refused")
                    it.spent(USE)
            except GuardBlocked as blocked:
                error = blocked
            self.assertEqual(error and error.reason, {"stop": "undecided"}.get(when_undecided))
            service.replies["record"] = stored()
            self.assertTrue(client.flush(10))
            self.assertEqual((client.counts.stored, client.counts.lost), (1, 0))
            keys = {record["idempotencyKey"] for record in service.records()}
            self.assertEqual(len(keys), 1)

    def test_a_refusal_is_raised_before_the_block_whatever_it_does_when_undecided(self) -> None:
        refusals: list[tuple[int, str, type]] = [
            (404, "not_found", NotFoundError),
            (401, "unauthenticated", AuthenticationError),
            (409, "run_ended", ConflictError),
        ]
        for status, code, kind in refusals:
            service = Service(hold=refusal(status, code))
            with self.assertRaises(kind), run(service, when_undecided="allow"):
                self.fail("the block must not begin")
            self.assertEqual(service.kinds(), ["hold"])

    def test_a_refused_report_is_raised_and_on_lost_gets_its_record(self) -> None:
        failure = {"index": 0, "stored": False, "code": "VALIDATION_ERROR", "error": "too many"}
        service = Service(record=answer(200, {"results": {"success": [], "failed": [failure]}}))
        client = service.client()
        with self.assertRaisesRegex(RecordingError, "Not recorded: too many"):
            with client.guard.run(**FOR) as it:
                it.spent(USE)
        client.flush(5)
        self.assertEqual([lost.reason for lost in service.lost], ["rejected"])
        self.assertEqual(service.kinds(), ["hold", "record", "release"])

    def test_the_outcome_of_a_job_that_another_run_has_finished_is_not_billed_again(self) -> None:
        failure = {
            "index": 0,
            "stored": False,
            "code": "VALIDATION_ERROR",
            "error": "used before",
            "conflictingEventId": "event-1",
        }
        record = answer(200, {"results": {"success": [], "failed": [failure]}})
        service = Service(record=record)
        client = service.client()
        with client.guard.run(**FOR, idempotency_key="ticket-1") as it:
            it.done()
        client.flush(5)
        self.assertEqual([lost.reason for lost in service.lost], ["already_recorded"])
        self.assertEqual(service.kinds(), ["hold", "record", "release"])
        strict = Service(record=record).client(fire_and_forget=False)
        with self.assertRaises(RecordingError):
            with strict.guard.run(**FOR, idempotency_key="ticket-1") as it:
                it.done()

    def test_a_client_that_waits_for_its_records_raises_for_one_with_the_result(self) -> None:
        service = Service(record=ConnectionRefusedError("refused"))
        client = service.client(fire_and_forget=False, retry_delay=0.01)
        with self.assertRaises(RecordingError) as raised:
            with client.guard.run(**{**FOR, "when_undecided": "allow"}) as it:
                it.result = "solved"
                it.done()
        self.assertEqual(raised.exception.result, "solved")

    def test_a_release_that_is_not_answered_does_not_hide_the_error_of_the_work(self) -> None:
        with self.assertRaises(KeyError), run(Service(release=silent)):
            raise KeyError("the model refused")

    def test_reports_of_several_threads_are_all_counted(self) -> None:
        service = Service()
        with run(service, estimated_cost_usd="1000") as it:
            threads = [
                threading.Thread(target=lambda: [it.spent("0.01") for _ in range(200)])
                for _ in range(8)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            it.spent("0", next_cost_usd="999")
        self.assertEqual(service.bodies("extend")[0]["costSoFarUsd"], "16.00")

    def test_a_run_that_stops_undecided_says_after_which_time_and_why(self) -> None:
        text = r"No decision after 0(\.\d)? s, and the run stops when undecided: .*refused"
        with mock.patch("piecework.guard.steps.backoff", return_value=30):
            error = self.blocked(Service(hold=ConnectionRefusedError("refused")), timeout=20)
        self.assertRegex(str(error), text)

    def test_what_a_run_records_at_once_is_counted(self) -> None:
        failure = {"index": 0, "stored": True, "code": "NEEDS_COST_BACKFILL", "error": "no rate"}
        uncosted = answer(200, {"results": {"success": [], "failed": [failure]}})
        service = Service(record=stored(duplicate=True))
        client = service.client()
        with client.guard.run(**FOR) as it:
            it.spent(USE)
            service.replies["record"] = stored(warnings=["unknown field qty"])
            it.spent(USE)
            service.replies["record"] = uncosted
            it.done()
        counts = client.counts
        self.assertEqual((counts.recorded, counts.stored, counts.lost), (3, 3, 0))
        self.assertEqual((counts.duplicates, counts.warned, counts.uncosted), (1, 1, 1))

    def test_an_outcome_may_have_one_service_in_place_of_a_list(self) -> None:
        service = Service()
        nothing: Any = None
        for services in (USE, nothing):
            with run(service) as it:
                it.done(services=services)
        self.assertEqual(service.kinds(), ["hold", "record"] * 2)
        first, second = service.records()
        self.assertEqual((first["services"], first["quantity"]), ([USE], 1))
        self.assertEqual(second["services"][0]["model"], "none")

    def test_an_outcome_that_cannot_be_read_releases_the_hold(self) -> None:
        wrong: list[dict[str, Any]] = [{"services": 5}, {"services": "gpt"}, {"metadata": "x"}]
        for outcome in wrong:
            service = Service()
            with self.assertRaises(ValueError), run(service) as it:
                it.done(**outcome)
            self.assertEqual(service.kinds(), ["hold", "release"])
        service = Service()
        failure = RuntimeError("no entry")
        with mock.patch.object(run_state, "services_of", side_effect=failure):
            with self.assertRaises(RuntimeError) as raised, run(service) as it:
                it.done(services=USE)
        self.assertIs(raised.exception, failure)
        self.assertEqual(service.kinds(), ["hold", "release"])

    def test_without_on_lost_records_are_logged_where_the_caller_gets_no_error(self) -> None:
        failure = {"index": 0, "stored": False, "code": "VALIDATION_ERROR", "error": "too many"}
        service = Service(record=answer(200, {"results": {"success": [], "failed": [failure]}}))
        quiet = {"recording": RecordingOptions(flush_at_exit=False)}
        strict = service.client(fire_and_forget=False, **quiet)
        client = service.client(**quiet)
        with self.assertNoLogs(logger, "WARNING") if hasattr(self, "assertNoLogs") else nullcontext():
            with self.assertRaises(RecordingError), strict.guard.run(**FOR) as it:
                it.done()
            with self.assertRaises(RecordingError), client.guard.run(**FOR) as it:
                it.spent(USE)
        with self.assertLogs(logger, "WARNING") as logs, client.guard.run(**FOR) as it:
            it.done()
        self.assertIn("Usage records are lost (rejected)", logs.output[0])
        self.assertEqual((client.counts.recorded, client.counts.lost), (2, 2))

    def test_of_several_records_that_are_not_stored_each_is_tried_and_one_error_is_raised(
        self,
    ) -> None:
        service = Service(record=ConnectionRefusedError("refused"))
        client = service.client(fire_and_forget=False, retry_delay=0.001, max_retries=0)
        with self.assertRaises(RecordingError):
            with client.guard.run(**{**FOR, "when_undecided": "allow"}) as it:
                it.spent(USE)
                it.spent(USE)
                it.done()
        client.flush(5)
        self.assertEqual([lost.reason for lost in service.lost], ["gave_up"] * 3)

    def test_invalid_options_are_refused_before_a_request(self) -> None:
        cases: list[tuple[dict[str, Any], str]] = [
            ({"when_undecided": None}, "when_undecided must be 'allow' or 'stop', not None"),
            ({"estimated_cost_usd": "-1"}, "estimated_cost_usd must be USD of at least 0"),
            ({"estimated_cost_usd": True}, "estimated_cost_usd must be USD of at least 0"),
            ({"next_cost_usd": float("nan")}, "next_cost_usd must be USD of at least 0"),
            ({"timeout": 0}, "timeout must be seconds above 0"),
            ({"quantity": 1.5}, "quantity must be a whole number"),
        ]
        service = Service()
        for options, message in cases:
            with self.assertRaisesRegex(ValueError, message):
                run(service, **options)
        self.assertEqual(service.sent, [])
        with self.assertRaises(ValueError), run(service) as it:
            it.spent("much")
        self.assertEqual(service.kinds(), ["hold", "release"])


class AsyncGuardRuns(unittest.TestCase):
    def in_client(self, service: Service, work: Callable[[AsyncPiecework], Any]) -> None:
        async def main() -> None:
            async with AsyncPiecework(**service.options()) as piecework:
                await work(piecework)

        asyncio.run(main())

    def test_a_run_reports_settles_and_is_stopped(self) -> None:
        service = Service()

        async def work(piecework: AsyncPiecework) -> None:
            async with piecework.guard.run(**FOR) as it:
                await it.spent(USE)
                it.done()
            service.replies["record"] = left("0")
            service.replies["extend"] = BLOCKED
            with self.assertRaisesRegex(GuardBlocked, "4.62 spent"):
                async with piecework.guard.run(**FOR) as it:
                    await asyncio.gather(it.spent(USE), it.spent(USE))

        self.in_client(service, work)
        self.assertEqual(service.kinds()[:3], ["hold", "record", "record"])
        self.assertEqual(service.kinds()[-1], "release")

    def test_a_cancelled_task_releases_its_hold(self) -> None:
        service = Service()

        async def work(piecework: AsyncPiecework) -> None:
            began = asyncio.Event()

            async def one() -> None:
                async with piecework.guard.run(**FOR):
                    began.set()
                    await asyncio.sleep(60)

            task = asyncio.create_task(one())
            await began.wait()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        self.in_client(service, work)
        self.assertEqual(service.kinds(), ["hold", "release"])

    def test_runs_that_wait_for_a_thread_are_undecided_in_time(self) -> None:
        service = Service(hold=lambda request: silent(request))

        async def work(piecework: AsyncPiecework) -> None:
            async def one() -> object:
                try:
                    async with piecework.guard.run(**FOR):
                        return None
                except GuardBlocked as error:
                    return error.reason

            outcomes = await asyncio.gather(*(one() for _ in range(100)))
            self.assertEqual(set(outcomes), {"undecided"})

        self.in_client(service, work)


if __name__ == "__main__":
    unittest.main()
