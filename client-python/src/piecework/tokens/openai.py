"""Tokens of OpenAI, and of providers with the same format."""

from __future__ import annotations

from .tokens import Tokens, count, output_with, tokens_of
from .usage import Source, field, usage_in


def chat_source(name: str) -> Source:
    hint = 'A stream has usage only with stream_options={"include_usage": True}, in its last chunk.'
    return Source(name, hint)


RESPONSES = Source(
    "openai_responses_tokens",
    "A stream has usage in the response of its last event, response.completed.",
)


def openai_chat_tokens(given: object) -> Tokens:
    """Counts tokens of OpenAI chat completions, and of providers with the same format.

    Takes a completion, the last chunk of a stream, or their usage. `prompt_tokens` includes cached
    tokens. `completion_tokens` includes reasoning. xAI counts reasoning separately: it is added.
    """
    return chat_tokens(usage_in(given, "usage"), chat_source("openai_chat_tokens"))


def chat_tokens(usage: object, source: Source) -> Tokens:
    """Counts tokens of any usage in this format; `source` names the exported function."""
    details = field(usage, "prompt_tokens_details")
    return tokens_of(
        source,
        count(field(usage, "prompt_tokens")),
        chat_output(usage),
        field(details, "cached_tokens"),
        field(details, "cache_write_tokens"),
    )


def chat_output(usage: object) -> int:
    return output_with(
        field(field(usage, "completion_tokens_details"), "reasoning_tokens"),
        count(field(usage, "prompt_tokens")),
        count(field(usage, "completion_tokens")),
        field(usage, "total_tokens"),
    )


def openai_responses_tokens(given: object) -> Tokens:
    """Counts tokens of OpenAI responses.

    Takes a response, or that of the event `response.completed`, or its usage. `input_tokens`
    includes cached tokens and `output_tokens` includes reasoning.
    """
    usage = usage_in(given, "usage")
    details = field(usage, "input_tokens_details")
    input_tokens = count(field(usage, "input_tokens"))
    output_tokens = output_with(
        field(field(usage, "output_tokens_details"), "reasoning_tokens"),
        input_tokens,
        count(field(usage, "output_tokens")),
        field(usage, "total_tokens"),
    )
    cache_read = field(details, "cached_tokens")
    cache_write = field(details, "cache_write_tokens")
    return tokens_of(RESPONSES, input_tokens, output_tokens, cache_read, cache_write)
