import { beforeEach, describe, expect, test } from 'vitest'
import { deliverEmails } from '../../src/features/emails/deliver.ts'
import { type Api, must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { sendInvoice } from '../support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const START = Date.parse('2026-03-15T12:00:00Z')
let at = START
const now = () => {
  at += 1_000
  return new Date(at)
}
const t = useTestApp({ now })
const { api } = useOrganizationPerTest(t)
beforeEach(() => {
  at = START
})

type Row = { id: string; updatedAt: string }
type Listed = { list: string; rows: string[]; change: (id: string) => Promise<unknown> }

const patching = (url: string, body: (round: number) => object) => {
  let round = 0
  return (id: string) => {
    round += 1
    return must(api.patch(`${url}/${id}`, body(round)))
  }
}

/** Lists of three objects each, oldest first, and a change of one of them. */
const LISTS: Record<string, () => Promise<Listed>> = {
  customers: () => three('/v1/customers', (n) => ({ name: `C${n}` }), patchName),
  agents: () => three('/v1/agents', (n) => ({ name: `A${n}`, agentCode: `a${n}` }), patchName),
  signals: async () => {
    const { id: agentId } = await must(api.post('/v1/agents', { name: 'A', agentCode: 'a' }))
    return three('/v1/signals', (n) => ({ agentId, name: `S${n}`, shortName: `s${n}` }), patchName)
  },
  plans: () => three('/v1/pricing-plans', (n) => ({ name: `P${n}` }), patchName),
  strategies: async () => {
    const { id } = await must(api.post('/v1/pricing-plans', { name: 'P' }))
    const url = `/v1/pricing-plans/${id}/pricing-strategies`
    const rows: string[] = []
    for (const name of ['a', 'b', 'c']) {
      rows.push((await must(api.post(url, [{ ...FEE, name }]))).results[0].id)
    }
    return { list: url, rows, change: patchName(url) }
  },
  coupons: () =>
    three('/v1/coupons', (n) => ({ name: `K${n}`, percentOff: 10, duration: 'once' }), patchName),
  discounts: async () => {
    const coupon = { name: 'K', percentOff: 10, duration: 'forever' }
    const { id: couponId } = await must(api.post('/v1/coupons', coupon))
    const rows: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const { id: customerId } = await must(api.post('/v1/customers', { name: `C${n}` }))
      rows.push((await must(api.post('/v1/discounts', { couponId, customerId }))).id)
    }
    return { list: '/v1/discounts', rows, change: (id) => must(api.delete(`/v1/discounts/${id}`)) }
  },
  budgets: () =>
    three(
      '/v1/budgets',
      (n) => ({ name: `B${n}`, measure: 'cost', amount: 5, period: 'day', action: 'alert' }),
      patchName,
    ),
  taxes: () => three('/v1/tax-rates', (n) => ({ name: `T${n}`, percentage: 10 }), patchName),
  endpoints: () =>
    three(
      '/v1/webhook-endpoints',
      (n) => ({ url: `https://hooks.example/${n}` }),
      (url) => patching(url, (n) => ({ description: `${n}` })),
    ),
  subscriptions: async () => {
    const rows: string[] = []
    for (let n = 0; n < 3; n += 1) rows.push((await givenDeal(api)).subscriptionId)
    return { list: '/v1/subscriptions', rows, change: patchName('/v1/subscriptions') }
  },
  invoices: async () => {
    const rows: string[] = []
    for (let n = 0; n < 3; n += 1) {
      rows.push((await (await givenDeal(api, { prices: [FEE] })).generate()).id)
    }
    const change = (id: string) => must(api.post(`/v1/invoices/${id}/void`, {}))
    return { list: '/v1/invoices', rows, change }
  },
  payments: async () => {
    const rows: string[] = []
    const invoiceOf = new Map<string, string>()
    for (let n = 0; n < 3; n += 1) {
      const { generate } = await givenDeal(api, { prices: [FEE] })
      const { id } = await sendInvoice(api, await generate())
      const { id: paymentId } = await must(api.post(`/v1/invoices/${id}/payments`, { amount: 49 }))
      rows.push(paymentId)
      invoiceOf.set(paymentId, id)
    }
    const change = (id: string) =>
      must(api.post(`/v1/invoices/${invoiceOf.get(id)}/payments/${id}/refund`, { amount: 1 }))
    return { list: '/v1/payments', rows, change }
  },
  emails: async () => {
    const rows: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const { generate } = await givenDeal(api, { prices: [FEE] })
      const { id: invoiceId } = await sendInvoice(api, await generate())
      const { results } = await must(api.get(`/v1/emails?invoiceId=${invoiceId}`))
      rows.push(results[0].id)
    }
    const change = async (id: string) => {
      await t.database.pool.query(
        "update emails set next_attempt_at = '2030-01-01' where id <> $1 and status = 'queued'",
        [id],
      )
      await deliverEmails(t.dependencies, new Date(at))
      expect((await must(api.get(`/v1/emails/${id}`))).status).toBe('captured')
    }
    return { list: '/v1/emails', rows, change }
  },
}

const patchName = (url: string) => patching(url, (n) => ({ name: `new ${n}` }))

async function three(
  url: string,
  body: (n: number) => object,
  changeOf: (url: string) => (id: string) => Promise<unknown>,
): Promise<Listed> {
  const rows: string[] = []
  for (let n = 0; n < 3; n += 1) rows.push((await must(api.post(url, body(n)))).id)
  return { list: url, rows, change: changeOf(url) }
}

const read = async (from: Api, url: string): Promise<Row[]> => {
  const { results, data } = await must(from.get(url))
  return results ?? data
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

describe.each(Object.keys(LISTS))('the list of %s', (kind) => {
  const given = () => (LISTS[kind] ?? Promise.reject)() as Promise<Listed>

  test('has what changed since a time, and at that time itself', async () => {
    const { list, rows, change } = await given()
    const before = await read(api, `${list}?sortBy=updatedAt&sortOrder=asc`)
    const [first = '', second = '', third = ''] = idsOf(before)
    expect([first, second, third].toSorted()).toEqual(rows.toSorted())
    const since = String(before[1]?.updatedAt)
    expect(idsOf(await read(api, `${list}?updatedSince=${since}&sortBy=updatedAt`))).toEqual([
      third,
      second,
    ])
    const later = new Date(Date.parse(since) + 1).toISOString()
    expect(idsOf(await read(api, `${list}?updatedSince=${later}`))).toEqual([third])
    await change(first)
    const changed = await read(api, `${list}?updatedSince=${later}&sortBy=updatedAt&sortOrder=asc`)
    expect(idsOf(changed)).toEqual([third, first])
    expect(await read(api, `${list}?updatedSince=2030-01-01`)).toEqual([])
  })

  test('takes a date, a time without an offset and one with it', async () => {
    const { list } = await given()
    for (const since of ['2026-03-15', '2026-03-15T12:00:00', '2026-03-15T13:00:00%2B01:00']) {
      expect(await read(api, `${list}?updatedSince=${since}`), since).toHaveLength(3)
    }
  })

  test('refuses a time that is none', async () => {
    const { list } = await given()
    for (const since of ['yesterday', '', '2026-02-30', '1773576000', '2026-03-15T25:00:00Z']) {
      expect(await api.get(`${list}?updatedSince=${since}`), since).toMatchObject({
        status: 400,
        body: { param: 'updatedSince' },
      })
    }
  })

  test('sorts equal times by id, so that pages neither repeat nor skip', async () => {
    const { list, rows } = await given()
    const tables = ['customers', 'agents', 'signals', 'pricing_plans', 'pricing_strategies']
    const others = [
      'coupons',
      'tax_rates',
      'webhook_endpoints',
      'subscriptions',
      'discounts',
      'invoices',
      'payments',
      'emails',
    ]
    for (const table of [...tables, ...others]) {
      const isVersioned = ['subscriptions', 'invoices', 'payments'].includes(table)
      await t.database.pool.query(
        `update ${table} set updated_at = '2026-03-15T12:00:00Z'
          ${isVersioned ? ', version = version + 1' : ''} where id = any($1)`,
        [rows],
      )
    }
    const paged: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const place = kind === 'invoices' ? `offset=${n}` : `page=${n + 1}`
      paged.push(...idsOf(await read(api, `${list}?sortBy=updatedAt&limit=1&${place}`)))
    }
    expect(paged).toEqual(rows.toSorted().toReversed())
  })
})

test('a reader that asks again from a minute before the latest change sees one that was committed late', async () => {
  const { id } = await must(api.post('/v1/customers', { name: 'slow' }))
  const slow = await t.database.pool.connect()
  await slow.query('begin')
  const begun = now()
  await slow.query(
    'update customers set name = $2, updated_at = $3, version = version + 1 where id = $1',
    [id, 'changed', begun],
  )
  at += 30_000
  const fast = await must(api.post('/v1/customers', { name: 'fast' }))
  const seen = await read(api, '/v1/customers?sortBy=updatedAt')
  expect(seen[0]?.id).toBe(fast.id)
  await slow.query('commit')
  slow.release()
  const since = new Date(Date.parse(fast.updatedAt) - 60_000).toISOString()
  const again = await read(api, `/v1/customers?updatedSince=${since}`)
  expect(again).toContainEqual(expect.objectContaining({ id, name: 'changed' }))
})

test.each([
  ['customers', 'customers_updated_idx'],
  ['subscriptions', 'subscriptions_updated_idx'],
  ['invoices', 'invoices_updated_idx'],
  ['payments', 'payments_updated_idx'],
])('changes of %s are found in an index of the organization', async (table, index) => {
  const { rows } = await t.database.pool.query(
    'select indexdef from pg_indexes where tablename = $1 and indexname = $2',
    [table, index],
  )
  expect(rows[0]?.indexdef).toMatch(/\(organization_id, updated_at/)
})
