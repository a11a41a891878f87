"""Recording and calls of event loops."""

from __future__ import annotations

import asyncio
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from piecework import AsyncPiecework, RecordingOptions, Request, Response

from ..support.answers import Replies, all_stored, answer, refusal
from ..support.separate_process import LONG
from ..support.virtual_time import record


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


if __name__ == "__main__":
    unittest.main()
