"""Tokens of AWS Bedrock."""

from __future__ import annotations

from .tokens import Tokens, count, tokens_of
from .usage import Source, field, items_of, usage_in

SOURCE = Source("bedrock_tokens", "ConverseStream has usage in its last event, metadata.")


def bedrock_tokens(given: object) -> Tokens:
    """Counts tokens of AWS Bedrock's Converse.

    Takes the answer of Converse, `metadata` of ConverseStream, or its usage. `inputTokens` excludes
    cached tokens, so they are added. `outputTokens` includes reasoning.
    """
    usage = usage_in(given, "usage")
    cache_read = count(field(usage, "cacheReadInputTokens"))
    cache_write = count(field(usage, "cacheWriteInputTokens"))
    # Tokens written to the cache by their lifetime, such as 5m and 1h.
    written = items_of(field(usage, "cacheDetails"))
    return tokens_of(
        SOURCE,
        count(field(usage, "inputTokens")) + cache_read + cache_write,
        count(field(usage, "outputTokens")),
        cache_read,
        cache_write,
        sum(count(field(one, "inputTokens")) for one in written if field(one, "ttl") == "1h"),
        field(field(given, "serviceTier"), "type"),
    )
