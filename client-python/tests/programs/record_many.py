"""Records a number of jobs and notes how far it came, so that it can go on after a kill.

A job that was recorded after the last note is recorded again, under the same key.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from piecework import Lost, Piecework, RecordingOptions

NOTED_EVERY = 2_000


def fail(lost: Lost) -> None:
    print(f"lost {len(lost.records)}: {lost.reason} {lost.error}", flush=True)
    os._exit(1)


def main(count: int, note: Path) -> None:
    recording = RecordingOptions(retry_delay=0.02, on_lost=fail)
    piecework = Piecework(timeout=3, recording=recording)
    start = int(note.read_text()) if note.exists() else 0
    for id in range(start, count):
        piecework.record(
            {
                "customerExternalId": f"customer-{id % 7}",
                "agentCode": "support-agent",
                "signalName": "ticket-resolved",
                "model": "gpt-4o",
                "modelProvider": "openai",
                "inputTokens": 1200,
                "idempotencyKey": f"once-{id}",
            }
        )
        if (id + 1) % 500 == 0:
            print(f"recorded {id + 1}", flush=True)
        if (id + 1) % NOTED_EVERY == 0:
            assert piecework.flush(300)
            draft = note.with_suffix(".new")
            draft.write_text(str(id + 1))
            draft.replace(note)
    assert piecework.flush(300)
    print(json.dumps(piecework.counts._asdict()), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
