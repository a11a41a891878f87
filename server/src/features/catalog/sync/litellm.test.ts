import { describe, expect, test } from 'vitest'
import { parseLiteLlm } from './litellm.ts'
import type { SourceList, StatedLevels } from './statement.ts'

/** Text instead of objects, because the notation of numbers is part of the format. */
const PRICES = `{
  "sample_spec": {
    "litellm_provider": "one of https://docs.litellm.ai/docs/providers", "mode": "one of: chat",
    "input_cost_per_token": 0.0, "max_input_tokens": "max input tokens"
  },
  "gpt-4o": {
    "cache_read_input_token_cost": 1.25e-06, "cache_read_input_token_cost_priority": 2.125e-06,
    "input_cost_per_token": 2.5e-06, "input_cost_per_token_batches": 1.25e-06,
    "input_cost_per_token_priority": 4.25e-06, "input_cost_per_token_flex": 1.25e-06,
    "litellm_provider": "openai", "max_input_tokens": 128000, "max_output_tokens": 16384,
    "mode": "chat", "output_cost_per_token": 1e-05, "output_cost_per_token_batches": 5e-06,
    "output_cost_per_token_priority": 1.7e-05, "supports_vision": true
  },
  "claude-sonnet-4-5": {
    "cache_creation_input_token_cost": 3.75e-06,
    "cache_creation_input_token_cost_above_1hr": 6e-06,
    "cache_creation_input_token_cost_above_200k_tokens": 7.5e-06,
    "cache_read_input_token_cost": 3e-07, "cache_read_input_token_cost_above_200k_tokens": 6e-07,
    "input_cost_per_token": 3e-06, "input_cost_per_token_above_200k_tokens": 6e-06,
    "litellm_provider": "anthropic", "max_input_tokens": 200000, "mode": "chat",
    "output_cost_per_token": 1.5e-05, "output_cost_per_token_above_200k_tokens": 2.25e-05
  },
  "gemini-3.1-pro-preview": {
    "input_cost_per_token": 2e-06, "output_cost_per_token": 1.2e-05,
    "input_cost_per_token_above_200k_tokens": 4e-06,
    "output_cost_per_token_above_200k_tokens": 1.8e-05,
    "input_cost_per_token_priority": 3.6e-06, "output_cost_per_token_priority": 2.16e-05,
    "input_cost_per_token_above_200k_tokens_priority": 7.2e-06,
    "output_cost_per_token_above_200k_tokens_priority": 3.24e-05,
    "litellm_provider": "vertex_ai-language-models", "mode": "chat"
  },
  "gemini/gemini-2.5-flash": {
    "input_cost_per_token": 3e-07, "output_cost_per_token": 2.5e-06,
    "input_cost_per_audio_token": 1e-06, "litellm_provider": "gemini", "mode": "chat"
  },
  "gemini-2.5-flash": {
    "input_cost_per_token": 3e-07, "output_cost_per_token": 2.5e-06,
    "cache_read_input_token_cost": 3e-08,
    "litellm_provider": "vertex_ai-language-models", "mode": "chat"
  },
  "gemini/gemini-2.0-flash-001": {
    "input_cost_per_token": 1e-07, "output_cost_per_token": 4e-07,
    "litellm_provider": "gemini", "mode": "chat"
  },
  "gemini-2.0-flash-001": {
    "input_cost_per_token": 1.5e-07, "output_cost_per_token": 6e-07,
    "litellm_provider": "vertex_ai-language-models", "mode": "chat"
  },
  "vertex_ai/claude-opus-4-1@20250805": {
    "input_cost_per_token": 1.5e-05, "output_cost_per_token": 7.5e-05,
    "litellm_provider": "vertex_ai-anthropic_models", "mode": "chat"
  },
  "anthropic.claude-3-haiku-20240307-v1:0": {
    "input_cost_per_token": 2.5e-07, "output_cost_per_token": 1.25e-06,
    "litellm_provider": "bedrock", "mode": "chat"
  },
  "bedrock/us-gov-west-1/anthropic.claude-3-haiku-20240307-v1:0": {
    "input_cost_per_token": 3e-07, "output_cost_per_token": 1.5e-06,
    "litellm_provider": "bedrock", "mode": "chat"
  },
  "azure/eu/gpt-4o-2024-08-06": {
    "input_cost_per_token": 2.75e-06, "output_cost_per_token": 1.1e-05,
    "litellm_provider": "azure", "mode": "chat"
  },
  "xai/Grok-4": {
    "input_cost_per_token": 3e-06, "output_cost_per_token": 1.5e-05,
    "litellm_provider": "xai", "mode": "chat"
  },
  "deepseek/deepseek-chat": {
    "cache_creation_input_token_cost": 0.0, "cache_read_input_token_cost": 2.8e-08,
    "input_cost_per_token": 2.8e-07, "litellm_provider": "deepseek", "mode": "chat",
    "output_cost_per_token": 4.2e-07
  },
  "text-embedding-3-small": {
    "input_cost_per_token": 2e-08, "input_cost_per_token_batches": 1e-08,
    "litellm_provider": "openai", "mode": "embedding",
    "output_cost_per_token": 0.0, "output_vector_size": 1536
  }
}`

function entriesOf({ models }: SourceList) {
  return Object.fromEntries(
    models.map(({ provider, name, statement }) => [`${provider}/${name}`, levelsOf(statement)]),
  )
}

function levelsOf(levels: StatedLevels): string[] {
  return [levels, ...levels.longContext].map(({ rates }) =>
    Object.entries(rates)
      .map(([kind, rate]) => `${kind} ${rate?.toFixed()}`)
      .sort()
      .join(', '),
  )
}

/** Returns the rates of each tier of one model; `fields` are added to a plain chat model. */
function tiersOf(fields: Record<string, unknown>) {
  const plain = { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 1e-6 }
  const model = { ...plain, output_cost_per_token: 2e-6, ...fields }
  const [parsed] = parseLiteLlm(JSON.stringify({ m: model })).models
  return parsed?.statement.serviceTiers?.map(({ serviceTier, ...levels }) => [
    serviceTier,
    levelsOf(levels),
  ])
}

/** Returns the names of one model; `fields` override those of a plain chat model. */
function namesOf(key: string, fields: Record<string, unknown>): string[] {
  const model = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6, mode: 'chat', ...fields }
  const { models } = parseLiteLlm(JSON.stringify({ [key]: model }))
  return models.map(({ provider, name }) => `${provider}/${name}`)
}

test('reads exact USD per token under the catalog’s names', () => {
  expect(entriesOf(parseLiteLlm(PRICES))).toEqual({
    'openai/gpt-4o': ['cacheRead 0.00000125, input 0.0000025, output 0.00001'],
    'anthropic/claude-sonnet-4-5': [
      'cacheRead 0.0000003, cacheWrite 0.00000375, cacheWrite1h 0.000006, input 0.000003, output 0.000015',
      'cacheRead 0.0000006, cacheWrite 0.0000075, input 0.000006, output 0.0000225',
    ],
    'google/gemini-3.1-pro-preview': [
      'input 0.000002, output 0.000012',
      'input 0.000004, output 0.000018',
    ],
    'google/gemini-2.5-flash': ['cacheRead 0.00000003, input 0.0000003, output 0.0000025'],
    'google/claude-opus-4-1@20250805': ['input 0.000015, output 0.000075'],
    'aws/anthropic.claude-3-haiku-20240307-v1:0': ['input 0.00000025, output 0.00000125'],
    'aws/us-gov-west-1/anthropic.claude-3-haiku-20240307-v1:0': [
      'input 0.0000003, output 0.0000015',
    ],
    'azure/eu/gpt-4o-2024-08-06': ['input 0.00000275, output 0.000011'],
    'xai/grok-4': ['input 0.000003, output 0.000015'],
    'deepseek/deepseek-chat': ['cacheRead 0.000000028, input 0.00000028, output 0.00000042'],
    'openai/text-embedding-3-small': ['input 0.00000002, output 0'],
  })
})

test('keeps the description of a model', () => {
  expect(parseLiteLlm(PRICES).models[0]).toMatchObject({
    externalId: 'gpt-4o',
    displayName: 'gpt-4o',
    contextWindow: 128_000,
  })
  const [claude] = parseLiteLlm(PRICES).models.filter(({ name }) => name === 'claude-sonnet-4-5')
  expect(claude?.statement.longContext.map((tier) => tier.aboveInputTokens)).toEqual([200_000])
})

test('reads the rates of service tiers that have both input and output', () => {
  const tiers = parseLiteLlm(PRICES).models.flatMap(({ name, statement: { serviceTiers = [] } }) =>
    serviceTiers.map(({ serviceTier, ...levels }) => [name, serviceTier, ...levelsOf(levels)]),
  )
  expect(tiers).toEqual([
    ['gpt-4o', 'priority', 'cacheRead 0.000002125, input 0.00000425, output 0.000017'],
    ['gpt-4o', 'batch', 'input 0.00000125, output 0.000005'],
    [
      'gemini-3.1-pro-preview',
      'priority',
      'input 0.0000036, output 0.0000216',
      'input 0.0000072, output 0.0000324',
    ],
    ['text-embedding-3-small', 'batch', 'input 0.00000001'],
  ])
})

test.each([
  ['no output', { input_cost_per_token_priority: 2.5e-6 }],
  ['an unknown name', { input_cost_per_token_turbo: 2e-6, output_cost_per_token_turbo: 4e-6 }],
  ['free output', { input_cost_per_token_flex: 5e-7, output_cost_per_token_flex: 0 }],
  ['nothing but null', { input_cost_per_token_flex: null, output_cost_per_token_flex: null }],
])('a tier with %s is not read', (_what, fields) => {
  expect(tiersOf(fields)).toBeUndefined()
})

test('one-hour rates of a tier are its own', () => {
  const fields = {
    input_cost_per_token_batches: 5e-7,
    output_cost_per_token_batches: 1e-6,
    cache_creation_input_token_cost_above_1hr_batches: 1e-6,
    cache_creation_input_token_cost_above_1hr_above_200k_tokens_batches: 2e-6,
  }
  expect(tiersOf(fields)).toEqual([
    ['batch', ['cacheWrite1h 0.000001, input 0.0000005, output 0.000001', 'cacheWrite1h 0.000002']],
  ])
})

test('uses neither of two rows that contradict each other about one name', () => {
  expect(parseLiteLlm(PRICES).unpriced).toEqual([
    { provider: 'google', name: 'gemini-2.0-flash-001' },
  ])
})

describe('a name that is not certain is skipped', () => {
  test.each([
    ['fireworks-ai-4.1b-to-16b', { litellm_provider: 'fireworks_ai' }],
    ['together-ai-up-to-4b', { litellm_provider: 'together_ai' }],
    ['replicateopenai/gpt-oss-20b', { litellm_provider: 'replicate' }],
    ['openrouter/openai/gpt-4o', { litellm_provider: 'openrouter' }],
    ['gpt-4o', {}],
    ['azure/', { litellm_provider: 'azure' }],
  ])('%s of %o', (key, fields) => {
    expect(namesOf(key, fields)).toEqual([])
  })

  test.each([
    ['fireworks_ai/accounts/fireworks/models/kimi-k2', 'fireworks_ai', 'fireworks'],
    ['fireworks_ai/thenlper/gte-base', 'fireworks_ai-embedding-models', 'fireworks'],
    ['azure/gpt-35-turbo-instruct', 'azure_text', 'azure'],
    ['azure_ai/phi-4', 'azure_ai', 'azure'],
    ['moonshot/kimi-k2', 'moonshot', 'moonshotai'],
    ['deepinfra/meta/llama', 'deepinfra', 'deepinfra'],
    ['davinci-002', 'text-completion-openai', 'openai'],
    ['command-r', 'cohere_chat', 'cohere'],
  ])('but %s of %s is %s’s', (key, litellm_provider, provider) => {
    expect(namesOf(key, { litellm_provider })).toEqual([
      `${provider}/${key.replace(/^(fireworks_ai|azure|azure_ai|moonshot|deepinfra)\//, '')}`,
    ])
  })
})

describe('a price that cannot be expressed is not used', () => {
  test.each([
    ['images', { mode: 'image_generation' }],
    ['speech', { mode: 'audio_speech' }],
    ['searches', { mode: 'search', input_cost_per_query: 0.008 }],
    ['tiers of another kind', { tiered_pricing: [{ range: [0, 32_000] }] }],
    ['output that is sound', { output_cost_per_audio_token: 8e-5 }],
    ['output that is pictures', { output_cost_per_image_token: 3e-5 }],
    ['no input rate', { input_cost_per_token: null }],
    ['a rate that is no number', { output_cost_per_token: 'free' }],
  ])('%s', (_, fields) => {
    expect(namesOf('m', { litellm_provider: 'openai', ...fields })).toEqual([])
  })
})

test('free output is accepted for embeddings, and unknown for models with output', () => {
  const priced = (mode: string) =>
    parseLiteLlm(
      JSON.stringify({
        m: {
          litellm_provider: 'openai',
          mode,
          input_cost_per_token: 1e-6,
          output_cost_per_token: 0,
        },
      }),
    )
  expect(entriesOf(priced('embedding'))).toEqual({ 'openai/m': ['input 0.000001, output 0'] })
  expect(entriesOf(priced('chat'))).toEqual({ 'openai/m': ['input 0.000001'] })
})

test.each(['', 'null', '[]', '"x"', '{', '<html>'])('%j is not a price list', (text) => {
  expect(() => parseLiteLlm(text)).toThrow()
})
