import { describe, expect, test } from 'vitest'
import { newId } from '../../src/platform/id.ts'
import { type Random, randomFrom } from '../analytics/random.ts'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, tiered } from '../support/deal.ts'
import { type Fields, givenAgent, givenCustomer, unique } from '../support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** Budgets of prepaid credit: what must stay available. */
const now = new Date('2026-03-20T12:00:00Z')
const t = useTestApp({ now: () => now, config: { guardTimeoutMs: 5_000 } })
const { api } = useOrganizationPerTest(t)

const creditBudget = (fields: Fields = {}) =>
  must(
    api.post('/v1/budgets', {
      ...{ name: 'Prepaid', measure: 'credit', amount: '0', action: 'block' },
      ...fields,
    }),
  )
const grant = ({ customerId }: Pick<Deal, 'customerId'>, fields: Fields) =>
  must(
    api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', effectiveAt: '2026-01-01', ...fields },
    }),
  )
const statusOf = ({ id }: Fields, { customerId }: Pick<Deal, 'customerId'>) =>
  must(api.get(`/v1/budgets/${id}/status?customerId=${customerId}`))
const ask = (deal: Deal, fields: Fields = {}) => {
  const { externalId: customerExternalId, agentCode } = deal
  const run = { runId: unique('run'), estimatedCostUsd: '0.40', signalName: 'page' }
  return must(api.post('/v1/guard/holds', { customerExternalId, agentCode, ...run, ...fields }))
}
const check = (deal: Deal, fields: Fields = {}) => {
  const { externalId: customerExternalId, agentCode } = deal
  const run = { estimatedCostUsd: '0.40', signalName: 'page' }
  return must(api.post('/v1/guard/checks', { customerExternalId, agentCode, ...run, ...fields }))
}
/** A chargeback takes back the whole amount, also what was used of it. */
const chargeBack = async ({ customerId }: Pick<Deal, 'customerId'>, grantId: string) => {
  await t.database.pool.query(
    `insert into customer_credits (customer_id, id, organization_id, currency, amount, kind,
       grant_id, booked_at, created_at)
     select customer_id, $3, organization_id, currency, -amount, 'refund', id, $4, $4
     from credit_grants where customer_id = $1 and id = $2`,
    [customerId, grantId, newId(), now],
  )
}

test('a budget of credit has a currency and no period, thresholds, agent or signal', async () => {
  expect(await creditBudget({ amount: 5, currency: 'EUR' })).toMatchObject({
    ...{ measure: 'credit', amount: '5', currency: 'EUR', period: 'none', thresholds: [] },
  })
  const { id: agentId } = await givenAgent(api)
  const terms = { name: 'Prepaid', measure: 'credit', amount: '0', action: 'block' }
  for (const refused of [
    { period: 'month' },
    { thresholds: [50] },
    { agentId },
    { signalId: agentId },
    { isPerCustomer: false, action: 'alert' },
    { toleratedLoss: '1' },
    { currency: 'XYZ' },
    { amount: '-1' },
    { measure: 'cost', period: 'none' },
    { measure: 'cost' },
  ]) {
    const { status } = await api.post('/v1/budgets', { ...terms, ...refused })
    expect([400, 422], JSON.stringify(refused)).toContain(status)
  }
  const { id } = await creditBudget()
  expect((await api.patch(`/v1/budgets/${id}`, { thresholds: [50] })).status).toBe(422)
  expect(await must(api.patch(`/v1/budgets/${id}`, { amount: '2.50' }))).toMatchObject({
    amount: '2.5',
  })
})

test('a run may take what is available, to the cent, and no more', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', '0.25')] })
  const budget = await creditBudget({ amount: '1' })
  await grant(deal, { amount: 3 })
  await grant(deal, { kind: 'promotional', amount: 1, expiresAt: '2026-03-21' })
  await grant(deal, { amount: 100, effectiveAt: '2026-03-21' })
  await deal.use('page', 2, '2026-03-20T11:00:00Z')
  const allowed = await ask(deal, { quantity: 4 })
  expect(allowed).toMatchObject({ decision: 'allow', topUpUrl: null, message: null })
  expect(allowed.budgets).toMatchObject([
    { id: budget.id, limit: '3', spent: '0.5', held: '0', asked: '1', remaining: '1.5' },
  ])
  expect(await statusOf(budget, deal)).toMatchObject({
    ...{ limit: '3', spent: '0.5', held: '1', remaining: '1.5', available: '3.5', reserve: '1' },
    ...{ currency: 'USD', windowStart: null, resetsAt: null, uncostedEvents: 0 },
  })
  expect(await check(deal, { quantity: 6 })).toMatchObject({ decision: 'allow' })
  const blocked = await ask(deal, { quantity: 7 })
  expect(blocked).toMatchObject({
    decision: 'block',
    reason: 'budget_exceeded',
    message: 'Prepaid: 3.5 available - 1 held - 1.75 asked < 1 USD',
    budgetId: budget.id,
    holdId: null,
    resetsAt: null,
  })
  expect(blocked.topUpUrl).toMatch(/^https?:\/\/[^/]+\/portal\/credit$/)
  const { results } = await must(api.get('/v1/guard/decisions'))
  expect(results).toMatchObject([
    {
      ...{ measure: 'credit', message: blocked.message, available: '3.5', limit: '3' },
      ...{ spent: '0.5', held: '1', asked: '1.75', windowStart: null },
    },
  ])
  expect(await ask(deal, { quantity: 6 })).toMatchObject({ decision: 'allow' })
  expect(await ask(deal, { quantity: 1 })).toMatchObject({ decision: 'block' })
  await grant(deal, { amount: '0.25' })
  expect(await ask(deal, { quantity: 1 })).toMatchObject({ decision: 'allow' })
})

test('a run asks what its whole outcome would be billed, after what others hold', async () => {
  const deal = await givenDeal(api, {
    prices: [
      tiered('page', 'graduated', [
        { lower: 0, upper: 10, rate: 1 },
        { lower: 10, upper: null, rate: 0.1 },
      ]),
    ],
  })
  await creditBudget()
  await grant(deal, { amount: 12 })
  expect((await ask(deal, { quantity: 8 })).budgets).toMatchObject([{ held: '0', asked: '8' }])
  const second = await ask(deal, { quantity: 12, runId: 'second' })
  expect(second.budgets).toMatchObject([{ held: '8', asked: '3', remaining: '1' }])
  // The same run again has the hold that it has; an extension does not count it twice.
  expect(await ask(deal, { quantity: 12, runId: 'second' })).toMatchObject({
    ...{ decision: 'allow', holdId: second.holdId },
  })
  const costs = { costSoFarUsd: '0.40', nextCostUsd: '0.40' }
  expect(await must(api.post(`/v1/guard/holds/${second.holdId}/extend`, costs))).toMatchObject({
    decision: 'allow',
    budgets: [{ held: '8', asked: '3', remaining: '1' }],
  })
  await must(api.post(`/v1/guard/holds/${second.holdId}/release`, undefined))
  expect((await check(deal, { quantity: 2 })).budgets).toMatchObject([{ held: '8', asked: '2' }])
})

test('a run without a signal may produce every signal of its agent', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', 1), flatPrice('book', 5)] })
  await creditBudget()
  await grant(deal, { amount: 10 })
  const { externalId: customerExternalId, agentCode } = deal
  const any = { customerExternalId, agentCode, estimatedCostUsd: 1, quantity: 1 }
  const asked = await must(api.post('/v1/guard/holds', { ...any, runId: unique('run') }))
  expect(asked.budgets).toMatchObject([{ asked: '6', remaining: '4' }])
  expect(await must(api.post('/v1/guard/checks', any))).toMatchObject({ decision: 'block' })
})

test('a budget that alerts warns, and says where to add credit', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', 1)] })
  await creditBudget({ action: 'alert' })
  const warned = await ask(deal, { quantity: 1 })
  expect(warned).toMatchObject({
    ...{ decision: 'warn', message: 'Prepaid: 0 available - 0 held - 1 asked < 0 USD' },
    topUpUrl: expect.stringContaining('/portal/credit'),
  })
  expect(warned.holdId).not.toBeNull()
})

test('credit in another currency, of another customer and expired credit count nothing', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', 1)] })
  const other = await givenDeal(api, { prices: [flatPrice('page', 1)] })
  await creditBudget()
  await grant(deal, { amount: 50, currency: 'EUR' })
  const { id: expired } = await grant(deal, { amount: 50 })
  await must(
    api.post(`/v1/customers/${deal.customerId}/credit-grants/${expired}/expire`, undefined),
  )
  await grant(other, { amount: 50 })
  expect(await ask(deal)).toMatchObject({ decision: 'block' })
  expect(await ask(other)).toMatchObject({ decision: 'allow' })
  const stranger = await givenCustomer(api)
  const status = await statusOf(await creditBudget({ amount: '5' }), { customerId: stranger.id })
  expect(status).toMatchObject({ limit: '-5', spent: '0', remaining: '-5', usedPercent: null })
})

describe('a customer whose credit is negative, as after a chargeback,', () => {
  test('is blocked without a budget, and no more once the credit is paid', async () => {
    const deal = await givenDeal(api, { prices: [flatPrice('page', 1)] })
    const { id } = await grant(deal, { amount: 20 })
    await grant(deal, { kind: 'promotional', amount: 500 })
    const { externalId: customerExternalId } = deal
    expect(await ask(deal, { customerExternalId, runId: 'before' })).toMatchObject({
      ...{ decision: 'allow' },
    })
    await chargeBack(deal, id)
    // Nothing was used of it: nothing is owed.
    expect(await ask(deal)).toMatchObject({ decision: 'allow' })
    await chargeBack(deal, id)
    const blocked = await ask(deal)
    expect(blocked).toMatchObject({
      decision: 'block',
      reason: 'negative_credit',
      message: 'The credit of the customer is negative: -20 USD',
      budgetId: null,
      holdId: null,
      topUpUrl: expect.stringContaining('/portal/credit'),
    })
    expect(await check(deal)).toMatchObject({ decision: 'block', reason: 'negative_credit' })
    const { results } = await must(api.get('/v1/guard/decisions'))
    expect(results).toMatchObject([
      {
        ...{ decision: 'block', reason: 'negative_credit', budgetId: null },
        ...{ budgetName: 'Negative credit', message: blocked.message, available: '-20' },
      },
    ])
    // A run that has its hold goes on with it, and gets no more.
    expect(await ask(deal, { runId: 'before' })).toMatchObject({ decision: 'allow' })
    await grant(deal, { amount: 20 })
    expect(await ask(deal)).toMatchObject({ decision: 'allow' })
  })

  test('is blocked in spite of budgets with room, and its block is announced', async () => {
    const deal = await givenDeal(api, { prices: [flatPrice('page', 1)] })
    const terms = { name: 'Wide', measure: 'cost', amount: 1000, period: 'day', action: 'block' }
    await must(api.post('/v1/budgets', terms))
    const { id } = await grant(deal, { amount: 5 })
    await chargeBack(deal, id)
    await chargeBack(deal, id)
    expect(await ask(deal)).toMatchObject({ reason: 'negative_credit', budgetId: null })
    expect(await ask(deal)).toMatchObject({ reason: 'negative_credit' })
    await expect
      .poll(async () => {
        const { rows } = await t.database.pool.query(
          `select count(*)::int as count from outbox_events
           where customer_id = $1 and type = 'guard.blocked'`,
          [deal.customerId],
        )
        return rows[0].count
      })
      .toBe(1)
  })
})

describe('a decision equals plain loops', () => {
  type Price = { fields: Fields; cents: (units: number) => number }
  const HALF_UP = 500
  const rounded = (milliCents: number) => Math.floor((milliCents + HALF_UP) / 1000)
  /** Rates in thousandths of a cent. */
  const graduated: Price = {
    fields: tiered('page', 'graduated', [
      { lower: 0, upper: 20, rate: '0.5' },
      { lower: 20, upper: 60, rate: '0.125' },
      { lower: 60, upper: null, rate: '0.01' },
    ]),
    cents: (units) => {
      let sum = 0
      for (let n = 1; n <= units; n += 1) sum += n <= 20 ? 50_000 : n <= 60 ? 12_500 : 1_000
      return rounded(sum)
    },
  }
  const volume: Price = {
    fields: tiered('page', 'volume', [
      { lower: 0, upper: 50, rate: '0.2' },
      { lower: 50, upper: null, rate: '0.05' },
    ]),
    cents: (units) => rounded(units * (units <= 50 ? 20_000 : 5_000)),
  }
  const packages: Price = {
    fields: { signal: 'page', pricingModel: 'package', rate: 3, packageSize: 25 },
    cents: (units) => {
      let begun = 0
      for (let n = 0; n < units; n += 25) begun += 1
      return begun * 300
    },
  }
  const flat: Price = {
    fields: flatPrice('page', '0.333'),
    cents: (units) => rounded(units * 33_300),
  }
  const PRICES = [flat, graduated, volume, packages]

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('in the random world %i', async (seed) => {
    const random = randomFrom(seed)
    const price = PRICES[seed % PRICES.length] ?? flat
    const deal = await givenDeal(api, { prices: [price.fields] })
    const keep = random.integer(0, 500)
    await creditBudget({ amount: (keep / 100).toFixed(2) })
    const world = { granted: 0, used: 0, held: new Map<string, number>() }
    for (let step = 0; step < 25; step += 1) await take(random, { deal, price, keep, world })
  })

  type World = { granted: number; used: number; held: Map<string, number> }
  type Taking = { deal: Deal; price: Price; keep: number; world: World }

  async function take(random: Random, { deal, price, keep, world }: Taking): Promise<void> {
    const held = () => [...world.held.values()].reduce((sum, units) => sum + units, 0)
    const [run] = world.held.keys()
    switch (random.integer(0, run === undefined ? 2 : 4)) {
      case 0: {
        const cents = random.integer(1, 2_000)
        const kind = random.pick(['paid', 'promotional'])
        await grant(deal, { kind, amount: (cents / 100).toFixed(2) })
        world.granted += cents
        return
      }
      case 1:
      case 2: {
        const quantity = random.integer(1, 30)
        const runId = unique('run')
        const { decision, budgets } = await ask(deal, { quantity, runId })
        const others = price.cents(world.used + held())
        const after = price.cents(world.used + held() + quantity)
        const left = world.granted - after - keep
        expect(budgets).toMatchObject([
          { asked: dollars(after - others), remaining: dollars(left) },
        ])
        expect(decision).toBe(left < 0 ? 'block' : 'allow')
        if (decision === 'allow') world.held.set(runId, quantity)
        return
      }
      case 3: {
        const units = random.integer(1, 10)
        await deal.use('page', units, '2026-03-20T10:00:00Z', { runId: run })
        world.held.delete(run ?? '')
        world.used += units
        return
      }
      default: {
        const { results } = await must(api.get(`/v1/guard/holds?runId=${run}`))
        await must(api.post(`/v1/guard/holds/${results[0].id}/release`, undefined))
        world.held.delete(run ?? '')
      }
    }
  }
  const dollars = (cents: number) => String(Number((cents / 100).toFixed(2)))
})
