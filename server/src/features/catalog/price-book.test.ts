import { describe, expect, test } from 'vitest'
import { costService } from '../../domain/cost.ts'
import {
  createPriceBook,
  resolveEntry,
  resolveForOrganization,
  withOrganizations,
} from './price-book.ts'
import { aBundledPrice, anEntryRow, bundledPriceBook, toBookEntry } from './test-support.ts'

const bundled = bundledPriceBook()

function resolved(provider: string, model: string): string | undefined {
  return resolveEntry(bundled, provider, model)?.id
}

describe('a pair of names means one entry of the bundled list', () => {
  test.each([
    ['openai', 'gpt-4o', 'openai/gpt-4o'],
    [' OpenAI ', ' GPT-4o\t', 'openai/gpt-4o'],
    ['openai', 'openai/gpt-4o', 'openai/gpt-4o'],
    ['OPENAI', 'OpenAI/GPT-4o-2024-08-06', 'openai/gpt-4o-2024-08-06'],
    ['openai', 'gpt-4o-2024-05-13', 'openai/gpt-4o-2024-05-13'],
    ['anthropic', 'claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
    ['anthropic', 'claude-sonnet-4-5-20250929', 'anthropic/claude-sonnet-4-5'],
    ['anthropic', 'claude-sonnet-4-20250514', 'anthropic/claude-sonnet-4-20250514'],
    ['anthropic', 'claude-3-opus-20240229', 'anthropic/claude-3-opus'],
    ['anthropic', 'claude-3-5-haiku-20241022', 'anthropic/claude-3-5-haiku'],
    ['vertex_ai', 'claude-sonnet-4-5@20250929', 'google/claude-sonnet-4-5'],
    ['gemini', 'gemini-2.5-pro', 'google/gemini-2.5-pro'],
    ['google', 'gemini/gemini-2.5-flash', 'google/gemini-2.5-flash'],
    ['azure_openai', 'gpt-4o', 'azure/gpt-4o'],
    ['azure', 'azure/gpt-4o-mini', 'azure/gpt-4o-mini'],
    ['x-ai', 'grok-4', 'xai/grok-4'],
    ['x-ai', 'x-ai/grok-4', 'xai/grok-4'],
    [
      'bedrock',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'aws/us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    ],
    ['openrouter', 'openai/gpt-4o', 'openrouter/openai/gpt-4o'],
    ['openrouter', 'openrouter/openai/gpt-4o', 'openrouter/openai/gpt-4o'],
    ['twilio', 'Twilio-SMS-US', 'twilio/twilio-sms-us'],
  ])('%s %s', (provider, model, id) => {
    expect(resolved(provider, model)).toBe(id)
  })
})

describe('an unlisted name never gets the price of a similar one', () => {
  test.each([
    ['openai', 'gpt-4o-mini-foo'],
    ['openai', 'gpt-4o-foo'],
    ['openai', 'gpt-4'.repeat(2)],
    ['openai', 'gpt-4o-2024-13-45'],
    // An unlisted release may have another price, as gpt-4o-2024-05-13 does.
    ['openai', 'gpt-4o-2027-01-01'],
    ['openai', 'gpt-4o-20240806'],
    ['openai', 'gpt'],
    ['openai', 'ft:gpt-4o-2024-08-06:acme::abc'],
    ['openai', 'gpt-4o@latest'],
    ['google', 'gemini-2.0-flash-exp'],
    ['google', 'gemini-2.5-pro-foo'],
    ['google', 'gemini-2.5'],
    ['anthropic', 'claude-sonnet-4-5-foo'],
    ['anthropic', 'claude-sonnet-4-5-v2'],
    ['anthropic', 'claude-sonnet-4-5-20251332'],
    ['anthropic', 'claude'],
    ['anthropic', 'claude-opus-4-20240101'],
    ['deepseek', 'deepseek-chat-v9'],
    ['bedrock', 'eu.meta.llama3-2-1b-instruct-v1:0'],
    ['openai', 'azure/gpt-4o'],
    ['openai', 'openai/openai/gpt-4o'],
    ['azure', 'deepseek-chat'],
    ['open ai', 'gpt-4o'],
    ['openai', ''],
    ['', 'gpt-4o'],
    ['openai', '__proto__'],
    ['constructor', 'gpt-4o'],
  ])('%s %s', (provider, model) => {
    expect(resolved(provider, model)).toBeUndefined()
  })
})

describe('the bundled prices', () => {
  const usage = {
    inputTokens: 1_000_000,
    outputTokens: 1_000_000,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    quantity: 1000,
    cacheWrite1hTokens: 0,
    serviceTier: null,
    calls: 1,
  }
  const at = (provider: string, model: string, time: string, inputTokens = 100_000) => {
    const entry = resolveEntry(bundled, provider, model)
    if (!entry) return 'unknown'
    const result = costService(entry, { ...usage, inputTokens }, Date.parse(time))
    return result.kind === 'costed' ? String(result.cost) : result.reason
  }

  test.each([
    // 100,000 tokens in and 1,000,000 out, or 1,000 units.
    ['openai', 'gpt-4o', '2026-09-01T00:00:00Z', '10.25'],
    ['openai', 'gpt-4o-2024-05-13', '2026-09-01T00:00:00Z', '15.5'],
    ['openai', 'o3', '2025-06-09T00:00:00Z', '41'],
    ['openai', 'o3', '2025-06-10T00:00:00Z', '8.2'],
    ['anthropic', 'claude-sonnet-4-5', '2026-09-01T00:00:00Z', '15.3'],
    ['openrouter', 'deepseek/deepseek-r1:free', '2026-09-01T00:00:00Z', '0'],
    ['twilio', 'twilio-sms-us', '2026-09-01T00:00:00Z', '8.3'],
    ['pinecone', 'pinecone-storage', '2026-09-01T00:00:00Z', '330'],
    // Priced by the hour of the day, from the day on which that pricing began.
    ['deepseek', 'deepseek-v4-pro', '2026-08-16T02:00:00Z', '0.9135'],
    ['deepseek', 'deepseek-v4-pro', '2026-08-17T00:30:00Z', '2.046'],
    ['deepseek', 'deepseek-v4-pro', '2026-08-17T02:00:00Z', '4.092'],
    ['deepseek', 'deepseek-v4-pro', '2026-08-17T05:00:00Z', '2.046'],
    ['deepseek', 'deepseek-v4-pro', '2026-08-17T09:59:00Z', '4.092'],
  ])('%s %s at %s costs %s USD', (provider, model, time, cost) => {
    expect(at(provider, model, time)).toBe(cost)
  })

  test('a long call pays the long-context rates for all of its tokens', () => {
    expect(at('google', 'gemini-2.5-pro', '2026-09-01T00:00:00Z', 200_000)).toBe('10.25')
    expect(at('google', 'gemini-2.5-pro', '2026-09-01T00:00:00Z', 200_001)).toBe('15.5000025')
  })
})

describe('an organization’s mapping', () => {
  const catalog = createPriceBook(
    ['gpt-4o', 'gpt-4o-mini'].map((canonicalName) =>
      toBookEntry({ ...anEntryRow({ canonicalName }), prices: [aBundledPrice()] }),
    ),
    { mappings: [], costRates: [] },
  )
  const mapping = {
    organizationId: 'acme',
    sourceProvider: 'acme-gateway',
    sourceModel: 'fast',
    catalogEntryId: 'openai/gpt-4o-mini',
  }
  const own = { ...mapping, sourceProvider: 'openai', sourceModel: 'gpt-4o' }
  const book = withOrganizations(catalog, {
    mappings: [mapping, own, { ...mapping, sourceModel: 'lost', catalogEntryId: 'gone' }],
    costRates: [],
  })
  const resolve = (organizationId: string, provider: string, model: string) =>
    resolveForOrganization(book, { organizationId, provider, model })?.id

  test('prices names that the catalog does not know', () => {
    expect(resolve('acme', ' Acme-Gateway', 'FAST ')).toBe('openai/gpt-4o-mini')
  })

  test('comes before the catalog', () => {
    expect(resolve('acme', 'openai', 'gpt-4o')).toBe('openai/gpt-4o-mini')
    expect(resolve('other', 'openai', 'gpt-4o')).toBe('openai/gpt-4o')
  })

  test('applies only to that organization', () => {
    expect(resolve('other', 'acme-gateway', 'fast')).toBeUndefined()
  })

  test('applies to exactly the pair that was mapped', () => {
    expect(resolve('acme', 'acme-gateway', 'fast-20250101')).toBeUndefined()
    expect(resolve('acme', 'acme', 'gateway-fast')).toBeUndefined()
    expect(resolve('acme', 'acme-gateway', 'lost')).toBeUndefined()
  })
})

test('a name with a date suffix resolves only where the entry accepts one', () => {
  const entries = [true, false].map((acceptsDateSuffix) =>
    toBookEntry({
      ...anEntryRow({ canonicalName: acceptsDateSuffix ? 'open' : 'strict', acceptsDateSuffix }),
      prices: [],
    }),
  )
  const book = createPriceBook(entries, { mappings: [], costRates: [] })
  expect(resolveEntry(book, 'openai', 'open-20250101')?.id).toBe('openai/open')
  expect(resolveEntry(book, 'openai', 'open-2025-01-01')?.id).toBe('openai/open')
  expect(resolveEntry(book, 'openai', 'open@20250101')?.id).toBe('openai/open')
  expect(resolveEntry(book, 'openai', 'open-20250101-20250101')).toBeUndefined()
  expect(resolveEntry(book, 'openai', 'strict-20250101')).toBeUndefined()
})

test('cached results are identical, and the cache stays bounded', () => {
  const book = bundledPriceBook()
  for (let round = 0; round < 2; round += 1) {
    expect(resolveEntry(book, 'openai', 'gpt-4o')?.id).toBe('openai/gpt-4o')
    expect(resolveEntry(book, 'openai', 'nothing')).toBeUndefined()
  }
  for (let index = 0; index < 50_000; index += 1) resolveEntry(book, 'openai', `model-${index}`)
  expect(book.memo.size).toBeLessThanOrEqual(20_000)
  const size = book.memo.size
  expect(resolveEntry(book, 'openai', 'x'.repeat(10_000))).toBeUndefined()
  expect(book.memo.size).toBe(size)
})
