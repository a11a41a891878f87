import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  AI_SDK_METADATA,
  COST,
  DECLARED,
  LANGFUSE_COST,
  LANGFUSE_USAGE,
  LITELLM_HIDDEN,
  LITELLM_USAGE,
  LOG_CALLS,
  MODEL,
  PROVIDER,
  SERVICE_TIER,
  SESSION,
  SUGGESTED_AGENT,
  SUGGESTED_CUSTOMER,
  TOKENS,
} from './names.ts'
import { readLogRecord } from './read-log.ts'
import { readSpan } from './read-span.ts'
import type { Attributes, AttributeValue, Reading, SourceLog, SourceSpan } from './span.ts'

const TOKENS_MAX = 1_000_000_000
const NAMES = [
  ...[MODEL, PROVIDER, COST, SERVICE_TIER, SUGGESTED_AGENT, SUGGESTED_CUSTOMER, SESSION],
  ...[AI_SDK_METADATA, LANGFUSE_USAGE, LANGFUSE_COST, LITELLM_HIDDEN, LITELLM_USAGE],
  ...Object.values(TOKENS),
]
  .flat()
  .map(({ name }) => name)
const ALL_NAMES = [
  ...NAMES,
  ...Object.values(DECLARED),
  ...['model', 'input_tokens', 'output_tokens', 'cache_read_tokens', 'cost_usd', 'speed'],
]

const json = fc.oneof(
  fc.json(),
  fc
    .dictionary(
      fc.constantFrom('input', 'output', 'total', 'cache_read_input_tokens', 'anthropic', 'openai'),
      fc.oneof(
        fc.integer(),
        fc.double(),
        fc.string(),
        fc.constant(null),
        fc.object({ maxDepth: 2 }),
      ),
    )
    .map((fields) => JSON.stringify(fields)),
)
const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.constantFrom<AttributeValue>(-1, -0, 1.5, 1e300, 2 ** 53, '-5', '1e3', '0x10', ' ', 'NaN'),
  fc.constantFrom<AttributeValue>('a'.repeat(256), 'a\nb', '\ud800', '9'.repeat(40), true, [], {}),
  fc.integer({ min: -10, max: 2_000_000_000 }),
  fc.double(),
  fc.string(),
  json,
  fc.array(fc.string()),
)
const hostile = fc.dictionary(fc.constantFrom(...ALL_NAMES), value, { maxKeys: 30 })
const scope = fc.constantFrom(
  ...['', 'ai', 'litellm', 'gcp.vertex.agent', '@traceloop/instrumentation-anthropic'],
  ...LOG_CALLS.map((call) => call.scope),
)

test('no attribute makes a reading fail, or a usage that a record would refuse', () => {
  fc.assert(
    fc.property(
      hostile,
      hostile,
      scope,
      fc.boolean(),
      (attributes, resource, scopeName, isError) => {
        const span = aSpan({ attributes, resource, scopeName, isError })
        expectUsable(readSpan(span))
        expect(readSpan(span)).toEqual(readSpan(span))
        const eventName = 'claude_code.api_request'
        expectUsable(readLogRecord(aLog({ attributes, resource, scopeName, eventName })))
        expectUsable(readLogRecord(aLog({ attributes, resource, scopeName })))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('attributes that are no counts never become usage', () => {
  const noCount = fc.constantFrom<AttributeValue>(
    ...[-5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, 2_000_000_000],
    ...['many', '-1', '1.5', '', '  ', true, [7], { tokens: 7 }],
  )
  const counts = fc.record({
    'gen_ai.usage.input_tokens': noCount,
    'gen_ai.usage.output_tokens': noCount,
    'llm.token_count.prompt': noCount,
  })
  fc.assert(
    fc.property(counts, (sent) => {
      const attributes = { ...sent, 'gen_ai.response.model': 'gpt-4o', 'gen_ai.system': 'openai' }
      const { usage, warnings } = readSpan(aSpan({ attributes }))
      expect(usage).toBeUndefined()
      const isNonsense = Object.values(sent).some((one) => one !== '')
      expect(warnings.length > 0).toBe(isNonsense)
    }),
  )
})

test('a name that a usage record would refuse is left out, and said so', () => {
  for (const name of ['a'.repeat(256), 'a\nb', '\ud800', ' ', 7, ['acme']]) {
    const { identity, warnings } = readSpan(aSpan({ attributes: { 'piecework.customer': name } }))
    expect(identity).toEqual({ fallback: {} })
    expect(warnings).toEqual([
      expect.stringMatching(/^piecework\.customer is .*no text of 1 to 255/),
    ])
  }
})

test('tokens without the name of a model are no usage', () => {
  const attributes = { 'gen_ai.usage.input_tokens': 5, 'gen_ai.usage.output_tokens': 7 }
  const { usage, warnings } = readSpan(aSpan({ attributes }))
  expect(usage).toBeUndefined()
  expect(warnings).toEqual(['Tokens without the name of a model were left out'])
})

function expectUsable({ usage, identity, warnings }: Reading): void {
  for (const warning of warnings) expect(warning.length).toBeLessThan(600)
  for (const name of [identity.customer, identity.agent, identity.signal]) {
    if (name !== undefined) expect(name).toMatch(/^[^\p{Cc}\u2028\u2029]{1,255}$/u)
  }
  if (identity.quantity !== undefined) expect(identity.quantity).toBeGreaterThanOrEqual(0)
  if (usage === undefined) return
  const { inputTokens, outputTokens } = usage
  const { cacheReadTokens = 0, cacheWriteTokens = 0, cacheWrite1hTokens = 0 } = usage
  for (const count of [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens]) {
    expect(Number.isSafeInteger(count) && count >= 0 && count <= TOKENS_MAX).toBe(true)
  }
  expect(inputTokens + outputTokens).toBeGreaterThan(0)
  expect(cacheReadTokens + cacheWriteTokens).toBeLessThanOrEqual(inputTokens)
  expect(cacheWrite1hTokens).toBeLessThanOrEqual(cacheWriteTokens)
  expect(usage.model.trim()).not.toBe('')
  if (usage.modelProvider !== undefined) expect(usage.modelProvider).not.toBe('')
  if (usage.reportedCostUsd !== undefined)
    expect(Number(usage.reportedCostUsd)).toBeGreaterThanOrEqual(0)
}

function aSpan(given: Partial<SourceSpan> & { attributes: Attributes }): SourceSpan {
  return {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    name: 'chat',
    resource: {},
    events: [],
    isError: false,
    ...given,
  }
}

const aLog = (given: Partial<SourceLog> & { attributes: Attributes }): SourceLog => ({
  resource: {},
  ...given,
})
