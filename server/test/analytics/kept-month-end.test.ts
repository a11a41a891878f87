/** The revenue of month-end, which is read from kept rows, equals that computed from the facts as of the cut-off. */
import { expect, test } from 'vitest'
import { add, ZERO } from '../../src/domain/money.ts'
import { monthEnd } from '../../src/features/analytics/month-end/month-end.ts'
import { loadEarned } from '../../src/features/earnings/earned.ts'
import { revenueTotal } from '../../src/features/earnings/revenue.ts'
import { figure } from '../../src/features/usage-figures/figures.ts'
import { parseWindow } from '../../src/features/usage-figures/window.ts'
import { createApi, createTestOrganization, must } from '../support/app.ts'
import { tickingClock } from '../support/clocks.ts'
import { useTestApp } from '../support/use-app.ts'
import { type Random, randomFrom } from './random.ts'
import { makeRandomChange, makeSmallWorld, type World } from './random-changes.ts'

const SEEDS = [41, 42, 43, 44]
const ROUNDS = 16
const QUESTIONS = 5
const DAY_MS = 86_400_000
const t = useTestApp({ now: tickingClock('2026-04-10T12:00:00Z') })

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Windows of whole months and of parts of them, also in the future; cut-offs within them and after. */
function randomQuestion(random: Random, now: number): Question {
  const start = now - random.integer(-60, 200) * DAY_MS
  const end = start + random.integer(1, 100) * DAY_MS
  const firstOf = (time: number, months = 0) =>
    Temporal.PlainDate.from(dateOf(time)).with({ day: 1 }).add({ months }).toString()
  const parts = { startDate: dateOf(start), endDate: dateOf(end) }
  const whole = {
    startDate: firstOf(start),
    endDate: dateOf(Date.parse(firstOf(start, random.integer(1, 4))) - DAY_MS),
  }
  const dates = random.chance(40) ? whole : parts
  if (random.chance(20)) return dates
  const since = now - Date.parse(dates.startDate)
  const cutOff = Date.parse(dates.startDate) + random.integer(0, Math.max(since, 40 * DAY_MS))
  return { ...dates, cutOff: random.chance(70) ? dateOf(cutOff) : new Date(cutOff).toISOString() }
}

type Question = { startDate: string; endDate: string; cutOff?: string; customerId?: string }

const seen = { none: 0, part: 0, all: 0, voided: 0, settled: 0 }

async function compare({ organizationId }: World, question: Question) {
  const now = t.dependencies.clock.now(organizationId)
  const asked = { organizationId, query: question }
  const { revenue } = await monthEnd(t.dependencies, asked, now)
  const window = parseWindow(question, now)
  const cutOff = cutOffOf(question)
  const filter = { organizationId, customerId: question.customerId, agentId: undefined }
  const earned = await loadEarned(t.database.db, { ...filter, cutOff }, window)
  const sums = new Map<string, { revenue: typeof ZERO; invoiced: typeof ZERO }>()
  for (const one of earned) {
    const { currency } = one.subscription
    const known = sums.get(currency) ?? { revenue: ZERO, invoiced: ZERO }
    sums.set(currency, {
      revenue: add(known.revenue, revenueTotal(one.revenue)),
      invoiced: add(known.invoiced, one.invoiced),
    })
  }
  const expected = Array.from(sums, ([currency, own]) => ({
    currency,
    revenue: figure(own.revenue),
    invoiced: figure(own.invoiced),
    notInvoiced: figure(own.revenue.minus(own.invoiced)),
  }))
  const isSome = (one: (typeof expected)[number]) => one.revenue !== 0 || one.invoiced !== 0
  const inOrder = expected.filter(isSome).toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
  // What is deferred does not follow from what was earned.
  const answered = revenue.filter(isSome).map(({ deferred: _, ...own }) => own)
  expect(answered, JSON.stringify(question)).toEqual(inOrder)
  await note(organizationId, { cutOff, earned: inOrder })
}

function cutOffOf({ endDate, cutOff = endDate }: Question): Date {
  return new Date(Date.parse(cutOff.slice(0, 10)) + DAY_MS)
}

/** Counts the answers by what they depend on, so that no case is left out. */
async function note(
  organizationId: string,
  { cutOff, earned }: { cutOff: Date; earned: { revenue: number; invoiced: number }[] },
) {
  for (const { revenue, invoiced } of earned) {
    if (invoiced === 0) seen.none += 1
    else if (invoiced === revenue) seen.all += 1
    else seen.part += 1
  }
  const { rows } = await t.database.pool.query(
    `select
       exists (select from invoices
         where organization_id = $1 and finalized_at < $2 and voided_at >= $2) as voided,
       exists (select from invoice_lines late
         join invoices settling on settling.id = late.invoice_id
         join invoice_lines lines on lines.id = late.source_id
         join invoices on invoices.id = lines.invoice_id
         where late.organization_id = $1 and late.type = 'late_usage'
           and invoices.finalized_at < $2 and settling.finalized_at >= $2
           and settling.status <> 'void') as settled`,
    [organizationId, cutOff],
  )
  if (rows[0]?.voided) seen.voided += 1
  if (rows[0]?.settled) seen.settled += 1
}

/** Makes a change of one kind, or of any. */
async function change(world: World, kind?: string) {
  if (kind !== undefined) world.deck.splice(0, world.deck.length, kind)
  await makeRandomChange(world)
}

/** Invoices what follows the last invoice of a subscription, with its late usage. */
async function invoiceNext({ api, organizationId, random }: World) {
  const { rows } = await t.database.pool.query(
    `select customer_id, subscription_id, max(period_end) as until from invoices
     where organization_id = $1 and status not in ('draft', 'void')
     group by customer_id, subscription_id order by subscription_id`,
    [organizationId],
  )
  if (rows.length === 0) return
  const { customer_id: customerId, subscription_id: subscriptionId, until } = random.pick(rows)
  const start = new Date(until)
  const end = new Date(start.getTime() + random.integer(1, 31) * DAY_MS)
  const { body } = await api.post('/v1/invoices/generate', {
    ...{ customerId, subscriptionId, billingPeriodStart: start.toISOString() },
    ...(random.chance(50) ? { billingPeriodEnd: end.toISOString() } : {}),
  })
  await api.post(`/v1/invoices/${body.id}/send`, undefined)
}

async function passDays({ api, organizationId, random }: World) {
  const now = t.dependencies.clock.now(organizationId).getTime()
  const later = new Date(now + random.integer(1, 14) * DAY_MS)
  await must(api.post('/v1/test-clock', { now: later.toISOString() }))
}

test.each(SEEDS)('month-end equals the facts as of its cut-off, world %i', async (seed) => {
  const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const random = randomFrom(seed)
  const world = await makeSmallWorld(t, { api, organizationId, random })
  for (let count = 0; count < 6; count += 1) await change(world, 'generate')
  for (let round = 1; round <= ROUNDS; round += 1) {
    await passDays(world)
    for (const kind of [undefined, undefined, 'recordLateUsage', 'recordLateUsage']) {
      await change(world, kind)
    }
    await invoiceNext(world)
    await invoiceNext(world)
    if (random.chance(30)) await change(world, 'voidInvoice')
    if (round % 2 !== 0) continue
    for (let question = 0; question < QUESTIONS; question += 1) {
      const now = t.dependencies.clock.now(organizationId).getTime()
      const asked = randomQuestion(random, now)
      await compare(world, asked)
      await compare(world, { ...asked, customerId: random.pick(world.customers).id })
    }
  }
})

test('answers depended on voided invoices and on late usage, and had parts invoiced', () => {
  expect(
    Object.values(seen).every((count) => count >= 10),
    JSON.stringify(seen),
  ).toBe(true)
})
