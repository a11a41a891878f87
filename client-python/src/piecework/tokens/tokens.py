"""Token counts of a usage record."""

from __future__ import annotations

import math
from typing import TypedDict

from .usage import NO_INPUT, NO_USAGE, Source, warn_of_usage


class _Counted(TypedDict):
    inputTokens: int
    outputTokens: int


class Tokens(_Counted, total=False):
    """Token counts of a usage record, and the tier of service if it is not the standard one.

    `inputTokens` includes the cached tokens; `cacheWrite1hTokens` is the part of
    `cacheWriteTokens` that is kept for one hour.
    """

    cacheReadTokens: int
    cacheWriteTokens: int
    cacheWrite1hTokens: int
    serviceTier: str


# Names of the standard tier: of OpenAI, Anthropic and Groq.
STANDARD_TIERS = ("default", "auto", "standard", "on_demand")


def tokens_of(
    source: Source,
    input_tokens: int,
    output_tokens: int,
    cache_read: object = None,
    cache_write: object = None,
    cache_write_1h: object = None,
    service_tier: object = None,
) -> Tokens:
    """Returns valid token counts.

    Cached tokens are capped at the input, because the service would reject the record after the
    work is done. No model answers without input, so an input of 0 means missing counts and emits a
    warning.
    """
    if input_tokens == 0:
        warn_of_usage(source, NO_USAGE if output_tokens == 0 else NO_INPUT)
    read = min(count(cache_read), input_tokens)
    written = min(count(cache_write), input_tokens - read)
    tokens: Tokens = {"inputTokens": input_tokens, "outputTokens": output_tokens}
    if read > 0:
        tokens["cacheReadTokens"] = read
    if written > 0:
        tokens["cacheWriteTokens"] = written
    written_for_hour = min(count(cache_write_1h), written)
    if written_for_hour > 0:
        tokens["cacheWrite1hTokens"] = written_for_hour
    if isinstance(service_tier, str) and service_tier not in ("", *STANDARD_TIERS):
        tokens["serviceTier"] = service_tier
    return tokens


def count(value: object) -> int:
    """Returns a count that a provider may omit."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return 0
    return round(value) if math.isfinite(value) and value > 0 else 0


def output_with(reasoning: object, input_tokens: int, output_tokens: int, total: object) -> int:
    """Returns the output tokens including reasoning.

    Most providers include reasoning in the output. It is added if the total only adds up with
    reasoning counted separately.
    """
    separate = count(reasoning)
    is_separate = separate > 0 and total == input_tokens + output_tokens + separate
    return output_tokens + separate if is_separate else output_tokens
