"""The part of the package `openai` that the documentation uses, without its provider."""

from types import SimpleNamespace

USAGE = SimpleNamespace(
    prompt_tokens=1200,
    completion_tokens=350,
    total_tokens=1550,
    prompt_tokens_details=SimpleNamespace(cached_tokens=1024),
)
RESPONSE = SimpleNamespace(
    status="completed",
    usage=SimpleNamespace(
        input_tokens=1200,
        output_tokens=350,
        total_tokens=1550,
        input_tokens_details=SimpleNamespace(cached_tokens=1024),
    ),
)


def _chunks(is_usage_included):
    for content in ("Use ", "the link."):
        choice = SimpleNamespace(delta=SimpleNamespace(content=content))
        yield SimpleNamespace(choices=[choice], usage=None)
    if is_usage_included:
        yield SimpleNamespace(choices=[], usage=USAGE)


class _Completions:
    def create(self, *, model, messages, stream=False, stream_options=None):
        if stream:
            return _chunks(bool(stream_options and stream_options["include_usage"]))
        return SimpleNamespace(choices=[], usage=USAGE)


class _Responses:
    def create(self, *, model, input, stream=False):
        if not stream:
            return RESPONSE
        started = SimpleNamespace(status="in_progress", usage=None)
        return iter([
            SimpleNamespace(type="response.created", response=started),
            SimpleNamespace(type="response.output_text.delta", delta="Use the link."),
            SimpleNamespace(type="response.completed", response=RESPONSE),
        ])


class OpenAI:
    def __init__(self):
        self.chat = SimpleNamespace(completions=_Completions())
        self.responses = _Responses()
