import { beforeAll, describe, expect, test } from 'vitest'
import { decimalFromJsonNumber } from '../../src/domain/money.ts'
import { createTestOrganization, must } from '../support/app.ts'
import { changeFacts } from '../support/change-facts.ts'
import { askCsv, readCsv } from '../support/csv.ts'
import { type Fields, givenParties, givenSubscription } from '../support/given.ts'
import { insertInvoice } from '../support/given-invoice.ts'
import { times, unknownModel } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'

const t = useTestApp({ now: () => new Date('2026-06-10T12:00:00Z') })
let stranger: Awaited<ReturnType<typeof createTestOrganization>>
let customerId: string
beforeAll(async () => {
  const { database, organization } = t
  for (const seed of [3, 5, 6]) {
    const world = { random: randomFrom(seed), database, organizationId: organization.id }
    await makeWorld(t.api, { ...world, tag: `${seed}` })
  }
  await must(t.api.record(unknownModel({ usageDate: '2026-02-01T00:00:00Z' })))
  const { rows } = await database.pool.query(
    `select customer_id from invoices where status <> 'draft' limit 1`,
  )
  customerId = rows[0].customer_id
  stranger = await createTestOrganization(t.dependencies)
})

const WINDOW = 'startDate=2026-01-01&endDate=2026-06-30'

/** Returns a JSON value as a CSV cell shows it. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return decimalFromJsonNumber(value)?.toFixed() ?? ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function cellsOf(row: Fields, before = ''): Record<string, string> {
  const parts = Object.entries(row).map(([name, value]) => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isNested
      ? cellsOf(value as Fields, `${before}${name}.`)
      : { [before + name]: cell(value) }
  })
  return Object.assign({}, ...parts)
}

/** Normalizes rows whose order is not significant. */
const sorted = (rows: Record<string, string>[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, of which a test knows a part.
type Body = any

/** URL, table, and the rows of the JSON answer. */
const TABLES: [url: string, table: string, rows: (body: Body) => Fields[]][] = [
  ['usage?', 'timeSeriesData', (body) => body.timeSeriesData],
  ['usage?groupBy=weekly&', 'timeSeriesData', (body) => body.timeSeriesData],
  ...['customer', 'agent', 'signal'].flatMap((by): typeof TABLES => [
    [
      `usage?breakdownBy=${by}&groupBy=monthly&`,
      'breakdownSummary',
      (body) => body.dimensionBreakdown.summary,
    ],
    [`usage?breakdownBy=${by}&`, 'breakdownTimeline', (body) => body.dimensionBreakdown.timeline],
    [
      `usage?breakdownBy=${by}&top=1&`,
      'breakdownSummary',
      (body) => body.dimensionBreakdown.summary,
    ],
  ]),
  ...['byDay', 'byCustomer', 'byAgent', 'bySignal', 'byPlan', 'byModel'].map(
    (table): (typeof TABLES)[0] => {
      return ['cost?', table, (body) => body[table]]
    },
  ),
  ['cost?top=2&', 'byCustomer', (body) => body.byCustomer],
  ...['bySubscription', 'byStrategy', 'byCurrency'].map((table): (typeof TABLES)[0] => {
    return ['revenue?', table, (body) => body[table]]
  }),
  ['revenue?top=1&', 'bySubscription', (body) => body.bySubscription],
  ['agent-earned?', 'byAgent', (body) => body.byAgent],
  ['agent-earned?', 'byCurrency', (body) => body.byCurrency],
  ['invoice-totals?', 'byCurrency', (body) => body.byCurrency],
  ['invoice-totals?', 'byStatus', (body) => body.byStatus],
  ...['customer', 'model', 'day'].map((by): (typeof TABLES)[0] => {
    return [`profitability?groupBy=${by}&top=1000&`, 'rows', (body) => body.rows]
  }),
  ['profitability?', 'totals', (body) => body.totals],
  ...['invoiced', 'voided', 'received', 'refunded', 'outstanding'].map(
    (table): (typeof TABLES)[0] => {
      return ['month-end?', table, (body) => body[table].rows]
    },
  ),
  ['month-end?', 'revenue', (body) => body.revenue],
  ['month-end?', 'taxes', (body) => body.taxes],
  [
    'reconciliation?',
    'checks',
    (body) =>
      body.checks.map((check: Fields & { differences: [] }) => ({
        ...check,
        differences: check.differences.length,
      })),
  ],
]

describe('a table as CSV has the rows of JSON', () => {
  test.each(TABLES)('/v1/analytics/%s %s', async (url, table, rows) => {
    for (const filter of ['', `&customerId=${customerId}`]) {
      const address = `/v1/analytics/${url}${WINDOW}${filter}`
      const expected = rows(await must(t.api.get(address))).map((row) => cellsOf(row))
      const found = await readCsv(t, `${address}&table=${table}`)
      if (filter === '') expect(expected.length).toBeGreaterThan(0)
      const [example] = expected
      if (example) expect(found.headings.toSorted()).toEqual(Object.keys(example).toSorted())
      expect(sorted(found.rows)).toEqual(sorted(expected))
    }
  })

  test('of one customer alone', async () => {
    const url = `/v1/customers/${customerId}/revenue?${WINDOW}`
    const { byStrategy } = await must(t.api.get(url))
    const { rows } = await readCsv(t, `${url}&table=byStrategy`)
    expect(rows).toEqual(byStrategy.map((row: Fields) => cellsOf(row)))
    const { status } = await askCsv(t, `/v1/customers/${customerId}/revenue`, stranger.secretKey)
    expect(status).toBe(404)
  })

  test('of every event, customer by customer', async () => {
    const all: Fields[] = []
    for (let page = 1; ; page += 1) {
      const url = `/v1/analytics/outcomes?${WINDOW}&limit=100&page=${page}`
      const { results, totalPages } = await must(t.api.get(url))
      all.push(...results)
      if (page >= totalPages) break
    }
    expect(all.length).toBeGreaterThan(100)
    const { rows } = await readCsv(t, `/v1/analytics/outcomes?${WINDOW}&limit=1`)
    // Not in the JSON of outcomes without an open settlement window; some have one.
    const cells = all.map((row) =>
      cellsOf({ ...row, provisionalQuantity: row.provisionalQuantity ?? null }),
    )
    expect(sorted(rows)).toEqual(sorted(cells))
    expect(all.some(({ provisionalQuantity }) => provisionalQuantity !== undefined)).toBe(true)
    const own = await readCsv(t, `/v1/analytics/outcomes?${WINDOW}&customerId=${customerId}`)
    expect(own.rows).toEqual(rows.filter((row) => row.customerId === customerId))
  })

  test('of each variant of MRR', async () => {
    const body = await must(t.api.get('/v1/analytics/mrr?variant=all'))
    const rows = ['canonical', 'runRate', 'committed'].flatMap((variant) => {
      const { byCurrency, dateRange = {}, asOf = '' } = body[variant]
      const { startDate = '', endDate = '' } = dateRange
      return byCurrency.map((one: Fields) => {
        return { variant, ...cellsOf(one), startDate, endDate, asOf }
      })
    })
    expect(rows.length).toBeGreaterThan(2)
    expect((await readCsv(t, '/v1/analytics/mrr?variant=all')).rows).toEqual(rows)
    const one = await readCsv(t, '/v1/analytics/mrr?variant=committed')
    expect(one.rows).toEqual(rows.filter(({ variant }) => variant === 'committed'))
  })
})

test('the default table is returned unless another is named, and the file is named after it', async () => {
  const { secretKey } = t.organization
  const disposition = async (url: string) =>
    (await askCsv(t, `/v1/analytics/${url}`, secretKey)).headers['content-disposition']
  expect(await disposition(`cost?${WINDOW}`)).toBe(
    'attachment; filename="cost-byDay-from-2026-01-01-to-2026-06-30.csv"',
  )
  expect(await disposition('revenue?table=byCurrency')).toContain('"revenue-byCurrency.csv"')
  expect(await disposition('mrr')).toContain('"mrr.csv"')
})

test('an unknown table and a missing breakdown are refused with the valid ones', async () => {
  const refusal = async (url: string) => {
    const { status, body } = await askCsv(t, `/v1/analytics/${url}`, t.organization.secretKey)
    return [status, String(JSON.parse(body).message)] as const
  }
  const [status, message] = await refusal('cost?table=byMoon')
  expect(status).toBe(400)
  for (const table of ['byDay', 'byCustomer', 'byModel']) expect(message).toContain(table)
  expect(await refusal('usage?table=breakdownSummary')).toEqual([
    400,
    'table breakdownSummary needs breakdownBy: customer, signal, agent',
  ])
})

test('days beyond those that JSON lists have rows of their own', async () => {
  const url = `/v1/analytics/profitability?groupBy=day&${WINDOW}`
  const { rows: listed } = await must(t.api.get(url))
  expect(listed.filter(({ key }: Fields) => key === null).length).toBeGreaterThan(0)
  const { rows } = await readCsv(t, url)
  expect(rows.length).toBeGreaterThan(listed.length)
  expect(rows.every(({ kind, key }) => key !== '' || kind === 'rounding')).toBe(true)
})

test('the table selected for CSV does not filter the answer in JSON', async () => {
  const { filters } = await must(t.api.get(`/v1/analytics/cost?table=byModel&top=5`))
  expect(filters).toEqual({ top: 5 })
})

test('another organization gets headings and its own rows only', async () => {
  for (const [url, table] of TABLES) {
    const address = `/v1/analytics/${url}${WINDOW}&customerId=${customerId}&table=${table}`
    const { headings, rows } = await readCsv(t, address, stranger.secretKey)
    expect(headings.length, address).toBeGreaterThan(1)
    for (const row of rows) {
      const { name: _, date: __, compared, ...figures } = row
      for (const [heading, value] of Object.entries(figures)) {
        if (!/Id$|Name$|^says$|^hasMore$/.test(heading)) expect(Number(value), address).toBe(0)
      }
      expect(Number(compared ?? 0)).toBe(0)
      expect(JSON.stringify(row)).not.toContain(customerId)
    }
  }
})

test('lists every differing row, beyond the limit of JSON', async () => {
  const { pool } = t.database
  const url = '/v1/analytics/reconciliation?startDate=2025-12-01&endDate=2026-07-01'
  expect((await readCsv(t, url)).rows).toEqual([])
  await changeFacts(pool, 'update usage_days set quantity = quantity + 1')
  try {
    const { rows } = await readCsv(t, url)
    const { rows: days } = await pool.query(
      `select count(*)::int as count from (
         select from usage_days group by customer_id, agent_id, signal_id, day) places`,
    )
    expect(days[0].count).toBeGreaterThan(100)
    // Sums computed from the days differ too.
    const ofDays = rows.filter(({ check }) => check === 'days_equal_quarter_hours')
    expect(ofDays).toHaveLength(days[0].count)
    const { checks } = await must(t.api.get(url))
    expect(checks.find((one: Fields) => one.hasMore)).toMatchObject({ name: ofDays[0]?.check })
  } finally {
    await changeFacts(pool, 'update usage_days set quantity = quantity - 1')
  }
})

test('a closed month has all its rows, also beyond the thousand of JSON', async () => {
  const many = 1_050
  const parties = await givenParties(t.api)
  const subscription = await givenSubscription(t.api, { ...parties, startDate: '2026-01-01' })
  const ids: string[] = []
  for (const day of times(many, (index) => index)) {
    const periodStart = new Date(Date.UTC(1990, 0, 1 + day)).toISOString()
    const periodEnd = new Date(Date.UTC(1990, 0, 2 + day)).toISOString()
    const of = { organizationId: stranger.id, customerId: parties.customerId }
    const row = { ...of, subscriptionId: subscription.id, periodStart, periodEnd }
    ids.push((await insertInvoice(t, row)).id)
  }
  for (const table of ['invoiced', 'outstanding']) {
    const { rows } = await readCsv(t, `/v1/analytics/month-end?table=${table}`, stranger.secretKey)
    expect(rows.map(({ invoiceId }) => invoiceId)).toEqual(ids)
  }
})
