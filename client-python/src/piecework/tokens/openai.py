"""Tokens of OpenAI, and of providers with the same format."""

from __future__ import annotations

from .tokens import Tokens, count, output_with, tokens_of
from .unpriced import warn_of_audio, warn_of_file_searches, warn_of_searches
from .usage import Source, field, items_of, usage_in


def chat_source(name: str, given: object) -> Source:
    """Returns the source for warnings: the hint depends on what was given."""
    if _is_of_response(usage_in(given, "usage")):
        return Source(name, "This is the usage of a response: use openai_responses_tokens.")
    hint = 'A stream has usage only with stream_options={"include_usage": True}, in its last chunk.'
    return Source(name, hint)


def _is_of_response(usage: object) -> bool:
    """Returns whether this is usage of a response. That of Anthropic has no total and no details."""
    if count(field(usage, "input_tokens")) == 0:
        return False
    has_total = count(field(usage, "total_tokens")) > 0
    return has_total or field(usage, "input_tokens_details") is not None


RESPONSES = Source(
    "openai_responses_tokens",
    "A stream has usage in the response of its last event, response.completed.",
)


def openai_chat_tokens(given: object) -> Tokens:
    """Counts tokens of OpenAI chat completions, and of providers with the same format.

    Takes a completion, the last chunk of a stream, or their usage. `prompt_tokens` includes cached
    tokens. `completion_tokens` includes reasoning. xAI counts reasoning separately: it is added.
    Gemini reports thoughts in the total only: they are added too. The tier of service is in the
    completion, not in its usage. Audio tokens emit a warning.
    """
    return chat_tokens(given, chat_source("openai_chat_tokens", given))


def chat_tokens(given: object, source: Source) -> Tokens:
    """Counts tokens of any usage in this format; `source` names the exported function."""
    usage = usage_in(given, "usage")
    details = field(usage, "prompt_tokens_details")
    warn_of_unpriced_chat(usage, source)
    return tokens_of(
        source,
        count(field(usage, "prompt_tokens")),
        chat_output(usage),
        field(details, "cached_tokens"),
        field(details, "cache_write_tokens"),
        service_tier=field(given, "service_tier"),
    )


def warn_of_unpriced_chat(usage: object, source: Source) -> None:
    prompt = field(usage, "prompt_tokens_details")
    completion = field(usage, "completion_tokens_details")
    warn_of_audio(source, field(prompt, "audio_tokens"), field(completion, "audio_tokens"))
    # Gateways to Anthropic have its count of searches.
    warn_of_searches(source, field(field(usage, "server_tool_use"), "web_search_requests"))


def chat_output(usage: object) -> int:
    """Returns the output, including reasoning that is counted separately."""
    input_tokens = count(field(usage, "prompt_tokens"))
    output_tokens = count(field(usage, "completion_tokens"))
    total = count(field(usage, "total_tokens"))
    reasoning = count(field(field(usage, "completion_tokens_details"), "reasoning_tokens"))
    # The OpenAI format of Gemini has no details: the rest of its total is thoughts.
    if reasoning == 0 and input_tokens > 0 and total > input_tokens + output_tokens:
        return total - input_tokens
    return output_with(reasoning, input_tokens, output_tokens, total)


def openai_responses_tokens(given: object) -> Tokens:
    """Counts tokens of OpenAI responses.

    Takes a response, or that of the event `response.completed`, or its usage. `input_tokens`
    includes cached tokens and `output_tokens` includes reasoning. The tier of service is in the
    response, not in its usage. Searches of the server are charged by the call, so they emit a
    warning.
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
    warn_of_searches(RESPONSES, _calls_in(given, "web_search_call"), "openai-web-search-tool")
    warn_of_file_searches(RESPONSES, _calls_in(given, "file_search_call"))
    return tokens_of(
        RESPONSES,
        input_tokens,
        output_tokens,
        cache_read,
        cache_write,
        service_tier=field(given, "service_tier"),
    )


def _calls_in(given: object, kind: str) -> int:
    """Returns the number of calls of a tool by the server."""
    return sum(field(item, "type") == kind for item in items_of(field(given, "output")))
