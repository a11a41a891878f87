import { beforeAll, expect, test } from 'vitest'
import { type Api, createApi, createTestApp, must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectHoldsToAddUp } from '../support/holds.ts'
import { type Invoice, sendInvoice } from '../support/invoice.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** Decisions by prepaid credit, of two processes at once. */
const now = new Date('2026-03-20T12:00:00Z')
const options = { now: () => now, config: { guardTimeoutMs: 5_000 } }
const t = useTestApp({ ...options, atEnd: ({ database }) => expectHoldsToAddUp(database.pool) })
const { api, organization } = useOrganizationPerTest(t)

/** A second process on the same database, with its own connections and caches. */
let otherApp: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  const database = { ...t.database, close: async () => undefined }
  otherApp = await createTestApp({ ...options, database })
  return () => otherApp.close()
})
const otherApi = () => createApi(otherApp.app, organization.secretKey)

const BUDGET = { name: 'Prepaid', measure: 'credit', amount: '0', action: 'block' }
const grant = ({ customerId }: Deal, fields: Fields) =>
  must(
    api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', effectiveAt: '2026-01-01', ...fields },
    }),
  )
const creditOf = async ({ customerId }: Deal) => {
  const { credit } = await must(api.get(`/v1/customers/${customerId}/credit`))
  return credit[0]
}

/** Asks until a decision is made, as clients do: a busy machine may answer 503. */
async function decided(by: Api, deal: Deal, runId: string): Promise<Fields> {
  const { externalId: customerExternalId, agentCode } = deal
  const run = { customerExternalId, agentCode, signalName: 'page', estimatedCostUsd: '0.01', runId }
  for (;;) {
    const { status, body } = await by.post('/v1/guard/holds', run)
    if (status === 200) return body
    expect(status).toBe(503)
  }
}

test('1,000 parallel holds beside settlements take all of the credit, and never a cent more', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', '0.13')] })
  await must(api.post('/v1/budgets', BUDGET))
  await grant(deal, { amount: 60 })
  await grant(deal, { kind: 'promotional', amount: 40 })
  let isOver = false
  const watching = (async () => {
    while (!isOver) expect((await creditOf(deal)).available).toBeGreaterThanOrEqual(0)
  })()
  const answers = await Promise.all(
    times(1_000, async (n) => {
      const by = n % 2 === 0 ? api : otherApi()
      const { decision } = await decided(by, deal, `run-${n}`)
      // Every third run ends while others ask: what it held becomes usage.
      const isSettled = decision === 'allow' && n % 3 === 0
      if (isSettled) await deal.use('page', 1, '2026-03-20T11:00:00Z', { runId: `run-${n}` })
      return decision
    }),
  ).finally(() => {
    isOver = true
  })
  await watching
  // 769 × 0.13 = 99.97
  expect(answers.filter((decision) => decision === 'allow')).toHaveLength(769)
  expect((await creditOf(deal)).available).toBe(0.03)
})

test('drafts that become final beside holds are counted once: neither twice nor not at all', async () => {
  const deal = await givenDeal(api, {
    prices: [flatPrice('page', 1)],
    subscription: { startDate: '2025-11-01' },
  })
  await must(api.post('/v1/budgets', BUDGET))
  await grant(deal, { amount: 40, effectiveAt: '2025-11-01' })
  const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03']
  for (const month of months.slice(0, -1)) await deal.use('page', 5, `${month}-10T00:00:00Z`)
  const answers: Fields[] = []
  const drafts: Invoice[] = []
  for (const [at, start] of months.slice(0, -1).entries()) {
    const [billingPeriodStart, billingPeriodEnd] = [`${start}-01`, `${months[at + 1]}-01`]
    drafts.push(await deal.generate({ billingPeriodStart, billingPeriodEnd }))
  }
  for (const [at, draft] of drafts.entries()) {
    const runs = times(10, (n) => decided(n % 2 === 0 ? api : otherApi(), deal, `${at}-${n}`))
    const [decisions] = await Promise.all([Promise.all(runs), sendInvoice(api, draft)])
    answers.push(...decisions)
  }
  // 40 less four invoices of 5.
  expect(answers.filter(({ decision }) => decision === 'allow')).toHaveLength(20)
  expect((await creditOf(deal)).available).toBe(0)
})
