"""Records usage from Python with the standard library alone: keys, retries, Retry-After."""

import json
import os
import random
import time
import urllib.error
import urllib.request
import uuid

BASE_URL = os.environ.get("PIECEWORK_BASE_URL", "http://127.0.0.1:8080").rstrip("/")
API_KEY = os.environ["PIECEWORK_API_KEY"]
TRIES = 6


def record(records):
    """Stores 1 to 100 records and returns what became of each, in their order.

    Every record gets a key before the first try. After a lost answer nobody can know whether it was
    stored; with the same key, sending it again never counts it twice.
    """
    records = [{"idempotencyKey": str(uuid.uuid4()), **one} for one in records]
    fates = [None] * len(records)
    waiting = list(range(len(records)))
    for attempt in range(1, TRIES + 1):
        last = attempt == TRIES
        try:
            answer = post("/v1/usage/record", {"records": [records[i] for i in waiting]})
        except urllib.error.HTTPError as error:
            # Of these another try may go better; anything else has to be mended.
            if last or error.code not in (408, 429, 500, 502, 503, 504):
                raise RuntimeError(f"{error.code}: {error.read().decode()}") from error
            pause(attempt, error.headers.get("Retry-After"))
            continue
        except (OSError, ValueError):
            if last:
                raise
            pause(attempt)
            continue
        again = []
        for entry in answer["results"]["success"] + answer["results"]["failed"]:
            index = waiting[entry["index"]]
            fates[index] = entry
            # Stored, with or without a cost, is done; refused stays refused.
            if not entry["stored"] and entry["code"] == "INTERNAL_ERROR":
                again.append(index)
        if not again or last:
            return fates
        waiting = again
        pause(attempt)


def post(path, body):
    request = urllib.request.Request(
        BASE_URL + path,
        data=json.dumps(body).encode(),
        headers={"x-api-key": API_KEY, "content-type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def pause(attempt, retry_after=None):
    """Four times as long each time, by chance a little less, and as long as the service asks for."""
    longest = min(4 ** (attempt - 1), 300)
    asked = float(retry_after) if retry_after and retry_after.isdigit() else 0
    time.sleep(max(asked, longest * random.uniform(0.5, 1)))


def translate(document):
    """Stands for the agent's work; a real one returns the usage of the model that it called."""
    return {"input_tokens": 700 + len(document), "output_tokens": 420}


def main():
    records = []
    for number, document in enumerate(["contract", "manual", "letter"], start=1):
        usage = translate(document)
        records.append(
            {
                "customerExternalId": "acme",
                "agentCode": "translation-agent",
                "signalName": "document-translated",
                "model": "gpt-4o",
                "modelProvider": "openai",
                "inputTokens": usage["input_tokens"],
                "outputTokens": usage["output_tokens"],
                # The id of the job: one that is done twice is billed once.
                "idempotencyKey": f"translation-{number}",
                "metadata": {"document": document},
            }
        )
    for fate in record(records):
        if fate["stored"]:
            print(f"stored {fate['eventId']}, cost {fate.get('totalCostUsd', 'unknown')} USD")
        else:
            print(f"refused: {fate['error']}")


if __name__ == "__main__":
    main()
