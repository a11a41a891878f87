"""Tokens of OpenRouter."""

from __future__ import annotations

from .openai import chat_source, chat_tokens
from .tokens import Tokens


def openrouter_tokens(given: object) -> Tokens:
    """Counts tokens of OpenRouter.

    `prompt_tokens` includes cached tokens, read and written. `completion_tokens` includes
    reasoning.
    """
    return chat_tokens(given, chat_source("openrouter_tokens", given))
