import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { must } from '../support/app.ts'
import { givenDeal, SINCE_JANUARY, tiered } from '../support/deal.ts'
import { exact, sum } from '../support/exact.ts'
import { type Fields, unique } from '../support/given.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { INVOICES, readInvoice } from '../support/invoice.ts'
import { type Event, listEvents } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** Random usage, corrections and invoices: what remains of the usage is what is billed. */
let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

const START = Date.parse('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000

type Step = {
  act: 'use' | 'unknown' | 'void' | 'amend' | 'swap' | 'map' | 'wait' | 'close' | 'send' | 'refresh'
  pick: number
  quantity: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    ...(['use', 'use', 'use', 'use', 'unknown', 'void', 'amend', 'amend', 'swap'] as const),
    ...(['map', 'wait', 'wait', 'close', 'send', 'refresh'] as const),
  ),
  pick: fc.nat({ max: 200 }),
  quantity: fc.integer({ min: 0, max: 60 }),
})

const TIERS = [
  { lower: 0, upper: 40, rate: 1 },
  { lower: 40, upper: 100, rate: 0.5 },
  { lower: 100, upper: null, rate: 0.25 },
]

/** The price of a month's units in these tiers. */
function priceOf(units: number): number {
  return TIERS.reduce((total, { lower, upper, rate }) => {
    return total + Math.max(0, Math.min(units, upper ?? units) - lower) * rate
  }, 0)
}

async function createWorld() {
  at = new Date(START)
  const deal = await givenDeal(api, {
    prices: [tiered('ticket', 'graduated', TIERS)],
    subscription: SINCE_JANUARY,
  })
  const events: string[] = []
  const unknown = { model: unique('house-model'), modelProvider: 'in-house', inputTokens: 1_000 }
  const use = async (step: Step, record: Fields = {}) => {
    const usageDate = new Date(Math.max(START, at.getTime() - step.pick * DAY_MS)).toISOString()
    const { body } = await api.record({
      customerExternalId: deal.externalId,
      agentCode: deal.agentCode,
      signalName: 'ticket',
      model: 'twilio-sms-us',
      modelProvider: 'twilio',
      quantity: step.quantity,
      usageDate,
      ...record,
    })
    events.push([...body.results.success, ...body.results.failed][0].eventId)
  }
  /** An event may be void already, and an invoice sent or void. */
  const correct = async ({ pick }: Step, how: 'void' | 'amend', body: Fields) => {
    if (events.length === 0) return
    const id = events[pick % events.length]
    const { status, body: answer } = await api.post(`/v1/events/${id}/${how}`, body)
    expect([200, 409], JSON.stringify(answer)).toContain(status)
  }
  const live = async () =>
    (await api.get(`${INVOICES}?customerId=${deal.customerId}&limit=100`)).body.data.filter(
      ({ status }: { status: string }) => status !== 'void',
    )
  return { deal, use, correct, live, unknown }
}

type World = Awaited<ReturnType<typeof createWorld>>

async function perform({ use, correct, live, unknown }: World, step: Step) {
  const { act, pick, quantity } = step
  if (act === 'use') await use(step)
  if (act === 'unknown') await use(step, unknown)
  if (act === 'void') await correct(step, 'void', {})
  if (act === 'amend') await correct(step, 'amend', { quantity })
  if (act === 'swap') await correct(step, 'amend', swapOf(pick, unknown))
  if (act === 'map') {
    const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
    const source = { sourceModel: unknown.model, sourceProvider: 'in-house' }
    await must(api.post('/v1/events/map-model', { ...source, ...target }))
  }
  if (act === 'wait') await wait(1 + (pick % 20))
  if (act === 'close') {
    const { db, log } = t.dependencies
    await closeSums({ db, log, saving: { rows: 0, events: 0 } }, at)
  }
  if (act === 'refresh') await refresh()
  if (act === 'send') {
    const drafts = (await live()).filter(({ status }: { status: string }) => status === 'draft')
    const draft = drafts[pick % Math.max(drafts.length, 1)]
    if (draft) await api.post(`${INVOICES}/${draft.id}/send`, {})
  }
}

function swapOf(pick: number, unknown: Fields): Fields {
  const known = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: pick, quantity: pick % 7 }
  if (pick % 3 === 0) return unknown
  return pick % 3 === 1 ? known : { services: [known, unknown].slice(0, 1 + (pick % 2)) }
}

async function refresh() {
  const moment = { now: new Date(), businessNow: at }
  await refreshOrganization(t.dependencies, { organizationId: organization.id, moment })
}

async function wait(days: number) {
  at = new Date(at.getTime() + days * DAY_MS)
  // The second round issues what the first one finalizes.
  for (let round = 0; round < 2; round += 1) {
    await runBilling(t.dependencies, { now: at, only: organization.id })
  }
}

async function expectBalance() {
  const end = at.toISOString().slice(0, 10)
  const url = `/v1/analytics/reconciliation?startDate=2025-12-01&endDate=${end}`
  const { checks } = await must(api.get(url))
  expect(checks.flatMap(({ differences }: { differences: unknown[] }) => differences)).toEqual([])
}

/** Prices the listed events month by month, without looking at any sum. */
function priceOfEvents(used: readonly Event[]): number {
  const months = Map.groupBy(used, ({ usageDate }) => usageDate.slice(0, 7))
  return [...months.values()].reduce((total, events) => {
    return total + priceOf(events.reduce((units, { quantity }) => units + Number(quantity), 0))
  }, 0)
}

test('after any corrections all sums equal the events, and the invoices their price', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }),
      async (steps) => {
        const world = await createWorld()
        for (const one of steps) await perform(world, one)
        await expectRollupsToMatchEvents(t.database.pool)
        await refresh()
        await expectBalance()
        await wait(35)
        await wait(35)
        await refresh()
        await expectBalance()
        const invoices = await Promise.all(
          (await world.live()).map(({ id }: { id: string }) => readInvoice(api, id)),
        )
        const billed = sum(invoices.map(({ subtotal }) => subtotal))
        const events = await listEvents(api, `&customerId=${world.deal.customerId}`)
        expect(billed).toBe(exact(priceOfEvents(events)))
        const costs = sum(invoices.map(({ totalCost }) => totalCost))
        expect(costs).toBe(sum(events.map(({ usageCost }) => usageCost ?? '0')))
      },
    ),
    { numRuns: 6, seed: 4711, endOnFailure: true },
  )
})
