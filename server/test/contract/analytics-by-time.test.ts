import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { readCsv } from '../support/csv.ts'
import { FEE, givenDeal, TICKETS, tiered } from '../support/deal.ts'
import { GPT_4O, llm } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-05-15T12:00:00Z') })
const { api, organization } = useOrganizationPerTest(t)

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31'
const SEATS = { chargeType: 'seat_based', rate: 5 }
const POOL = tiered('call', 'credit_pool', [
  { lower: 0, upper: 10, rate: 99 },
  { lower: 10, upper: null, rate: 1 },
])
const SET_UP = { chargeType: 'onetime', rate: 99 }

type Bucket = { date: string; currency: string; revenue: number } & Record<string, number | string>
const revenue = (query: string) => must(api.get(`/v1/analytics/revenue?${query}`))
const sumOf = (buckets: readonly Bucket[], field: string) =>
  buckets.reduce((sum, bucket) => sum + Number(bucket[field]), 0)

describe('revenue by time', () => {
  test.each([
    ['daily', 31],
    ['weekly', 6],
    ['monthly', 1],
  ])(
    '%s has every bucket, and adds up to the revenue and to each of its kinds',
    async (by, count) => {
      const deal = await givenDeal(api, {
        prices: [TICKETS, FEE, SEATS, SET_UP],
        subscription: { seatsCount: 3 },
      })
      await deal.use('ticket', 12, '2026-03-05T10:00:00Z', GPT_4O)
      await deal.use('ticket', 3, '2026-03-20T10:00:00Z', GPT_4O)
      const answer = await revenue(`${MARCH}&groupBy=${by}`)
      expect(answer.timeSeries).toHaveLength(count)
      expect(sumOf(answer.timeSeries, 'revenue')).toBeCloseTo(answer.revenue, 8)
      for (const kind of ['usage', 'recurring', 'seat', 'onetime']) {
        expect(sumOf(answer.timeSeries, kind)).toBeCloseTo(answer.breakdown[kind], 8)
        expect(answer.breakdown[kind]).toBeGreaterThan(0)
      }
      const { timeSeries: _rows, filters, ...others } = answer
      const { timeSeries: _rest, ...rest } = others.rest
      const { filters: _none, ...alone } = await revenue(MARCH)
      expect({ ...others, rest }).toEqual(alone)
      expect(filters).toEqual({ groupBy: by })
    },
  )

  test('names the fees that fall on one day, and the share of each day', async () => {
    const deal = await givenDeal(api, { prices: [TICKETS, SET_UP, POOL] })
    await deal.use('ticket', 2, '2026-03-05T10:00:00Z', GPT_4O)
    const { timeSeries } = await revenue(`${MARCH}&groupBy=daily`)
    expect(timeSeries[0]).toMatchObject({ revenue: 198, oneDayFees: 198, revenuePercent: 99 })
    expect(timeSeries[4]).toMatchObject({ revenue: 2, oneDayFees: 0, revenuePercent: 1 })
    const { buckets } = await must(api.get(`/v1/analytics/overview?${MARCH}`))
    expect(buckets[0]).toMatchObject({ oneDayFees: 198, revenuePercent: 99, costPercent: 0 })
    const { byDay } = await must(api.get(`/v1/analytics/cost?${MARCH}`))
    expect(byDay[4]).toMatchObject({ costPercent: 100 })
    const onDay = 'startDate=2026-03-01&endDate=2026-03-01'
    const { byStrategy } = await revenue(onDay)
    expect(byStrategy.map(({ fees }: { fees: number }) => fees)).toEqual([99, 99])
  })

  test('has each currency separately, and the same rows as CSV', async () => {
    const [dollars, euros] = [{ prices: [FEE] }, { prices: [FEE], plan: { currency: 'EUR' } }]
    for (const fields of [dollars, euros]) await givenDeal(api, fields)
    const { timeSeries, byCurrency } = await revenue(`${MARCH}&groupBy=monthly`)
    expect(timeSeries.map(({ currency }: Bucket) => currency)).toEqual(['EUR', 'USD'])
    for (const one of byCurrency) {
      const own = timeSeries.filter(({ currency }: Bucket) => currency === one.currency)
      expect(sumOf(own, 'revenue')).toBeCloseTo(one.revenue, 8)
    }
    const url = `/v1/analytics/revenue?${MARCH}&groupBy=monthly&table=timeSeries`
    const { headings, rows } = await readCsv(t, url, organization.secretKey)
    expect(headings).toEqual(Object.keys(timeSeries[0]))
    expect(rows).toEqual(
      timeSeries.map((row: Bucket) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
      ),
    )
  })

  test('is zeros where nothing was earned, and is absent unless requested', async () => {
    const empty = await revenue('startDate=2020-01-01&endDate=2020-01-02&groupBy=daily')
    expect(empty.timeSeries.map(({ revenue: amount }: Bucket) => amount)).toEqual([0, 0])
    expect(await revenue(MARCH)).not.toHaveProperty('timeSeries')
  })
})

describe('profitability of each customer', () => {
  test('is one row with all kinds of amounts, lowest margin first, and adds up to all rows', async () => {
    const good = await givenDeal(api, { prices: [TICKETS, FEE], customer: { name: 'Good' } })
    await good.use('ticket', 10, '2026-03-05T10:00:00Z', GPT_4O)
    await givenDeal(api, { prices: [FEE], customer: { name: 'Quiet' } })
    // Has usage but no subscription, and is the only customer with a loss.
    const usageDate = '2026-03-06T10:00:00Z'
    await must(api.record(llm({ customerExternalId: 'loser', usageDate, ...GPT_4O })))
    const answer = await must(api.get(`/v1/analytics/profitability?${MARCH}&groupBy=customer`))
    type Row = { name: string; margin: number; revenue: number; cost: number }
    const byKey: Row[] = answer.byKey
    expect(byKey.map(({ name }) => name)).toEqual(['loser', 'Quiet', 'Good'])
    expect(byKey[0]?.margin).toBeLessThan(0)
    expect(byKey[2]).toMatchObject({ revenue: 59 })
    const total = (rows: Row[], field: 'revenue' | 'cost') =>
      rows.reduce((sum, row) => sum + row[field], 0)
    for (const field of ['revenue', 'cost'] as const) {
      expect(total(byKey, field)).toBeCloseTo(total(answer.rows, field), 8)
    }
  })
})

test.each(['cost?', 'profitability?groupBy=day&'])(
  'where each day is a row, %s says which dates to change, and takes as many as it says',
  async (path) => {
    const { status, body } = await api.get(
      `/v1/analytics/${path}startDate=2020-01-01&endDate=2026-03-31`,
    )
    expect([status, body.message[0]]).toEqual([
      400,
      expect.stringContaining('startDate must be at most 1500 days'),
    ])
    await must(api.get(`/v1/analytics/${path}startDate=2022-02-21&endDate=2026-03-31`))
  },
)
