"""Usage that tokens do not price: it is named in a warning, once per kind."""

from __future__ import annotations

from .tokens import count
from .usage import Source, warn_of_unpriced

_BESIDE = "Record them in services beside the model, with their number as quantity"


def warn_of_audio(source: Source, *counts: object) -> None:
    """Warns of tokens of speech, which have their own rates at the provider."""
    if any(count(one) > 0 for one in counts):
        remedy = "Set a rate of the model with POST /v1/cost-rates if all of its tokens are audio."
        warn_of_unpriced(source, "audio tokens, which are priced like text", remedy)


def warn_of_searches(source: Source, searches: object, service: str = "") -> None:
    """Warns of searches that the provider made and charges by the request."""
    if count(searches) > 0:
        remedy = f"{_BESIDE}: {service}." if service else f"{_BESIDE}."
        warn_of_unpriced(source, "web searches, which tokens do not include", remedy)


def warn_of_file_searches(source: Source, searches: int) -> None:
    """Warns of searches in files, which OpenAI charges by the call."""
    if searches > 0:
        remedy = f"{_BESIDE}: openai-file-search-tool."
        warn_of_unpriced(source, "searches in files, which tokens do not include", remedy)
