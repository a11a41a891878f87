import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  CACHED_BESIDE,
  COST,
  DECLARED,
  LOG_CALLS,
  METADATA_PREFIXES,
  MODEL,
  PROVIDER,
  SERVICE,
  SERVICE_TIER,
  type Spelling,
  SUGGESTED_AGENT,
  SUGGESTED_CUSTOMER,
  TOKENS,
} from './names.ts'

const FIELDS: Record<string, readonly Spelling[]> = {
  ...{ model: MODEL, provider: PROVIDER, ...TOKENS, cost: COST, serviceTier: SERVICE_TIER },
  ...{
    customer: SUGGESTED_CUSTOMER,
    agent: SUGGESTED_AGENT,
    service: SERVICE,
    prefixes: METADATA_PREFIXES,
  },
}

test('every spelling says where it was read, and is listed once', () => {
  for (const [field, spellings] of Object.entries(FIELDS)) {
    const names = spellings.map(({ name }) => name)
    expect(new Set(names).size, field).toBe(names.length)
    // The names of Piecework are its own.
    for (const { name, readIn } of spellings.filter((one) => one.name !== '')) {
      expect(readIn, name).toMatch(/\d/)
    }
  }
})

test('the guide lists every spelling', () => {
  const url = new URL('../../../../docs/traces-sources.md', import.meta.url)
  const guide = readFileSync(url, 'utf8')
  const names = [
    ...Object.values(FIELDS).flatMap((spellings) => spellings.map(({ name }) => name)),
    ...Object.values(DECLARED),
    ...CACHED_BESIDE,
    ...LOG_CALLS.flatMap(({ events, model, input, output, cacheRead }) => [
      ...events.filter((event) => event.includes('.')),
      ...[model, input, output, cacheRead],
    ]),
  ].filter((name) => name !== '')
  expect(names.filter((name) => !guide.includes(`\`${name}`))).toEqual([])
})
