import { describe, expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { deliver, eventOf } from '../../src/features/payments/provider/stripe/test-support.ts'
import { type Random, randomFrom } from '../analytics/random.ts'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { type Fields, givenTaxRate } from '../support/given.ts'
import { startStripeTest } from '../support/stripe.ts'
import { topUp } from '../support/top-ups.ts'
import { useOpened } from '../support/use-app.ts'
import { createLedger, type Ledger, type LedgerGrant } from './credit-ledger.ts'

/** Random changes of credit, compared after each of them with a naive ledger. */
const START = new Date('2026-01-02T12:00:00Z')
let now = START
const t = useOpened(() => startStripeTest({ now: () => now }))

const DAY = 86_400_000
const STEPS = 60
/** Cents of a unit. */
const RATE = 37

const monthOf = (at: number) => {
  const day = new Date(at)
  return {
    start: Date.UTC(day.getUTCFullYear(), day.getUTCMonth()),
    end: Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1),
  }
}
const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const instant = (text: unknown) => (text === null ? null : Date.parse(String(text)))

/** What happened in all worlds. */
const seen = new Set<string>()

type TopUp = {
  id: string
  grant: LedgerGrant
  amount: number
  refunded: number
  dispute: (Fields & { id: string }) | undefined
  taken: number
  isOver: boolean
}

type World = {
  random: Random
  deal: Deal
  ledger: Ledger
  topUps: TopUp[]
  /** Units by the start of their month. */
  used: Map<number, number>
  /** Final invoices that the ledger has, by id. */
  final: Map<string, number>
}

async function givenWorld(seed: number): Promise<World> {
  now = START
  const deal = await givenDeal(t.api, {
    prices: [flatPrice('page', RATE / 100)],
    subscription: SINCE_JANUARY,
  })
  await t.books.rows(
    `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
       provider_method_id, brand, last4, created_at, updated_at)
     values ($1, 'stripe', $2, $3, 'pm_card', 'visa', '4242', now(), now())`,
    [deal.customerId, t.organization.id, `cus_${deal.customerId}`],
  )
  const random = randomFrom(seed)
  return { random, deal, ledger: createLedger(), topUps: [], used: new Map(), final: new Map() }
}

const grantsOf = ({ deal }: World) => `/v1/customers/${deal.customerId}/credit-grants`

async function grant(world: World): Promise<void> {
  const { random, ledger } = world
  const at = now.getTime()
  const fields = {
    kind: random.pick(['paid', 'promotional'] as const),
    currency: random.chance(90) ? 'USD' : 'EUR',
    priority: random.integer(1, 3),
    name: `Grant ${ledger.grants.length}`,
  }
  const effectiveAt = at + random.pick([-40, -3, 0, 0, 5]) * DAY
  const expiresAt = random.chance(60)
    ? Math.max(effectiveAt, at) + random.integer(1, 45) * DAY
    : null
  const left = random.integer(1, 2_000)
  await must(
    t.api.post(grantsOf(world), {
      ...{ ...fields, amount: left / 100, effectiveAt: new Date(effectiveAt) },
      ...(expiresAt !== null && { expiresAt: new Date(expiresAt) }),
    }),
  )
  ledger.add({ ...fields, effectiveAt, expiresAt, topUpId: null }, left)
}

async function buy({ random, deal, ledger, topUps }: World): Promise<void> {
  const amount = random.integer(100, 3_000)
  const { id, status } = await topUp(t.api, deal.customerId, {
    ...{ method: 'saved', amount: amount / 100 },
  })
  expect(status).toBe('paid')
  const terms = { name: 'Prepaid credit', kind: 'paid' as const, currency: 'USD', priority: 50 }
  const times = { effectiveAt: now.getTime(), expiresAt: null }
  const given = ledger.add({ ...terms, ...times, topUpId: id }, amount)
  const none = { refunded: 0, dispute: undefined, taken: 0, isOver: false }
  topUps.push({ id, grant: given, amount, ...none })
}

/** Refunds at most what is left of the credit and of the payment; more is refused. */
async function refund({ random, topUps }: World): Promise<void> {
  const bought = random.pick(topUps)
  if (!bought) return
  const { id, grant: given, amount } = bought
  const asked = random.integer(1, amount)
  const [payment] = await t.books.payments({ id })
  const url = `/v1/invoices/${id}/payments/${payment.id}/refund`
  const { status } = await t.api.post(url, { amount: asked / 100 })
  const isLeft = asked <= given.left && asked <= amount - bought.refunded - bought.taken
  expect(status).toBe(isLeft ? 201 : 409)
  seen.add(isLeft ? 'refunded' : 'refund refused')
  if (!isLeft) return
  given.left -= asked
  bought.refunded += asked
}

/** The bank takes the money of a top-up back, or gives it back later. */
async function dispute({ random, ledger, topUps }: World): Promise<void> {
  const bought = random.pick(topUps.filter(({ isOver }) => !isOver))
  if (!bought) return
  const [payment] = await t.books.payments({ id: bought.id })
  const tell = async (what: string, about: Fields) => {
    const timestamp = Math.floor(now.getTime() / 1_000)
    const event = eventOf(`charge.dispute.${what}`, about)
    expect((await deliver(t, event, { timestamp })).statusCode).toBe(200)
  }
  if (bought.dispute) {
    await tell('funds_reinstated', bought.dispute)
    ledger.reinstate(bought.grant, bought.taken, now.getTime())
    bought.taken = 0
    bought.isOver = true
    seen.add('dispute won')
    return
  }
  const about = { payment_intent: payment.providerId, amount: bought.amount, currency: 'usd' }
  const made = { id: `dp_${bought.id}`, ...about }
  await tell('funds_withdrawn', made)
  bought.taken = bought.amount - bought.refunded
  if (bought.taken === 0) bought.isOver = true
  else bought.dispute = made
  bought.grant.left -= bought.taken
  seen.add(bought.grant.left < 0 ? 'disputed below zero' : 'disputed')
}

async function expireByHand(world: World): Promise<void> {
  const { random, ledger } = world
  const chosen = random.pick(ledger.grants)
  if (!chosen) return
  const { results } = await must(t.api.get(`${grantsOf(world)}?limit=100`))
  const { id } = results.find((one: Fields) => same(shown(one), plain(chosen)))
  await must(t.api.post(`${grantsOf(world)}/${id}/expire`, {}))
  ledger.expire(chosen, now.getTime())
}

async function use({ random, deal, used }: World): Promise<void> {
  const { start } = monthOf(now.getTime())
  const quantity = random.integer(1, 40)
  await deal.use('page', quantity, now.toISOString())
  used.set(start, (used.get(start) ?? 0) + quantity)
}

const invoicesOf = async ({ deal }: World): Promise<Fields[]> =>
  (await must(t.api.get(`/v1/invoices?customerId=${deal.customerId}&limit=100`))).data.filter(
    ({ kind }: Fields) => kind === 'subscription',
  )

/** Draws for the invoices that became final, and compares each with the ledger. */
async function follow(world: World): Promise<void> {
  const { ledger, used, final } = world
  for (const { id, status, periodStart } of (await invoicesOf(world)).toReversed()) {
    if (status === 'draft' || status === 'void' || final.has(String(id))) continue
    const start = Date.parse(String(periodStart))
    const subtotal = (used.get(start) ?? 0) * RATE
    const expected = ledger.finalize(String(id), monthOf(start), subtotal)
    const invoice = await must(t.api.get(`/v1/invoices/${id}`))
    expect({
      subtotal: cents(invoice.subtotal),
      promotions: cents(invoice.promotionTotal),
      tax: cents(invoice.taxTotal),
      credit: cents(invoice.creditTotal),
    }).toEqual(expected)
    if (expected.promotions > 0) seen.add('promotional credit drawn')
    if (expected.credit > 0) seen.add('paid credit drawn')
    final.set(String(id), start)
  }
}

async function voidOne(world: World): Promise<void> {
  const { random, ledger, final } = world
  const id = random.pick([...final.keys()])
  if (id === undefined) return
  // Refused once it is paid, and when a later one settles it.
  const { status } = await t.api.post(`/v1/invoices/${id}/void`, {})
  if (status !== 200) return
  const before = ledger.grants.length
  ledger.voidInvoice(id, now.getTime())
  seen.add(ledger.grants.length > before ? 'void to a new grant' : 'void')
}

/** Invoices an ended month that has no final invoice, as after a void one. */
async function invoiceAgain(world: World): Promise<void> {
  const { deal, random } = world
  const { start } = monthOf(now.getTime() - random.pick([31, 62]) * DAY)
  if (start < Date.UTC(2026, 0)) return
  const window = {
    billingPeriodStart: new Date(start).toISOString(),
    billingPeriodEnd: new Date(monthOf(start).end).toISOString(),
  }
  const { status, body } = await deal.tryGenerate(window)
  if (status === 201) await must(t.api.post(`/v1/invoices/${body.id}/send`, {}))
  await follow(world)
}

/** Lets time pass, with all that the clock does. */
async function wait(world: World): Promise<void> {
  now = new Date(now.getTime() + world.random.integer(1, 9) * DAY + 3_600_000)
  await runBilling(t.dependencies, { now, only: t.organization.id })
  await follow(world)
  const drafts = (await invoicesOf(world)).filter(({ status }) => status === 'draft')
  const before = { ...world.ledger.breakage }
  const starts = drafts.map(({ periodStart }) => Date.parse(String(periodStart)))
  world.ledger.tick(now.getTime(), monthOf(now.getTime()), starts)
  if (world.ledger.breakage.amount > before.amount) seen.add('paid credit expired')
  if (world.ledger.breakage.promotional > before.promotional) seen.add('promotional expired')
}

const shown = (one: Fields) => ({
  ...{ name: one.name, kind: one.kind, currency: one.currency, priority: one.priority },
  effectiveAt: instant(one.effectiveAt),
  expiresAt: instant(one.expiresAt),
  left: cents(one.left),
  topUpId: one.source === 'top_up' ? one.invoiceId : null,
})
const plain = ({ closesAt: _, ...grant }: LedgerGrant) => ({ ...grant })
const same = (a: object, b: object) => keyOf(a) === keyOf(b)
const keyOf = (one: object) =>
  JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const inOrder = (all: readonly object[]) => all.map(keyOf).toSorted()

async function compare(world: World, label: string): Promise<void> {
  const { deal, ledger } = world
  const { results } = await must(t.api.get(`${grantsOf(world)}?limit=100`))
  expect(inOrder(results.map(shown)), label).toEqual(inOrder(ledger.grants.map(plain)))
  const { credit } = await must(t.api.get(`/v1/customers/${deal.customerId}/credit`))
  const dollars = credit.find(({ currency }: Fields) => currency === 'USD')
  const { balance, promotional } = ledger.balances(now.getTime())
  expect([cents(dollars?.balance ?? 0), cents(dollars?.promotional ?? 0)], label).toEqual([
    balance,
    promotional,
  ])
}

const ACTIONS = { grant, buy, refund, dispute, expireByHand, use, voidOne, invoiceAgain, wait }
const CHOICES = [
  ...(['grant', 'grant', 'buy', 'use', 'use', 'wait', 'wait', 'wait', 'wait'] as const),
  ...(['refund', 'dispute', 'expireByHand', 'voidOne', 'voidOne', 'invoiceAgain'] as const),
]

/** A world takes half a minute; a busy machine may need ten times as long. */
const LIMIT_MS = 300_000

describe('credit', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'equals a naive ledger after each change: balances, draws and breakage, in the random world %i',
    async (seed) => {
      if (seed === 1) await givenTaxRate(t.api, { name: 'VAT', percentage: 10, isDefault: true })
      const world = await givenWorld(seed)
      const done: string[] = []
      for (let step = 0; step < STEPS; step += 1) {
        const action = world.random.pick(CHOICES)
        done.push(action)
        await ACTIONS[action](world)
        await compare(world, `seed ${seed}: ${done.join(', ')}`)
      }
      const { customerId } = world.deal
      const dates = `startDate=2026-01-01&endDate=${now.toISOString().slice(0, 10)}`
      const { breakage } = await must(
        t.api.get(`/v1/analytics/month-end?${dates}&customerId=${customerId}`),
      )
      const lost = breakage.find(({ currency }: Fields) => currency === 'USD')
      const { amount, promotional } = world.ledger.breakage
      const booked = [cents(lost?.amount ?? 0), cents(lost?.promotional ?? 0)]
      expect(booked).toEqual([amount, promotional])
    },
    LIMIT_MS,
  )

  test('has had every case in these worlds', () => {
    expect([...seen].sort()).toEqual([
      ...['dispute won', 'disputed', 'disputed below zero', 'paid credit drawn'],
      ...['paid credit expired', 'promotional credit drawn', 'promotional expired'],
      ...['refund refused', 'refunded', 'void', 'void to a new grant'],
    ])
  })
})
