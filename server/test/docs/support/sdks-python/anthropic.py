"""The part of the package `anthropic` that the documentation uses, without its provider."""

from contextlib import contextmanager
from types import SimpleNamespace

MESSAGE = SimpleNamespace(
    stop_reason="end_turn",
    usage=SimpleNamespace(input_tokens=176, output_tokens=350, cache_read_input_tokens=1024),
)
STARTED = SimpleNamespace(
    stop_reason=None,
    usage=SimpleNamespace(input_tokens=176, output_tokens=1, cache_read_input_tokens=1024),
)


class _Messages:
    def create(self, *, model, max_tokens, messages, stream=False):
        if not stream:
            return MESSAGE
        return iter([
            SimpleNamespace(type="message_start", message=STARTED),
            SimpleNamespace(type="content_block_delta"),
            SimpleNamespace(type="message_delta", usage=SimpleNamespace(output_tokens=350)),
        ])

    @contextmanager
    def stream(self, *, model, max_tokens, messages):
        yield SimpleNamespace(
            text_stream=iter(["Use ", "the link."]), get_final_message=lambda: MESSAGE
        )


class Anthropic:
    def __init__(self):
        self.messages = _Messages()
