import { describe, expect, test } from 'vitest'
import {
  canonicalProvider,
  isMadeForText,
  PROVIDER_ALIASES,
  withoutDateSuffix,
  withoutProviderPrefix,
} from './names.ts'

describe('canonicalProvider', () => {
  test.each([
    ['openai', 'openai'],
    ['  OpenAI ', 'openai'],
    ['x-ai', 'xai'],
    ['Gemini', 'google'],
    ['vertex_ai', 'google'],
    ['google-vertex', 'google'],
    ['bedrock', 'aws'],
    ['amazon-bedrock', 'aws'],
    ['Azure_OpenAI', 'azure'],
    ['az.ai.openai', 'azure'],
    ['together_ai', 'together'],
    ['fireworks_ai', 'fireworks'],
    ['mistralai', 'mistral'],
    ['moonshot', 'moonshotai'],
    ['voyageai', 'voyage'],
    ['acme-models', 'acme-models'],
  ])('%j is %s', (sent, provider) => {
    expect(canonicalProvider(sent)).toBe(provider)
  })

  test('an alias never names another alias', () => {
    for (const provider of PROVIDER_ALIASES.values()) {
      expect(PROVIDER_ALIASES.has(provider), provider).toBe(false)
    }
  })
})

describe('withoutDateSuffix', () => {
  test.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['claude-opus-4-1@20250805', 'claude-opus-4-1'],
    ['model-2024-02-29', 'model'],
  ])('%s is a dated %s', (name, base) => {
    expect(withoutDateSuffix(name)).toBe(base)
  })

  test.each([
    'gpt-4o',
    'model-2023-02-29', // not a leap year
    'model-20241301',
    'model-2024-00-10',
    'model-2024-01-32',
    'model-19991231', // no model is that old: an id, not a date
    'model-2024-1-1',
    'model20240101',
    'model_20240101',
    'model@2024-01-01',
    'model-2024-0101',
    'model-20240101-v1:0',
    'gemini-2.5-pro-exp-03-25',
    'gemini-2.0-flash-001',
    'grok-4-0709',
    '-20240101',
    '20240101',
  ])('%s ends in no release date', (name) => {
    expect(withoutDateSuffix(name)).toBeUndefined()
  })
})

describe('withoutProviderPrefix', () => {
  test.each([
    ['openai', 'openai/gpt-4o', 'gpt-4o'],
    ['google', 'gemini/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['google', 'vertex_ai/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['openrouter', 'openrouter/openai/gpt-4o', 'openai/gpt-4o'],
  ])('%s: %s is %s', (provider, name, bare) => {
    expect(withoutProviderPrefix(provider, name)).toBe(bare)
  })

  test.each([
    ['openai', 'azure/gpt-4o'],
    ['openai', 'gpt-4o'],
    ['openai', '/gpt-4o'],
    ['openrouter', 'openai/gpt-4o'],
    ['openai', 'openai-gpt-4o'],
  ])('%s: %s has another prefix or none', (provider, name) => {
    expect(withoutProviderPrefix(provider, name)).toBeUndefined()
  })
})

test.each([
  ['gpt-4o', true],
  ['gpt-4o-audio-preview', false],
  ['openai/gpt-audio-mini', false],
  ['gpt-realtime-2.1', false],
  ['gpt-4o-mini-transcribe', false],
  ['audiocraft-large', true],
])('isMadeForText(%s) is %s', (name, expected) => {
  expect(isMadeForText(name)).toBe(expected)
})
