"""Tokens of Google's Gemini."""

from __future__ import annotations

from .tokens import Tokens, count, tokens_of
from .unpriced import warn_of_audio, warn_of_searches
from .usage import UNFINISHED, Source, field, items_of, usage_in, warn_of_usage

SOURCE = Source(
    "gemini_tokens",
    "A stream has all counts in usage_metadata of its last chunk only.",
)


def gemini_tokens(given: object) -> Tokens:
    """Counts tokens of Google's Gemini, also on Vertex AI.

    Takes a response of google-genai or of the REST API, the last chunk of a stream, or its usage.
    `prompt_token_count` includes cached tokens. Thoughts are added to the candidates, and tool
    results to the prompt, because both are counted separately. Audio and grounding with Google
    Search have their own rates, so they emit a warning.
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
    details = ("prompt", "candidates", "response", "tool_use_prompt")
    warn_of_audio(SOURCE, *(_audio_of(of(f"{part}_tokens_details")) for part in details))
    warn_of_searches(
        SOURCE, _searches_of(given), "gemini-3-grounding-search or gemini-grounding-search"
    )
    if input_tokens > 0 and _is_unfinished(given):
        warn_of_usage(SOURCE, UNFINISHED)
    return tokens_of(SOURCE, input_tokens, output_tokens, of("cached_content_token_count"))


def _audio_of(details: object) -> int:
    # The SDK has an enumeration of modalities, whose values are texts.
    return sum(
        count(field(one, "token_count", "tokenCount"))
        for one in items_of(details)
        if field(one, "modality") == "AUDIO"
    )


def _searches_of(given: object) -> int:
    grounding = [
        field(one, "grounding_metadata", "groundingMetadata")
        for one in items_of(field(given, "candidates"))
    ]
    return sum(
        len(items_of(field(one, "web_search_queries", "webSearchQueries"))) for one in grounding
    )


def _is_unfinished(given: object) -> bool:
    """Returns true for a chunk of a stream. Only the last one has a finish reason."""
    candidates = items_of(field(given, "candidates"))
    return any(not field(one, "finish_reason", "finishReason") for one in candidates)
