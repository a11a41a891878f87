import { expect, test } from 'vitest'
import { givenCoupon, givenCustomer } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { DISCOUNTS, givenReceiver } from './test-support.ts'

const t = useTestApp()
const { api } = t

test('of the same discount three times at once one is given', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [{ id: couponId }, { customerId, subscriptionId }] = await Promise.all([
      givenCoupon(api),
      givenReceiver(api),
    ])
    const receiver = round % 2 === 0 ? { customerId } : { subscriptionId }
    const give = () => api.post(DISCOUNTS, { couponId, ...receiver })
    const answers = await Promise.all([give(), give(), give()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  }
})

test('a coupon is deleted before or after it is given, never half', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [{ id: couponId }, { id: customerId }] = await Promise.all([
      givenCoupon(api),
      givenCustomer(api),
    ])
    const [created, deleted] = await Promise.all([
      api.post(DISCOUNTS, { couponId, customerId }),
      api.delete(`/v1/coupons/${couponId}`),
    ])
    expect([201, 422]).toContain(created.status)
    expect(deleted.status).toBe(204)
  }
})
