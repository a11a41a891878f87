"""Tokens of OpenRouter."""

from __future__ import annotations

from .openai import chat_source, chat_tokens
from .tokens import Tokens
from .usage import usage_in


def openrouter_tokens(given: object) -> Tokens:
    """Counts tokens of OpenRouter.

    `prompt_tokens` includes cached tokens, read and written. `completion_tokens` includes
    reasoning.
    """
    return chat_tokens(usage_in(given, "usage"), chat_source("openrouter_tokens"))
