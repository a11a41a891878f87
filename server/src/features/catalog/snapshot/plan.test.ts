import { describe, expect, test } from 'vitest'
import { decimal } from '../../../domain/money.ts'
import type { PriceRow } from '../price-row.ts'
import { aBundledPrice, anEntryRow, aPriceRow } from '../test-support.ts'
import { type BundledEntry, type BundledPrice, planSnapshot } from './plan.ts'

const NOW = new Date('2026-10-01T12:00:00Z')
const entry = anEntryRow()

function bundledWith(...prices: BundledPrice[]): BundledEntry {
  const { id: _, source: __, isActive: ___, ...described } = entry
  return { ...described, prices }
}

/** Returns the prices that the bundled list adds to the stored ones, as `start daily input`. */
function added(stored: PriceRow[], ...prices: BundledPrice[]): string[] {
  const { newPrices } = planSnapshot(
    { entries: [entry], prices: stored },
    [bundledWith(...prices)],
    NOW,
  )
  return newPrices.map(({ effectiveFrom, dailyFrom, inputRate }) =>
    [effectiveFrom?.toISOString() ?? 'always', dailyFrom, inputRate].filter(Boolean).join(' '),
  )
}

const always = (inputRate: string) => aBundledPrice({ inputRate: decimal(inputRate) })
const from = (day: string, inputRate: string) =>
  aBundledPrice({ inputRate: decimal(inputRate), effectiveFrom: new Date(`${day}T00:00:00Z`) })
const hours = (price: BundledPrice) => ({ ...price, dailyFrom: '01:00', dailyTo: '04:00' })
const row = (price: BundledPrice, rest: Partial<PriceRow> = {}) => aPriceRow({ ...price, ...rest })

describe('an entry that is not stored', () => {
  test('is added with all of its prices', () => {
    const bundled = bundledWith(always('1'), from('2027-01-01', '2'))
    const { newEntries, newPrices } = planSnapshot({ entries: [], prices: [] }, [bundled], NOW)
    expect(newEntries).toHaveLength(1)
    expect(newPrices.map(({ entryId }) => entryId)).toEqual([newEntries[0]?.id, newEntries[0]?.id])
  })
})

describe('an entry that is stored', () => {
  test('stays unchanged when only the notation of its numbers differs', () => {
    const price = always('2.5')
    expect(added([row({ ...price, inputRate: decimal('2.500') })], price)).toEqual([])
    const windowed = hours(from('2026-08-17', '3'))
    const stored = [row(price), row({ ...windowed, dailyFrom: '01:00:00', dailyTo: '04:00:00' })]
    expect(added(stored, price, windowed)).toEqual([])
  })

  test('gets published changes from their own dates, past and future', () => {
    expect(
      added([row(always('1'))], always('1'), from('2026-09-01', '2'), from('2027-01-01', '3')),
    ).toEqual(['2026-09-01T00:00:00.000Z 2', '2027-01-01T00:00:00.000Z 3'])
  })

  test('gets an undated change from now on, so that the past keeps its price', () => {
    expect(added([row(always('1'))], always('2'))).toEqual(['2026-10-01T12:00:00.000Z 2'])
  })

  test('gets it once: afterwards the new price is the one in force', () => {
    const stored = [row(always('1')), row({ ...always('2'), effectiveFrom: NOW })]
    expect(added(stored, always('2'))).toEqual([])
    expect(added(stored, always('1'))).toEqual(['2026-10-01T12:00:00.000Z 1'])
  })

  test.each([
    ['a rate of cache writes for one hour', { cacheWrite1hRate: decimal('2') }],
    ['a service tier', { serviceTiers: [{ serviceTier: 'batch', input: '0.5' }] }],
  ])('of an older version gets %s from now on, once', (_what, more) => {
    const price = { ...always('1'), ...more }
    expect(added([row(always('1'))], price)).toEqual(['2026-10-01T12:00:00.000Z 1'])
    expect(added([row(always('1')), row({ ...price, effectiveFrom: NOW })], price)).toEqual([])
  })

  test('compares tiers in any order and notation, with their long-context rates', () => {
    const long = (input: string) => [{ aboveInputTokens: 200_000, input }]
    const flex = { serviceTier: 'flex', input: '0.6' }
    const batch = (input: string, above: string) => ({
      serviceTier: 'batch',
      input,
      longContext: long(above),
    })
    const price = { ...always('1'), serviceTiers: [batch('0.5', '1'), flex] }
    const stored = row({ ...always('1'), serviceTiers: [flex, batch('0.50', '1.0')] })
    expect(added([stored], price)).toEqual([])
    expect(added([stored], { ...price, serviceTiers: [batch('0.5', '2'), flex] })).toHaveLength(1)
    expect(added([stored], { ...price, serviceTiers: [flex] })).toHaveLength(1)
  })

  test('gets a corrected dated price from now on', () => {
    const stored = [row(always('1')), row(from('2026-09-01', '2'))]
    expect(added(stored, always('1'), from('2026-09-01', '3'))).toEqual([
      '2026-10-01T12:00:00.000Z 3',
    ])
  })

  test('gets hours of the day and the rest of the day together', () => {
    expect(added([row(always('1'))], always('1'), hours(always('2')))).toEqual([
      '2026-10-01T12:00:00.000Z 1',
      '2026-10-01T12:00:00.000Z 01:00 2',
    ])
  })

  test('keeps later prices of a sync, except for prices with a published date', () => {
    const stored = [
      row(always('1')),
      row({ ...always('5'), effectiveFrom: new Date('2026-09-15') }, { source: 'litellm' }),
    ]
    expect(added(stored, always('2'))).toEqual([])
    expect(added(stored, always('1'), from('2027-01-01', '3'))).toEqual([
      '2027-01-01T00:00:00.000Z 3',
    ])
  })

  test('never gets rates that are for another unit', () => {
    const bundled = { ...bundledWith(always('9')), unitSize: decimal('1000') }
    const plan = planSnapshot({ entries: [entry], prices: [row(always('1'))] }, [bundled], NOW)
    expect(plan.newPrices).toEqual([])
  })

  test('updates its description only when that changed', () => {
    const stored = { entries: [entry], prices: [row(always('1'))] }
    const plan = (change: Partial<BundledEntry>) =>
      planSnapshot(stored, [{ ...bundledWith(always('1')), ...change }], NOW).descriptions
    expect(plan({})).toEqual([])
    expect(plan({ acceptsDateSuffix: true })).toEqual([
      { id: 'entry', displayName: 'GPT-4o', contextWindow: null, acceptsDateSuffix: true },
    ])
  })
})
