import { describe, expect, test } from 'vitest'
import {
  DISCOUNTS,
  givenReceiver,
  insertInvoiceWith,
} from '../../src/features/discounts/test-support.ts'
import { createApi, createTestOrganization, messageOf } from '../support/app.ts'
import { createClock } from '../support/clocks.ts'
import { ABSENT, type Fields, givenCoupon, givenCustomer, givenDiscount } from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'

const clock = createClock('2026-03-15T12:00:00Z')

const t = useTestApp({ now: clock.now })
const { api } = t

async function otherOrganization() {
  const { id, secretKey } = await createTestOrganization(t.dependencies)
  const theirApi = createApi(t.app, secretKey)
  return { id, api: theirApi }
}

describe('giving', () => {
  test('a coupon to a customer shows its reduction and its duration', async () => {
    const terms = { percentOff: 12.5, duration: 'repeating', durationPeriods: 3 }
    const [coupon, customer] = [await givenCoupon(api, terms), await givenCustomer(api)]
    const body = await givenDiscount(api, { couponId: coupon.id, customerId: customer.id })
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      couponId: coupon.id,
      customerId: customer.id,
      customerExternalId: null,
      subscriptionId: null,
      dealId: null,
      name: 'Ten off',
      ...terms,
      amountOff: null,
      currency: null,
      periodsUsed: 0,
      periodsLeft: 3,
      createdAt: '2026-03-15T12:00:00.000Z',
      updatedAt: '2026-03-15T12:00:00.000Z',
      endedAt: null,
    })
    expect((await api.get(`${DISCOUNTS}/${body.id}`)).body).toEqual(body)
  })

  test("a coupon to a subscription names the subscription's customer", async () => {
    const { customerId, subscriptionId } = await givenReceiver(api)
    const fixed = { percentOff: null, amountOff: '10.50', currency: 'USD', duration: 'forever' }
    const { id: couponId } = await givenCoupon(api, fixed)
    const body = await givenDiscount(api, {
      couponId,
      subscriptionId: subscriptionId.toUpperCase(),
    })
    expect(body).toMatchObject({
      customerId,
      subscriptionId,
      percentOff: null,
      amountOff: 10.5,
      currency: 'USD',
      periodsLeft: null,
    })
  })

  test('one coupon to several, and several coupons to one', async () => {
    const { customerId, subscriptionId } = await givenReceiver(api)
    const { id: couponId } = await givenCoupon(api)
    await givenDiscount(api, { couponId, customerId })
    await givenDiscount(api, { couponId, subscriptionId })
    await givenDiscount(api, { couponId, customerId: (await givenCustomer(api)).id })
    await givenDiscount(api, { customerId })
    const { body } = await api.get(`${DISCOUNTS}?customerId=${customerId}`)
    expect(body.totalResults).toBe(3)
  })

  test.each<[Fields, RegExp]>([
    [{}, /customerId or subscriptionId is missing: send/],
    [{ customerId: 'acme' }, /customerId/],
    [{ customerId: null }, /customerId/],
    [{ customerId: ABSENT, couponId: 7 }, /couponId/],
    [{ customerId: ABSENT, couponId: undefined }, /couponId/],
    [{ customerId: ABSENT, percentOff: 10 }, /percentOff/],
  ])('refuses %j', async (fields, message) => {
    const answer = await api.post(DISCOUNTS, { couponId: ABSENT, ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toMatch(message)
  })

  test('accepts a customer with its own subscription, and answers 422 for another customer', async () => {
    const [receiver, other] = [await givenReceiver(api), await givenReceiver(api)]
    expect(await givenDiscount(api, receiver)).toMatchObject(receiver)
    const { id: couponId } = await givenCoupon(api)
    const { customerId } = other
    const answer = await api.post(DISCOUNTS, { couponId, ...receiver, customerId })
    expect(answer.status).toBe(422)
    expect(messageOf(answer)).toMatch(/does not belong to the customer .* leave customerId out/)
  })

  test('422 for a coupon that is switched off or deleted', async () => {
    const { id: customerId } = await givenCustomer(api)
    const [off, gone] = [await givenCoupon(api, { isActive: false }), await givenCoupon(api)]
    await api.delete(`/v1/coupons/${gone.id}`)
    const ofOff = await api.post(DISCOUNTS, { couponId: off.id, customerId })
    expect(ofOff.status).toBe(422)
    expect(messageOf(ofOff)).toMatch(/not active/)
    const ofGone = await api.post(DISCOUNTS, { couponId: gone.id, customerId })
    expect(ofGone.status).toBe(422)
    expect(messageOf(ofGone)).toMatch(/was deleted/)
  })

  test('409 for the same coupon to the same receiver, until the first has ended', async () => {
    const { id: couponId } = await givenCoupon(api)
    const { customerId, subscriptionId } = await givenReceiver(api)
    for (const receiver of [{ customerId }, { subscriptionId }]) {
      const first = await givenDiscount(api, { couponId, ...receiver })
      const again = await api.post(DISCOUNTS, { couponId, ...receiver })
      expect(again.status).toBe(409)
      expect(messageOf(again)).toContain(`DELETE ${DISCOUNTS}/${first.id}`)
      await api.delete(`${DISCOUNTS}/${first.id}`)
      await givenDiscount(api, { couponId, ...receiver })
    }
  })
})

describe('going on', () => {
  test('a discount outlives its coupon and follows its name', async () => {
    const coupon = await givenCoupon(api, { duration: 'forever' })
    const { id } = await givenDiscount(api, {
      couponId: coupon.id,
      customerId: (await givenCustomer(api)).id,
    })
    await api.patch(`/v1/coupons/${coupon.id}`, { name: 'Renamed', isActive: false })
    await api.delete(`/v1/coupons/${coupon.id}`)
    const { status, body } = await api.get(`${DISCOUNTS}/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Renamed', percentOff: 10, endedAt: null })
  })

  test('it counts the invoices that are not void', async () => {
    const receiver = await givenReceiver(api)
    const { id: couponId } = await givenCoupon(api, { duration: 'repeating', durationPeriods: 2 })
    const discount = await givenDiscount(api, { couponId, customerId: receiver.customerId })
    const path = `${DISCOUNTS}/${discount.id}`
    const { db } = t.database
    const fields = { organizationId: t.organization.id, ...receiver }
    await insertInvoiceWith(db, discount, fields, 'void')
    expect((await api.get(path)).body).toMatchObject({ periodsUsed: 0, periodsLeft: 2 })
    await insertInvoiceWith(db, discount, fields, 'draft')
    expect((await api.get(path)).body).toMatchObject({ periodsUsed: 1, periodsLeft: 1 })
    await insertInvoiceWith(db, discount, fields, 'paid')
    expect((await api.get(path)).body).toMatchObject({ periodsUsed: 2, periodsLeft: 0 })
    const { body } = await api.get(`${DISCOUNTS}?couponId=${couponId}`)
    expect(body.results).toMatchObject([{ id: discount.id, periodsUsed: 2, periodsLeft: 0 }])
  })
})

describe('ending', () => {
  test('is dated, can be read, and happens once', async () => {
    const { id } = await givenDiscount(api, { customerId: (await givenCustomer(api)).id })
    const path = `${DISCOUNTS}/${id}`
    clock.set('2026-04-01T00:00:00Z')
    expect((await api.delete(path)).status).toBe(204)
    const ended = { endedAt: '2026-04-01T00:00:00.000Z', periodsUsed: 0, periodsLeft: 0 }
    expect((await api.get(path)).body).toMatchObject(ended)
    clock.set('2026-05-01T00:00:00Z')
    expect((await api.delete(path)).status).toBe(204)
    expect((await api.get(path)).body).toMatchObject(ended)
  })

  test('is dated in business time', async () => {
    const other = await otherOrganization()
    const { db } = t.dependencies
    await db
      .insertInto('testClocks')
      .values({
        organizationId: other.id,
        setTo: new Date('2027-01-01T00:00:00Z'),
        setAt: clock.now(),
      })
      .execute()
    await t.dependencies.clock.refresh()
    const { id: customerId } = await givenCustomer(other.api)
    const { id, createdAt } = await givenDiscount(other.api, { customerId })
    expect(createdAt).toBe(clock.now().toISOString())
    await other.api.delete(`${DISCOUNTS}/${id}`)
    const { body } = await other.api.get(`${DISCOUNTS}/${id}`)
    expect(body.endedAt).toBe('2027-01-01T00:00:00.000Z')
  })
})

test('lists by customer, subscription and coupon, latest first', async () => {
  const mine = await otherOrganization()
  const { customerId, subscriptionId } = await givenReceiver(mine.api)
  const { id: couponId } = await givenCoupon(mine.api)
  const a = await givenDiscount(mine.api, { customerId })
  const b = await givenDiscount(mine.api, { couponId, subscriptionId })
  const c = await givenDiscount(mine.api, {
    couponId,
    customerId: (await givenCustomer(mine.api)).id,
  })
  await mine.api.delete(`${DISCOUNTS}/${a.id}`)
  const ids = async (query: string) => {
    const { status, body } = await mine.api.get(`${DISCOUNTS}?${query}`)
    expect(status).toBe(200)
    expect(body.totalResults).toBeGreaterThanOrEqual(body.results.length)
    return body.results.map(({ id }: { id: string }) => id)
  }
  expect(await ids('')).toEqual([c.id, b.id, a.id])
  expect(await ids('sortOrder=asc')).toEqual([a.id, b.id, c.id])
  expect(await ids(`customerId=${customerId}`)).toEqual([b.id, a.id])
  expect(await ids(`subscriptionId=${subscriptionId}`)).toEqual([b.id])
  expect(await ids(`couponId=${couponId}`)).toEqual([c.id, b.id])
  expect(await ids(`couponId=${couponId}&customerId=${customerId}`)).toEqual([b.id])
  expect(await ids(`customerId=${ABSENT}`)).toEqual([])
  expect((await api.get(`${DISCOUNTS}?couponId=${couponId}`)).body.totalResults).toBe(0)
})

test('a coupon counts its discounts, including ended ones', async () => {
  const mine = await otherOrganization()
  const { customerId, subscriptionId } = await givenReceiver(mine.api)
  const { id: couponId } = await givenCoupon(mine.api)
  const { id: unused } = await givenCoupon(mine.api)
  const ended = await givenDiscount(mine.api, { couponId, customerId })
  await givenDiscount(mine.api, { couponId, subscriptionId })
  await mine.api.delete(`${DISCOUNTS}/${ended.id}`)
  expect((await mine.api.get(`/v1/coupons/${couponId}`)).body.timesGiven).toBe(2)
  expect((await mine.api.patch(`/v1/coupons/${couponId}`, { name: 'B' })).body.timesGiven).toBe(2)
  const { results } = (await mine.api.get('/v1/coupons')).body
  const given = results.map((one: { id: string; timesGiven: number }) => [one.id, one.timesGiven])
  expect(given).toEqual([
    [unused, 0],
    [couponId, 2],
  ])
})
