"""The part of the package `google-genai` that the documentation uses, without its provider."""

from types import SimpleNamespace


def _response(prompt, candidates, thoughts, reason):
    return SimpleNamespace(
        candidates=[SimpleNamespace(finish_reason=reason)],
        usage_metadata=SimpleNamespace(
            prompt_token_count=prompt,
            cached_content_token_count=1024,
            candidates_token_count=candidates,
            thoughts_token_count=thoughts,
        ),
    )


class _Models:
    def generate_content(self, *, model, contents):
        return _response(1200, 300, 50, "STOP")

    def generate_content_stream(self, *, model, contents):
        yield _response(1200, 10, 50, None)
        yield _response(1200, 300, 50, "STOP")


class Client:
    def __init__(self):
        self.models = _Models()
