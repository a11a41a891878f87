import fc from 'fast-check'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { checkUsage } from '../../../test/crash/billing/check-usage.ts'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import type { Fields } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { runBilling } from '../../clock-round/run-billing.ts'

/** Late usage of one subscription with any set of drafts: no unit is on two live invoices. */
let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api } = t

let pool: pg.Pool | undefined
afterAll(() => pool?.end())

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-01T00:00:00Z')
const OLDEST_DAYS = 60
const dayOf = (index: number) => new Date(START + index * DAY_MS).toISOString().slice(0, 10)

type Terms = { endDay: number | null; isShort: boolean }
type Step = {
  act: 'use' | 'wait' | 'present' | 'older' | 'again' | 'send' | 'void'
  /** Meaning depends on the act: days to go back, days to wait, or the index of an invoice. */
  pick: number
  quantity: number
}
type Invoice = { id: string; status: string; periodStart: string; periodEnd: string }

async function createWorld({ endDay, isShort }: Terms) {
  at = new Date(START)
  const end = endDay === null ? {} : { endDate: dayOf(endDay) }
  const cycle = isShort ? { billingCycle: 'custom', customCycleDays: 10 } : {}
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, ...end, ...cycle } })
  const live = async (): Promise<Invoice[]> => {
    const { body } = await api.get(`/v1/invoices?customerId=${deal.customerId}&limit=100`)
    return body.data.filter(({ status }: Invoice) => status !== 'void').reverse()
  }
  const generate = async (window: Fields = {}) => {
    const { status, body } = await deal.tryGenerate(window)
    expect([201, 409, 422], JSON.stringify(body)).toContain(status)
    return status === 201
  }
  /** A transition that the invoice's state may reject. */
  const move = async ({ id }: Invoice, how: 'send' | 'void') => {
    const { status, body } = await api.post(`/v1/invoices/${id}/${how}`, {})
    expect([200, 400, 409], JSON.stringify(body)).toContain(status)
  }
  const use = async (daysAgo: number, quantity: number) => {
    const date = new Date(Math.max(START, at.getTime() - daysAgo * DAY_MS))
    await deal.use('ticket', quantity, date.toISOString())
  }
  return { subscriptionId: deal.subscriptionId, live, generate, move, use }
}

type World = Awaited<ReturnType<typeof createWorld>>

async function perform({ live, generate, move, use }: World, { act, pick, quantity }: Step) {
  const today = Math.round((at.getTime() - START) / DAY_MS)
  if (act === 'wait') await wait(1 + (pick % 12))
  if (act === 'use') await use(pick, quantity)
  if (act === 'present') await generate()
  if (act === 'older') await generate(partBefore(today - pick))
  if (act === 'again' || act === 'send' || act === 'void') {
    const invoices = await live()
    const found = invoices[pick % Math.max(invoices.length, 1)]
    if (!found) return
    if (act !== 'again') return move(found, act)
    const { periodStart: billingPeriodStart, periodEnd: billingPeriodEnd } = found
    await generate({ billingPeriodStart, billingPeriodEnd })
  }
}

/** Returns the two days before a day, a window that only a request can invoice. */
function partBefore(day: number) {
  const end = Math.max(2, day)
  return { billingPeriodStart: dayOf(end - 2), billingPeriodEnd: dayOf(end) }
}

async function wait(days: number) {
  at = new Date(at.getTime() + days * DAY_MS)
  // The second round issues what the first round finalizes.
  for (let round = 0; round < 2; round += 1) {
    await runBilling(t.dependencies, { now: at, only: t.organization.id })
  }
}

/** Reuses the check of the billing crash test, which reads the whole database. */
async function problemsOf({ subscriptionId }: World, isUpToDate = false): Promise<string[]> {
  pool ??= new pg.Pool({ connectionString: t.database.url })
  const problems = await checkUsage(pool, new Set(isUpToDate ? [subscriptionId] : []))
  return problems.filter((problem) => problem.includes(subscriptionId))
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    ...(['use', 'use', 'use', 'wait', 'wait', 'present'] as const),
    ...(['older', 'older', 'again', 'send', 'void'] as const),
  ),
  pick: fc.nat({ max: OLDEST_DAYS }),
  quantity: fc.integer({ min: 1, max: 60 }),
})

const terms: fc.Arbitrary<Terms> = fc.record({
  endDay: fc.option(fc.integer({ min: 20, max: 60 })),
  isShort: fc.boolean(),
})

const of = (act: Step['act'], pick = 0, quantity = 1): Step => ({ act, pick, quantity })

/**
 * Two on-request drafts each show some late usage, a third is sent, and one of the two is voided.
 */
const SENT_BESIDE_TWO: Step[] = [
  ...[of('wait', 9), of('older', 8), of('older', 6), of('older', 4), of('older', 2)],
  ...[of('send', 0), of('use', 10, 30), of('again', 1), of('use', 10, 22), of('again', 2)],
  ...[of('send', 3), of('void', 1)],
]

/**
 * After the end, an on-request draft shows late usage, then the final draft does, then the first is
 * sent.
 */
const SENT_BESIDE_FINAL: Step[] = [
  ...[of('wait', 9), of('older', 8), of('older', 4), of('send', 0), of('wait', 11)],
  ...[of('wait', 11), of('use', 60, 52), of('again', 1), of('present'), of('send', 1)],
]

test('for any drafts and actions, each late unit is on exactly one live invoice', async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.array(step, { minLength: 15, maxLength: 30, size: 'max' }),
      async (deal, steps) => {
        const world = await createWorld(deal)
        for (const one of steps) {
          await perform(world, one)
          expect(await problemsOf(world)).toEqual([])
        }
        await wait(35)
        if (await world.generate()) expect(await problemsOf(world, true)).toEqual([])
      },
    ),
    {
      numRuns: 6,
      seed: 4711,
      endOnFailure: true,
      examples: [
        [{ endDay: null, isShort: false }, SENT_BESIDE_TWO],
        [{ endDay: 20, isShort: false }, SENT_BESIDE_FINAL],
      ],
    },
  )
}, 120_000)
