"""Recording in forked processes."""

from __future__ import annotations

import unittest

from ..support.separate_process import Service


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
