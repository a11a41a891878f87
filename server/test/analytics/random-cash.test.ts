import { describe, expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { type Api, createApi, createTestOrganization, must } from '../support/app.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { topUp } from '../support/top-ups.ts'
import { useTestApp } from '../support/use-app.ts'
import { shown, total } from './fraction.ts'
import { type PlainCash, plainMonthEnd, plainMrr, plainTotals, readCash } from './plain-cash.ts'
import { type PlainWorld, plainRevenue, readWorld } from './plain-figures.ts'
import { type Random, randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'

/** Figures of money in random worlds in which customers prepay. */
const OF_WORLD = new Date('2026-06-10T12:00:00Z')
let now = OF_WORLD
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })

const DAY = 86_400_000
const DAYS = ['2026-06-11', '2026-06-30', '2026-07-01', '2026-07-14', '2026-07-31', '2026-08-03']
const WINDOWS = 10

/** What happened in the worlds, so that the comparison is known to have had it. */
const seen = new Set<string>()

/** Creates a world in which credit is bought, refunded, drawn, given back and expires. */
async function givenWorld(seed: number) {
  now = OF_WORLD
  const random = randomFrom(seed)
  const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const { customers } = await makeWorld(api, { random, database: t.database, organizationId })
  const all = await must(api.get('/v1/customers?limit=100'))
  for (const day of DAYS) {
    now = new Date(`${day}T${random.pick(['00:00:00', '12:30:00', '23:59:59'])}Z`)
    await runBilling(t.dependencies, { now, only: organizationId })
    for (const { id } of all.results) await prepay(api, random, id)
    await invoiceSome(api, random)
  }
  now = new Date('2026-08-10T09:00:00Z')
  await runBilling(t.dependencies, { now, only: organizationId })
  await topUp(api, customers[0] ?? '', { amount: 5 })
  return { api, random, organizationId, customers }
}

async function prepay(api: Api, random: Random, customerId: string) {
  if (random.chance(50)) await buy(api, random, customerId)
  if (random.chance(40)) return
  const grants = `/v1/customers/${customerId}/credit-grants`
  const isShort = random.chance(40)
  const { id } = await must(
    api.post(grants, {
      ...{ kind: random.pick(['paid', 'promotional']), currency: random.pick(['USD', 'EUR']) },
      ...{ amount: random.integer(1, 60), effectiveAt: '2026-01-01' },
      ...(isShort && { expiresAt: new Date(now.getTime() + DAY * random.integer(1, 9)) }),
    }),
  )
  if (!isShort && random.chance(20)) await must(api.post(`${grants}/${id}/expire`, {}))
}

/** Tops up; the money may come, and may go back, in part or as a whole. */
async function buy(api: Api, random: Random, customerId: string) {
  const amount = random.integer(100, 9_000) / 100
  const currency = random.pick(['USD', 'EUR'])
  const { id } = await topUp(api, customerId, { amount, currency })
  if (random.chance(25)) return
  const payment = await must(api.post(`/v1/invoices/${id}/payments`, { amount }))
  if (random.chance(60)) return
  const part = random.chance(50) ? amount : Math.floor(amount * 50) / 100
  await must(api.post(`/v1/invoices/${id}/payments/${payment.id}/refund`, { amount: part }))
  seen.add(part === amount ? 'a top-up was refunded' : 'a part of a top-up was refunded')
}

/** Sends invoices, which draw credit; voids some and pays others. */
async function invoiceSome(api: Api, random: Random) {
  const { results } = await must(api.get('/v1/subscriptions?limit=100'))
  for (const { id: subscriptionId, customerId } of results) {
    if (random.chance(60)) continue
    const draft = await api.post('/v1/invoices/generate', { customerId, subscriptionId })
    if (draft.status !== 201) continue
    const url = `/v1/invoices/${draft.body.id}`
    const sent = await api.post(`${url}/send`, {})
    if (sent.status !== 200) continue
    const { amountDue, creditTotal } = await must(api.get(url))
    if (creditTotal > 0) seen.add('an invoice drew credit')
    if (random.chance(20)) await api.post(`${url}/void`, {})
    else if (amountDue > 0 && random.chance(60)) {
      await must(api.post(`${url}/payments`, { amount: amountDue }))
    }
  }
}

function noteOf({ invoices, credits }: PlainCash) {
  for (const { isTopUp, status } of invoices) if (isTopUp) seen.add(`a top-up is ${status}`)
  for (const { isExpiry, grantKind } of credits) if (isExpiry) seen.add(`${grantKind} expired`)
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

function randomWindow(random: Random) {
  const start = Date.UTC(2026, random.pick([4, 5, 6, 7]), random.pick([1, 1, 3, 11, 14]))
  const monthAfter = new Date(start).setUTCMonth(new Date(start).getUTCMonth() + 1)
  return { start, end: random.pick([monthAfter, start + DAY, start + 20 * DAY]) }
}
type Window = ReturnType<typeof randomWindow>

async function compare(api: Api, cash: PlainCash, { start, end }: Window, ofCustomer: string) {
  const query = `startDate=${dateOf(start)}&endDate=${dateOf(end - DAY)}${ofCustomer}`
  const totals = await must(api.get(`/v1/analytics/invoice-totals?${query}`))
  const billed = plainTotals(cash, { start, end })
  expect(totals.byCurrency.filter(isSome), query).toEqual(billed.filter(isSome))
  const monthEnd = await must(api.get(`/v1/analytics/month-end?${query}`))
  const plain = plainMonthEnd(cash, { start, end })
  for (const part of ['invoiced', 'voided', 'received', 'refunded'] as const) {
    expect(monthEnd[part].totals, `${part} ${query}`).toEqual(plain[part])
  }
  expect(monthEnd.breakage, query).toEqual(plain.breakage)
  for (const part of ['opening', 'closing'] as const) {
    const shownOf = monthEnd.receivables.map((one: Fields) => {
      return { currency: one.currency, amount: one[part] }
    })
    const owed = shownOf.filter(({ amount }: { amount: number }) => amount !== 0)
    expect(owed, `${part} ${query}`).toEqual(plain[part])
  }
}

const isSome = ({ billed, collected }: { billed: number; collected: number }) =>
  billed !== 0 || collected !== 0

/** Asserts that nothing of the credit is earned: what is earned follows from work and fees alone. */
async function compareEarned(api: Api, world: PlainWorld, window: Window) {
  const query = `startDate=${dateOf(window.start)}&endDate=${dateOf(window.end - DAY)}`
  const { byCurrency } = await must(api.get(`/v1/analytics/revenue?${query}`))
  for (const { currency, revenue } of byCurrency) {
    const own = world.subscriptions.filter((one) => one.currency === currency)
    const earned = own.flatMap((one) => {
      const { agentEarned, recurring, seat, onetime } = plainRevenue(world, one, window)
      return [agentEarned, recurring, seat, onetime]
    })
    expect(revenue, `${currency} ${query}`).toBe(shown(total(earned)))
  }
}

/** A world takes up to half a minute; a busy machine may need ten times as long. */
const LIMIT_MS = 300_000

describe('with prepaid credit', () => {
  test.each([1, 2, 3, 4])(
    'Billed, Collected, MRR, the month-end and Earned equal plain loops in the random world %i',
    async (seed) => {
      const { api, random, organizationId, customers } = await givenWorld(seed)
      const cash = await readCash(t.database, organizationId, undefined)
      noteOf(cash)
      const customerId = random.pick(customers)
      const ofOne = await readCash(t.database, organizationId, customerId)
      const world = await readWorld(t.database, organizationId)
      for (let count = 0; count < WINDOWS; count += 1) {
        const window = randomWindow(random)
        await compare(api, cash, window, '')
        await compare(api, ofOne, window, `&customerId=${customerId}`)
        await compareEarned(api, world, window)
      }
      const july = { start: Date.UTC(2026, 6, 1), end: Date.UTC(2026, 7, 1) }
      const mrr = await must(api.get('/v1/analytics/mrr'))
      expect(withoutZeros(mrr.byCurrency)).toEqual(withoutZeros(plainMrr(cash, july)))
    },
    LIMIT_MS,
  )

  test('the worlds have had every case', () => {
    expect([...seen].sort()).toEqual([
      ...['a part of a top-up was refunded', 'a top-up is issued', 'a top-up is paid'],
      ...['a top-up is refunded', 'a top-up is void', 'a top-up was refunded'],
      ...['an invoice drew credit', 'paid expired', 'promotional expired'],
    ])
  })
})

const withoutZeros = (all: readonly { mrr: number }[]) => all.filter(({ mrr }) => mrr !== 0)
