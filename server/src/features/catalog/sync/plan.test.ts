import { describe, expect, test } from 'vitest'
import { decimal } from '../../../domain/money.ts'
import type { PriceRow } from '../price-row.ts'
import type { EntryRow } from '../queries.ts'
import { anEntryRow, aPriceRow } from '../test-support.ts'
import { planSync, type SyncPlan } from './plan.ts'
import type { SourceList, SourceModel } from './statement.ts'

const NOW = new Date('2026-10-01T12:00:00Z')
const EARLIER = new Date('2026-09-01T00:00:00Z')

/** Builds a model priced in USD per million tokens of input and output. */
function model(name: string, input: string, output = '4', cacheRead?: string): SourceModel {
  const perToken = (rate: string) => decimal(rate).div(decimal('1000000'))
  return {
    provider: 'openai',
    name,
    displayName: name,
    externalId: name,
    contextWindow: 1000,
    statement: {
      rates: {
        input: perToken(input),
        output: perToken(output),
        ...(cacheRead ? { cacheRead: perToken(cacheRead) } : {}),
      },
      longContext: [],
    },
  }
}

const entry = anEntryRow({ id: 'entry', canonicalName: 'm' })
const bundled = aPriceRow({
  inputRate: decimal('1'),
  outputRate: decimal('4'),
  cacheReadRate: decimal('0.1'),
})
const fromLiteLlm = (inputRate: string, rest: Partial<PriceRow> = {}) =>
  aPriceRow({
    source: 'litellm',
    inputRate: decimal(inputRate),
    outputRate: decimal('4'),
    effectiveFrom: EARLIER,
    createdAt: EARLIER,
    ...rest,
  })

type Given = { entries?: EntryRow[]; prices?: PriceRow[]; unpriced?: SourceList['unpriced'] }

function planned(models: SourceModel[], given: Given = {}): SyncPlan {
  const { entries = [entry], prices = [bundled], unpriced = [] } = given
  const list = { models, unpriced }
  const result = planSync({ source: 'litellm', list, now: NOW }, { entries, prices })
  if (result.kind === 'refused') throw new Error(result.reason)
  return result.plan
}

/** Returns the prices that a sync adds, as `start: input/output/cacheRead (reason)`. */
function newPrices(models: SourceModel[], given?: Given): string[] {
  return planned(models, given).newPrices.map(
    ({ effectiveFrom, inputRate, outputRate, cacheReadRate, quarantineReason }) =>
      `${effectiveFrom?.toISOString().slice(0, 10) ?? 'always'}: ` +
      `${inputRate}/${outputRate}/${cacheReadRate}${quarantineReason ? ' quarantined' : ''}`,
  )
}

describe('a model that the catalog does not know', () => {
  test('is added, with a price that also applies to the past', () => {
    const { newEntries, counts } = planned([model('new', '1')])
    expect(newEntries).toMatchObject([
      { provider: 'openai', canonicalName: 'new', acceptsDateSuffix: false, contextWindow: 1000 },
    ])
    expect(counts.added).toBe(1)
    expect(newPrices([model('new', '1')])).toEqual(['always: 1/4/null'])
  })

  test.each([
    ['nothing', model('new', '0', '0')],
    ['less than nothing', model('new', '-1')],
  ])('is not added at a price of %s', (_, offered) => {
    expect(planned([offered])).toMatchObject({ newEntries: [], counts: { skipped: 1 } })
  })

  test('is added as free where its name says so', () => {
    expect(newPrices([model('new:free', '0', '0')])).toEqual(['always: 0/0/null'])
  })

  test('is added when only its output is free, as of embeddings', () => {
    expect(newPrices([model('embed', '0.02', '0')])).toEqual(['always: 0.02/0/null'])
  })
})

describe('the price of a known entry', () => {
  test('stays when the source says the same', () => {
    expect(planned([model('m', '1')])).toMatchObject({ newPrices: [], counts: { unchanged: 1 } })
  })

  test('changes from now on, and keeps the rates that the source does not mention', () => {
    expect(newPrices([model('m', '2')])).toEqual(['2026-10-01: 2/4/0.1'])
    expect(newPrices([model('m', '1', '4', '0.05')])).toEqual(['2026-10-01: 1/4/0.05'])
    expect(planned([model('m', '2')]).counts.priceChanged).toBe(1)
  })

  test('gets stated service tiers and one-hour rates from now on, once', () => {
    const stated = model('m', '1')
    const { statement } = stated
    const perToken = (rate: string) => decimal(rate).div(decimal('1000000'))
    const rates = { ...statement.rates, cacheWrite1h: perToken('2') }
    const batch = { input: perToken('0.5'), output: perToken('2') }
    const serviceTiers = [{ serviceTier: 'batch', rates: batch, longContext: [] }]
    const offered = [{ ...stated, statement: { rates, longContext: [], serviceTiers } }]
    const [price, ...more] = planned(offered).newPrices
    if (!price) return expect.unreachable('a new price')
    expect(more).toEqual([])
    expect(price).toMatchObject({
      effectiveFrom: NOW,
      cacheWrite1hRate: decimal('2'),
      serviceTiers: [
        { serviceTier: 'batch', input: '0.5', output: '2', cacheRead: '0.1', cacheWrite: null },
      ],
    })
    const { quarantineReason: _, ...accepted } = price
    const stored = aPriceRow({ ...accepted, source: 'litellm', createdAt: NOW })
    expect(newPrices(offered, { prices: [bundled, stored] })).toEqual([])
    expect(newPrices([stated], { prices: [bundled, stored] })).toEqual([])
    const changed = planned([model('m', '1.5')], { prices: [bundled, stored] }).newPrices
    expect(changed).toMatchObject([
      { cacheWrite1hRate: decimal('2'), serviceTiers: price.serviceTiers },
    ])
  })

  test('is quarantined with an implausible tier, and a new model with one is skipped', () => {
    const perToken = (rate: string) => decimal(rate).div(decimal('1000000'))
    const withTier = (offered: SourceModel): SourceModel => {
      const rates = { input: perToken('50'), output: perToken('4') }
      const serviceTiers = [{ serviceTier: 'priority', rates, longContext: [] }]
      return { ...offered, statement: { ...offered.statement, serviceTiers } }
    }
    expect(planned([withTier(model('m', '1'))]).newPrices[0]?.quarantineReason).toMatch(
      /^The input rate of the tier priority changes more than tenfold/,
    )
    expect(planned([withTier(model('new', '1'))]).counts.skipped).toBe(1)
  })

  test('is quarantined when the change is implausible', () => {
    for (const input of ['11', '0', '0.09', '-1']) {
      const offered = [model('m', input)]
      expect(planned(offered).counts).toMatchObject({ quarantined: 1, priceChanged: 0 })
      const stored = input === '-1' ? 'null' : input
      expect(newPrices(offered)).toEqual([`2026-10-01: ${stored}/4/0.1 quarantined`])
    }
  })

  test('is compared with the price in force, not with older ones', () => {
    const prices = [bundled, fromLiteLlm('5')]
    expect(newPrices([model('m', '5')], { prices })).toEqual([])
    expect(newPrices([model('m', '20')], { prices })).toEqual(['2026-10-01: 20/4/null'])
    expect(newPrices([model('m', '1')], { prices })).toEqual(['2026-10-01: 1/4/null'])
  })

  test.each(['quarantined', 'rejected'] as const)(
    'is not %s again when the source only repeats itself',
    (status) => {
      const prices = [bundled, fromLiteLlm('11', { status })]
      expect(planned([model('m', '11')], { prices })).toMatchObject({
        newPrices: [],
        counts: { unchanged: 1 },
      })
      expect(newPrices([model('m', '12')], { prices })).toEqual([
        '2026-10-01: 12/4/0.1 quarantined',
      ])
    },
  )

  test('does not go back and forth between sources that disagree', () => {
    const router = aPriceRow({
      source: 'openrouter',
      inputRate: decimal('3'),
      outputRate: decimal('4'),
      effectiveFrom: new Date('2026-09-02'),
      createdAt: new Date('2026-09-02'),
    })
    const prices = [bundled, fromLiteLlm('2'), router]
    expect(newPrices([model('m', '2')], { prices })).toEqual([])
    expect(newPrices([model('m', '2.5')], { prices })).toEqual(['2026-10-01: 2.5/4/null'])
  })

  test('stays when it depends on the hour, or is not for tokens', () => {
    const peak = aPriceRow({ inputRate: decimal('2'), dailyFrom: '01:00:00', dailyTo: '04:00:00' })
    expect(planned([model('m', '5')], { prices: [bundled, peak] }).counts.skipped).toBe(1)
    const service = { ...entry, isApi: true }
    expect(planned([model('m', '5')], { entries: [service] }).counts.skipped).toBe(1)
  })

  test('changes again once a later all-day price has replaced those for some hours', () => {
    const night = aPriceRow({
      inputRate: decimal('2'),
      effectiveFrom: new Date('2025-02-26T16:30:00Z'),
      dailyFrom: '16:30:00',
      dailyTo: '00:30:00',
    })
    const later = { ...bundled, effectiveFrom: new Date('2025-09-05T16:00:00Z') }
    const skipped = (...prices: PriceRow[]) => planned([model('m', '5')], { prices }).counts.skipped
    expect(skipped(bundled, night)).toBe(1)
    expect(skipped(bundled, night, later)).toBe(0)
  })

  test('is stored for the unit size of its entry', () => {
    const perThousand = { ...entry, unitSize: decimal('1000') }
    const prices = [aPriceRow({ inputRate: decimal('0.001'), outputRate: decimal('0.004') })]
    expect(newPrices([model('m', '2')], { entries: [perThousand], prices })).toEqual([
      '2026-10-01: 0.002/0.004/null',
    ])
  })

  test('applies to the past when it is the first known price', () => {
    expect(newPrices([model('m', '2')], { prices: [] })).toEqual(['always: 2/4/null'])
  })
})

describe('entries that came from the source', () => {
  const own = (names: string[], rest: Partial<EntryRow> = {}) =>
    names.map((name) => anEntryRow({ id: name, canonicalName: name, source: 'litellm', ...rest }))
  const four = own(['a', 'b', 'c', 'd'])
  const offered = ['a', 'b', 'c'].map((name) => model(name, '1'))

  test('are deactivated when it no longer offers them', () => {
    expect(planned(offered, { entries: [...four, entry] })).toMatchObject({
      deactivate: ['d'],
      counts: { deactivated: 1 },
    })
  })

  test('stay active while they are offered, even without a usable price', () => {
    const unpriced = [{ provider: 'openai', name: 'd' }]
    expect(planned(offered, { entries: four, unpriced }).deactivate).toEqual([])
  })

  test('come back when they are offered again', () => {
    const entries = [...own(['a', 'b', 'c']), ...own(['d'], { isActive: false })]
    const plan = planned([...offered, model('d', '1')], { entries })
    expect(plan).toMatchObject({ reactivate: ['d'], newEntries: [], counts: { reactivated: 1 } })
  })

  test('of another source are not touched', () => {
    const entries = [entry, anEntryRow({ id: 'r', canonicalName: 'r', source: 'openrouter' })]
    expect(planned(offered, { entries }).deactivate).toEqual([])
  })
})

describe('a list is refused as a whole', () => {
  const refusal = (models: SourceModel[], entries: EntryRow[] = []) =>
    planSync(
      { source: 'litellm', list: { models, unpriced: [] }, now: NOW },
      { entries, prices: [] },
    )

  test('when it holds nothing', () => {
    expect(refusal([])).toEqual({ kind: 'refused', reason: 'it holds no priced model' })
  })

  test('when it lost a third of the entries of the source', () => {
    const entries = ['a', 'b', 'c'].map((name) =>
      anEntryRow({ id: name, canonicalName: name, source: 'litellm' }),
    )
    expect(refusal([model('a', '1'), model('b', '1'), model('new', '1')], entries)).toEqual({
      kind: 'refused',
      reason: '1 of its 3 active entries are missing from it',
    })
  })
})
