import { afterAll, beforeEach, expect, test, vi } from 'vitest'
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

test('xAI in the format of OpenAI: reasoning outside the completion is added to it', () => {
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

test('Anthropic: tokens read from and written to the cache are added to the input', () => {
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
    cacheWrite1hTokens: 100,
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

test('Bedrock Converse: tokens read from and written to the cache are added to the input', () => {
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
])('AI SDK 5 with %s: no part is added', (_provider, usage) => {
  expect(aiSdkTokens(usage)).toEqual({
    inputTokens: 1815,
    outputTokens: 40,
    cacheReadTokens: 1024,
  })
})

test('AI SDK 5 with Google: thoughts outside the output are added', () => {
  const usage = { inputTokens: 100, outputTokens: 20, reasoningTokens: 30, totalTokens: 150 }
  expect(aiSdkTokens(usage)).toEqual({ inputTokens: 100, outputTokens: 50 })
})

test('AI SDK 5: more cached than input tokens means that the input excludes them', () => {
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

test('LiteLLM over Anthropic: the prompt includes tokens read from and written to the cache', () => {
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

test('OpenRouter: the prompt includes tokens read from and written to the cache', () => {
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

test('Bedrock Converse: tokens written for one hour are in the details, and the tier in the answer', () => {
  const answer = {
    usage: {
      inputTokens: 12,
      outputTokens: 90,
      cacheReadInputTokens: 0,
      cacheWriteInputTokens: 1000,
      cacheDetails: [
        { ttl: '1h', inputTokens: 700 },
        { ttl: '5m', inputTokens: 300 },
      ],
    },
    serviceTier: { type: 'flex' },
  }
  expect(bedrockTokens(answer)).toEqual({
    inputTokens: 1012,
    outputTokens: 90,
    cacheWriteTokens: 1000,
    cacheWrite1hTokens: 700,
    serviceTier: 'flex',
  })
})

test('LiteLLM over Anthropic: tokens written for one hour are in the details of the prompt', () => {
  const completion = {
    service_tier: 'priority',
    usage: {
      prompt_tokens: 3012,
      completion_tokens: 300,
      total_tokens: 3312,
      prompt_tokens_details: {
        cached_tokens: 2000,
        cache_creation_tokens: 1000,
        cache_creation_token_details: {
          ephemeral_5m_input_tokens: 400,
          ephemeral_1h_input_tokens: 600,
        },
      },
      cache_read_input_tokens: 2000,
      cache_creation_input_tokens: 1000,
    },
  }
  expect(liteLlmTokens(completion)).toEqual({
    inputTokens: 3012,
    outputTokens: 300,
    cacheReadTokens: 2000,
    cacheWriteTokens: 1000,
    cacheWrite1hTokens: 600,
    serviceTier: 'priority',
  })
})

test('Gemini in the format of OpenAI: thoughts, which only the total has, are added', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 11, total_tokens: 832 }
  expect(openAiChatTokens(usage)).toEqual({ inputTokens: 9, outputTokens: 823 })
  // The limit of tokens was reached before the first word of the answer.
  const thoughts = { prompt_tokens: 9, total_tokens: 832 }
  expect(openAiChatTokens(thoughts)).toEqual({ inputTokens: 9, outputTokens: 823 })
})

const CHAT = { prompt_tokens: 10, completion_tokens: 2 }
const RESPONSE = { input_tokens: 10, output_tokens: 2 }
test.each([
  ['of a chat completion', () => openAiChatTokens({ service_tier: 'flex', usage: CHAT }), 'flex'],
  [
    'of a response',
    () => openAiResponsesTokens({ service_tier: 'priority', usage: RESPONSE }),
    'priority',
  ],
  ['of Anthropic', () => anthropicTokens({ ...RESPONSE, service_tier: 'batch' }), 'batch'],
  [
    'at the start of a stream of Anthropic',
    () => anthropicTokens({ ...RESPONSE, service_tier: 'priority' }, { output_tokens: 2 }),
    'priority',
  ],
  [
    'of a fast answer of Anthropic',
    () => anthropicTokens({ ...RESPONSE, service_tier: 'standard', speed: 'fast' }),
    'fast',
  ],
  ['of OpenRouter', () => openRouterTokens({ service_tier: 'flex', usage: CHAT }), 'flex'],
])('the tier of service %s is counted with the tokens', (_whose, tokens, serviceTier) => {
  expect(tokens()).toEqual({ inputTokens: 10, outputTokens: 2, serviceTier })
})

test.each(['default', 'auto', 'standard', 'on_demand', '', null, undefined, 7])(
  'the tier %s is the standard one, which is not sent',
  (tier) => {
    const given = { service_tier: tier as string, usage: CHAT }
    expect(openAiChatTokens(given)).toEqual({ inputTokens: 10, outputTokens: 2 })
    const usage = { ...RESPONSE, service_tier: tier as string, speed: 'standard' }
    expect(anthropicTokens({ usage })).toEqual({ inputTokens: 10, outputTokens: 2 })
  },
)

test('tokens written for one hour beyond those written are cut', () => {
  const cache = { cache_creation_input_tokens: 5, cache_creation: { ephemeral_1h_input_tokens: 9 } }
  expect(anthropicTokens({ ...RESPONSE, ...cache })).toMatchObject({
    cacheWriteTokens: 5,
    cacheWrite1hTokens: 5,
  })
})

test('cached tokens beyond the input are cut, so that the record is accepted', () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 1,
    prompt_tokens_details: { cached_tokens: 90, cache_write_tokens: 40 },
  }
  expect(openAiChatTokens(usage)).toMatchObject({ cacheReadTokens: 90, cacheWriteTokens: 10 })
})

test.each([
  [
    'a chat completion',
    () => openAiChatTokens({ usage: { prompt_tokens: 10, completion_tokens: 2 } }),
  ],
  ['a response', () => openAiResponsesTokens({ usage: { input_tokens: 10, output_tokens: 2 } })],
  [
    'a message',
    () =>
      anthropicTokens({ usage: { input_tokens: 10, output_tokens: 2 }, stop_reason: 'end_turn' }),
  ],
  [
    'a response of Gemini',
    () =>
      geminiTokens({
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2 },
        candidates: [{ finishReason: 'STOP' }],
      }),
  ],
  ['an answer of Converse', () => bedrockTokens({ usage: { inputTokens: 10, outputTokens: 2 } })],
  ['a step', () => aiSdkTokens({ usage: { inputTokens: 10, outputTokens: 2 } })],
  [
    'a call of several steps, all of them',
    () =>
      aiSdkTokens({
        usage: { inputTokens: 6, outputTokens: 1 },
        totalUsage: { inputTokens: 10, outputTokens: 2 },
      }),
  ],
  ['LiteLLM', () => liteLlmTokens({ usage: { prompt_tokens: 10, completion_tokens: 2 } })],
  ['OpenRouter', () => openRouterTokens({ usage: { prompt_tokens: 10, completion_tokens: 2 } })],
])('%s contains usage, which is counted', (_what, tokens) => {
  expect(tokens()).toEqual({ inputTokens: 10, outputTokens: 2 })
})

test('Anthropic streams: the counts of the last message_delta replace those of message_start', () => {
  const usage = { input_tokens: 50, cache_read_input_tokens: 1000, output_tokens: 1 }
  const start = { usage, stop_reason: null }
  const tokens = { inputTokens: 1050, outputTokens: 90, cacheReadTokens: 1000 }
  expect(anthropicTokens(start, { usage: { output_tokens: 90 } })).toEqual(tokens)
  expect(anthropicTokens(usage, { output_tokens: 90, input_tokens: null })).toEqual(tokens)
  const delta = { input_tokens: 2000, cache_read_input_tokens: 3000, output_tokens: 90 }
  expect(anthropicTokens(start, { usage: delta })).toEqual({
    inputTokens: 5000,
    outputTokens: 90,
    cacheReadTokens: 3000,
  })
})

const emitWarning = vi.spyOn(process, 'emitWarning')
beforeEach(() => {
  emitWarning.mockClear().mockImplementation(() => undefined)
})
afterAll(() => {
  emitWarning.mockRestore()
})

type Counting = (...given: readonly unknown[]) => unknown

/**
 * Returns the function from a fresh module, which has not warned yet. Its type accepts invalid
 * input too.
 */
async function fresh(name: string): Promise<Counting> {
  vi.resetModules()
  const client = (await import('../src/index.ts')) as unknown as Record<string, Counting>
  return client[name] ?? expect.unreachable(name)
}

const warnings = () => emitWarning.mock.calls.map(([text, name]) => `${name}: ${text}`)

const NAMES = [
  'openAiChatTokens',
  'openAiResponsesTokens',
  'anthropicTokens',
  'geminiTokens',
  'bedrockTokens',
  'aiSdkTokens',
  'liteLlmTokens',
  'openRouterTokens',
]

test.each(NAMES)('%s: missing usage warns once per process and never throws', async (name) => {
  const nothings: unknown[] = [
    undefined,
    null,
    {},
    'text',
    7,
    [],
    Promise.resolve({ prompt_tokens: 10, input_tokens: 10, inputTokens: 10, promptTokenCount: 10 }),
    { usage: null, usageMetadata: null },
    { usage: Promise.resolve({ inputTokens: 10 }) },
  ]
  for (const [at, nothing] of nothings.entries()) {
    const tokens = await fresh(name)
    expect(tokens(nothing)).toEqual({ inputTokens: 0, outputTokens: 0 })
    expect(tokens(nothing)).toEqual({ inputTokens: 0, outputTokens: 0 })
    expect(warnings()).toHaveLength(at + 1)
  }
  const [first = ''] = warnings()
  expect(new Set(warnings())).toEqual(new Set([first]))
  expect(first).toMatch(`PieceworkWarning: ${name} was given no usage`)
  expect(first).toMatch(/stream has (all counts|usage) /i)
})

test('a stream that fails later does not end the process', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const aiSdkTokens = await fresh('aiSdkTokens')
  const failing = () => Promise.reject(new Error('the stream failed'))
  const result = {}
  for (const name of ['usage', 'totalUsage']) Object.defineProperty(result, name, { get: failing })
  aiSdkTokens(result)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  expect(warnings()).toHaveLength(1)
})

test.each([
  ['openAiChatTokens', 'no usage', [{ choices: [{ delta: { content: 'Hi' } }], usage: null }]],
  ['openAiChatTokens', 'no usage', [{ usage: { prompt_tokens: 0, completion_tokens: 0 } }]],
  ['openAiResponsesTokens', 'no usage', [{ type: 'response.output_text.delta', delta: 'Hi' }]],
  ['openAiResponsesTokens', 'no usage', [{ status: 'in_progress', usage: null }]],
  [
    'anthropicTokens',
    'an answer that is not finished',
    [{ stop_reason: null, usage: { input_tokens: 50, output_tokens: 1 } }, undefined],
  ],
  [
    'anthropicTokens',
    'usage without input tokens',
    [{ type: 'message_delta', usage: { output_tokens: 90 } }],
  ],
  ['geminiTokens', 'no usage', [{ candidates: [{ content: {} }] }]],
  [
    'geminiTokens',
    'an answer that is not finished',
    [
      {
        candidates: [{ content: {} }],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 1 },
      },
    ],
  ],
  ['aiSdkTokens', 'no usage', [{ inputTokens: undefined, outputTokens: undefined }]],
  ['aiSdkTokens', 'no usage', [{ promptTokens: Number.NaN, completionTokens: Number.NaN }]],
  ['bedrockTokens', 'no usage', [{ contentBlockDelta: { delta: { text: 'Hi' } } }]],
] as [string, string, unknown[]][])(
  '%s warns of %s in a part of a stream',
  async (name, lack, given) => {
    const tokens = await fresh(name)
    tokens(...given)
    expect(warnings()).toEqual([
      expect.stringContaining(`${name} was given ${lack}, so tokens are missing`),
    ])
  },
)

test.each(['openAiChatTokens', 'openRouterTokens', 'liteLlmTokens'])(
  '%s names the function for the usage of a response',
  async (name) => {
    const tokens = await fresh(name)
    tokens({ usage: { input_tokens: 900, output_tokens: 120, total_tokens: 1_020 } })
    expect(new Set(warnings())).toEqual(
      new Set([expect.stringContaining('the usage of a response: use openAiResponsesTokens')]),
    )
    vi.resetModules()
    emitWarning.mockClear()
    const again = await fresh(name)
    again({ usage: { input_tokens: 900, output_tokens: 120, cache_read_input_tokens: 0 } })
    expect(warnings().join('')).not.toContain('openAiResponsesTokens')
  },
)

test.each([
  ['of embeddings', 'openAiChatTokens', [{ prompt_tokens: 8, total_tokens: 8 }]],
  [
    'of a refused prompt',
    'geminiTokens',
    [{ candidates: [], usageMetadata: { promptTokenCount: 8 } }],
  ],
  [
    'of thoughts alone',
    'geminiTokens',
    [
      {
        candidates: [{ finishReason: 'MAX_TOKENS' }],
        usageMetadata: { promptTokenCount: 8, thoughtsTokenCount: 30 },
      },
    ],
  ],
  [
    'of the start and the end of a stream',
    'anthropicTokens',
    [{ stop_reason: null, usage: { input_tokens: 8 } }, { output_tokens: 3 }],
  ],
] as [string, string, unknown[]][])(
  'complete usage %s does not warn',
  async (_what, name, given) => {
    const tokens = await fresh(name)
    tokens(...given)
    expect(warnings()).toEqual([])
  },
)

const AUDIO = 'audio tokens, which are priced like text'
const SEARCHES = 'web searches, which tokens do not include'
test.each([
  ['openAiChatTokens', AUDIO, { ...CHAT, prompt_tokens_details: { audio_tokens: 4 } }],
  ['openAiChatTokens', AUDIO, { ...CHAT, completion_tokens_details: { audio_tokens: 1 } }],
  [
    'geminiTokens',
    AUDIO,
    {
      promptTokenCount: 10,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 6 },
        { modality: 'AUDIO', tokenCount: 4 },
      ],
    },
  ],
  ['anthropicTokens', SEARCHES, { ...RESPONSE, server_tool_use: { web_search_requests: 3 } }],
  ['liteLlmTokens', SEARCHES, { ...CHAT, server_tool_use: { web_search_requests: 1 } }],
  [
    'openAiResponsesTokens',
    SEARCHES,
    { usage: RESPONSE, output: [{ type: 'web_search_call' }, { type: 'message' }] },
  ],
  [
    'openAiResponsesTokens',
    'searches in files, which tokens do not include',
    { usage: RESPONSE, output: [{ type: 'file_search_call' }] },
  ],
  [
    'geminiTokens',
    SEARCHES,
    {
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2 },
      candidates: [{ finishReason: 'STOP', groundingMetadata: { webSearchQueries: ['rates'] } }],
    },
  ],
] as [string, string, unknown][])('%s warns once of %s', async (name, what, given) => {
  const tokens = await fresh(name)
  expect(tokens(given)).toMatchObject({ inputTokens: 10 })
  tokens(given)
  expect(warnings()).toEqual([
    expect.stringContaining(`${name} was given ${what}, so the cost is too low`),
  ])
})

test.each([
  ['openAiChatTokens', { ...CHAT, prompt_tokens_details: { audio_tokens: 0 } }],
  ['anthropicTokens', { ...RESPONSE, server_tool_use: { web_fetch_requests: 2 } }],
  ['anthropicTokens', { ...RESPONSE, server_tool_use: null, cache_creation: null }],
  ['openAiResponsesTokens', { usage: RESPONSE, output: [{ type: 'function_call' }, null] }],
  ['openAiResponsesTokens', { usage: RESPONSE, output: 'text' }],
  ['bedrockTokens', { inputTokens: 10, outputTokens: 2, cacheDetails: 'none', serviceTier: 7 }],
  [
    'geminiTokens',
    {
      usageMetadata: { promptTokenCount: 10, promptTokensDetails: [null, 7] },
      candidates: [{ finishReason: 'STOP', groundingMetadata: {} }],
    },
  ],
] as [string, unknown][])('%s does not warn of what costs nothing more', async (name, given) => {
  const tokens = await fresh(name)
  expect(tokens(given)).toMatchObject({ inputTokens: 10 })
  expect(warnings()).toEqual([])
})
