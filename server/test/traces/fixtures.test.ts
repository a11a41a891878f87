import { describe, expect, test } from 'vitest'
import { joinedIdentity } from '../../src/domain/traces/attribution.ts'
import type { Identity, Usage } from '../../src/domain/traces/span.ts'
import { resolveEntry } from '../../src/features/catalog/price-book.ts'
import { bundledPriceBook } from '../../src/features/catalog/test-support.ts'
import { FIXTURE_NAMES, type ReportedCall, readFixture } from './fixture.ts'

type Expected = {
  /** Attributes for customer, agent and outcome that the payload has. */
  identity?: Partial<Identity>
  /** Kinds of tokens that the exporter does not send. */
  omits?: readonly (keyof ReportedCall)[]
  /** Calls whose tokens the exporter does not send at all, by index. */
  missing?: readonly number[]
  /** What the exporter sends instead of what the provider reported, by index. */
  sent?: Readonly<Record<number, Partial<ReportedCall>>>
}

const DECLARED = {
  customer: 'acme',
  agent: 'support-agent',
  signal: 'ticket-resolved',
  quantity: 1,
}
const AI_SDK = { customer: 'acme', signal: 'ticket-resolved' }
const AI_SDK_RUN = { ...AI_SDK, agent: 'support-agent' }

const EXPECTED: Readonly<Record<string, Expected>> = {
  'opentelemetry-openai/chat': { identity: DECLARED, omits: ['cacheReadTokens'] },
  'opentelemetry-openai/responses': { identity: DECLARED, omits: ['cacheReadTokens'] },
  'opentelemetry-openai-protobuf/chat': { identity: DECLARED, omits: ['cacheReadTokens'] },
  // Neither a stream of chat completions nor embeddings have counts.
  'openinference/openai': { identity: DECLARED, missing: [1, 4] },
  'openinference/anthropic': { identity: DECLARED },
  'openinference-vercel/openai': { identity: AI_SDK },
  'openinference-vercel/anthropic': { identity: AI_SDK_RUN },
  // The counts of a stream are made from its text.
  'traceloop/openai': {
    identity: { fallback: { agent: 'support_agent' } },
    omits: ['cacheReadTokens'],
    sent: { 1: { inputTokens: 4, outputTokens: 2 } },
  },
  'traceloop/anthropic': {
    identity: { fallback: { agent: 'support_agent' } },
    omits: ['cacheWrite1hTokens'],
  },
  'langfuse/openai': {
    identity: { signal: 'ticket-resolved' },
    // A stream has the model that was asked for.
    sent: { 1: { model: 'gpt-5-mini' } },
  },
  'langfuse/generation': { identity: {}, omits: ['cacheWrite1hTokens'] },
  // A stream of chat completions has no counts unless the program asks for them.
  'ai-sdk-4/openai': { identity: AI_SDK, missing: [2] },
  'ai-sdk-4/anthropic': { identity: AI_SDK_RUN, omits: ['cacheWrite1hTokens'] },
  // Only a stream has the cached tokens of OpenAI.
  'ai-sdk-5/openai': {
    identity: AI_SDK,
    sent: { 0: { cacheReadTokens: 0 }, 1: { cacheReadTokens: 0 } },
  },
  'ai-sdk-5/anthropic': { identity: AI_SDK_RUN },
  'ai-sdk-5/google': { identity: AI_SDK },
  'ai-sdk-6/openai': { identity: AI_SDK },
  'ai-sdk-6/anthropic': { identity: AI_SDK_RUN },
  'ai-sdk-6/google': { identity: AI_SDK },
  'ai-sdk-7/openai': { identity: { fallback: { agent: 'answer-ticket' } } },
  'ai-sdk-7/anthropic': { identity: { agent: 'support-agent' }, omits: ['cacheWrite1hTokens'] },
  'ai-sdk-7/google': { identity: { fallback: { agent: 'answer-ticket' } } },
  'ai-sdk-7-legacy/openai': {},
  'ai-sdk-7-legacy/anthropic': { identity: { agent: 'support-agent' } },
  'claude-code/logs': {
    identity: {
      customer: 'acme',
      agent: 'coding-agent',
      run: '00000000-0000-4000-8000-000000000001',
      call: 'req_1',
    },
    omits: ['cacheWrite1hTokens'],
  },
  'codex/logs': {
    identity: { fallback: { service: 'codex_exec' } },
    sent: { 0: { model: 'gpt-5-mini' } },
  },
  'gemini-cli/logs': { identity: { run: 'session-1' } },
  'openlit/openai': { identity: DECLARED },
  'openlit/anthropic': {},
  'litellm/proxy': { identity: { fallback: { customer: 'acme', service: 'support-bot' } } },
  'openllmetry-python/anthropic': { identity: { customer: 'acme' } },
  'openllmetry-python/bedrock': {},
  'openllmetry-python/gemini': {},
  'openai-agents/openllmetry': { identity: { fallback: { agent: 'support_agent' } } },
  'openai-agents/openinference': { identity: { fallback: { agent: 'support_agent' } } },
  'google-adk/gemini': {
    identity: { fallback: { agent: 'support_agent' } },
    omits: ['cacheReadTokens'],
  },
}

const book = bundledPriceBook()

test('every fixture has an expectation', () => {
  expect(FIXTURE_NAMES.toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
})

describe.each(Object.entries(EXPECTED))('%s', (name, expected) => {
  const { usages, readings, calls } = readFixture(name)

  test('has exactly the tokens that the provider reported, by model', () => {
    expect(sumsOf(usages.map(withoutCost))).toEqual(sumsOf(callsExpected(calls, expected)))
  })

  test('has a price for each call', () => {
    const unpriced = usages.filter(
      ({ model, modelProvider = '' }) => resolveEntry(book, modelProvider, model) === undefined,
    )
    expect(unpriced).toEqual([])
  })

  test('names customer, agent and outcome', () => {
    const identities = readings.map((reading) => reading.identity)
    expect(identities.reduce(joinedIdentity)).toMatchObject(expected.identity ?? {})
  })

  test('warns of a call exactly if its tokens were not sent', () => {
    const missing = readings.flatMap(({ warnings }) =>
      warnings.filter((warning) => warning.includes('without its tokens')),
    )
    expect(missing).toHaveLength(expected.missing?.length ?? 0)
  })
})

type Tokens = Omit<Usage, 'modelProvider' | 'reportedCostUsd' | 'serviceTier'> & {
  provider: string
}

function withoutCost({ reportedCostUsd, serviceTier, modelProvider = '', ...tokens }: Usage) {
  const provider = resolveEntry(book, modelProvider, tokens.model)?.provider ?? modelProvider
  return { provider, ...tokens }
}

function callsExpected(calls: readonly ReportedCall[], expected: Expected): Tokens[] {
  const { missing = [], sent = {}, omits = [] } = expected
  return calls.flatMap((call, index) => {
    if (missing.includes(index)) return []
    const omitted = Object.fromEntries(omits.map((kind) => [kind, 0]))
    return [{ ...call, ...omitted, ...sent[index] }]
  })
}

/** Adds up the tokens by provider and model; kinds without tokens are left out. */
function sumsOf(calls: readonly Tokens[]): Record<string, Record<string, number>> {
  const sums: Record<string, Record<string, number>> = {}
  for (const { provider, model, ...tokens } of calls) {
    const key = `${provider}/${model}`
    const sum = sums[key] ?? {}
    sums[key] = sum
    for (const [kind, count] of Object.entries(tokens)) {
      if (count > 0) sum[kind] = (sum[kind] ?? 0) + count
    }
  }
  return sums
}
