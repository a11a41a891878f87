import { beforeAll, describe, expect, test } from 'vitest'
import { exportInvoices } from '../../src/features/invoices/list.ts'
import { exportPayments } from '../../src/features/payments/list.ts'
import { createTestOrganization, must } from '../support/app.ts'
import { changeFacts } from '../support/change-facts.ts'
import { readCsv } from '../support/csv.ts'
import { type Fields, givenParties, givenSubscription } from '../support/given.ts'
import { type GivenInvoice, givenInvoice, insertInvoice } from '../support/given-invoice.ts'
import { times } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const MANY = 1_050
const HOSTILE = `=cmd|'/c calc'!A1 "Ünï", \u202eבע`

let now = new Date('2026-01-10T12:00:00Z')
const t = useTestApp({ now: () => now })
let strangers: Awaited<ReturnType<typeof createTestOrganization>>
let acme: GivenInvoice
let many: { customerId: string; ids: string[] }

beforeAll(async () => {
  strangers = await createTestOrganization(t.dependencies)
  acme = await givenInvoice(t, { customer: { externalId: 'acme', name: HOSTILE } })
  await must(t.api.post(`${acme.url}/payments`, { amount: 40.5, method: 'cash', reference: '@' }))
  // Stored references may contain line breaks, which requests no longer allow.
  await t.database.pool.query(
    `update payments set version = version + 1, reference = e'@A1\\r\\n"x"' where reference = '@'`,
  )
  now = new Date('2026-02-11T12:00:00Z')
  const second = { amount: 59.5, method: 'check' }
  const { id } = await must(t.api.post(`${acme.url}/payments`, second))
  await must(t.api.post(`${acme.url}/payments/${id}/refund`, { amount: 9.25, reason: '-1+1' }))

  const { id: organizationId } = strangers
  const parties = await givenParties(t.api)
  const subscription = await givenSubscription(t.api, { ...parties, startDate: '2026-01-01' })
  const { customerId } = parties
  const ids: string[] = []
  for (const index of times(MANY, (at) => at)) {
    const periodStart = new Date(Date.UTC(1990, 0, 1 + index)).toISOString()
    const periodEnd = new Date(Date.UTC(1990, 0, 2 + index)).toISOString()
    const row = { customerId, subscriptionId: subscription.id, periodStart, periodEnd }
    // In another organization, so that the list contains nothing else.
    const invoice = await insertInvoice(t, { ...row, organizationId, status: 'draft' })
    ids.push(invoice.id)
  }
  many = { customerId, ids: ids.toReversed() }
})

/** Returns a JSON row as CSV cells would show it. */
const cells = (row: Fields): Record<string, string> => {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value === null) return [name, '']
      return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]
    }),
  )
}

describe('invoices', () => {
  test('equal the JSON answer, and a name is never a formula', async () => {
    const { rows } = await readCsv(t, '/v1/invoices')
    const { data } = await must(t.api.get('/v1/invoices'))
    expect(rows).toEqual([{ ...cells(data[0]), customerName: `'${HOSTILE}` }])
    expect(rows[0]).toMatchObject({ total: '100', amountDue: '0', status: 'paid' })
  })

  test.each([
    ['?status=paid', 1],
    ['?status=draft', 0],
    ['?customerExternalId=acme&endDate=2026-01-10', 1],
    ['?startDate=2026-02-01', 0],
  ])('%s are %i', async (query, count) => {
    const { headings, rows } = await readCsv(t, `/v1/invoices${query}`)
    expect(headings.slice(0, 2)).toEqual(['id', 'invoiceNumber'])
    expect(rows).toHaveLength(count)
  })

  test('are all included, latest created first, whatever limit is requested', async () => {
    const { rows } = await readCsv(t, '/v1/invoices?limit=2&offset=1', strangers.secretKey)
    expect(rows.map(({ id }) => id)).toEqual(many.ids)
  })

  test('that are issued during the export are included exactly once', async () => {
    const { pages } = await exportInvoices(
      { ...t.dependencies, config: t.config },
      strangers.id,
      {},
    )
    const read: object[] = []
    for await (const page of pages) {
      read.push(...page)
      expect(page.length).toBeLessThanOrEqual(500)
      // The first row already read, and the last row, which comes much later.
      await changeFacts(
        t.database.pool,
        `update invoices set issued_at = '2026-05-05Z', status = 'issued',
           version = version + 1 where id = any($1)`,
        [[many.ids[0], many.ids.at(-1)]],
      )
    }
    expect(read.map((row) => Reflect.get(row, 'id'))).toEqual(many.ids)
    expect(read.at(-1)).toMatchObject({ status: 'issued' })
  })

  test('of another organization are never included', async () => {
    const { rows } = await readCsv(t, `/v1/invoices?customerId=${many.customerId}`)
    expect(rows).toEqual([])
  })
})

describe('payments', () => {
  test('equal the JSON answer, with refunds, latest created first', async () => {
    const { rows } = await readCsv(t, '/v1/payments')
    const { results } = await must(t.api.get('/v1/payments'))
    expect(results).toHaveLength(2)
    expect(rows).toEqual([
      { ...cells(results[0]), customerName: `'${HOSTILE}` },
      { ...cells(results[1]), customerName: `'${HOSTILE}`, reference: `'@A1\r\n"x"` },
    ])
    expect(rows[0]).toMatchObject({ amount: '59.5', amountRefunded: '9.25' })
    expect(JSON.parse(rows[0]?.refunds ?? '')).toMatchObject([{ amount: 9.25, reason: '-1+1' }])
  })

  test.each([
    ['?method=cash', 1],
    ['?method=cash&method=check&page=3', 2],
    ['?isRefunded=true', 1],
    ['?status=failed', 0],
    ['?startDate=2026-02-01', 1],
  ])('%s are %i', async (query, count) => {
    expect((await readCsv(t, `/v1/payments${query}`)).rows).toHaveLength(count)
  })

  test('of another organization are never included', async () => {
    const { headings, rows } = await readCsv(t, '/v1/payments', strangers.secretKey)
    expect(headings).toContain('invoiceNumber')
    expect(rows).toEqual([])
  })

  test('that are paid during the export are included exactly once', async () => {
    const { rows } = await t.database.pool.query(
      `insert into payments (customer_id, id, organization_id, invoice_id, method, status, amount,
         currency, amount_refunded, created_at, updated_at)
       select customer_id, gen_random_uuid(), $2, id, 'card', 'pending', 1, 'USD', 0, '2026-01-01Z',
         '2026-01-01Z'
       from invoices where organization_id = $1 returning id`,
      [strangers.id, strangers.id],
    )
    const ids = rows
      .map(({ id }) => id)
      .toSorted()
      .toReversed()
    expect(ids).toHaveLength(MANY)
    const { pages } = exportPayments(t.dependencies.db, strangers.id, { page: 1, limit: 20 })
    const read: unknown[] = []
    for await (const page of pages) {
      read.push(...page.map((row) => Reflect.get(row, 'id')))
      await t.database.pool.query(
        `update payments set status = 'succeeded', paid_at = '2026-05-05Z',
           version = version + 1 where id = any($1)`,
        [[ids[0], ids.at(-1)]],
      )
    }
    expect(read).toEqual(ids)
  })
})
