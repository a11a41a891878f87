import { createApiKey } from '../../src/features/auth/api-keys.ts'
import { browserOf } from '../../src/features/payments/test-support.ts'
import {
  type Api,
  createApi,
  createTestApp,
  createTestOrganization,
  must,
  type TestApp,
} from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import { type Deal, FEE, flatPrice, givenDeal, tiered } from '../support/deal.ts'
import { givenCoupon, givenDiscount, givenTaxRate } from '../support/given.ts'
import {
  INVOICES,
  type Invoice,
  payInvoice,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { moveClock } from '../support/test-clock.ts'
import { llm, unknownModel } from '../support/usage.ts'

/**
 * Fixed real time; business time comes from the test clock. Answers therefore do not depend on the
 * day of the run.
 */
export const NOW = new Date('2025-12-31T12:00:00Z')

const JANUARY = { startDate: '2026-01-01' }

/** The app on a filled database, and the API of its organization. */
export type Opened = { t: TestApp; api: Api; close: () => Promise<void> }

const OPTIONS = { now: () => NOW, config: { publicUrl: 'https://billing.test' } }

export async function makeWorld(): Promise<Opened> {
  const t = await createTestApp(OPTIONS)
  await fillWorld(t)
  return { t, api: t.api, close: t.close }
}

/** Opens this version's app on a filled database. */
export async function openWorld(database: TestDatabase): Promise<Opened> {
  const t = await createTestApp({ ...OPTIONS, database })
  const { db, config } = t.dependencies
  // The filled organization was created first, and ids are ordered by time.
  const { id } = await db
    .selectFrom('organizations')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const key = { type: 'secret' as const, environment: config.environment, name: 'reader' }
  const { key: secret } = await createApiKey(db, { organizationId: id, ...key }, NOW)
  const close = async () => {
    await t.app.close()
    await t.dependencies.close()
  }
  return { t, api: createApi(t.app, secret), close }
}

/**
 * Fills an organization with data of every kind, for comparison with another version. It has prices
 * of all models. Its usage is on time, late, of an unknown model, retried and refused. Its invoices
 * have every status, with payments and refunds.
 */
async function fillWorld(t: TestApp): Promise<void> {
  await moveClock(t.api, '2026-01-01T00:00:00.000Z')
  await givenTaxRate(t.api, { name: 'VAT', percentage: 19, isInclusive: false, isDefault: true })
  const paid = await manyPrices(t)
  const credited = await withDiscount(t)
  const collected = await givenDeal(t.api, {
    subscription: { ...JANUARY, autoCollectPayment: true },
  })
  const deals = [paid, credited, collected, await inEuro(t), await yearly(t)]
  for (const month of ['01', '02', '03', '04']) {
    await work(t, deals, month)
    const next = String(Number(month) + 1).padStart(2, '0')
    await moveClock(t.api, `2026-${next}-03T00:00:00.000Z`)
    await t.followUp()
    if (month === '01') await payOnline(t, collected)
  }
  await moveClock(t.api, '2026-05-20T12:00:00.000Z')
  await settle(t, deals)
  await mapModel(t)
  await endAndChange(t, credited, paid)
  await otherOrganization(t)
  await t.followUp()
}

const manyPrices = ({ api }: TestApp) =>
  givenDeal(api, {
    customer: { timezone: 'America/New_York', name: 'Many Prices Ltd' },
    prices: [
      flatPrice('ticket', '0.0123'),
      tiered('call', 'graduated'),
      tiered('page', 'volume'),
      tiered('lookup', 'credit_pool', [
        { lower: 0, upper: 100, rate: 20 },
        { lower: 100, upper: null, rate: 0.3 },
      ]),
      FEE,
      { chargeType: 'seat_based', rate: 9.5, name: 'Seats' },
      { chargeType: 'onetime', rate: 250, name: 'Setup' },
    ],
    subscription: { ...JANUARY, seatsCount: 3 },
  })

async function withDiscount({ api }: TestApp): Promise<Deal> {
  const deal = await givenDeal(api, {
    prices: [flatPrice('ticket', 1), FEE],
    subscription: JANUARY,
  })
  const terms = { percentOff: 12.5, duration: 'repeating', durationPeriods: 2 }
  const { id: couponId } = await givenCoupon(api, { name: 'Two months', ...terms })
  await givenDiscount(api, { couponId, ...deal.ids })
  return deal
}

const inEuro = ({ api }: TestApp) =>
  givenDeal(api, {
    prices: [flatPrice('ticket', '0.333')],
    plan: { currency: 'EUR' },
    subscription: { startDate: '2026-01-15' },
  })

const yearly = ({ api }: TestApp) =>
  givenDeal(api, {
    prices: [flatPrice('ticket', 2), { chargeType: 'recurring', rate: 1200 }],
    subscription: { ...JANUARY, billingCycle: 'yearly' },
  })

/** Records usage at the edges of days and months; some is repeated, late, uncosted or refused. */
async function work({ api }: TestApp, deals: readonly Deal[], month: string): Promise<void> {
  for (const [n, deal] of deals.entries()) {
    const run = { runId: `run-${n}-${month}` }
    await deal.use('ticket', 40 + n, `2026-${month}-01T00:00:00Z`, run)
    await deal.use('ticket', 25, `2026-${month}-28T23:59:59.999Z`, {
      idempotencyKey: `one-${n}-${month}`,
    })
    const record = { customerExternalId: deal.externalId, agentCode: deal.agentCode }
    const at = { signalName: 'ticket', usageDate: `2026-${month}-15T11:59:00Z` }
    const tokens = { cacheReadTokens: 400, cacheWriteTokens: 30, metadata: { part: month, n } }
    await must(
      api.record(
        llm({ ...record, ...at, ...tokens, quantity: 7 }),
        llm({ ...record, ...at, idempotencyKey: `again-${n}-${month}` }),
        llm({ ...record, ...at, idempotencyKey: `again-${n}-${month}` }),
        {
          ...record,
          ...at,
          quantity: 2,
          services: [
            { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 9 },
            { model: 'house-model', modelProvider: 'in-house', inputTokens: 5 },
          ],
        },
        unknownModel({ ...record, ...at, model: 'nobody-knows' }),
        llm({ ...record, ...at, quantity: -1 }),
      ),
    )
  }
  const [first] = deals
  for (const signal of ['call', 'page', 'lookup']) {
    await first?.use(signal, 333, `2026-${month}-09T09:09:09Z`)
  }
  // Usage of the previous month, whose invoice is final by now.
  const before = String(Math.max(Number(month) - 1, 1)).padStart(2, '0')
  await first?.use('call', 11, `2026-${before}-20T00:00:00Z`)
}

async function invoicesOf({ api }: TestApp, { customerId }: Deal): Promise<Invoice[]> {
  const { data } = await must(api.get(`${INVOICES}?customerId=${customerId}&limit=100`))
  return data.toReversed()
}

async function payOnline(t: TestApp, deal: Deal): Promise<void> {
  const browser = browserOf(t)
  for (const { id } of await invoicesOf(t, deal)) {
    const { payUrl } = (await t.api.get(`${INVOICES}/${id}`)).body
    if (!payUrl) continue
    const token = new URL(payUrl).pathname.split('/').at(-1) ?? ''
    await browser.submit(await browser.open({ token }))
  }
}

/** Creates invoices that are paid or refunded in full and in part, void, and only drafted. */
async function settle(t: TestApp, deals: readonly Deal[]): Promise<void> {
  const { api } = t
  const [paid, credited, , euro] = deals
  if (!paid || !credited || !euro) throw new Error('a deal is missing')
  const refund = async (invoice: Invoice, amount?: number) => {
    const [payment] = (await readInvoice(api, invoice.id)).payments
    await must(api.post(`${INVOICES}/${invoice.id}/payments/${payment?.id}/refund`, { amount }))
  }
  const [one, two, three] = await invoicesOf(t, paid)
  if (!one || !two || !three) throw new Error('an invoice is missing')
  await payInvoice(api, one, one.total)
  await payInvoice(api, two, 10)
  await payInvoice(api, three, three.total)
  await refund(three, 5)
  const [refunded, revoked] = await invoicesOf(t, credited)
  if (!refunded || !revoked) throw new Error('an invoice is missing')
  await payInvoice(api, refunded, refunded.total)
  await refund(refunded)
  await voidInvoice(api, revoked)
  await draftOf(euro, '2026-05-16', '2026-05-17')
  await sendInvoice(api, await draftOf(euro, '2026-05-17', '2026-05-18'))
  const pending = await sendInvoice(api, await draftOf(euro, '2026-05-18', '2026-05-19'))
  // A state between two steps of the clock, in which no request leaves an invoice.
  await t.database.pool.query(
    `update invoices set version = version + 1, status = 'pending', issued_at = null where id = $1`,
    [pending.id],
  )
}

async function draftOf(deal: Deal, billingPeriodStart: string, billingPeriodEnd: string) {
  await deal.use('ticket', 3, `${billingPeriodStart}T10:00:00Z`)
  return deal.generate({ billingPeriodStart, billingPeriodEnd })
}

async function mapModel({ api }: TestApp): Promise<void> {
  const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
  const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
  await must(api.post('/v1/events/map-model', { ...source, ...target }))
}

/** Ends a subscription within a period, and changes a price of an active one. */
async function endAndChange({ api }: TestApp, ended: Deal, changed: Deal): Promise<void> {
  await must(api.patch(`/v1/subscriptions/${ended.subscriptionId}`, { endDate: '2026-05-18' }))
  await changed.change(0, { rate: '0.02' })
}

async function otherOrganization(t: TestApp): Promise<void> {
  const other = await createTestOrganization(t.dependencies)
  const deal = await givenDeal(createApi(t.app, other.secretKey), { subscription: JANUARY })
  await deal.use('ticket', 4, '2026-04-30T23:00:00Z')
}
