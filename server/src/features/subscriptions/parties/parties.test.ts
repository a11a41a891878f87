import { describe, expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../../../../test/support/app.ts'
import { createClock } from '../../../../test/support/clocks.ts'
import {
  ABSENT,
  type Fields,
  givenCustomer,
  givenOffer,
  givenParties,
  givenPlan,
  givenSubscription,
  givenUnpricedOffer,
  partiesOf,
  SUBSCRIPTIONS,
} from '../../../../test/support/given.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { runBilling } from '../../../clock-round/run-billing.ts'

const clock = createClock('2026-03-20T12:00:00Z')

const t = useTestApp({ now: clock.now })
const { api } = t

/** Creates a customer with a subscription from the start of the month. */
async function used() {
  count += 1
  const offer = await givenOffer(api)
  const parties = await givenParties(api, { externalId: `c-${count}` }, offer)
  const subscription = await givenSubscription(api, { ...parties, startDate: '2026-03-01' })
  return { ...parties, signalId: offer.signalId, id: subscription.id, subscription }
}
let count = 0

const patch = (id: string, fields: Fields) => api.patch(`${SUBSCRIPTIONS}/${id}`, fields)
const read = async (id: string) => (await api.get(`${SUBSCRIPTIONS}/${id}`)).body
const generate = (customerId: unknown, subscriptionId: string) =>
  api.post('/v1/invoices/generate', { customerId, subscriptionId })
const invoicesOf = async (subscriptionId: string) =>
  (await api.get(`/v1/invoices?subscriptionId=${subscriptionId}`)).body.data

async function anotherPlan(agentId: unknown, fields: Fields = {}) {
  const { id } = await givenPlan(api, { agentId, ...fields })
  const fee = { chargeType: 'recurring', name: 'Fee', rate: 31 }
  await api.post(`/v1/pricing-plans/${id}/pricing-strategies`, [fee])
  return String(id)
}

describe('until an invoice is finalized', () => {
  test('the plan can change, and the next draft uses its prices', async () => {
    const { id, customerId, agentId, planId } = await used()
    const { body: draft } = await generate(customerId, id)
    const other = await anotherPlan(agentId)
    const { status, body } = await patch(id, { planId: other, seatsCount: 2 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ id, planId: other, agentId, customerId, seatsCount: 2 })
    expect(await invoicesOf(id)).toMatchObject([{ id: draft.id, status: 'void' }])
    const { body: next } = await generate(customerId, id)
    expect(next.lineItems).toMatchObject([{ type: 'recurring', amount: 31 }])
    const { results } = (await api.get(`${SUBSCRIPTIONS}/${id}/changelog`)).body
    expect(results[0].changes).toContainEqual({ field: 'planId', from: planId, to: other })
  })

  test('it can change repeatedly, draft after draft', async () => {
    const { id, customerId, agentId, planId } = await used()
    const other = await anotherPlan(agentId)
    for (const next of [other, planId, other]) {
      expect((await generate(customerId, id)).status).toBe(201)
      expect((await patch(id, { planId: next })).status).toBe(200)
    }
    expect((await read(id)).planId).toBe(other)
  })

  test('the agent can change, with a plan that it is linked to', async () => {
    const { id, customerId } = await used()
    const { agentId, planId } = await givenOffer(api)
    const { status, body } = await patch(id, { agentId, planId })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ agentId, planId, customerId })
  })

  test('the customer can change: id, terms, history and time of creation stay', async () => {
    const { id, customerId, agentId, planId, subscription } = await used()
    await patch(id, { seatsCount: 3, metadata: { a: [1, { b: null }] }, proratedAmount: 5 })
    await api.patch(`${SUBSCRIPTIONS}/${id}/invoice-dates`, { nextInvoiceDate: '2026-04-10' })
    const before = await read(id)
    const { body: draft } = await generate(customerId, id)
    const historyBefore = (await api.get(`${SUBSCRIPTIONS}/${id}/changelog`)).body.results
    const { id: other } = await givenCustomer(api, { name: 'Other' })
    const { status, body } = await patch(id, { customerId: other })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      ...before,
      customerId: other,
      customerName: 'Other',
      customerExternalId: null,
      version: body.version,
      updatedAt: body.updatedAt,
    })
    expect(body.version).toBeGreaterThan(before.version)
    expect(body.createdAt).toBe(subscription.createdAt)
    expect(body).toMatchObject({ planId, agentId, nextInvoiceDate: '2026-04-10' })
    expect(await read(id)).toEqual(body)

    const listed = async (of: unknown) =>
      (await api.get(`${SUBSCRIPTIONS}?customerId=${of}`)).body.results
    expect(await listed(customerId)).toEqual([])
    expect(await listed(other)).toEqual([body])
    const history = (await api.get(`${SUBSCRIPTIONS}/${id}/changelog`)).body.results
    expect(history[0].changes).toEqual([{ field: 'customerId', from: customerId, to: other }])
    expect(history.slice(1)).toEqual(historyBefore)

    expect((await api.get(`/v1/invoices/${draft.id}`)).body.status).toBe('void')
    expect((await generate(customerId, id)).status).toBe(404)
    const { status: made, body: next } = await generate(other, id)
    expect(made).toBe(201)
    expect(next).toMatchObject({ customerId: other, subscriptionId: id })
    expect(next.lineItems).toContainEqual(expect.objectContaining({ type: 'proration', amount: 5 }))
  })

  test('it can return to an earlier customer', async () => {
    const { id, customerId } = await used()
    const { id: other } = await givenCustomer(api)
    await patch(id, { customerId: other, seatsCount: 7 })
    const { status, body } = await patch(id, { customerId })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ id, customerId, seatsCount: 7 })
    const { totalResults } = (await api.get(`${SUBSCRIPTIONS}/${id}/changelog`)).body
    expect(totalResults).toBe(3)
    expect((await generate(customerId, id)).status).toBe(201)
  })

  test('the time zone of the new customer applies', async () => {
    const { id } = await used()
    const { id: other } = await givenCustomer(api, { timezone: 'Asia/Tokyo' })
    const { body } = await patch(id, { customerId: other })
    expect(body.currentPeriod.start).toBe('2026-02-28T15:00:00.000Z')
  })
})

describe('once an invoice is finalized', () => {
  test.each(['issued', 'void'])(
    'even if it is %s now, that is a 422 with the fix',
    async (state) => {
      const { id, customerId, agentId } = await used()
      const { body: invoice } = await generate(customerId, id)
      await api.post(`/v1/invoices/${invoice.id}/send`, { recipientEmail: 'ap@acme.example' })
      if (state === 'void') await api.post(`/v1/invoices/${invoice.id}/void`, undefined)
      expect((await api.get(`/v1/invoices/${invoice.id}`)).body.status).toBe(state)
      const before = await read(id)
      for (const change of [
        { planId: await anotherPlan(agentId) },
        { customerId: (await givenCustomer(api)).id },
        await givenParties(api),
      ]) {
        const { status, body } = await patch(id, change)
        expect([status, body.code]).toEqual([422, 'already_invoiced'])
        expect(body.message).toContain('"status": "ended"')
        expect(body.message).toContain('POST /v1/subscriptions')
      }
      expect(await read(id)).toEqual(before)
      expect((await patch(id, { ...partiesOf(before), seatsCount: 4 })).status).toBe(200)
    },
  )
})

describe('rejects what creation rejects', () => {
  test.each(['planId', 'agentId', 'customerId'])('an absent %s is a 404', async (field) => {
    const { id } = await used()
    expect((await patch(id, { [field]: ABSENT })).status).toBe(404)
  })

  test.each(['planId', 'agentId', 'customerId'])(
    "another organization's %s is a 404, and nothing changes",
    async (field) => {
      const { id, customerId } = await used()
      const { body: draft } = await generate(customerId, id)
      const strangers = await createTestOrganization(t.dependencies)
      const theirs: Fields = await givenParties(createApi(t.app, strangers.secretKey))
      const before = await read(id)
      expect((await patch(id, { [field]: theirs[field] })).status).toBe(404)
      expect(await read(id)).toEqual(before)
      expect((await api.get(`/v1/invoices/${draft.id}`)).body.status).toBe('draft')
    },
  )

  test('an agent that the plan is not linked to, and a plan that is not active', async () => {
    const { id, agentId } = await used()
    const { agentId: other } = await givenUnpricedOffer(api)
    expect((await patch(id, { agentId: other })).body.code).toBe('agent_not_linked')
    const planId = await anotherPlan(agentId, { isActive: false })
    const { status, body } = await patch(id, { planId })
    expect([status, body.code, body.param]).toEqual([422, 'inactive', 'planId'])
  })

  test('a customer that has the plan already', async () => {
    const { id, agentId, planId } = await used()
    const { id: other } = await givenCustomer(api)
    await givenSubscription(api, { customerId: other, agentId, planId, startDate: '2026-03-01' })
    const { status, body } = await patch(id, { customerId: other })
    expect([status, body.code]).toEqual([409, 'overlapping_subscription'])
    expect((await read(id)).id).toBe(id)
  })

  test('another customer, while the subscription itself has a discount', async () => {
    const { id } = await used()
    const { body: coupon } = await api.post('/v1/coupons', { name: 'A', percentOff: 10 })
    const { body: discount } = await api.post('/v1/discounts', {
      couponId: coupon.id,
      subscriptionId: id,
    })
    const { id: customerId } = await givenCustomer(api)
    const { status, body } = await patch(id, { customerId })
    expect([status, body.param]).toEqual([422, 'customerId'])
    await api.delete(`/v1/discounts/${discount.id}`)
    expect((await patch(id, { customerId })).status).toBe(200)
  })
})

describe('at the same time', () => {
  const ROUNDS = 4

  test('as its draft is sent: one waits for the other and sees its result', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, customerId } = await used()
      const { body: draft } = await generate(customerId, id)
      const { id: other } = await givenCustomer(api)
      const [moved, sent] = await Promise.all([
        patch(id, { customerId: other }),
        api.post(`/v1/invoices/${draft.id}/send`, { recipientEmail: 'ap@acme.example' }),
      ])
      const { status } = (await api.get(`/v1/invoices/${draft.id}`)).body
      if (moved.status === 200) expect([sent.status >= 400, status]).toEqual([true, 'void'])
      else expect([moved.status, sent.status, status]).toEqual([422, 200, 'issued'])
      expect(sent.status).toBeLessThan(500)
    }
  })

  test('as the billing job runs: no invoice of the former parties is left', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      clock.set('2026-03-20T12:00:00Z')
      const { id } = await used()
      const { id: other } = await givenCustomer(api, { email: 'ap@acme.example' })
      clock.set('2026-04-01T00:30:00Z')
      const run = () => runBilling(t.dependencies, { now: clock.now(), only: t.organization.id })
      const [moved] = await Promise.all([patch(id, { customerId: other }), run()])
      expect(moved.status, JSON.stringify(moved.body)).toBe(200)
      await run()
      const live = (await invoicesOf(id)).filter((one: { status: string }) => one.status !== 'void')
      for (const one of live) expect(one.customerId).toBe(other)
    }
  })

  test('as another request moves it: each is answered, without a deadlock', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = [await used(), await used()]
      const answers = await Promise.all([
        patch(one.id, { customerId: two.customerId }),
        patch(two.id, { customerId: one.customerId }),
        patch(one.id, { seatsCount: 9 }),
        api.record({
          customerExternalId: `c-${count}`,
          agentCode: 'a',
          signalName: 's',
          model: 'gpt-4o',
          modelProvider: 'openai',
        }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await read(one.id)).toMatchObject({ customerId: two.customerId, seatsCount: 9 })
      expect((await read(two.id)).customerId).toBe(one.customerId)
    }
  })
})
