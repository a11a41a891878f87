import { describe, expect, test } from 'vitest'
import { createTestOrganization } from '../../../test/support/app.ts'
import { createClock } from '../../../test/support/clocks.ts'
import { givenCoupon, givenDiscount } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { untilWaiting } from '../../../test/support/waiting.ts'
import type { SuppliedDiscount } from '../../domain/discounts.ts'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import { decimal } from '../../domain/money.ts'
import { RAISED_VERSION } from '../../platform/database/raised-version.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { lockDiscountsFor } from './applicable.ts'
import { DISCOUNTS, givenReceiver, insertInvoiceWith } from './test-support.ts'

const clock = createClock('2026-03-15T12:00:00Z')

const t = useTestApp({ now: clock.now })

type Receiver = { customerId: string; subscriptionId: string }
type Options = { currency?: string; invoiceId?: string | null; at?: Date; organizationId?: string }

const lockIn = (tx: Tx, receiver: Receiver, options: Options = {}) =>
  lockDiscountsFor(tx, {
    organizationId: t.organization.id,
    ...receiver,
    currency: 'USD',
    invoiceId: null,
    finalizedId: null,
    at: clock.now(),
    ...options,
  })

/** Returns true if a discount can apply to one more period. */
const isLeft = ({ periods, usedIn }: SuppliedDiscount) => periods === null || usedIn.size < periods

/** Returns the ids of the discounts that apply to a new period. */
const idsFor = (receiver: Receiver, options: Options = {}) =>
  t.dependencies.db
    .transaction()
    .execute((tx) => lockIn(tx, receiver, options))
    .then(({ live }) => live.filter(isLeft).map(({ discountId }) => discountId))

const invoice = (
  discount: { id: string; couponId: string },
  receiver: Receiver,
  status: InvoiceStatus = 'draft',
  db: Db = t.database.db,
) => insertInvoiceWith(db, discount, { organizationId: t.organization.id, ...receiver }, status)

describe('what applies', () => {
  test("the customer's first, then the subscription's, each as given", async () => {
    const receiver = await givenReceiver(t.api)
    const { customerId, subscriptionId } = receiver
    const first = await givenDiscount(t.api, { subscriptionId })
    const second = await givenDiscount(t.api, { customerId })
    const third = await givenDiscount(t.api, { subscriptionId })
    const fourth = await givenDiscount(t.api, { customerId })
    expect(await idsFor(receiver)).toEqual([second.id, fourth.id, first.id, third.id])
  })

  test("nothing of another subscription's, another customer's or another organization's", async () => {
    const receiver = await givenReceiver(t.api)
    const other = await givenReceiver(t.api)
    await givenDiscount(t.api, { subscriptionId: other.subscriptionId })
    await givenDiscount(t.api, { customerId: other.customerId })
    expect(await idsFor(receiver)).toEqual([])
    const { id: organizationId } = await createTestOrganization(t.dependencies)
    expect(await idsFor(other, { organizationId })).toEqual([])
    expect(await idsFor(other)).toHaveLength(2)
  })

  test('a discount includes everything that an invoice stores of it', async () => {
    const receiver = await givenReceiver(t.api)
    const fixed = { percentOff: null, amountOff: '10.50', currency: 'USD' }
    const { id: couponId } = await givenCoupon(t.api, fixed)
    const { id } = await givenDiscount(t.api, { couponId, customerId: receiver.customerId })
    const { db } = t.dependencies
    expect(await db.transaction().execute((tx) => lockIn(tx, receiver))).toEqual({
      invoiced: new Map(),
      live: [
        {
          discountId: id,
          couponId,
          name: 'Ten off',
          percentOff: null,
          amountOff: decimal('10.5'),
          currency: 'USD',
          periods: 1,
          usedIn: new Set(),
        },
      ],
    })
  })

  test('a fixed amount in another currency does not', async () => {
    const receiver = await givenReceiver(t.api)
    const fixed = { percentOff: null, amountOff: 10, currency: 'EUR' }
    const { id: couponId } = await givenCoupon(t.api, fixed)
    const { id } = await givenDiscount(t.api, { couponId, customerId: receiver.customerId })
    expect(await idsFor(receiver)).toEqual([])
    expect(await idsFor(receiver, { currency: 'EUR' })).toEqual([id])
  })

  test('until it ends, and also once its coupon is gone', async () => {
    const receiver = await givenReceiver(t.api)
    const { id, couponId } = await givenDiscount(t.api, { customerId: receiver.customerId })
    await t.api.patch(`/v1/coupons/${couponId}`, { isActive: false })
    await t.api.delete(`/v1/coupons/${couponId}`)
    expect(await idsFor(receiver)).toEqual([id])
    await t.api.delete(`${DISCOUNTS}/${id}`)
    expect(await idsFor(receiver)).toEqual([])
    expect(await idsFor(receiver, { at: new Date(clock.now().getTime() - 1) })).toEqual([id])
  })
})

describe('how often', () => {
  test('once: on one invoice, also when that one is recomputed', async () => {
    const receiver = await givenReceiver(t.api)
    const discount = await givenDiscount(t.api, { customerId: receiver.customerId })
    const invoiceId = await invoice(discount, receiver)
    expect(await idsFor(receiver)).toEqual([])
    expect(await idsFor(receiver, { invoiceId })).toEqual([discount.id])
    const { db } = t.database
    await db
      .updateTable('invoices')
      .set({ status: 'void', ...RAISED_VERSION })
      .where('id', '=', invoiceId)
      .execute()
    expect(await idsFor(receiver)).toEqual([discount.id])
  })

  test('repeating: on its number of invoices, across all subscriptions of the customer', async () => {
    const receiver = await givenReceiver(t.api)
    const { id: couponId } = await givenCoupon(t.api, { duration: 'repeating', durationPeriods: 2 })
    const discount = await givenDiscount(t.api, { couponId, customerId: receiver.customerId })
    const first = await invoice(discount, receiver, 'paid')
    await invoice(discount, receiver, 'void')
    expect(await idsFor(receiver)).toEqual([discount.id])
    await invoice(discount, receiver, 'issued')
    expect(await idsFor(receiver)).toEqual([])
    expect(await idsFor(receiver, { invoiceId: first })).toEqual([discount.id])
  })

  test('forever: on all', async () => {
    const receiver = await givenReceiver(t.api)
    const { id: couponId } = await givenCoupon(t.api, { duration: 'forever' })
    const discount = await givenDiscount(t.api, { couponId, customerId: receiver.customerId })
    for (let count = 0; count < 3; count += 1) await invoice(discount, receiver)
    expect(await idsFor(receiver)).toEqual([discount.id])
  })
})

describe('at the same time', () => {
  test('of two concurrent invoices, one uses a single-use discount', async () => {
    const receiver = await givenReceiver(t.api)
    const discount = await givenDiscount(t.api, { customerId: receiver.customerId })
    const { db } = t.dependencies
    const later = await db.transaction().execute(async (tx) => {
      expect((await lockIn(tx, receiver)).live).toHaveLength(1)
      const waits = idsFor(receiver)
      await untilWaiting(t.database.pool, 1)
      await invoice(discount, receiver, 'draft', tx)
      return { waits }
    })
    expect(await later.waits).toEqual([])
  })

  test('an invoice that waited for a failed one gets the discount', async () => {
    const receiver = await givenReceiver(t.api)
    const discount = await givenDiscount(t.api, { customerId: receiver.customerId })
    const { db } = t.dependencies
    const outcome: { waits?: Promise<string[]> } = {}
    const failed = db.transaction().execute(async (tx) => {
      await lockIn(tx, receiver)
      outcome.waits = idsFor(receiver)
      await untilWaiting(t.database.pool, 1)
      await invoice(discount, receiver, 'draft', tx)
      throw new Error('no invoice after all')
    })
    await expect(failed).rejects.toThrow('no invoice after all')
    expect(await outcome.waits).toEqual([discount.id])
  })

  test('an end waits for the invoice in progress, and applies to the next', async () => {
    const receiver = await givenReceiver(t.api)
    const { id } = await givenDiscount(t.api, { customerId: receiver.customerId })
    const { db } = t.dependencies
    const { ended } = await db.transaction().execute(async (tx) => {
      expect((await lockIn(tx, receiver)).live).toHaveLength(1)
      const ended = t.api.delete(`${DISCOUNTS}/${id}`)
      await untilWaiting(t.database.pool, 1)
      return { ended }
    })
    expect((await ended).status).toBe(204)
    expect(await idsFor(receiver)).toEqual([])
  })
})
