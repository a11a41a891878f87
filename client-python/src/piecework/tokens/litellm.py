"""Tokens of LiteLLM."""

from __future__ import annotations

from .openai import chat_output, chat_source, warn_of_unpriced_chat
from .tokens import Tokens, count, tokens_of
from .usage import field, usage_in


def litellm_tokens(given: object) -> Tokens:
    """Counts tokens of LiteLLM, for every provider.

    Its usage has OpenAI's fields, and Anthropic's names for cached tokens. `prompt_tokens` includes
    cached tokens, read and written.
    """
    source = chat_source("litellm_tokens", given)
    usage = usage_in(given, "usage")
    details = field(usage, "prompt_tokens_details")
    warn_of_unpriced_chat(usage, source)
    cache_read = count(field(details, "cached_tokens")) or field(usage, "cache_read_input_tokens")
    cache_write = (
        count(field(details, "cache_creation_tokens"))
        or count(field(details, "cache_write_tokens"))
        or field(usage, "cache_creation_input_tokens")
    )
    return tokens_of(
        source,
        count(field(usage, "prompt_tokens")),
        chat_output(usage),
        cache_read,
        cache_write,
        field(field(details, "cache_creation_token_details"), "ephemeral_1h_input_tokens"),
        field(given, "service_tier"),
    )
