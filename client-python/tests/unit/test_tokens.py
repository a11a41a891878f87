"""Token counts of each provider, from dictionaries and from objects of its SDK."""

from __future__ import annotations

import unittest
from types import SimpleNamespace
from typing import Any, Callable, Mapping

from piecework import (
    anthropic_tokens,
    bedrock_tokens,
    gemini_tokens,
    litellm_tokens,
    openai_chat_tokens,
    openai_responses_tokens,
    openrouter_tokens,
)
from piecework.log import logger
from piecework.tokens import usage as usage_module

FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "openai_chat_tokens": openai_chat_tokens,
    "openai_responses_tokens": openai_responses_tokens,
    "anthropic_tokens": anthropic_tokens,
    "gemini_tokens": gemini_tokens,
    "bedrock_tokens": bedrock_tokens,
    "litellm_tokens": litellm_tokens,
    "openrouter_tokens": openrouter_tokens,
}


def as_object(value: Any) -> Any:
    """The same as an object of an SDK."""
    if isinstance(value, dict):
        return SimpleNamespace(**{name: as_object(one) for name, one in value.items()})
    return [as_object(one) for one in value] if isinstance(value, list) else value


def tokens(
    given_in: int, given_out: int, read: int = 0, written: int = 0, **more: Any
) -> dict[str, Any]:
    counts = {"inputTokens": given_in, "outputTokens": given_out, **more}
    if read:
        counts["cacheReadTokens"] = read
    if written:
        counts["cacheWriteTokens"] = written
    return counts


CASES: list[tuple[str, Callable[..., Any], dict[str, Any], dict[str, Any]]] = [
    (
        "OpenAI chat: cached tokens are a part of the prompt, reasoning is in the completion",
        openai_chat_tokens,
        {
            "prompt_tokens": 2006,
            "completion_tokens": 300,
            "total_tokens": 2306,
            "prompt_tokens_details": {"cached_tokens": 1920, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 128, "audio_tokens": 0},
        },
        tokens(2006, 300, 1920),
    ),
    (
        "OpenAI chat: tokens written to the cache are a part of the prompt too",
        openai_chat_tokens,
        {
            "prompt_tokens": 2600,
            "completion_tokens": 10,
            "total_tokens": 2610,
            "prompt_tokens_details": {"cached_tokens": 2000, "cache_write_tokens": 400},
        },
        tokens(2600, 10, 2000, 400),
    ),
    (
        "xAI in the format of OpenAI: reasoning outside the completion is added to it",
        openai_chat_tokens,
        {
            "prompt_tokens": 2640,
            "completion_tokens": 182,
            "total_tokens": 3494,
            "prompt_tokens_details": {"cached_tokens": 473},
            "completion_tokens_details": {"reasoning_tokens": 672},
        },
        tokens(2640, 854, 473),
    ),
    (
        "OpenAI responses: cached tokens are a part of the input, reasoning is in the output",
        openai_responses_tokens,
        {
            "input_tokens": 328,
            "input_tokens_details": {"cached_tokens": 256, "cache_write_tokens": 0},
            "output_tokens": 1052,
            "output_tokens_details": {"reasoning_tokens": 832},
            "total_tokens": 1380,
        },
        tokens(328, 1052, 256),
    ),
    (
        "Anthropic: tokens read from and written to the cache are added to the input",
        anthropic_tokens,
        {
            "input_tokens": 50,
            "cache_read_input_tokens": 100_000,
            "cache_creation_input_tokens": 248,
            "cache_creation": {
                "ephemeral_5m_input_tokens": 148,
                "ephemeral_1h_input_tokens": 100,
            },
            "output_tokens": 503,
            "output_tokens_details": {"thinking_tokens": 300},
        },
        tokens(100_298, 503, 100_000, 248, cacheWrite1hTokens=100),
    ),
    (
        "Gemini by REST: cached tokens are a part of the prompt; thoughts and tools are added",
        gemini_tokens,
        {
            "promptTokenCount": 1000,
            "cachedContentTokenCount": 600,
            "candidatesTokenCount": 200,
            "thoughtsTokenCount": 150,
            "toolUsePromptTokenCount": 80,
            "totalTokenCount": 1430,
        },
        tokens(1080, 350, 600),
    ),
    (
        "google-genai: the same in the names of Python",
        gemini_tokens,
        {
            "prompt_token_count": 1000,
            "cached_content_token_count": 600,
            "candidates_token_count": 200,
            "thoughts_token_count": 150,
            "tool_use_prompt_token_count": 80,
            "total_token_count": 1430,
        },
        tokens(1080, 350, 600),
    ),
    (
        "Gemini Live: the response count stands for the candidates",
        gemini_tokens,
        {"prompt_token_count": 100, "response_token_count": 50},
        tokens(100, 50),
    ),
    (
        "Bedrock Converse: tokens read from and written to the cache are added to the input",
        bedrock_tokens,
        {
            "inputTokens": 12,
            "outputTokens": 90,
            "totalTokens": 3102,
            "cacheReadInputTokens": 2000,
            "cacheWriteInputTokens": 1000,
        },
        tokens(3012, 90, 2000, 1000),
    ),
    (
        "LiteLLM over Anthropic: the prompt includes tokens read from and written to the cache",
        litellm_tokens,
        {
            "prompt_tokens": 3012,
            "completion_tokens": 300,
            "total_tokens": 3312,
            "prompt_tokens_details": {"cached_tokens": 2000},
            "cache_read_input_tokens": 2000,
            "cache_creation_input_tokens": 1000,
        },
        tokens(3012, 300, 2000, 1000),
    ),
    (
        "LiteLLM: tokens written to the cache in the details",
        litellm_tokens,
        {
            "prompt_tokens": 3012,
            "completion_tokens": 300,
            "prompt_tokens_details": {"cached_tokens": 0, "cache_creation_tokens": 700},
            "cache_read_input_tokens": 0,
            "cache_creation_input_tokens": 700,
        },
        tokens(3012, 300, 0, 700),
    ),
    (
        "Bedrock Converse: tokens written for one hour are in the details, the tier in the answer",
        bedrock_tokens,
        {
            "usage": {
                "inputTokens": 12,
                "outputTokens": 90,
                "cacheReadInputTokens": 0,
                "cacheWriteInputTokens": 1000,
                "cacheDetails": [
                    {"ttl": "1h", "inputTokens": 700},
                    {"ttl": "5m", "inputTokens": 300},
                ],
            },
            "serviceTier": {"type": "flex"},
        },
        tokens(1012, 90, 0, 1000, cacheWrite1hTokens=700, serviceTier="flex"),
    ),
    (
        "LiteLLM over Anthropic: tokens written for one hour are in the details of the prompt",
        litellm_tokens,
        {
            "service_tier": "priority",
            "usage": {
                "prompt_tokens": 3012,
                "completion_tokens": 300,
                "total_tokens": 3312,
                "prompt_tokens_details": {
                    "cached_tokens": 2000,
                    "cache_creation_tokens": 1000,
                    "cache_creation_token_details": {
                        "ephemeral_5m_input_tokens": 400,
                        "ephemeral_1h_input_tokens": 600,
                    },
                },
                "cache_read_input_tokens": 2000,
                "cache_creation_input_tokens": 1000,
            },
        },
        tokens(3012, 300, 2000, 1000, cacheWrite1hTokens=600, serviceTier="priority"),
    ),
    (
        "Gemini in the format of OpenAI: thoughts, which only the total has, are added",
        openai_chat_tokens,
        {"prompt_tokens": 9, "completion_tokens": 11, "total_tokens": 832},
        tokens(9, 823),
    ),
    (
        "The tier of a chat completion",
        openai_chat_tokens,
        {"service_tier": "flex", "usage": {"prompt_tokens": 10, "completion_tokens": 2}},
        tokens(10, 2, serviceTier="flex"),
    ),
    (
        "The tier of a response",
        openai_responses_tokens,
        {"service_tier": "priority", "usage": {"input_tokens": 10, "output_tokens": 2}},
        tokens(10, 2, serviceTier="priority"),
    ),
    (
        "The tier of Anthropic",
        anthropic_tokens,
        {"usage": {"input_tokens": 10, "output_tokens": 2, "service_tier": "batch"}},
        tokens(10, 2, serviceTier="batch"),
    ),
    (
        "A fast answer of Anthropic",
        anthropic_tokens,
        {"input_tokens": 10, "output_tokens": 2, "service_tier": "standard", "speed": "fast"},
        tokens(10, 2, serviceTier="fast"),
    ),
    (
        "The tier of OpenRouter",
        openrouter_tokens,
        {"service_tier": "flex", "usage": {"prompt_tokens": 10, "completion_tokens": 2}},
        tokens(10, 2, serviceTier="flex"),
    ),
    (
        "OpenRouter: the prompt includes tokens read from and written to the cache",
        openrouter_tokens,
        {
            "completion_tokens": 2,
            "completion_tokens_details": {"reasoning_tokens": 0},
            "cost": 0.95,
            "cost_details": {"upstream_inference_cost": 19},
            "prompt_tokens": 194,
            "prompt_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 100,
                "audio_tokens": 0,
            },
            "total_tokens": 196,
        },
        tokens(194, 2, 0, 100),
    ),
]

CONTAINERS: list[tuple[str, Callable[..., Any], dict[str, Any]]] = [
    ("a completion", openai_chat_tokens, {"usage": {"prompt_tokens": 10, "completion_tokens": 2}}),
    ("a response", openai_responses_tokens, {"usage": {"input_tokens": 10, "output_tokens": 2}}),
    (
        "a message",
        anthropic_tokens,
        {"usage": {"input_tokens": 10, "output_tokens": 2}, "stop_reason": "end_turn"},
    ),
    (
        "a response of Gemini by REST",
        gemini_tokens,
        {
            "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 2},
            "candidates": [{"finishReason": "STOP"}],
        },
    ),
    (
        "a response of google-genai",
        gemini_tokens,
        {
            "usage_metadata": {"prompt_token_count": 10, "candidates_token_count": 2},
            "candidates": [{"finish_reason": "STOP"}],
        },
    ),
    ("an answer of Converse", bedrock_tokens, {"usage": {"inputTokens": 10, "outputTokens": 2}}),
    ("LiteLLM", litellm_tokens, {"usage": {"prompt_tokens": 10, "completion_tokens": 2}}),
    ("OpenRouter", openrouter_tokens, {"usage": {"prompt_tokens": 10, "completion_tokens": 2}}),
]


class Counts(unittest.TestCase):
    def test_each_provider_from_dictionaries_and_objects(self) -> None:
        for what, count, usage, expected in CASES:
            with self.subTest(what):
                self.assertEqual(count(usage), expected)
                self.assertEqual(count(as_object(usage)), expected)

    def test_an_answer_contains_usage_which_is_counted(self) -> None:
        for what, count, given in CONTAINERS:
            with self.subTest(what):
                self.assertEqual(count(given), tokens(10, 2))
                self.assertEqual(count(as_object(given)), tokens(10, 2))

    def test_the_standard_tier_is_not_sent(self) -> None:
        for tier in ("default", "auto", "standard", "on_demand", "", None, 7):
            with self.subTest(tier=tier):
                chat = {"prompt_tokens": 10, "completion_tokens": 2}
                self.assertEqual(
                    openai_chat_tokens({"service_tier": tier, "usage": chat}), tokens(10, 2)
                )
                usage = {"input_tokens": 10, "output_tokens": 2, "service_tier": tier}
                self.assertEqual(
                    anthropic_tokens({"usage": {**usage, "speed": "standard"}}), tokens(10, 2)
                )

    def test_the_tier_at_the_start_of_a_stream_is_kept(self) -> None:
        usage = {"input_tokens": 10, "output_tokens": 1, "service_tier": "priority"}
        expected = tokens(10, 2, serviceTier="priority")
        self.assertEqual(anthropic_tokens({"usage": usage}, {"output_tokens": 2}), expected)

    def test_tokens_written_for_one_hour_beyond_those_written_are_cut(self) -> None:
        usage = {
            "input_tokens": 10,
            "output_tokens": 2,
            "cache_creation_input_tokens": 5,
            "cache_creation": {"ephemeral_1h_input_tokens": 9},
        }
        self.assertEqual(anthropic_tokens(usage), tokens(15, 2, 0, 5, cacheWrite1hTokens=5))

    def test_cached_tokens_beyond_the_input_are_cut_so_that_the_record_is_accepted(self) -> None:
        usage = {
            "prompt_tokens": 100,
            "completion_tokens": 1,
            "prompt_tokens_details": {"cached_tokens": 90, "cache_write_tokens": 40},
        }
        self.assertEqual(openai_chat_tokens(usage), tokens(100, 1, 90, 10))

    def test_anthropic_streams_the_last_delta_replaces_the_counts_of_the_start(self) -> None:
        usage = {"input_tokens": 50, "cache_read_input_tokens": 1000, "output_tokens": 1}
        start = {"usage": usage, "stop_reason": None}
        expected = tokens(1050, 90, 1000)
        self.assertEqual(anthropic_tokens(start, {"usage": {"output_tokens": 90}}), expected)
        self.assertEqual(
            anthropic_tokens(usage, {"output_tokens": 90, "input_tokens": None}), expected
        )
        delta = {"input_tokens": 2000, "cache_read_input_tokens": 3000, "output_tokens": 90}
        self.assertEqual(
            anthropic_tokens(as_object(start), as_object({"usage": delta})), tokens(5000, 90, 3000)
        )


class Explosive:
    """An object of which each property raises."""

    def __getattribute__(self, name: str) -> object:
        raise RuntimeError(name)


class Warnings(unittest.TestCase):
    def setUp(self) -> None:
        usage_module._warned.clear()

    def warnings(self, count: Callable[..., Any], *given: object) -> list[str]:
        with self.assertLogs(logger, "WARNING") as logs:
            logger.warning("the end")
            count(*given)
        return [line.partition(":piecework:")[2] for line in logs.output[1:]]

    def test_missing_usage_warns_once_per_process_and_never_raises(self) -> None:
        async def forgotten() -> None:
            pass

        coroutine = forgotten()
        nothings: list[Any] = [
            *(None, {}, "text", 7, [], object(), Explosive(), coroutine),
            {"usage": None, "usageMetadata": None, "usage_metadata": None},
            {"usage": {"prompt_tokens": "10", "input_tokens": True, "inputTokens": float("nan")}},
        ]
        for name, count in FUNCTIONS.items():
            for nothing in nothings:
                with self.subTest(name, nothing=type(nothing)):
                    usage_module._warned.clear()
                    [warning] = self.warnings(count, nothing)
                    self.assertIn(f"{name} was given no usage", warning)
                    self.assertRegex(warning, "(?i)stream has (all counts|usage) ")
                    self.assertRegex(warning, r"\(.*test_tokens\.py:\d+\)$")
                    self.assertEqual(self.warnings(count, nothing), [])
                    self.assertEqual(count(nothing), tokens(0, 0))
        coroutine.close()

    def test_a_part_of_a_stream_warns_of_what_is_missing(self) -> None:
        chunk = {"candidates": [{"content": {}}]}
        started = {"stop_reason": None, "usage": {"input_tokens": 50, "output_tokens": 1}}
        cases: list[tuple[str, str, list[Any]]] = [
            ("openai_chat_tokens", "no usage", [{"choices": [{"delta": {}}], "usage": None}]),
            (
                "openai_chat_tokens",
                "no usage",
                [{"usage": {"prompt_tokens": 0, "completion_tokens": 0}}],
            ),
            ("openai_responses_tokens", "no usage", [{"type": "response.output_text.delta"}]),
            ("openai_responses_tokens", "no usage", [{"status": "in_progress", "usage": None}]),
            ("anthropic_tokens", "an answer that is not finished", [started]),
            ("anthropic_tokens", "an answer that is not finished", [as_object(started)]),
            (
                "anthropic_tokens",
                "usage without input tokens",
                [{"type": "message_delta", "usage": {"output_tokens": 90}}],
            ),
            ("gemini_tokens", "no usage", [chunk]),
            (
                "gemini_tokens",
                "an answer that is not finished",
                [{**chunk, "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 1}}],
            ),
            (
                "gemini_tokens",
                "an answer that is not finished",
                [as_object({**chunk, "usage_metadata": {"prompt_token_count": 10}})],
            ),
            ("bedrock_tokens", "no usage", [{"contentBlockDelta": {"delta": {"text": "Hi"}}}]),
        ]
        for name, lack, given in cases:
            with self.subTest(name, lack=lack):
                usage_module._warned.clear()
                [warning] = self.warnings(FUNCTIONS[name], *given)
                self.assertIn(f"{name} was given {lack}, so tokens are missing", warning)

    def test_the_usage_of_a_response_names_its_function(self) -> None:
        response = {"input_tokens": 900, "output_tokens": 120, "total_tokens": 1_020}
        of_anthropic = {"input_tokens": 900, "output_tokens": 120, "cache_read_input_tokens": 0}
        for name in ("openai_chat_tokens", "openrouter_tokens", "litellm_tokens"):
            with self.subTest(name):
                usage_module._warned.clear()
                [warning] = self.warnings(FUNCTIONS[name], {"usage": response})
                self.assertIn("the usage of a response: use openai_responses_tokens", warning)
                [warning] = self.warnings(FUNCTIONS[name], {"usage": of_anthropic})
                self.assertNotIn("openai_responses_tokens", warning)

    def test_complete_usage_does_not_warn(self) -> None:
        thoughts = {"promptTokenCount": 8, "thoughtsTokenCount": 30}
        cases: list[tuple[str, list[Any]]] = [
            ("openai_chat_tokens", [{"prompt_tokens": 8, "total_tokens": 8}]),
            ("gemini_tokens", [{"candidates": [], "usageMetadata": {"promptTokenCount": 8}}]),
            (
                "gemini_tokens",
                [{"candidates": [{"finishReason": "MAX_TOKENS"}], "usageMetadata": thoughts}],
            ),
            (
                "anthropic_tokens",
                [{"stop_reason": None, "usage": {"input_tokens": 8}}, {"output_tokens": 3}],
            ),
        ]
        for name, given in cases:
            with self.subTest(name):
                self.assertEqual(self.warnings(FUNCTIONS[name], *given), [])

    def test_usage_that_tokens_do_not_price_warns_once_per_kind(self) -> None:
        audio = "audio tokens, which are priced like text"
        searches = "web searches, which tokens do not include"
        files = "searches in files, which tokens do not include"
        chat = {"prompt_tokens": 10, "completion_tokens": 2}
        response = {"input_tokens": 10, "output_tokens": 2}
        modalities = [
            {"modality": "TEXT", "token_count": 6},
            {"modality": "AUDIO", "token_count": 4},
        ]
        grounded = {"finish_reason": "STOP", "grounding_metadata": {"web_search_queries": ["a"]}}
        cases: list[tuple[str, str, dict[str, Any]]] = [
            ("openai_chat_tokens", audio, {**chat, "prompt_tokens_details": {"audio_tokens": 4}}),
            (
                "openai_chat_tokens",
                audio,
                {**chat, "completion_tokens_details": {"audio_tokens": 1}},
            ),
            (
                "gemini_tokens",
                audio,
                {"prompt_token_count": 10, "prompt_tokens_details": modalities},
            ),
            (
                "gemini_tokens",
                searches,
                {"usage_metadata": {"prompt_token_count": 10}, "candidates": [grounded]},
            ),
            (
                "anthropic_tokens",
                searches,
                {**response, "server_tool_use": {"web_search_requests": 3}},
            ),
            ("litellm_tokens", searches, {**chat, "server_tool_use": {"web_search_requests": 1}}),
            (
                "openai_responses_tokens",
                searches,
                {"usage": response, "output": [{"type": "web_search_call"}, {"type": "message"}]},
            ),
            (
                "openai_responses_tokens",
                files,
                {"usage": response, "output": [{"type": "file_search_call"}]},
            ),
        ]
        for name, what, given in cases:
            for form in (given, as_object(given)):
                with self.subTest(name, what=what, form=type(form)):
                    usage_module._warned.clear()
                    [warning] = self.warnings(FUNCTIONS[name], form)
                    self.assertIn(f"{name} was given {what}, so the cost is too low", warning)
                    self.assertEqual(self.warnings(FUNCTIONS[name], form), [])

    def test_usage_that_costs_nothing_more_does_not_warn(self) -> None:
        response = {"input_tokens": 10, "output_tokens": 2}
        cases: list[tuple[str, dict[str, Any]]] = [
            (
                "openai_chat_tokens",
                {"prompt_tokens": 10, "prompt_tokens_details": {"audio_tokens": 0}},
            ),
            ("anthropic_tokens", {**response, "server_tool_use": {"web_fetch_requests": 2}}),
            ("anthropic_tokens", {**response, "server_tool_use": None, "cache_creation": None}),
            ("openai_responses_tokens", {"usage": response, "output": [{"type": "x"}, None]}),
            ("openai_responses_tokens", {"usage": response, "output": "text"}),
            ("bedrock_tokens", {"inputTokens": 10, "cacheDetails": "none", "serviceTier": 7}),
            ("gemini_tokens", {"promptTokenCount": 10, "promptTokensDetails": [None, 7]}),
        ]
        for name, given in cases:
            with self.subTest(name):
                self.assertEqual(self.warnings(FUNCTIONS[name], given), [])


if __name__ == "__main__":
    unittest.main()
