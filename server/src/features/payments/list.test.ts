import { beforeAll, describe, expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../../../test/support/app.ts'
import { givenInvoice } from '../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

let now = new Date('2026-01-10T12:00:00Z')
let strangers: Awaited<ReturnType<typeof createTestOrganization>>

type Listed = { id: string; invoiceNumber: string; refunds: { amount: number }[] }
/** All payments made, oldest first. */
const made: Listed[] = []
let acme: { customerId: string; invoiceId: string }
let secondNumber: string

const t = useTestApp({ now: () => now })
beforeAll(async () => {
  const first = await givenInvoice(t, { customer: { externalId: 'acme' } })
  acme = { customerId: first.customerId, invoiceId: first.id }
  const second = await givenInvoice(t)
  secondNumber = second.invoiceNumber
  const pay = async (url: string, at: string, body: object) => {
    now = new Date(at)
    made.push((await t.api.post(`${url}/payments`, body)).body)
  }
  await pay(first.url, '2026-01-11T12:00:00Z', { amount: 40, method: 'cash' })
  await pay(second.url, '2026-02-11T12:00:00Z', { amount: 100, method: 'bank_transfer' })
  await pay(first.url, '2026-03-11T12:00:00Z', { amount: 60, method: 'check' })
  now = new Date('2026-04-11T12:00:00Z')
  await t.api.post(`${second.url}/payments/${made[1]?.id}/refund`, { amount: 30 })

  strangers = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, strangers.secretKey)
  const foreign = await givenInvoice(t, { of: { organizationId: strangers.id, api } })
  await api.post(`${foreign.url}/payments`, { amount: 100 })
})

async function list(query = '', key = t.organization.secretKey) {
  const { status, body } = await createApi(t.app, key).get(`/v1/payments${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** Returns the 1-based positions in `made` of the listed payments. */
const numbersOf = async (query: string) => {
  const { results } = await list(query)
  return results.map(({ id }: Listed) => made.findIndex((one) => one.id === id) + 1)
}

test('sorts by date or amount, in both directions', async () => {
  expect(await numbersOf('?sortBy=date&sortOrder=asc')).toEqual([1, 2, 3])
  expect(await numbersOf('?sortBy=amount')).toEqual([2, 3, 1])
  expect(await numbersOf('?sortBy=amount&sortOrder=asc&limit=2')).toEqual([1, 3])
})

test('lists the payments of all invoices, the latest first, with refunds, invoice and customer', async () => {
  const body = await list()
  expect(body).toMatchObject({ page: 1, limit: 20, totalPages: 1, totalResults: 3 })
  expect(await numbersOf('')).toEqual([3, 2, 1])
  expect(body.results[1]).toMatchObject({
    ...made[1],
    amountRefunded: 30,
    refunds: [{ amount: 30, paymentId: made[1]?.id }],
    invoiceNumber: secondNumber,
    customerId: expect.any(String),
    customerName: expect.any(String),
    updatedAt: '2026-04-11T12:00:00.000Z',
  })
  expect(body.results[0].refunds).toEqual([])
})

test('pages without gaps or duplicates', async () => {
  const pages = [1, 2, 3, 4].map((page) => numbersOf(`?limit=1&page=${page}`))
  expect(await Promise.all(pages)).toEqual([[3], [2], [1], []])
})

test('lists nothing of another organization', async () => {
  const theirs = await list('', strangers.secretKey)
  expect(theirs.totalResults).toBe(1)
  const both = `?customerId=${acme.customerId}`
  expect((await list(both, strangers.secretKey)).results).toEqual([])
  const byName = '?customerExternalId=acme'
  expect((await list(byName, strangers.secretKey)).results).toEqual([])
})

describe('filters', () => {
  test.each([
    ['?customerExternalId=acme', [3, 1]],
    ['?customerExternalId=nobody', []],
    ['?method=cash', [1]],
    ['?method=cash&method=check', [3, 1]],
    ['?status=succeeded', [3, 2, 1]],
    ['?status=pending&status=failed', []],
    ['?currency=USD', [3, 2, 1]],
    ['?currency=EUR', []],
    ['?isRefunded=true', [2]],
    ['?isRefunded=false', [3, 1]],
    ['?startDate=2026-02-11&endDate=2026-02-11', [2]],
    ['?startDate=2026-02-12', [3]],
    ['?endDate=2026-02-10', [1]],
    ['?updatedSince=2026-03-01', [3, 2]],
    ['?updatedSince=2026-04-01T00:00:00Z', [2]],
  ])('%s', async (query, expected) => {
    expect(await numbersOf(query)).toEqual(expected)
  })

  test('by customer and by invoice', async () => {
    expect(await numbersOf(`?customerId=${acme.customerId}`)).toEqual([3, 1])
    expect(await numbersOf(`?invoiceId=${acme.invoiceId}`)).toEqual([3, 1])
  })

  test.each([
    ['?status=paid', 400, 'status[0]'],
    ['?startDate=2026-03-02&endDate=2026-03-01', 422, 'endDate'],
    ['?updatedSince=yesterday', 400, 'updatedSince'],
    ['?customer=acme', 400, 'customer'],
  ])('%s is a %i about %s', async (query, status, param) => {
    const answer = await t.api.get(`/v1/payments${query}`)
    expect([answer.status, answer.body.param]).toEqual([status, param])
  })
})

test('a page of a hundred thousand payments is found by its index', async () => {
  const { rows } = await t.database.pool
    .query(
      `set enable_seqscan = off; explain select id from payments where organization_id = '${t.organization.id}'
     order by coalesce(paid_at, created_at) desc, id desc limit 20`,
    )
    .then(
      (results) => (results as unknown as { rows: Record<string, string>[] }[])[1] ?? { rows: [] },
    )
  expect(JSON.stringify(rows)).toMatch(/Index (Only )?Scan.*payments_date_idx/)
})
