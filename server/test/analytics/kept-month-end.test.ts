/** The revenue of month-end, which is read from kept rows, equals that computed from the facts as of the cut-off. */
import { expect, test } from 'vitest'
import { add, ZERO } from '../../src/domain/money.ts'
import { monthEnd } from '../../src/features/analytics/month-end/month-end.ts'
import { loadEarned } from '../../src/features/earnings/earned.ts'
import { revenueTotal } from '../../src/features/earnings/revenue.ts'
import { figure } from '../../src/features/usage-figures/figures.ts'
import { parseWindow } from '../../src/features/usage-figures/window.ts'
import { createApi, createTestOrganization } from '../support/app.ts'
import { tickingClock } from '../support/clocks.ts'
import { useTestApp } from '../support/use-app.ts'
import { type Random, randomFrom } from './random.ts'
import { makeRandomChange, makeSmallWorld, type World } from './random-changes.ts'

const SEEDS = [41, 42, 43, 44, 45, 46]
const CHANGES = 72
const QUESTIONS = 6
const DAY_MS = 86_400_000
const t = useTestApp({ now: tickingClock('2026-04-10T12:00:00Z') })

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Windows of whole months and of parts of them, also in the future; cut-offs within them and after. */
function randomQuestion(random: Random, now: number) {
  const start = now - random.integer(-100, 220) * DAY_MS
  const month = `${dateOf(start).slice(0, 7)}-01`
  const isWhole = random.chance(40)
  const after = new Date(Date.parse(month))
  after.setUTCMonth(after.getUTCMonth() + random.integer(1, 4))
  const startDate = isWhole ? month : dateOf(start)
  const end = isWhole ? after.getTime() : start + random.integer(0, 100) * DAY_MS + DAY_MS
  const endDate = dateOf(end - DAY_MS)
  const cutOff = Date.parse(startDate) + random.integer(1, 150 * 86_400) * 1_000
  const day = dateOf(cutOff)
  return random.pick([
    { startDate, endDate },
    { startDate, endDate, cutOff: random.chance(70) ? day : new Date(cutOff).toISOString() },
    { startDate, endDate, cutOff: random.pick([day, dateOf(now - random.integer(0, 9) * DAY_MS)]) },
  ])
}

type Question = { startDate: string; endDate: string; cutOff?: string; customerId?: string }

const seen = { none: 0, part: 0, all: 0, voided: 0 }

async function compare({ organizationId }: World, question: Question) {
  const now = t.dependencies.clock.now(organizationId)
  const asked = { organizationId, query: question }
  const response = await monthEnd(t.dependencies, asked, now).catch((error: unknown) => error)
  if (response instanceof Error) {
    expect(response).toMatchObject({ code: 'dates_reversed' })
    return
  }
  const { revenue } = response as Awaited<ReturnType<typeof monthEnd>>
  const window = parseWindow(question, now)
  const cutOff = cutOffOf(question)
  const filter = { organizationId, customerId: question.customerId, agentId: undefined }
  const earned = await loadEarned(t.database.db, { ...filter, asOf: cutOff }, window)
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
  expect(revenue.filter(isSome), JSON.stringify(question)).toEqual(inOrder)
  await note(organizationId, { cutOff, earned: inOrder })
}

function cutOffOf({ endDate, cutOff = endDate }: Question): Date {
  return new Date(Date.parse(cutOff) + (cutOff.length === 10 ? DAY_MS : 1))
}

/** Counts what the answers were about, so that no case is left out. */
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
    `select from invoices where organization_id = $1 and finalized_at < $2 and voided_at >= $2`,
    [organizationId, cutOff],
  )
  if (rows.length > 0) seen.voided += 1
}

test.each(SEEDS)('month-end equals the facts as of its cut-off, world %i', async (seed) => {
  const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const random = randomFrom(seed)
  const world = await makeSmallWorld(t, { api, organizationId, random })
  for (let count = 1; count <= CHANGES; count += 1) {
    await makeRandomChange(world)
    if (count % 12 !== 0) continue
    for (let question = 0; question < QUESTIONS; question += 1) {
      const now = t.dependencies.clock.now(organizationId).getTime()
      const asked = randomQuestion(random, now)
      await compare(world, asked)
      await compare(world, { ...asked, customerId: random.pick(world.customers).id })
    }
  }
})

test('answers were about all, a part and nothing invoiced, and about voided invoices', () => {
  expect(
    Object.values(seen).every((count) => count >= 10),
    JSON.stringify(seen),
  ).toBe(true)
})
