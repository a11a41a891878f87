"""Tokens of AWS Bedrock."""

from __future__ import annotations

from .tokens import Tokens, count, tokens_of
from .usage import Source, field, usage_in

SOURCE = Source("bedrock_tokens", "ConverseStream has usage in its last event, metadata.")


def bedrock_tokens(given: object) -> Tokens:
    """Counts tokens of AWS Bedrock's Converse.

    Takes the answer of Converse, `metadata` of ConverseStream, or its usage. `inputTokens` excludes
    cached tokens, so they are added. `outputTokens` includes reasoning.
    """
    usage = usage_in(given, "usage")
    cache_read = count(field(usage, "cacheReadInputTokens"))
    cache_write = count(field(usage, "cacheWriteInputTokens"))
    input_tokens = count(field(usage, "inputTokens")) + cache_read + cache_write
    output_tokens = count(field(usage, "outputTokens"))
    return tokens_of(SOURCE, input_tokens, output_tokens, cache_read, cache_write)
