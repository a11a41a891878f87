import { expect, test } from 'vitest'
import { type Counts, tokensOf } from './counts.ts'

const NOT_BESIDE = { cached: false, reasoning: false }

test.each<[string, Counts, object]>([
  [
    'cached tokens are part of the input',
    { input: 1000, output: 10, cacheRead: 400, cacheWrite: 100 },
    { inputTokens: 1000, outputTokens: 10, cacheReadTokens: 400, cacheWriteTokens: 100 },
  ],
  [
    'cached tokens are added if the total has them beside the input',
    { input: 1000, output: 10, total: 1410, cacheRead: 400 },
    { inputTokens: 1400, outputTokens: 10, cacheReadTokens: 400 },
  ],
  [
    'reasoning is part of the output',
    { input: 5, output: 30, reasoning: 20 },
    { inputTokens: 5, outputTokens: 30 },
  ],
  [
    'reasoning is added if the total has it beside the output',
    { input: 5, output: 30, reasoning: 20, total: 55 },
    { inputTokens: 5, outputTokens: 50 },
  ],
  [
    'writes for one hour are part of the writes',
    { input: 500, output: 1, cacheWrite: 20, cacheWrite1h: 50 },
    { inputTokens: 500, outputTokens: 1, cacheWriteTokens: 50, cacheWrite1hTokens: 50 },
  ],
  ['input alone is usage, as of embeddings', { input: 9 }, { inputTokens: 9, outputTokens: 0 }],
])('%s', (_name, counts, expected) => {
  const warnings: string[] = []
  expect(tokensOf(counts, NOT_BESIDE, warnings)).toEqual(expected)
  expect(warnings).toEqual([])
})

test('cached tokens that are more than the input are added, and said so', () => {
  const warnings: string[] = []
  const counts = { input: 100, output: 10, cacheRead: 400 }
  expect(tokensOf(counts, NOT_BESIDE, warnings)).toEqual({
    inputTokens: 500,
    outputTokens: 10,
    cacheReadTokens: 400,
  })
  expect(warnings).toEqual(['400 cached tokens are more than 100 input tokens, and were added'])
})

test('a library that counts cached tokens beside the input needs no warning', () => {
  const warnings: string[] = []
  const counts = { input: 1000, output: 10, cacheRead: 400 }
  const tokens = tokensOf(counts, { cached: true, reasoning: false }, warnings)
  expect(tokens?.inputTokens).toBe(1400)
  expect(warnings).toEqual([])
})

test('reasoning that is more than the output is added, and said so', () => {
  const warnings: string[] = []
  const counts = { input: 1, output: 10, reasoning: 30 }
  expect(tokensOf(counts, NOT_BESIDE, warnings)?.outputTokens).toBe(40)
  expect(warnings).toHaveLength(1)
})

test('a call without tokens is no usage', () => {
  expect(tokensOf({ input: 0, output: 0 }, NOT_BESIDE, [])).toBeUndefined()
})
