"""The end of a process: by itself, by an error, by Ctrl-C and by SIGTERM."""

from __future__ import annotations

import signal
import threading
import time
import unittest

from piecework import Piecework, RecordingOptions
from piecework.log import logger

from ..support.separate_process import LONG, WAIT, Service


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

    def test_outside_of_the_main_thread_sigterm_is_left_alone_with_a_warning(self) -> None:
        made: list[Piecework] = []
        recording = RecordingOptions(flush_at_sigterm=True, flush_at_exit=False)

        def create() -> None:
            made.append(Piecework(api_key="k", recording=recording))

        thread = threading.Thread(target=create)
        with self.assertLogs(logger, "WARNING") as logs:
            thread.start()
            thread.join()
        self.assertEqual(len(made), 1)
        self.assertIn("flush_at_sigterm has no effect", logs.output[0])

    def test_without_the_option_sigterm_is_left_alone(self) -> None:
        code, _ = self.service.run(WAIT, kill=[signal.SIGTERM])
        self.assertEqual(code, -signal.SIGTERM)
        self.assertEqual(self.service.keys, [])


if __name__ == "__main__":
    unittest.main()
