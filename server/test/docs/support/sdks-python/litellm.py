"""The part of the package `litellm` that the documentation uses, without its providers."""

from openai import OpenAI


def completion(*, model, messages, stream=False, stream_options=None):
    chat = OpenAI().chat.completions
    return chat.create(
        model=model, messages=messages, stream=stream, stream_options=stream_options
    )
