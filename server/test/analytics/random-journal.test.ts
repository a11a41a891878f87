import { describe, expect, test } from 'vitest'
import { createApi, createTestOrganization, must } from '../support/app.ts'
import { readCsv } from '../support/csv.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { exact } from '../support/exact.ts'
import type { Fields } from '../support/given.ts'
import { month, sendInvoice } from '../support/invoice.ts'
import { balancesBy, expectToBalance, readJournal } from '../support/journal.ts'
import { useTestApp } from '../support/use-app.ts'
import { type Random, randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'

const OF_WORLD = new Date('2026-06-10T12:00:00Z')
let now = OF_WORLD
const t = useTestApp({ now: () => now })

const FIRST = '2025-12-01'
const LAST = '2026-08-31'

type World = Awaited<ReturnType<typeof givenWorld>>

/** Creates a world in which credit is given, drawn, expired and paid out. */
async function givenWorld(seed: number) {
  const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const random = randomFrom(seed)
  now = OF_WORLD
  const { customers } = await makeWorld(api, { random, database: t.database, organizationId })
  const owed = await givenDeal(api, {
    prices: [{ chargeType: 'recurring', rate: 10 }],
    subscription: { ...SINCE_JANUARY, proratedAmount: -90 },
  })
  await sendInvoice(api, await owed.generate(month('2026-02-01', '2026-03-01')))
  const all = await must(api.get('/v1/customers?limit=100'))
  for (const { id } of all.results) await useCredit(id)
  now = new Date('2026-07-20T12:00:00Z')
  await invoiceAll()
  for (const { id } of all.results) await useCredit(id)
  now = new Date('2026-09-02T12:00:00Z')
  return { api, secretKey, organizationId, customers }

  async function useCredit(customerId: string) {
    const grants = `/v1/customers/${customerId}/credit-grants`
    for (let count = random.integer(0, 3); count > 0; count -= 1) {
      const { id } = await must(api.post(grants, randomGrant(random)))
      if (random.chance(25)) await must(api.post(`${grants}/${id}/expire`, undefined))
    }
    const payout = { currency: 'USD', amount: random.integer(1, 500) / 100 }
    // Refused unless a correction left that much.
    await api.post(`/v1/customers/${customerId}/credit-payouts`, payout)
  }

  /** Sends an invoice of each subscription that has one left, which draws credit; voids and pays some. */
  async function invoiceAll() {
    const { results } = await must(api.get('/v1/subscriptions?limit=100'))
    for (const { id: subscriptionId, customerId } of results) {
      const draft = await api.post('/v1/invoices/generate', { customerId, subscriptionId })
      if (draft.status !== 201) continue
      const url = `/v1/invoices/${draft.body.id}`
      const sent = await api.post(`${url}/send`, undefined)
      if (sent.status !== 200) continue
      if (random.chance(25)) await api.post(`${url}/void`, undefined)
      else if (random.chance(60)) await payInParts(url)
    }
  }

  /** Pays, refunds before and after the invoice is paid in full; what is not allowed is refused. */
  async function payInParts(url: string) {
    for (let count = random.integer(1, 4); count > 0; count -= 1) {
      const { amountDue } = await must(api.get(url))
      const amount = random.chance(50) ? amountDue : Math.floor(amountDue * 50) / 100
      const paid = await api.post(`${url}/payments`, { amount })
      if (paid.status !== 201 || random.chance(50)) continue
      const part = Math.max(1, Math.floor(amount / 2))
      await api.post(`${url}/payments/${paid.body.id}/refund`, { amount: part })
    }
  }
}

function randomGrant(random: Random): Fields {
  return {
    kind: random.pick(['paid', 'paid', 'promotional']),
    currency: random.pick(['USD', 'EUR', 'USD', 'JPY']),
    amount: random.integer(1, 60),
    effectiveAt: '2026-01-01',
    priority: random.integer(0, 3),
    ...(random.chance(40) && { expiresAt: `2026-${random.pick(['09', '10'])}-01` }),
  }
}

/** Adds the amounts of a table up by currency, without zeros. */
function sumsOf(rows: readonly Record<string, string>[], amountOf: (row: Fields) => bigint) {
  const sums: Record<string, bigint> = {}
  for (const row of rows) {
    const currency = String(row.currency)
    sums[currency] = (sums[currency] ?? 0n) + amountOf(row)
  }
  return withoutZeros(sums)
}
const withoutZeros = (sums: Record<string, bigint>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n))
const field = (name: string) => (row: Fields) => exact(String(row[name]))
const negated = (amountOf: (row: Fields) => bigint) => (row: Fields) => -amountOf(row)

const seen = new Set<string>()

describe('the journal', () => {
  test.each([1, 2, 3, 4])('balances and equals the documents in the random world %i', async (n) => {
    const world = await givenWorld(n)
    const lines = await readJournal(t, { from: FIRST, to: LAST }, world.secretKey)
    expectToBalance(lines)
    for (const { documentType = '' } of lines) seen.add(documentType)
    const accountOf = (name: string) => {
      const own = lines.filter(({ accountName }) => accountName === name)
      return withoutZeros(balancesBy(own, 'currency'))
    }
    const table = async (url: string) => (await readCsv(t, url, world.secretKey)).rows
    const invoices = (await table('/v1/invoices?table=accounting')).filter(
      ({ status, issueDate }) => status !== 'void' && issueDate !== '',
    )
    expect(invoices.length).toBeGreaterThan(0)
    expect(accountOf('Accounts receivable')).toEqual(sumsOf(invoices, field('amountDue')))
    expect(accountOf('Tax payable')).toEqual(sumsOf(invoices, negated(field('taxTotal'))))
    expect(accountOf('Discounts')).toEqual(sumsOf(invoices, field('discountTotal')))
    expect(accountOf('Promotional credit')).toEqual(sumsOf(invoices, field('promotionTotal')))
    const payments = (await table('/v1/payments')).filter(({ status }) => status === 'succeeded')
    const received = (row: Fields) => field('amount')(row) - field('amountRefunded')(row)
    expect(accountOf('Cash')).toEqual(
      withoutZeros(added(sumsOf(payments, received), await payoutsOf(world))),
    )
    expect(accountOf('Customer credit')).toEqual(await creditOf(world))
    const income = await netIncome(lines)
    expect(income).toEqual(sumsOf(invoices, negated(field('netTotal'))))
  })

  test('has had every kind of entry', () => {
    expect([...seen].sort()).toEqual([
      ...['credit_expiry', 'credit_grant', 'credit_payout', 'deferral', 'invoice', 'invoice_void'],
      ...['payment', 'refund'],
    ])
  })

  test('of all days is that of its parts', async () => {
    const { secretKey } = await givenWorld(5)
    const whole = await readJournal(t, { from: FIRST, to: LAST }, secretKey)
    const cuts = [FIRST, '2026-02-03', '2026-03-01', '2026-06-10', '2026-06-11', '2026-09-01']
    const parts = []
    for (const [at, from] of cuts.slice(0, -1).entries()) {
      const next = Temporal.PlainDate.from(cuts[at + 1] ?? LAST)
      const days = { from, to: next.subtract({ days: 1 }).toString() }
      parts.push(...(await readJournal(t, days, secretKey)))
    }
    expect(parts).toEqual(whole)
  })
})

function added(a: Record<string, bigint>, b: Record<string, bigint>) {
  const sums = { ...a }
  for (const [currency, amount] of Object.entries(b)) {
    sums[currency] = (sums[currency] ?? 0n) + amount
  }
  return sums
}

const OF_SALES = ['Revenue', 'Discounts', 'Promotional credit', 'Deferred revenue']

/** Revenue less what reduces it, and with what is deferred: the net totals of invoices. */
async function netIncome(lines: readonly Record<string, string>[]) {
  const own = lines.filter(({ accountName = '' }) => OF_SALES.includes(accountName))
  return withoutZeros(balancesBy(own, 'currency'))
}

async function movementsOf({ api }: World) {
  const { results } = await must(api.get('/v1/customers?limit=100'))
  const all = []
  for (const { id } of results) {
    all.push(...(await must(api.get(`/v1/customers/${id}/credit-movements?limit=100`))).results)
  }
  return all
}

async function payoutsOf(world: World) {
  const paidOut = (await movementsOf(world)).filter(({ type }) => type === 'paid_out')
  return sumsOf(paidOut, field('amount'))
}

/** What is left of all credit but promotional credit, which is owed to the customers. */
async function creditOf({ api }: World) {
  const { results } = await must(api.get('/v1/customers?limit=100'))
  const balances = results.flatMap(({ creditBalances }: Fields) => creditBalances)
  return sumsOf(balances, negated(field('amount')))
}
