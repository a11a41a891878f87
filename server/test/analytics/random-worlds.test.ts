import { describe, expect, test } from 'vitest'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { type Api, createApi, createTestOrganization, must } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { sms } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { expectTablesToAddUp } from './adds-up.ts'
import { compareRejected, readRejectedCosts } from './compare-rejected.ts'
import { compareRevenue } from './compare-together.ts'
import { type Fraction, minus, NONE, parse, plus, shown, total } from './fraction.ts'
import {
  isOwn,
  type PlainRevenue,
  type PlainSubscription,
  type PlainWorld,
  plainRevenue,
  readWorld,
} from './plain-figures.ts'
import {
  type ModelEvent,
  partOf,
  readModelEvents,
  uncostedByModel,
  unitsByModel,
} from './plain-models.ts'
import { unpricedOf } from './plain-unpriced.ts'
import { type Random, randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'

/** Every seed creates a different world; any number works. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const WINDOWS = 8
const DAY = 86_400_000

const NOW = new Date('2026-06-10T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

function randomWindow(random: Random) {
  const start = Date.UTC(2025, 11, random.integer(15, 180))
  return { start, end: start + random.pick([1, 2, 7, 30, 90, 200]) * DAY }
}

type Window = ReturnType<typeof randomWindow>
const query = ({ start, end }: Window) => `startDate=${dateOf(start)}&endDate=${dateOf(end - DAY)}`

const computed = new WeakMap<PlainSubscription, Map<string, PlainRevenue>>()

/** Returns what a subscription earned in a window, which most comparisons of a window need. */
function revenueOf(world: PlainWorld, one: PlainSubscription, window: Window): PlainRevenue {
  const ofOne = computed.get(one) ?? new Map<string, PlainRevenue>()
  computed.set(one, ofOne)
  const key = `${window.start} ${window.end}`
  const revenue = ofOne.get(key) ?? plainRevenue(world, one, window)
  ofOne.set(key, revenue)
  return revenue
}

const add = (a: PlainRevenue, b: PlainRevenue): PlainRevenue => ({
  agentEarned: plus(a.agentEarned, b.agentEarned),
  recurring: plus(a.recurring, b.recurring),
  seat: plus(a.seat, b.seat),
  onetime: plus(a.onetime, b.onetime),
  invoiced: plus(a.invoiced, b.invoiced),
})
const NO_REVENUE = {
  agentEarned: NONE,
  recurring: NONE,
  seat: NONE,
  onetime: NONE,
  invoiced: NONE,
}
const all = ({ agentEarned, recurring, seat, onetime }: PlainRevenue) =>
  total([agentEarned, recurring, seat, onetime])

/** Returns the figures as an answer shows them. */
const body = (revenue: PlainRevenue) => ({
  revenue: shown(all(revenue)),
  agentEarned: shown(revenue.agentEarned),
  invoiced: shown(revenue.invoiced),
  notInvoiced: shown(minus(all(revenue), revenue.invoiced)),
  breakdown: {
    usage: shown(revenue.agentEarned),
    recurring: shown(revenue.recurring),
    seat: shown(revenue.seat),
    onetime: shown(revenue.onetime),
  },
})

const within =
  ({ start, end }: Window) =>
  (event: { at: number }) =>
    event.at >= start && event.at < end
const costOf = (events: readonly { cost: Fraction | null }[]) =>
  shown(total(events.map(({ cost }) => cost ?? NONE)))

const ownEvents = ({ events }: PlainWorld, one: PlainSubscription) =>
  events.filter((event) => isOwn(one, event))

/** Compares the service's answers with the independently computed figures, for each window. */
async function compare(
  api: Api,
  {
    world,
    customerId,
    window,
  }: { world: PlainWorld; customerId: string | undefined; window: Window },
) {
  const filter = `${query(window)}${customerId ? `&customerId=${customerId}` : ''}`
  const label = `${filter} of ${JSON.stringify(window)}`
  const subscriptions = world.subscriptions.filter(
    (one) => customerId === undefined || one.customerId === customerId,
  )
  const events = world.events
    .filter((event) => customerId === undefined || event.customerId === customerId)
    .filter(within(window))
  const answer = await must(api.get(`/v1/analytics/revenue?${filter}`))
  const revenues = new Map(
    subscriptions.map((one) => [one.id, revenueOf(world, one, window)] as const),
  )
  for (const row of answer.bySubscription) {
    const one = subscriptions.find(({ id }) => id === row.subscriptionId)
    if (!one) throw new Error(`${row.subscriptionId} is of another customer`)
    const own = ownEvents(world, one).filter(within(window))
    expect(row, label).toMatchObject({
      ...body(revenues.get(one.id) ?? NO_REVENUE),
      cost: costOf(own),
      eventCount: own.length,
      uncostedEvents: own.filter(({ cost }) => cost === null).length,
    })
  }
  const listed = new Set(
    answer.bySubscription.map((row: { subscriptionId: string }) => row.subscriptionId),
  )
  for (const [id, revenue] of revenues) {
    if (!listed.has(id)) expect(shown(all(revenue)), `${label}: ${id} is not listed`).toBe(0)
  }
  for (const row of answer.byCurrency) {
    const own = subscriptions.filter(({ currency }) => currency === row.currency)
    const revenue = own.reduce(
      (sum, { id }) => add(sum, revenues.get(id) ?? NO_REVENUE),
      NO_REVENUE,
    )
    expect(row, label).toMatchObject(body(revenue))
  }
  const uncostedEvents = events.filter(({ cost }) => cost === null).length
  expect(answer, label).toMatchObject({ cost: costOf(events), uncostedEvents })
  const usage = await must(api.get(`/v1/analytics/usage?${filter}&breakdownBy=signal`))
  expect(usage.summary, label).toMatchObject({
    totalEvents: events.length,
    totalQuantity: shown(total(events.map(({ quantity }) => quantity))),
    totalCost: costOf(events),
    uncostedEvents,
  })
  for (const bucket of usage.timeSeriesData) {
    const day = Date.parse(bucket.date)
    const own = events.filter(within({ start: day, end: day + DAY }))
    expect(bucket, label).toMatchObject({ eventCount: own.length, totalCost: costOf(own) })
  }
  const cost = await must(api.get(`/v1/analytics/cost?${filter}`))
  for (const plan of cost.byPlan) {
    if (plan.planId === null) continue
    const own = subscriptions
      .filter(({ planId }) => planId === plan.planId)
      .flatMap((one) => ownEvents(world, one))
      .filter(within(window))
    expect(plan, label).toMatchObject({ totalCost: costOf(own), eventCount: own.length })
  }
  const inPlans = cost.byPlan.reduce(
    (count: number, plan: { eventCount: number }) => count + plan.eventCount,
    0,
  )
  expect(inPlans, label).toBe(events.length)
  const listedPlans = new Set(cost.byPlan.map(({ planId }: { planId: string | null }) => planId))
  const unlisted = subscriptions
    .filter(({ planId }) => !listedPlans.has(planId))
    .flatMap((one) => ownEvents(world, one))
  expect(unlisted.filter(within(window)), label).toEqual([])
}

type Bucket = { date: string; revenue: number }

/** Compares revenue by day or week; most buckets split months that may be closed. */
async function compareOverview(
  api: Api,
  { world, window, random }: { world: PlainWorld; window: Window; random: Random },
) {
  const groupBy = random.pick(['daily', 'weekly'])
  const label = `${query(window)}&groupBy=${groupBy}`
  const answer = await must(api.get(`/v1/analytics/overview?${label}`))
  const earned = (range: Window, currency: string) =>
    world.subscriptions
      .filter((one) => one.currency === currency)
      .reduce((sum, one) => add(sum, revenueOf(world, one, range)), NO_REVENUE)
  for (const { currency, revenue } of answer.current.byCurrency) {
    expect(revenue, `${label} ${currency}`).toBe(shown(all(earned(window, currency))))
  }
  const before = { start: 2 * window.start - window.end, end: window.start }
  for (const [figures, time] of [
    [answer.current, window],
    [answer.before, before],
  ] as const) {
    const unpriced = unpricedOf(world, world.events.filter(within(time)))
    expect(figures.unpriced, `${label} ${JSON.stringify(time)}`).toEqual(unpriced)
  }
  const breakdown = await must(api.get(`/v1/analytics/margin-breakdown?${query(window)}`))
  for (const name of ['cost', 'eventCount', 'uncostedEvents', 'unpriced'] as const) {
    const [ours, theirs] = [breakdown, answer].map(({ current }) => current[name])
    expect(ours, `${label} ${name}`).toEqual(theirs)
  }
  if (answer.currency === null) return
  expect(breakdown.current.revenue, label).toBe(answer.current.revenue)
  const buckets: Bucket[] = answer.buckets
  for (let count = 0; count < 4; count += 1) {
    const at = random.integer(0, buckets.length - 1)
    const start = Math.max(window.start, Date.parse(buckets[at]?.date ?? ''))
    const end = Math.min(window.end, Date.parse(buckets[at + 1]?.date ?? dateOf(window.end)))
    const revenue = shown(all(earned({ start, end }, answer.currency)))
    expect(buckets[at]?.revenue, `${label} ${buckets[at]?.date}`).toBe(revenue)
  }
}

/**
 * Compares revenue and cost of each customer with a margin, and for the others the reason why they
 * have none.
 */
async function compareMargins(api: Api, { world, window }: { world: PlainWorld; window: Window }) {
  const dates = query(window)
  const { results } = await must(api.get(`/v1/analytics/customer-margins?${dates}&top=1000`))
  const listed = new Map<string, Record<string, unknown>>(
    results.map((row: { customerId: string }) => [row.customerId, row]),
  )
  const events = Map.groupBy(world.events.filter(within(window)), (one) => one.customerId)
  const deals = Map.groupBy(world.subscriptions, (one) => one.customerId)
  for (const customerId of new Set([...events.keys(), ...deals.keys()])) {
    const own = deals.get(customerId) ?? []
    const label = `${dates} ${customerId}`
    const revenue = total(own.map((one) => all(revenueOf(world, one, window))))
    const work = events.get(customerId) ?? []
    const cost = costOf(work)
    const row = listed.get(customerId)
    const uncostedEvents = work.filter((event) => event.cost === null).length
    if (row) expect(row, label).toMatchObject({ revenue: shown(revenue), cost, uncostedEvents })
    else if (own.every(({ currency }) => currency === 'USD')) {
      expect([shown(revenue), work], label).toEqual([0, []])
    }
  }
}

type CurrencyRow = { currency: string; revenue: number; cost: number }

/** Compares the figures of all customers that are listed, by currency and of unpriced work. */
async function compareCustomers(
  api: Api,
  { world, window }: { world: PlainWorld; window: Window },
) {
  const { results } = await must(api.get(`/v1/analytics/customers?${query(window)}&limit=100`))
  for (const { customerId, byCurrency, ...figures } of results) {
    const label = `${query(window)} ${customerId}`
    const events = world.events
      .filter((one) => one.customerId === customerId)
      .filter(within(window))
    expect(figures, label).toMatchObject({
      cost: costOf(events),
      eventCount: events.length,
      uncostedEvents: events.filter(({ cost }) => cost === null).length,
      unpriced: unpricedOf(world, events),
    })
    const own = world.subscriptions.filter((one) => one.customerId === customerId)
    const rows = new Map(byCurrency.map((one: CurrencyRow) => [one.currency, one]))
    for (const [currency, deals] of Map.groupBy(own, (one) => one.currency)) {
      const revenue = shown(total(deals.map((one) => all(revenueOf(world, one, window)))))
      const work = deals.flatMap((one) => ownEvents(world, one)).filter(within(window))
      const row = rows.get(currency)
      if (row) expect(row, `${label} ${currency}`).toMatchObject({ revenue, cost: costOf(work) })
      else expect([revenue, work], `${label} ${currency}`).toEqual([0, []])
    }
    expect([...rows.keys()], label).toEqual([...rows.keys()].toSorted())
    if (rows.size === 1) expect(figures, label).toMatchObject({ currency: [...rows.keys()][0] })
  }
}

/** Compares the work that no price covers, whatever the rows are grouped by. */
async function compareUnpriced(
  api: Api,
  {
    world,
    customerId,
    window,
    groupBy,
  }: { world: PlainWorld; customerId: string | undefined; window: Window; groupBy: string },
) {
  const filter = `${query(window)}${customerId ? `&customerId=${customerId}` : ''}`
  const events = world.events
    .filter((event) => customerId === undefined || event.customerId === customerId)
    .filter(within(window))
  const path = `/v1/analytics/profitability?${filter}&groupBy=${groupBy}`
  const { unpriced } = await must(api.get(path))
  expect(unpriced, path).toEqual(unpricedOf(world, events))
}

type ModelRow = {
  kind: string
  key: string | null
  currency: string | null
  quantity: number
  revenue: number
  cost: number
  eventCount: number
  uncostedEvents: number
}
const exactly = (figure: number) => parse(figure.toFixed(10))

/** Compares costs, events and units of each model exactly, and the revenue of its units. */
async function compareModels(
  api: Api,
  {
    all,
    customerId,
    window,
  }: { all: readonly ModelEvent[]; customerId: string | undefined; window: Window },
) {
  const filter = `${query(window)}${customerId ? `&customerId=${customerId}` : ''}`
  const rowsBy = async (group: string): Promise<ModelRow[]> =>
    (await must(api.get(`/v1/analytics/profitability?${filter}&groupBy=${group}`))).rows
  const models = await rowsBy('model')
  const events = all
    .filter((event) => customerId === undefined || event.customerId === customerId)
    .filter(within(window))
  const uncosted = uncostedByModel(events)
  for (const [model, own] of Map.groupBy(events, (event) => event.model)) {
    const rows = models.filter(({ key }) => key === model)
    const label = `${filter} ${model}`
    const cost = shown(total(rows.map((row) => exactly(row.cost))))
    expect(cost, label).toBeCloseTo(costOf(own), 8)
    const count = (read: (row: ModelRow) => number) => rows.reduce((sum, row) => sum + read(row), 0)
    expect(
      count((row) => row.eventCount),
      label,
    ).toBe(own.length)
    const shares = [...(uncosted.get(model)?.values() ?? [])]
    const difference = count((row) => row.uncostedEvents) - shown(total(shares))
    // The fraction of each signal is rounded to whole events.
    const rounded = shares.filter(({ n, d }) => n % d !== 0n).length
    if (rounded === 0) expect(difference, label).toBe(0)
    else expect(Math.abs(difference), label).toBeLessThan(rounded)
  }
  const units = unitsByModel(events)
  const signals = (await rowsBy('signal')).filter(({ kind }) => kind === 'outcomes')
  for (const row of models.filter(({ kind, key }) => kind === 'outcomes' && key !== null)) {
    const share = (read: (one: ModelRow) => number) =>
      total(
        signals
          .filter(({ currency }) => currency === row.currency)
          .map((signal) => {
            const own = units.get(signal.key ?? '') ?? new Map<string, Fraction>()
            const ofModel = own.get(row.key ?? '') ?? NONE
            return partOf(exactly(read(signal)), ofModel, [...own.values()])
          }),
      )
    const label = `${filter} ${row.key} ${row.currency}`
    expect(row.quantity, label).toBeCloseTo(shown(share((one) => one.quantity)), 5)
    expect(row.revenue, label).toBeCloseTo(shown(share((one) => one.revenue)), 5)
  }
  await compareOneModel(api, filter, models)
}

/** Asserts that the signals of a model add up to the rows of the model. */
async function compareOneModel(api: Api, filter: string, models: readonly ModelRow[]) {
  const key = models.find((row) => row.key !== null)?.key
  if (key === undefined || key === null) return
  const path = `/v1/analytics/profitability?${filter}&groupBy=signal&model=${encodeURIComponent(key)}`
  const { rows } = await must(api.get(path))
  const sumsOf = (some: readonly ModelRow[], read: (row: ModelRow) => number) =>
    shown(total(some.map((row) => exactly(read(row)))))
  const ofKind = ({ kind, currency }: ModelRow) => `${kind} ${currency}`
  const bySignal: Map<string, ModelRow[]> = Map.groupBy(rows, ofKind)
  for (const [kind, own] of Map.groupBy(
    models.filter((row) => row.key === key),
    ofKind,
  )) {
    const parts = bySignal.get(kind) ?? []
    for (const read of [
      (row: ModelRow) => row.cost,
      (row: ModelRow) => row.revenue,
      (row: ModelRow) => row.quantity,
      (row: ModelRow) => row.eventCount,
      (row: ModelRow) => row.uncostedEvents,
    ]) {
      expect(sumsOf(parts, read), `${path} ${kind}`).toBeCloseTo(sumsOf(own, read), 8)
    }
  }
}

/** Also closes sums that would save little: figures must be the same from months and from days. */
async function closeEverything() {
  const deps = { db: t.database.db, log: t.dependencies.log, saving: { rows: 0, events: 0 } }
  await closeSums(deps, NOW)
}

const GROUPS = ['customer', 'agent', 'signal', 'plan', 'model', 'day']
type Row = {
  currency: string | null
  invoiced: number
  revenue: number
  cost: number
  kind: string
}
const exactSum = (figures: readonly number[]) => total(figures.map((one) => parse(one.toFixed(10))))

/** Asserts that over all time, profitability equals the finalized invoices before tax. */
async function compareWithInvoices(api: Api, organizationId: string) {
  const { rows: invoices } = await t.database.pool.query(
    `select i.currency, sum(i.subtotal - i.discount_total - coalesce(t.amount, 0))::text as amount
     from invoices i left join (
       select customer_id, invoice_id, sum(amount) as amount from invoice_taxes
       where is_inclusive group by customer_id, invoice_id
     ) t on t.customer_id = i.customer_id and t.invoice_id = i.id
     where i.organization_id = $1 and i.status not in ('draft', 'void')
     group by i.currency`,
    [organizationId],
  )
  for (const groupBy of GROUPS) {
    const dates = 'startDate=2025-12-01&endDate=2026-09-30'
    const answer = await must(api.get(`/v1/analytics/profitability?${dates}&groupBy=${groupBy}`))
    const rows: Row[] = answer.rows
    expect(shown(exactSum(rows.map(({ cost }) => cost))), groupBy).toBeCloseTo(answer.totalCost, 8)
    for (const { currency, amount } of invoices) {
      const own = rows.filter((row) => row.currency === currency)
      const label = `${groupBy} ${currency} ${JSON.stringify(own)}`
      const sums = answer.totals.find((one: Row) => one.currency === currency)
      expect(shown(exactSum(own.map(({ invoiced }) => invoiced))), label).toBe(Number(amount))
      expect(sums.invoiced, label).toBe(Number(amount))
      expect(shown(exactSum(own.map(({ revenue }) => revenue))), label).toBe(sums.revenue)
    }
  }
}

/** Asserts that over all time, invoiced revenue equals the charges on finalized invoices. */
async function compareWithLines(api: Api, organizationId: string) {
  const { rows } = await t.database.pool.query(
    `select i.currency, sum(l.amount)::text as amount
     from invoices i join invoice_lines l on l.customer_id = i.customer_id and l.invoice_id = i.id
     where i.organization_id = $1 and i.status not in ('draft', 'void')
       and l.type in ('usage', 'late_usage', 'recurring', 'seat_based', 'onetime')
     group by i.currency`,
    [organizationId],
  )
  const billed = new Map(rows.map(({ currency, amount }) => [currency, Number(amount)]))
  const dates = 'startDate=2025-12-01&endDate=2026-09-30'
  for (const path of ['revenue', 'month-end']) {
    const answer = await must(api.get(`/v1/analytics/${path}?${dates}`))
    const sums: Row[] = answer.byCurrency ?? answer.revenue
    for (const { currency, invoiced } of sums) {
      expect(invoiced, `${path} ${currency}`).toBe(billed.get(currency ?? '') ?? 0)
    }
  }
}

/** Records late usage in a few months, which opens them again while others stay closed. */
async function recordLate(api: Api, random: Random) {
  for (const month of ['02', '03', '05']) {
    const usageDate = `2026-${month}-${random.pick(['01', '14', '28'])}T10:00:00Z`
    await must(api.record(sms({ usageDate, quantity: random.integer(1, 9) })))
  }
}

/** A world takes up to half a minute; a busy machine may need ten times as long. */
const LIMIT_MS = 300_000

describe.each(SEEDS)('in the world of seed %i', (seed) => {
  test(
    'every figure equals, to the last digit, that of plain loops over the rows',
    async () => {
      const random = randomFrom(seed)
      const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
      const api = createApi(t.app, secretKey)
      const { customers } = await makeWorld(api, { random, database: t.database, organizationId })
      let world = await readWorld(t.database, organizationId)
      let modelEvents = await readModelEvents(t.database, organizationId)
      const rejected = await readRejectedCosts(t.database, organizationId)
      if (seed === 1) expect(rejected.length).toBeGreaterThan(0)
      expect(world.subscriptions.some(({ lines }) => lines.length > 0)).toBe(true)
      if (seed % 2 === 0) await closeEverything()
      await compareWithInvoices(api, organizationId)
      await compareWithLines(api, organizationId)
      for (let count = 0; count < WINDOWS; count += 1) {
        const window = randomWindow(random)
        if (count === WINDOWS / 2) {
          await recordLate(api, random)
          world = await readWorld(t.database, organizationId)
          modelEvents = await readModelEvents(t.database, organizationId)
        }
        await expectTablesToAddUp(api, query(window))
        await compareOverview(api, { world, window, random })
        await compareMargins(api, { world, window })
        await compareCustomers(api, { world, window })
        await compare(api, { world, customerId: undefined, window })
        const dates = { startDate: dateOf(window.start), endDate: dateOf(window.end - DAY) }
        await compareRevenue({ deps: t.dependencies, organizationId }, dates, NOW)
        const customerId = random.pick(customers)
        await compare(api, { world, customerId, window })
        const groupBy = random.pick(GROUPS)
        await compareUnpriced(api, { world, customerId: undefined, window, groupBy })
        await compareUnpriced(api, { world, customerId, window, groupBy })
        await compareModels(api, { all: modelEvents, customerId: undefined, window })
        await compareModels(api, { all: modelEvents, customerId, window })
        const costs = rejected.filter(within(window))
        await compareRejected(api, { costs, filter: query(window) })
        await compareRejected(api, {
          costs: costs.filter((one) => one.customerId === customerId),
          filter: `${query(window)}&customerId=${customerId}`,
        })
      }
    },
    LIMIT_MS,
  )
})
