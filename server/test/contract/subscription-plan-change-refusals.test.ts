import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE } from '../support/deal.ts'
import { ABSENT, type Fields, givenCustomer, givenPlan } from '../support/given.ts'
import { sendInvoice } from '../support/invoice.ts'
import { linesOf, POOL, usePlanChanges } from '../support/plan-change.ts'
import { storesNothing } from '../support/stores-nothing.ts'

const { t, api, stranger, givenPlans, setNow } = usePlanChanges()

describe('the preview', () => {
  test('is what the change then does: closing invoice, first invoice, and a whole period of each', async () => {
    const { changed, preview, use, invoiceOf, subscriptionId } = await givenPlans({
      prices: [FEE, POOL(1000, 99)],
      to: [{ ...FEE, rate: 99 }, POOL(5000, 299)],
    })
    await use('ticket', 500, '2026-03-10T00:00:00Z')
    const shown = await storesNothing(t.database.pool, () => must(preview()))
    expect(shown).toMatchObject({
      ...{ effectiveFrom: '2026-03-16', proratedAmount: null },
      closingInvoice: { total: 74.01, periodEnd: '2026-03-16T00:00:00.000Z' },
      firstInvoice: { total: 205.42, periodStart: '2026-03-16T00:00:00.000Z' },
      periodBefore: { total: 148, periodStart: '2026-04-01T00:00:00.000Z' },
      periodAfter: { total: 398, periodStart: '2026-04-01T00:00:00.000Z' },
    })
    const { subscription } = await changed()
    expect(linesOf(shown.closingInvoice)).toEqual(linesOf(await invoiceOf(subscriptionId)))
    expect(linesOf(shown.firstInvoice)).toEqual(linesOf(await invoiceOf(subscription.id)))
  })

  test('of an invoiced period has no closing invoice and shows what is given back', async () => {
    const { preview, changed, invoiceOf, subscriptionId } = await givenPlans()
    await sendInvoice(api, await invoiceOf(subscriptionId))
    const shown = await must(preview())
    expect(shown).toMatchObject({ closingInvoice: null, proratedAmount: -25.29 })
    const { subscription } = await changed()
    expect(linesOf(shown.firstInvoice)).toEqual(linesOf(await invoiceOf(subscription.id)))
  })

  test('of a change on the first day shows the subscription with the new plan', async () => {
    const { preview } = await givenPlans({ subscription: { startDate: '2026-03-16' } })
    expect(await must(preview())).toMatchObject({
      ...{ closingInvoice: null, proratedAmount: null },
      firstInvoice: { total: 99 },
      periodBefore: { total: 49 },
      periodAfter: { total: 99 },
    })
  })

  test('is refused as the change is', async () => {
    const { preview, change } = await givenPlans({ toPlan: { currency: 'EUR' } })
    const answers = [await preview(), await change()]
    expect(answers.map(({ status, body }) => [status, body.param])).toEqual([
      [422, 'planId'],
      [422, 'planId'],
    ])
  })
})

describe('refuses', () => {
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['no day', { planId: ABSENT }],
    ['a day that does not exist', { planId: ABSENT, when: '2026-02-30' }],
    ['a timestamp', { planId: ABSENT, when: '2026-03-20T12:00:00Z' }],
    ['another word', { planId: ABSENT, when: 'later' }],
    ['a plan that is no id', { planId: 'large', when: 'now' }],
    ['a negative number of seats', { planId: ABSENT, when: 'now', seatsCount: -1 }],
    ['an unknown field', { planId: ABSENT, when: 'now', price: 3 }],
  ])('as malformed: %s', async (_, body) => {
    const { url } = await givenPlans()
    expect((await api.post(`${url}/plan-change`, body)).status).toBe(400)
  })

  test.each<[string, Fields, string, number]>([
    ['a day before the current period', { startDate: '2026-01-01' }, '2026-02-28', 422],
    ['a day after the end', { endDate: '2026-03-31' }, '2026-04-01', 422],
    ['the end of a period with which it ends', { endDate: '2026-03-31' }, 'period_end', 422],
    ['an ended subscription', { endDate: '2026-03-10' }, 'now', 409],
  ])('%s', async (_, subscription, when, status) => {
    const { change } = await givenPlans({ subscription })
    expect((await change(when)).status).toBe(status)
  })

  test('a plan that is absent, inactive, not linked, in another currency, or the same', async () => {
    const { change, planId } = await givenPlans()
    const other = await givenPlan(api)
    const inactive = await givenPlans({ toPlan: { isActive: false } })
    const euro = await givenPlans({ toPlan: { currency: 'EUR' } })
    const answers = [
      await change('now', { planId: ABSENT }),
      await inactive.change(),
      await change('now', { planId: other.id }),
      await euro.change(),
      await change('now', { planId }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [422, 'inactive'],
      [422, 'agent_not_linked'],
      [422, 'inconsistent'],
      [422, 'inconsistent'],
    ])
  })

  test('a second change while one waits, and once it has begun', async () => {
    const { changed, change } = await givenPlans()
    await changed('2026-03-20')
    expect((await change('2026-03-25')).status).toBe(409)
    setNow('2026-03-21T00:00:00Z')
    expect((await change()).status).toBe(409)
  })

  test('what would break the deal: dates, cycle, customer and deletion of either', async () => {
    const { changed, url } = await givenPlans()
    const { subscription } = await changed('2026-03-20')
    const successor = `/v1/subscriptions/${subscription.id}`
    const { id: customerId } = await givenCustomer(api)
    const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)
    expect(
      statusesOf([
        await api.patch(url, { endDate: '2026-03-25' }),
        await api.patch(url, { isForever: true }),
        await api.patch(url, { status: 'ended' }),
        await api.patch(url, { billingDay: 5 }),
        await api.patch(url, { customerId }),
        await api.patch(`${url}/invoice-dates`, { billingDay: 5 }),
        await api.delete(url),
        await api.delete(successor),
      ]),
    ).toEqual(Array(8).fill(409))
    expect(
      statusesOf([
        await api.patch(successor, { startDate: '2026-03-25' }),
        await api.patch(successor, { timezone: 'Asia/Tokyo' }),
        await api.patch(successor, { customerId }),
      ]),
    ).toEqual([422, 422, 422])
    await must(api.patch(url, { name: 'Old' }))
    await must(api.patch(successor, { name: 'New', endDate: '2026-12-31' }))
  })

  test('an overlap with another subscription', async () => {
    const { change, largeId, customerId, agentId } = await givenPlans()
    await must(
      api.post('/v1/subscriptions', {
        ...{ name: 'Other', planId: largeId, agentId, customerId, startDate: '2026-05-01' },
      }),
    )
    const { status, body } = await change()
    expect([status, body.code]).toEqual([409, 'overlapping_subscription'])
  })

  test('to take back another version than the current one', async () => {
    const { changed, url, read } = await givenPlans()
    await changed('2026-03-20')
    const headers = { 'x-api-key': t.organization.secretKey, 'if-match': '"99"' }
    const request = { method: 'DELETE', url: `${url}/plan-change`, headers } as const
    expect((await t.app.inject(request)).statusCode).toBe(412)
    expect((await read()).replacedById).not.toBeNull()
  })

  test("another organization's subscription as one that does not exist", async () => {
    const { url, largeId, read } = await givenPlans()
    const query = new URLSearchParams({ planId: largeId, when: 'now' })
    for (const at of [url, `/v1/subscriptions/${ABSENT}`]) {
      const body = { planId: largeId, when: 'now' }
      expect((await stranger.post(`${at}/plan-change`, body)).status).toBe(404)
      expect((await stranger.get(`${at}/plan-change/preview?${query}`)).status).toBe(404)
      expect((await stranger.delete(`${at}/plan-change`)).status).toBe(404)
    }
    expect((await read()).replacedById).toBeNull()
  })
})
