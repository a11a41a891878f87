import { beforeEach, describe, expect, test } from 'vitest'
import { type Api, must } from '../support/app.ts'
import { FEE, flatPrice, givenDeal } from '../support/deal.ts'
import { ABSENT, type Fields, givenPlan, givenStrategy, strategiesOf } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, type Invoice, readInvoice, sendInvoice } from '../support/invoice.ts'
import { givenPortal } from '../support/portal.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

let now = new Date('2026-05-20T12:00:00Z')
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)
const stranger = useStranger(t)
beforeEach(() => {
  now = new Date('2026-05-20T12:00:00Z')
})

const listed = async (planId: string) =>
  (await api.get(`${strategiesOf(planId)}?sortOrder=asc`)).body.results
const pricesOf = (planId: string, strategyId: string) =>
  `${strategiesOf(planId)}/${strategyId}/prices`
const ownPricesOf = (subscriptionId: string, strategyId: string) =>
  `/v1/subscriptions/${subscriptionId}/prices/${strategyId}`

/** A monthly deal since January for a fee of 49 and tickets at 1.00, with its strategies. */
async function givenPriced(subscription: Fields = {}, caller: Api = api) {
  const deal = await givenDeal(caller, {
    prices: [FEE, flatPrice('ticket', 1)],
    subscription: { startDate: '2026-01-01', ...subscription },
  })
  const [fee, tickets] = await listed(deal.planId)
  const add = (strategy: { id: string }, body: Fields) =>
    api.post(pricesOf(deal.planId, strategy.id), body)
  const addOwn = (strategy: { id: string }, body: Fields) =>
    api.post(ownPricesOf(deal.subscriptionId, strategy.id), body)
  const month = (number: number) => ({
    billingPeriodStart: `2026-0${number}-01`,
    billingPeriodEnd: `2026-0${number + 1}-01`,
  })
  const bill = (number: number) => deal.generate(month(number))
  return { ...deal, fee, tickets, add, addOwn, bill, month }
}

const amounts = ({ lineItems }: Invoice) => lineItems.map(({ amount }) => Number(amount))
const priceOf = (body: Fields) => body as { id: string }

async function added(answer: Promise<{ status: number; body: Fields }>) {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(201)
  return priceOf(body)
}

describe('the price of a plan from a day on', () => {
  test('bills the periods that begin on it or later, and is shown beside the one of today', async () => {
    const { planId, fee, tickets, add, bill, use } = await givenPriced()
    const { id, ...price } = (await add(fee, { effectiveFrom: '2026-04-01', rate: '59' })).body
    expect(price).toMatchObject({
      ...{ changeId: id, effectiveFrom: '2026-04-01', audience: 'everyone' },
      ...{ pricingModel: null, rate: 59, packageSize: null, tiers: null },
    })
    await added(add(tickets, { effectiveFrom: '2026-06-01', rate: 2 }))
    await use('ticket', 10, '2026-03-10T00:00:00Z')
    expect(amounts(await bill(3))).toEqual([49, 10])
    expect(amounts(await bill(4))).toEqual([59, 0])
    const [shownFee, shownTickets] = await listed(planId)
    expect(shownFee).toMatchObject({ rate: 59, version: 2 })
    const first = { id: null, effectiveFrom: null, rate: 49 }
    expect(shownFee.prices).toMatchObject([first, { id, effectiveFrom: '2026-04-01', rate: 59 }])
    expect(shownTickets).toMatchObject({ rate: 1, prices: [{ rate: 1 }, { rate: 2 }] })
    const list = await api.get(pricesOf(planId, fee.id))
    expect(list.body.results).toEqual(shownFee.prices)
  })

  test('never divides a period, whatever window is billed', async () => {
    const { fee, add, generate } = await givenPriced()
    await added(add(fee, { effectiveFrom: '2026-03-11', rate: 310 }))
    const half = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-03-16' }
    const across = { billingPeriodStart: '2026-03-16', billingPeriodEnd: '2026-04-03' }
    const lines = [...(await generate(half)).lineItems, ...(await generate(across)).lineItems]
    const fees = lines.filter(({ type }) => type === 'recurring')
    // 49 × 15 ÷ 31, then the rest of it and 310 × 2 ÷ 30.
    expect(fees.map(({ amount }) => Number(amount))).toEqual([23.71, 25.29, 20.67])
  })

  test('prices late usage of an invoiced period as that invoice did', async () => {
    const { tickets, add, bill, use } = await givenPriced()
    await use('ticket', 10, '2026-03-10T00:00:00Z')
    await sendInvoice(api, await bill(3))
    await added(add(tickets, { effectiveFrom: '2026-03-01', rate: 5 }))
    await use('ticket', 3, '2026-03-11T00:00:00Z')
    await use('ticket', 2, '2026-04-11T00:00:00Z')
    const { lineItems } = await bill(4)
    expect(lineItems.map(({ type, amount }) => [type, Number(amount)])).toEqual([
      ['recurring', 49],
      ['usage', 10],
      ['late_usage', 3],
    ])
  })

  test('reaches a yearly subscription when it renews', async () => {
    const yearly = { billingCycle: 'yearly', startDate: '2025-04-01' }
    const { fee, add, generate } = await givenPriced(yearly)
    await added(add(fee, { effectiveFrom: '2025-05-01', rate: 59 }))
    const years = ['2025-04-01', '2026-04-01', '2027-04-01']
    const fees: number[] = []
    for (const at of [0, 1]) {
      const window = { billingPeriodStart: years[at], billingPeriodEnd: years[at + 1] }
      fees.push(amounts(await generate(window))[0] ?? 0)
    }
    expect(fees).toEqual([49, 59])
  })

  test.each([
    // Clocks go forward on 29 March in Berlin and back on 5 April in Auckland; Apia is 13 hours ahead of UTC.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z'],
    ['Pacific/Apia', '2026-03-01', '2026-02-28T11:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z'],
  ])('begins with the day of the subscription in %s', async (timezone, day, start) => {
    const week = { billingCycle: 'custom', customCycleDays: 7, timezone }
    const startDate = Temporal.PlainDate.from(day).subtract({ days: 7 }).toString()
    const { fee, add, ids } = await givenPriced({ ...week, startDate })
    const dayAfter = Temporal.PlainDate.from(day).add({ days: 1 }).toString()
    await added(add(fee, { effectiveFrom: day, rate: 59 }))
    await added(add(fee, { effectiveFrom: dayAfter, rate: 69 }))
    const feeAt = async (from: string, days: number) => {
      const end = Temporal.PlainDate.from(from).add({ days }).toString()
      const window = { billingPeriodStart: from, billingPeriodEnd: end }
      const { body } = await api.post('/v1/invoices/preview', { ...ids, ...window })
      expect(body.lineItems, JSON.stringify(body)).toBeDefined()
      return { start: body.periodStart, fee: body.lineItems[0].amount }
    }
    expect(await feeAt(startDate, 7)).toMatchObject({ fee: 49 })
    expect(await feeAt(day, 7)).toEqual({ start, fee: 59 })
  })

  test('for new subscriptions leaves the others until one for everyone', async () => {
    const old = await givenPriced()
    await added(old.add(old.fee, { effectiveFrom: '2026-02-01', audience: 'new', rate: 60 }))
    await added(old.add(old.fee, { effectiveFrom: '2026-05-01', rate: 70 }))
    const { planId, agentId, ids } = old
    const later = await api.post('/v1/customers', { name: 'Later' })
    const customerId = later.body.id
    const terms = { name: 'Later', planId, agentId, customerId, startDate: '2026-02-01' }
    const { id: subscriptionId } = (await api.post('/v1/subscriptions', terms)).body
    const feeIn = async (who: Fields, number: number) => {
      const { body } = await api.post('/v1/invoices/preview', { ...who, ...old.month(number) })
      return body.lineItems[0].amount
    }
    const fees = [4, 5].map(async (month) => [
      await feeIn(ids, month),
      await feeIn({ customerId, subscriptionId }, month),
    ])
    expect(await Promise.all(fees)).toEqual([
      [49, 60],
      [70, 70],
    ])
  })

  test('changes a draft until it is final, and no longer', async () => {
    const { fee, add, bill } = await givenPriced()
    const draft = await bill(4)
    expect(amounts(draft)[0]).toBe(49)
    await added(add(fee, { effectiveFrom: '2026-04-01', rate: 59 }))
    const sent = await sendInvoice(api, draft)
    expect(amounts(sent)[0]).toBe(59)
    const url = `${strategiesOf(fee.planId)}/${fee.id}`
    expect((await api.patch(url, { rate: 99 })).status).toBe(200)
    expect(amounts((await api.get(`/v1/invoices/${draft.id}`)).body)[0]).toBe(59)
  })

  test('keeps fields that are not sent, and may change the model', async () => {
    const { tickets, add, planId } = await givenPriced()
    const tiers = [{ lower: 0, upper: null, rate: 3, flatFee: 4 }]
    await added(add(tickets, { effectiveFrom: '2026-05-01', pricingModel: 'volume', tiers }))
    await added(add(tickets, { effectiveFrom: '2026-06-01', pricingModel: 'graduated' }))
    const [, shown] = await listed(planId)
    expect(shown).toMatchObject({ pricingModel: 'volume', rate: null, tiers })
    expect(shown.prices[2]).toMatchObject({ pricingModel: 'graduated', tiers })
  })

  test('can be deleted while it is in the future', async () => {
    const { fee, add, planId } = await givenPriced()
    const past = await added(add(fee, { effectiveFrom: '2026-05-20', rate: 59 }))
    const next = await added(add(fee, { effectiveFrom: '2026-05-21', rate: 69 }))
    const url = pricesOf(planId, fee.id)
    expect((await api.delete(`${url}/${past.id}`)).status).toBe(409)
    expect((await api.delete(`${url}/${ABSENT}`)).status).toBe(404)
    expect((await api.delete(`${url}/${next.id}`)).status).toBe(204)
    expect((await api.get(url)).body.results).toHaveLength(2)
  })

  test('is one for a day and an audience, also in two requests at once', async () => {
    const { fee, add } = await givenPriced()
    const twice = () => add(fee, { effectiveFrom: '2026-07-01', rate: 59 })
    const answers = await Promise.all([twice(), twice()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await added(add(fee, { effectiveFrom: '2026-07-01', rate: 59, audience: 'new' }))
  })

  test.each<[Fields, string]>([
    [{ rate: 1 }, 'effectiveFrom must be a day of the years'],
    [{ rate: 1, effectiveFrom: '2026-02-30' }, 'effectiveFrom must be a day of the years'],
    [
      { rate: 1, effectiveFrom: '2026-03-01T00:00:00Z' },
      'effectiveFrom must be a day of the years',
    ],
    [{ rate: 1, effectiveFrom: 7 }, 'effectiveFrom must be a day of the years'],
    [{ rate: 1, effectiveFrom: '2026-03-01', audience: 'old' }, 'audience must be everyone or new'],
    [{ effectiveFrom: '2026-03-01' }, 'send the price: rate, tiers, packageSize or pricingModel'],
    [{ effectiveFrom: '2026-03-01', rate: -1 }, 'rate must be 0 or more'],
    [{ effectiveFrom: '2026-03-01', tiers: [] }, 'tiers are for chargeType usage'],
    [
      { effectiveFrom: '2026-03-01', rate: 1, chargeType: 'onetime' },
      'chargeType is not a field of this request',
    ],
  ])('is refused as %j', async (body, problem) => {
    const { fee, add } = await givenPriced()
    const answer = await add(fee, body)
    expect(answer.status).toBe(400)
    expect(answer.body.message.join()).toContain(problem)
  })

  test('is copied with its plan if it is in force or ahead', async () => {
    const { fee, add, planId } = await givenPriced()
    await added(add(fee, { effectiveFrom: '2026-02-01', rate: 59 }))
    await added(add(fee, { effectiveFrom: '2026-08-01', rate: 69 }))
    const copy = (await api.post(`/v1/pricing-plans/${planId}/copy`, {})).body
    const [copied] = await listed(copy.id)
    expect(copied.prices).toMatchObject([
      { effectiveFrom: null, rate: 59 },
      { effectiveFrom: '2026-08-01', rate: 69 },
    ])
  })

  test('is corrected by a change of the strategy, as is the first one before it', async () => {
    const { fee, add, planId, bill } = await givenPriced()
    await added(add(fee, { effectiveFrom: '2026-05-01', rate: 59 }))
    await added(add(fee, { effectiveFrom: '2026-08-01', rate: 69 }))
    const url = `${strategiesOf(planId)}/${fee.id}`
    expect((await api.patch(url, { rate: 60 })).body).toMatchObject({
      rate: 60,
      prices: [{ rate: 49 }, { rate: 60 }, { rate: 69 }],
    })
    expect(amounts(await bill(4))[0]).toBe(49)
    expect(amounts(await bill(5))[0]).toBe(60)
    const usage = { chargeType: 'usage', pricingModel: 'flat', rate: 1 }
    const other = await api.patch(url, { ...usage, signalId: ABSENT })
    expect(other.status).toBe(409)
    expect(other.body.message).toContain('because the strategy has dated prices')
  })

  test('is in the history of the subscriptions of its plan', async () => {
    const { fee, add, subscriptionId } = await givenPriced()
    const { id } = await added(add(fee, { effectiveFrom: '2026-06-01', rate: 59 }))
    const { body } = await api.get(`/v1/subscriptions/${subscriptionId}/changelog`)
    expect(body.results[0].changes).toMatchObject([
      { field: `strategy.${fee.id}.prices.${id}`, from: null, to: { rate: 59 } },
    ])
  })
})

describe('an own price of a subscription', () => {
  test('takes the place of those of its plan, until these apply again', async () => {
    const { fee, add, addOwn, bill } = await givenPriced()
    await added(add(fee, { effectiveFrom: '2026-04-01', rate: 59 }))
    await added(addOwn(fee, { rate: 40, note: 'For the first year' }))
    await added(addOwn(fee, { effectiveFrom: '2026-05-01', usePlanPrice: true }))
    expect(amounts(await bill(4))[0]).toBe(40)
    expect(amounts(await bill(5))[0]).toBe(59)
  })

  test('belongs to one subscription, and is listed with its note', async () => {
    const { fee, tickets, addOwn, subscriptionId, planId, agentId, month } = await givenPriced()
    await added(addOwn(tickets, { usePlanPrice: true }))
    const { id } = await added(
      addOwn(fee, { effectiveFrom: '2026-05-01', rate: '40.5', note: 'x' }),
    )
    const { body } = await api.get(ownPricesOf(subscriptionId, fee.id))
    expect(body.results).toMatchObject([
      {
        ...{ id, subscriptionId, strategyId: fee.id, effectiveFrom: '2026-05-01', rate: 40.5 },
        ...{ usePlanPrice: false, note: 'x', tiers: null },
      },
    ])
    const all = (await api.get(`/v1/subscriptions/${subscriptionId}/prices`)).body.results
    expect(all[0]).toEqual(body.results[0])
    expect(all[1]).toMatchObject({ strategyId: tickets.id, usePlanPrice: true, rate: null })
    const customer = (await api.post('/v1/customers', { name: 'Other' })).body
    const terms = { name: 'Other', planId, agentId, customerId: customer.id }
    const other = await api.post('/v1/subscriptions', { ...terms, startDate: '2026-05-01' })
    const ids = { customerId: customer.id, subscriptionId: other.body.id }
    const preview = await api.post('/v1/invoices/preview', { ...ids, ...month(5) })
    expect(preview.body.lineItems[0].amount).toBe(49)
  })

  test('has tiers of its own, and may have another model', async () => {
    const { tickets, addOwn, subscriptionId, use, bill } = await givenPriced()
    const tiers = [
      { lower: 0, upper: 5, rate: 0, flatFee: 2 },
      { lower: 5, upper: null, rate: 0.5, flatFee: 0 },
    ]
    const sent = { effectiveFrom: '2026-04-01', pricingModel: 'graduated', tiers }
    const answer = await addOwn(tickets, sent)
    expect(answer.body).toMatchObject({ pricingModel: 'graduated', rate: null, tiers })
    const { body } = await api.get(ownPricesOf(subscriptionId, tickets.id))
    expect(body.results).toEqual([answer.body])
    await use('ticket', 8, '2026-04-10T00:00:00Z')
    expect(amounts(await bill(4))).toEqual([49, 3.5])
  })

  test('of usage applies no more to a strategy that became a fee, and is still listed', async () => {
    const { tickets, addOwn, subscriptionId, bill, planId } = await givenPriced()
    const tiers = [{ lower: 0, upper: null, rate: 3, flatFee: 0 }]
    const id = (await added(addOwn(tickets, { pricingModel: 'volume', tiers }))).id
    const fee = { chargeType: 'recurring', rate: 7 }
    expect((await api.patch(`${strategiesOf(planId)}/${tickets.id}`, fee)).status).toBe(200)
    expect(amounts(await bill(4))).toEqual([49, 7])
    const url = ownPricesOf(subscriptionId, tickets.id)
    expect((await api.get(url)).body.results).toMatchObject([{ id, pricingModel: 'volume', tiers }])
    expect((await api.delete(`${url}/${id}`)).status).toBe(204)
  })

  test('goes with its subscription to another customer', async () => {
    const { fee, addOwn, subscriptionId } = await givenPriced()
    await added(addOwn(fee, { rate: 40 }))
    const customer = (await api.post('/v1/customers', { name: 'Other' })).body
    const moved = { customerId: customer.id }
    expect((await api.patch(`/v1/subscriptions/${subscriptionId}`, moved)).status).toBe(200)
    const window = { billingPeriodStart: '2026-04-01', billingPeriodEnd: '2026-05-01' }
    const { body } = await api.post('/v1/invoices/preview', { ...moved, subscriptionId, ...window })
    expect(body.lineItems[0].amount).toBe(40)
  })

  test('can be deleted until a final invoice used it', async () => {
    const { fee, addOwn, bill, subscriptionId } = await givenPriced()
    const used = await added(addOwn(fee, { effectiveFrom: '2026-04-01', rate: 40 }))
    const unused = await added(addOwn(fee, { rate: 39 }))
    const later = await added(addOwn(fee, { effectiveFrom: '2026-05-01', rate: 41 }))
    const invoice = await sendInvoice(api, await bill(4))
    const url = ownPricesOf(subscriptionId, fee.id)
    const refused = await api.delete(`${url}/${used.id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(invoice.invoiceNumber)
    expect((await api.delete(`${url}/${unused.id.toUpperCase()}`)).status).toBe(204)
    expect((await api.delete(`${url}/${later.id}`)).status).toBe(204)
    expect((await api.delete(`${url}/${later.id}`)).status).toBe(404)
  })

  test('of a one-time fee applies to the start, and stays once that is billed', async () => {
    const deal = await givenDeal(api, {
      prices: [{ chargeType: 'onetime', rate: 250 }],
      subscription: { startDate: '2026-04-01' },
    })
    const [onetime] = await listed(deal.planId)
    const url = ownPricesOf(deal.subscriptionId, onetime.id)
    const used = await added(api.post(url, { effectiveFrom: '2026-04-01', rate: 99 }))
    const late = await added(api.post(url, { effectiveFrom: '2026-04-02', rate: 1 }))
    const april = { billingPeriodStart: '2026-04-01', billingPeriodEnd: '2026-05-01' }
    expect(amounts(await sendInvoice(api, await deal.generate(april)))).toEqual([99])
    expect((await api.delete(`${url}/${used.id}`)).status).toBe(409)
    expect((await api.delete(`${url}/${late.id}`)).status).toBe(204)
  })

  test('is refused for a strategy of another plan, for a day that has one, and in part', async () => {
    const { fee, addOwn, subscriptionId } = await givenPriced()
    const { id: otherPlanId } = await givenPlan(api)
    const other = await givenStrategy(api, otherPlanId, { chargeType: 'recurring', rate: 1 })
    expect((await addOwn(priceOf(other), { rate: 1 })).status).toBe(422)
    expect((await api.get(ownPricesOf(subscriptionId, other.id))).status).toBe(422)
    const twice = await Promise.all([addOwn(fee, { rate: 1 }), addOwn(fee, { rate: 2 })])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409])
    for (const body of [{}, { rate: 1, usePlanPrice: true }, { usePlanPrice: 'yes', rate: 1 }]) {
      expect((await addOwn(fee, body)).status).toBe(400)
    }
  })

  test('raises the version and is in the history', async () => {
    const { fee, addOwn, subscriptionId } = await givenPriced()
    const url = `/v1/subscriptions/${subscriptionId}`
    const { version } = (await api.get(url)).body
    const { id } = await added(addOwn(fee, { rate: 40 }))
    expect((await api.get(url)).body.version).toBe(version + 1)
    const { body } = await api.get(`${url}/changelog`)
    const field = `prices.${fee.id}.${id}`
    expect(body.results[0].changes).toMatchObject([{ field, from: null, to: { rate: 40 } }])
  })
})

describe('while a draft becomes final', () => {
  const sendOf = (draft: Invoice) => api.post(`${INVOICES}/${draft.id}/send`, undefined)
  const feeOf = async (draft: Invoice) => amounts(await readInvoice(api, draft.id))[0]
  const isBalanced = async () =>
    (
      await must(api.get('/v1/analytics/reconciliation?startDate=2025-12-01&endDate=2026-05-31'))
    ).checks.flatMap(({ differences }: { differences: unknown[] }) => differences)

  test('a new price is on the invoice or not, and in all later periods', async () => {
    for (const audience of ['everyone', 'own', 'everyone', 'own']) {
      const { fee, add, addOwn, bill, preview, month } = await givenPriced()
      const draft = await bill(4)
      const price = { effectiveFrom: '2026-04-01', rate: 59 }
      const setting = () => (audience === 'own' ? addOwn(fee, price) : add(fee, price))
      const answers = await Promise.all([sendOf(draft), setting()])
      expect(answers.map(({ status }) => status)).toEqual([200, 201])
      expect([49, 59]).toContain(await feeOf(draft))
      expect((await preview(month(5))).body.lineItems[0].amount).toBe(59)
    }
    expect(await isBalanced()).toEqual([])
  })

  test('an own price is deleted, or it is on the invoice and stays', async () => {
    for (const _ of [1, 2, 3, 4]) {
      const { fee, addOwn, bill, subscriptionId } = await givenPriced()
      const { id } = await added(addOwn(fee, { rate: 40 }))
      const draft = await bill(4)
      const url = `${ownPricesOf(subscriptionId, fee.id)}/${id}`
      const [sent, deleted] = await Promise.all([sendOf(draft), api.delete(url)])
      expect(sent.status).toBe(200)
      const isDeleted = deleted.status === 204
      expect([isDeleted, deleted.status, await feeOf(draft)]).toEqual(
        isDeleted ? [true, 204, 49] : [false, 409, 40],
      )
    }
    expect(await isBalanced()).toEqual([])
  })

  test('two processes that add prices of one day to the plan and to a subscription add both', async () => {
    const { fee, add, addOwn, bill } = await givenPriced()
    const day = { effectiveFrom: '2026-04-01' }
    const answers = await Promise.all([
      add(fee, { ...day, rate: 59 }),
      addOwn(fee, { ...day, rate: 40 }),
      add(fee, { ...day, rate: 69, audience: 'new' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(amounts(await bill(4))[0]).toBe(40)
  })
})

test('the customer sees the price of the current period and the next other one, without notes', async () => {
  const { fee, tickets, add, addOwn, customerId } = await givenPriced()
  await added(add(fee, { effectiveFrom: '2026-05-02', rate: 59 }))
  await added(add(fee, { effectiveFrom: '2026-06-01', rate: 69 }))
  await added(addOwn(tickets, { rate: 0.8, note: 'secret' }))
  await added(addOwn(tickets, { effectiveFrom: '2026-07-01', rate: 0.8 }))
  await added(addOwn(tickets, { effectiveFrom: '2026-08-01', usePlanPrice: true }))
  const portal = await givenPortal(t, api, customerId)
  const { results } = await must(portal.get('/v1/portal/subscriptions'))
  expect(results[0].prices).toMatchObject([
    { rate: 49, next: { effectiveFrom: '2026-06-01', rate: 69 } },
    { rate: 0.8, next: { effectiveFrom: '2026-08-01', rate: 1 } },
  ])
  expect(JSON.stringify(results)).not.toContain('secret')
})

test('another organization cannot see or change prices', async () => {
  const { fee, planId, subscriptionId } = await givenPriced()
  const price = { effectiveFrom: '2026-07-01', rate: 1 }
  const answers = [
    await stranger.get(pricesOf(planId, fee.id)),
    await stranger.post(pricesOf(planId, fee.id), price),
    await stranger.post(ownPricesOf(subscriptionId, fee.id), price),
    await stranger.get(`/v1/subscriptions/${subscriptionId}/prices`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('committed revenue is that of a period that begins today', async () => {
  const { fee, add, addOwn } = await givenPriced()
  const committed = async () =>
    (await api.get('/v1/analytics/mrr?variant=committed')).body.byCurrency
  expect(await committed()).toMatchObject([{ mrr: 49 }])
  await added(add(fee, { effectiveFrom: '2026-05-20', rate: 59 }))
  await added(add(fee, { effectiveFrom: '2026-05-21', rate: 69 }))
  expect(await committed()).toMatchObject([{ mrr: 59 }])
  await added(addOwn(fee, { rate: 40 }))
  expect(await committed()).toMatchObject([{ mrr: 40 }])
})
