"""The part of the package `boto3` that the documentation uses, without its provider."""

USAGE = {"inputTokens": 176, "outputTokens": 350, "cacheReadInputTokens": 1024}


class _Client:
    def converse(self, *, modelId, messages):
        return {"output": {}, "usage": USAGE}

    def converse_stream(self, *, modelId, messages):
        text = {"contentBlockDelta": {"delta": {"text": "Use the link."}}}
        return {"stream": iter([text, {"metadata": {"usage": USAGE}}])}


def client(name):
    return _Client()
