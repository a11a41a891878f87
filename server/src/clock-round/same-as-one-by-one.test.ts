import { afterAll, expect, inject, test, vi } from 'vitest'
import { type Api, createApi, createTestOrganization } from '../../test/support/app.ts'
import { FEE, TIERS } from '../../test/support/deal.ts'
import {
  type Fields,
  givenAgent,
  givenCoupon,
  givenCustomer,
  givenDiscount,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenSubscription,
  givenTaxRate,
} from '../../test/support/given.ts'
import { type Invoice, readInvoice } from '../../test/support/invoice.ts'
import { areNodes } from '../../test/support/servers.ts'
import { sms } from '../../test/support/usage.ts'
import { useTestApp } from '../../test/support/use-app.ts'

const batches = { atMost: Number.POSITIVE_INFINITY, largest: 0 }
vi.doMock(import('./batches.ts'), async (original) => {
  const { batchesOf } = await original()
  return {
    batchesOf: (due, size, starts) => {
      const rounds = batchesOf(due, Math.min(size, batches.atMost), starts)
      const sizes = rounds.flat().map(({ length }) => length)
      batches.largest = Math.max(batches.largest, ...sizes)
      return rounds
    },
  }
})
// Test files share their modules, so the sweep is reloaded with the mocked batches, and once more
// without them.
vi.resetModules()
const { runBilling } = await import('./run-billing.ts')
afterAll(() => {
  vi.doUnmock('./batches.ts')
  vi.resetModules()
})

let at = new Date()
const t = useTestApp({ now: () => at })

const MODELS = { report: 'flat', page: 'graduated', call: 'volume', lookup: 'credit_pool' }

const POOL = [
  { lower: 0, upper: 300, rate: 20 },
  { lower: 300, upper: null, rate: 0.07 },
]

/**
 * Creates a plan with every pricing model, one with a fee, and one with a fee too large to invoice.
 */
async function givenOffers(api: Api) {
  const { id: agentId } = await givenAgent(api, { agentCode: 'support' })
  const { id: planId } = await givenPlan(api, { agentId, name: 'Everything' })
  const usage: Fields[] = []
  for (const [name, pricingModel] of Object.entries(MODELS)) {
    const { id: signalId } = await givenSignal(api, { agentId, name })
    const tiers = pricingModel === 'credit_pool' ? POOL : TIERS
    const price = pricingModel === 'flat' ? { rate: 0.333 } : { tiers }
    usage.push({ chargeType: 'usage', signalId, pricingModel, ...price })
  }
  const seats = { chargeType: 'seat_based', rate: 7.77 }
  const setUp = { chargeType: 'onetime', rate: 99 }
  await givenStrategies(api, planId, FEE, seats, setUp, ...usage)
  const { id: writingId } = await givenAgent(api, { agentCode: 'writing' })
  const { id: feePlanId } = await givenPlan(api, { agentId: writingId, name: 'Fee' })
  await givenStrategies(api, feePlanId, { chargeType: 'recurring', rate: 25 })
  const { id: brokenPlanId } = await givenPlan(api, { agentId, name: 'Broken' })
  await givenStrategies(api, brokenPlanId, FEE)
  await t.database.pool.query(
    'update pricing_strategies set rate = 900000000000000 where plan_id = $1',
    [brokenPlanId],
  )
  return {
    all: { agentId, planId },
    fee: { agentId: writingId, planId: feePlanId },
    broken: { agentId, planId: brokenPlanId },
  }
}

const NAMES = [
  ...['plain', 'two deals', 'coupon', 'coupon of a deal', 'credit', 'ended', 'broken'],
  ...['exempt', 'inclusive', 'collected', 'no address', 'weekly', 'prorated', 'no usage'],
]

async function givenWorld(api: Api) {
  const offers = await givenOffers(api)
  await givenTaxRate(api, { isDefault: true })
  const { id: inclusive } = await givenTaxRate(api, { percentage: 7, isInclusive: true })
  const ids: Record<string, string> = {}
  const subscribe = (name: string, offer: { agentId: string; planId: string }, fields = {}) =>
    givenSubscription(api, { ...offer, customerId: ids[name], name, seatsCount: 3, ...fields })
  for (const name of NAMES) {
    const email = name === 'no address' ? null : 'billing@example.com'
    const customer = { name, externalId: name, email }
    const tax =
      name === 'exempt'
        ? { isTaxExempt: true, taxExemptionReason: 'a school' }
        : name === 'inclusive'
          ? { taxRateIds: [inclusive] }
          : {}
    ids[name] = (await givenCustomer(api, { ...customer, ...tax })).id
  }
  const special: Record<string, Fields> = {
    ended: { endDate: '2026-03-20' },
    credit: { proratedAmount: -500 },
    prorated: { proratedAmount: 12.34 },
    collected: { autoCollectPayment: true },
    weekly: { billingCycle: 'custom', customCycleDays: 7 },
    'no usage': { startDate: '2026-03-15', billingDay: 1 },
  }
  for (const name of NAMES) {
    const { id: subscriptionId } = await subscribe(
      name,
      name === 'broken' ? offers.broken : offers.all,
      special[name],
    )
    if (name === 'coupon of a deal') {
      const coupon = { amountOff: 5, currency: 'USD', duration: 'forever' }
      await givenDiscount(api, { subscriptionId, couponId: (await givenCoupon(api, coupon)).id })
    }
  }
  const once = await givenCoupon(api, { name: 'Once', percentOff: 10, duration: 'once' })
  for (const name of ['coupon', 'credit']) {
    await givenDiscount(api, { customerId: ids[name], couponId: once.id })
  }
  for (const name of ['two deals', 'coupon', 'credit']) await subscribe(name, offers.fee)
  return { ids, use: (day: string, share: number) => useAll(api, day, share) }
}

/** Records a different quantity for each customer and signal, so that mixed-up results differ. */
async function useAll(api: Api, day: string, share: number) {
  const records = NAMES.flatMap((customerExternalId, n) =>
    Object.keys(MODELS).map((signalName, m) => {
      const quantity = customerExternalId === 'no usage' ? 0 : share * (17 * (n + 1) + 101 * m)
      const work = { customerExternalId, agentCode: 'support', signalName }
      return sms({ ...work, quantity, usageDate: `${day}T10:07:00Z` })
    }),
  )
  expect((await api.record(...records)).body.results.failed).toEqual([])
}

/** Returns the invoices and emails of all customers after three months of the clock. */
async function bill(atMost: number) {
  at = new Date('2026-03-01T00:00:00Z')
  const organization = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, organization.secretKey)
  const world = await givenWorld(api)
  batches.atMost = atMost
  batches.largest = 0
  const run = async (time: string) => {
    at = new Date(time)
    await runBilling(t.dependencies, { now: at, only: organization.id })
    await t.followUp()
  }
  at = new Date('2026-03-28T00:00:00Z')
  await world.use('2026-03-10', 1)
  await run('2026-04-01T00:00:00Z')
  await world.use('2026-03-31', 2)
  await run('2026-04-02T00:00:00Z')
  await world.use('2026-03-15', 5)
  await world.use('2026-04-10', 3)
  for (const time of ['2026-05-01', '2026-05-02', '2026-06-05']) {
    await run(`${time}T00:00:00Z`)
  }
  return { shown: await show(api, world.ids), largest: batches.largest }
}

/** Returns the invoices and emails by customer, without ids. */
async function show(api: Api, ids: Record<string, string>) {
  const shown: Record<string, unknown> = {}
  for (const [name, id] of Object.entries(ids)) {
    const { data } = (await api.get(`/v1/invoices?limit=100&customerId=${id}`)).body
    const invoices: unknown[] = []
    for (const one of data) {
      const mails = (await api.get(`/v1/emails?invoiceId=${one.id}`)).body.results
      const kinds = mails.map(({ kind }: { kind: string }) => kind).toSorted()
      invoices.push({ invoice: withoutIds(await readInvoice(api, one.id)), kinds })
    }
    const { creditBalances } = (await api.get(`/v1/customers/${id}`)).body
    const inOrder = invoices.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    shown[name] = { creditBalances, invoices: inOrder }
  }
  return shown
}

const OF_THE_ROW = ['id', 'invoiceNumber', 'url', 'createdAt', 'updatedAt']

function withoutIds(invoice: Invoice): unknown {
  const isShown = (field: string) =>
    !OF_THE_ROW.includes(field) && !field.endsWith('Id') && !field.endsWith('Url')
  const text = JSON.stringify(invoice, (field, value) => (isShown(field) ? value : undefined))
  return JSON.parse(text.replace(/INV-\d+/g, 'INV'))
}

test('billing in batches gives the same cents as one by one', async () => {
  const alone = await bill(1)
  const together = await bill(Number.POSITIVE_INFINITY)
  expect(alone.largest).toBe(1)
  // On a cluster, each of the four shards has its own batch.
  if (areNodes(inject('servers'))) expect(together.largest).toBeGreaterThanOrEqual(NAMES.length / 4)
  else expect(together.largest).toBe(NAMES.length)
  expect(together.shown).toEqual(alone.shown)
  expect(together.shown.broken).toMatchObject({ invoices: [] })
  const text = JSON.stringify(together.shown)
  for (const type of ['usage', 'late_usage', 'recurring', 'seat_based', 'onetime', 'proration']) {
    expect(text).toContain(`"type":"${type}"`)
  }
})
