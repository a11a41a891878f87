"""Tokens of Anthropic."""

from __future__ import annotations

from .tokens import Tokens, count, tokens_of
from .unpriced import warn_of_searches
from .usage import UNFINISHED, Source, field, is_none, usage_in, warn_of_usage

SOURCE = Source(
    "anthropic_tokens",
    "A stream has all counts in its get_final_message(), or in message_start and the last "
    "message_delta together: anthropic_tokens(started.message, delta).",
)


def anthropic_tokens(given: object, delta: object = None) -> Tokens:
    """Counts tokens of Anthropic messages, and of Claude called by Bedrock's InvokeModel.

    Takes a message or its usage; of a stream, the message of `message_start` and the last
    `message_delta`. `input_tokens` excludes cached tokens, so they are added. `output_tokens`
    includes thinking. The counts of a `message_delta` are cumulative: they replace those of
    `message_start`. Web searches of the server are charged by the request, so they emit a warning.
    """
    started = usage_in(given, "usage")
    latest = None if delta is None else usage_in(delta, "usage")
    # Until the model has stopped, a message has no reason why.
    if delta is None and is_none(given, "stop_reason"):
        warn_of_usage(SOURCE, UNFINISHED)

    def of(name: str) -> object:
        value = field(latest, name)
        return field(started, name) if value is None else value

    cache_read = count(of("cache_read_input_tokens"))
    cache_write = count(of("cache_creation_input_tokens"))
    searches = field(of("server_tool_use"), "web_search_requests")
    warn_of_searches(SOURCE, searches, "anthropic-web-search-tool")
    return tokens_of(
        SOURCE,
        count(of("input_tokens")) + cache_read + cache_write,
        count(of("output_tokens")),
        cache_read,
        cache_write,
        field(of("cache_creation"), "ephemeral_1h_input_tokens"),
        # A fast answer has rates of its own, whatever its tier is.
        "fast" if of("speed") == "fast" else of("service_tier"),
    )
