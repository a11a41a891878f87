"""Tokens of Google's Gemini."""

from __future__ import annotations

from .tokens import Tokens, count, tokens_of
from .usage import UNFINISHED, Source, field, usage_in, warn_of_usage

SOURCE = Source(
    "gemini_tokens",
    "A stream has all counts in usage_metadata of its last chunk only.",
)


def gemini_tokens(given: object) -> Tokens:
    """Counts tokens of Google's Gemini, also on Vertex AI.

    Takes a response of google-genai or of the REST API, the last chunk of a stream, or its usage.
    `prompt_token_count` includes cached tokens. Thoughts are added to the candidates, and tool
    results to the prompt, because both are counted separately.
    """
    usage = usage_in(given, "usage_metadata", "usageMetadata")

    def of(name: str) -> object:
        first, *others = name.split("_")
        return field(usage, name, first + "".join(other.title() for other in others))

    candidates = of("candidates_token_count")
    # The Live API calls it so.
    answered = of("response_token_count") if candidates is None else candidates
    input_tokens = count(of("prompt_token_count")) + count(of("tool_use_prompt_token_count"))
    output_tokens = count(answered) + count(of("thoughts_token_count"))
    if input_tokens > 0 and _is_unfinished(given):
        warn_of_usage(SOURCE, UNFINISHED)
    return tokens_of(SOURCE, input_tokens, output_tokens, of("cached_content_token_count"))


def _is_unfinished(given: object) -> bool:
    """Returns true for a chunk of a stream. Only the last one has a finish reason."""
    candidates = field(given, "candidates")
    if not isinstance(candidates, (list, tuple)):
        return False
    return any(not field(one, "finish_reason", "finishReason") for one in candidates)
