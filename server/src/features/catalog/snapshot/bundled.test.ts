import { readFileSync } from 'node:fs'
import { waitForUpdate } from '@pydantic/genai-prices'
import { expect, test } from 'vitest'
import { bundledModels, toLines } from '../../../../../scripts/catalog-snapshot.ts'
import { ZERO } from '../../../domain/money.ts'
import { canonicalProvider, normalizeName } from '../names.ts'
import { readBundledEntries } from './load.ts'

const entries = readBundledEntries()
/** Gemini models before their release. */
const EXPERIMENTAL = /^gemini-(.+-)?exp-/
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('llm.json equals the output of the script for the installed source and the corrections', async () => {
  const made = toLines(bundledModels((await waitForUpdate()) ?? []))
  // Not toBe, because a diff of half a megabyte is useless. Run scripts/catalog-snapshot.ts.
  expect(made === read('llm.json')).toBe(true)
})

test('the license notice of the source is stored next to its data', () => {
  expect(read('NOTICE.txt')).toContain('The MIT License (MIT)\n\nCopyright (c) Pydantic Services')
})

test('names are unique and normalized for lookups', () => {
  const seen = new Set<string>()
  for (const { provider, canonicalName } of entries) {
    const name = `${provider}/${canonicalName}`
    expect(seen.has(name), name).toBe(false)
    seen.add(name)
    expect(canonicalProvider(provider), name).toBe(provider)
    expect(normalizeName(canonicalName), name).toBe(canonicalName)
  }
  expect(seen.size).toBeGreaterThan(2_500)
})

test('every price has a rate, and only free and experimental models, and no service at all, cost nothing', () => {
  for (const { provider, canonicalName, isApi, prices } of entries) {
    const isNone = provider === 'piecework' && canonicalName === 'none'
    for (const { inputRate, outputRate, unitRate } of prices) {
      const rates = isApi ? [unitRate] : [inputRate, outputRate]
      const isFree = rates.every((rate) => rate === null || rate.eq(ZERO))
      const mayBeFree = isNone || /:free$/.test(canonicalName) || EXPERIMENTAL.test(canonicalName)
      expect(isFree, `${provider}/${canonicalName}`).toBe(mayBeFree)
    }
  }
})

test('services are sold in units of the size that their cost unit says', () => {
  const sizes = { million: '1000000', thousand: '1000' }
  for (const { canonicalName, isApi, costUnit, unitSize } of entries) {
    const [, word] = /^per (million|thousand) /.exec(costUnit) ?? []
    const expected = word === 'million' || word === 'thousand' ? sizes[word] : '1'
    expect(unitSize.toFixed(), canonicalName).toBe(expected)
    if (!isApi) expect(costUnit).toBe('per million tokens')
  }
})
