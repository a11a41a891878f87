import { expect, test } from 'vitest'
import {
  aiSdkTokens,
  anthropicTokens,
  bedrockTokens,
  geminiTokens,
  liteLlmTokens,
  openAiChatTokens,
  openAiResponsesTokens,
  openRouterTokens,
} from '../src/index.ts'

test('OpenAI chat: cached tokens are a part of the prompt, reasoning is in the completion', () => {
  const usage = {
    prompt_tokens: 2006,
    completion_tokens: 300,
    total_tokens: 2306,
    prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 128, audio_tokens: 0 },
  }
  expect(openAiChatTokens(usage)).toEqual({
    inputTokens: 2006,
    outputTokens: 300,
    cacheReadTokens: 1920,
  })
})

test('OpenAI chat: tokens written to the cache are a part of the prompt too', () => {
  const usage = {
    prompt_tokens: 2600,
    completion_tokens: 10,
    total_tokens: 2610,
    prompt_tokens_details: { cached_tokens: 2000, cache_write_tokens: 400 },
  }
  expect(openAiChatTokens(usage)).toEqual({
    inputTokens: 2600,
    outputTokens: 10,
    cacheReadTokens: 2000,
    cacheWriteTokens: 400,
  })
})

test('xAI in the shape of OpenAI: reasoning beside the completion is added to it', () => {
  const usage = {
    prompt_tokens: 2640,
    completion_tokens: 182,
    total_tokens: 3494,
    prompt_tokens_details: { cached_tokens: 473 },
    completion_tokens_details: { reasoning_tokens: 672 },
  }
  expect(openAiChatTokens(usage)).toEqual({
    inputTokens: 2640,
    outputTokens: 854,
    cacheReadTokens: 473,
  })
})

test('OpenAI responses: cached tokens are a part of the input, reasoning is in the output', () => {
  const usage = {
    input_tokens: 328,
    input_tokens_details: { cached_tokens: 256, cache_write_tokens: 0 },
    output_tokens: 1052,
    output_tokens_details: { reasoning_tokens: 832 },
    total_tokens: 1380,
  }
  expect(openAiResponsesTokens(usage)).toEqual({
    inputTokens: 328,
    outputTokens: 1052,
    cacheReadTokens: 256,
  })
})

test('Anthropic: what was read from and written to the cache is added to the input', () => {
  const usage = {
    input_tokens: 50,
    cache_read_input_tokens: 100_000,
    cache_creation_input_tokens: 248,
    cache_creation: { ephemeral_5m_input_tokens: 148, ephemeral_1h_input_tokens: 100 },
    output_tokens: 503,
    output_tokens_details: { thinking_tokens: 300 },
  }
  expect(anthropicTokens(usage)).toEqual({
    inputTokens: 100_298,
    outputTokens: 503,
    cacheReadTokens: 100_000,
    cacheWriteTokens: 248,
  })
})

test('Gemini: cached tokens are a part of the prompt; thoughts and tool results are added', () => {
  const usage = {
    promptTokenCount: 1000,
    cachedContentTokenCount: 600,
    candidatesTokenCount: 200,
    thoughtsTokenCount: 150,
    toolUsePromptTokenCount: 80,
    totalTokenCount: 1430,
  }
  const tokens = geminiTokens(usage)
  expect(tokens).toEqual({ inputTokens: 1080, outputTokens: 350, cacheReadTokens: 600 })
  expect(tokens.inputTokens + tokens.outputTokens).toBe(usage.totalTokenCount)
})

test('Gemini Live: the response count stands for the candidates', () => {
  expect(geminiTokens({ promptTokenCount: 100, responseTokenCount: 50 })).toEqual({
    inputTokens: 100,
    outputTokens: 50,
  })
})

test('Bedrock Converse: what was read from and written to the cache is added to the input', () => {
  const usage = {
    inputTokens: 12,
    outputTokens: 90,
    totalTokens: 3102,
    cacheReadInputTokens: 2000,
    cacheWriteInputTokens: 1000,
  }
  expect(bedrockTokens(usage)).toEqual({
    inputTokens: 3012,
    outputTokens: 90,
    cacheReadTokens: 2000,
    cacheWriteTokens: 1000,
  })
})

test('AI SDK 6 and newer: the input has the cached tokens, the output the reasoning', () => {
  const usage = {
    inputTokens: 3012,
    inputTokenDetails: { noCacheTokens: 12, cacheReadTokens: 2000, cacheWriteTokens: 1000 },
    outputTokens: 400,
    outputTokenDetails: { textTokens: 100, reasoningTokens: 300 },
    totalTokens: 3412,
  }
  expect(aiSdkTokens(usage)).toEqual({
    inputTokens: 3012,
    outputTokens: 400,
    cacheReadTokens: 2000,
    cacheWriteTokens: 1000,
  })
})

test.each([
  ['OpenAI', { inputTokens: 1815, outputTokens: 40, totalTokens: 1855, cachedInputTokens: 1024 }],
  [
    'OpenAI, with reasoning inside',
    {
      inputTokens: 1815,
      outputTokens: 40,
      reasoningTokens: 16,
      totalTokens: 1855,
      cachedInputTokens: 1024,
    },
  ],
])('AI SDK 5 with %s: both are parts', (_provider, usage) => {
  expect(aiSdkTokens(usage)).toEqual({
    inputTokens: 1815,
    outputTokens: 40,
    cacheReadTokens: 1024,
  })
})

test('AI SDK 5 with Google: thoughts beside the output are added', () => {
  const usage = { inputTokens: 100, outputTokens: 20, reasoningTokens: 30, totalTokens: 150 }
  expect(aiSdkTokens(usage)).toEqual({ inputTokens: 100, outputTokens: 50 })
})

test('AI SDK 5: more cached than input shows that the cached tokens are beside it', () => {
  const usage = { inputTokens: 7, outputTokens: 20, totalTokens: 27, cachedInputTokens: 10_000 }
  expect(aiSdkTokens(usage)).toEqual({
    inputTokens: 10_007,
    outputTokens: 20,
    cacheReadTokens: 10_000,
  })
})

test('AI SDK 4: prompt and completion', () => {
  expect(aiSdkTokens({ promptTokens: 9, completionTokens: 3, totalTokens: 12 })).toEqual({
    inputTokens: 9,
    outputTokens: 3,
  })
})

test('LiteLLM over Anthropic: the prompt has what was read from and written to the cache', () => {
  const usage = {
    prompt_tokens: 3012,
    completion_tokens: 300,
    total_tokens: 3312,
    prompt_tokens_details: { cached_tokens: 2000 },
    cache_read_input_tokens: 2000,
    cache_creation_input_tokens: 1000,
  }
  expect(liteLlmTokens(usage)).toEqual({
    inputTokens: 3012,
    outputTokens: 300,
    cacheReadTokens: 2000,
    cacheWriteTokens: 1000,
  })
})

test('OpenRouter: the prompt has what was read from and written to the cache', () => {
  const usage = {
    completion_tokens: 2,
    completion_tokens_details: { reasoning_tokens: 0 },
    cost: 0.95,
    cost_details: { upstream_inference_cost: 19 },
    prompt_tokens: 194,
    prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 100, audio_tokens: 0 },
    total_tokens: 196,
  }
  expect(openRouterTokens(usage)).toEqual({
    inputTokens: 194,
    outputTokens: 2,
    cacheWriteTokens: 100,
  })
})

test.each([
  openAiChatTokens,
  openAiResponsesTokens,
  anthropicTokens,
  geminiTokens,
  bedrockTokens,
  aiSdkTokens,
  liteLlmTokens,
  openRouterTokens,
])('%o: no usage at all is no tokens, and not an error in the middle of a job', (tokens) => {
  for (const nothing of [null, undefined, {}]) {
    expect(tokens(nothing)).toEqual({ inputTokens: 0, outputTokens: 0 })
  }
})

test('parts that a provider counts beyond the whole are cut, so that the record is accepted', () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 1,
    prompt_tokens_details: { cached_tokens: 90, cache_write_tokens: 40 },
  }
  expect(openAiChatTokens(usage)).toMatchObject({ cacheReadTokens: 90, cacheWriteTokens: 10 })
})
