import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import { givenCoupon, givenDiscount } from '../../../test/support/given.ts'
import { invoiceLock } from '../../../test/support/invoice-lock.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { runBehindLock, untilWaiting } from '../../../test/support/waiting.ts'

const t = useTestApp({ now: () => new Date('2026-03-10T12:00:00Z') })

async function givenHalfOff(customerId: string) {
  const { id: couponId } = await givenCoupon(t.api, { name: 'Half', percentOff: 50 })
  await givenDiscount(t.api, { couponId, customerId })
}

/**
 * A draft of 7 tickets, later usage that it lacks, and a coupon whose lock delays recomputation.
 */
async function outdatedDraft() {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  const { customerId } = deal
  await givenHalfOff(customerId)
  await deal.use('ticket', 7, '2026-03-05')
  const draft = await deal.generate()
  await deal.use('ticket', 100, '2026-03-06')
  return { deal, draft, customerId }
}

const discountsLock = (customerId: string) => ({
  lock: 'select from discounts where customer_id = $1 for update',
  values: [customerId],
})

/** Starts two requests that both wait for the lock, the second behind the first. */
const oneBehindTheOther = <First, Second>(
  held: { lock: string; values: unknown[] },
  first: () => Promise<First>,
  second: () => Promise<Second>,
) =>
  runBehindLock(t.database.pool, { ...held, sessions: 2 }, async () => {
    const begun = first()
    await untilWaiting(t.database.pool, 1)
    return Promise.all([begun, second()])
  })

test('a draft cannot be sent while it is recomputed, so that the new content is sent', async () => {
  const { deal, draft, customerId } = await outdatedDraft()
  const [generated, sent] = await oneBehindTheOther(
    discountsLock(customerId),
    () => deal.tryGenerate(),
    () => t.api.post(`/v1/invoices/${draft.id}/send`, {}),
  )
  expect([generated.status, sent.status]).toEqual([201, 200])
  const { body: invoice } = await t.api.get(`/v1/invoices/${draft.id}`)
  const [line] = invoice.lineItems
  expect(invoice).toMatchObject({ status: 'issued', subtotal: 107, total: 53.5 })
  expect(line).toMatchObject({ quantity: 107, amount: 107 })
})

test('a draft that was sent before its recomputation stays as it was sent', async () => {
  const { deal, draft } = await outdatedDraft()
  const [sent, generated] = await oneBehindTheOther(
    invoiceLock(draft),
    () => t.api.post(`/v1/invoices/${draft.id}/send`, {}),
    () => deal.tryGenerate(),
  )
  expect([generated.status, sent.status]).toEqual([409, 200])
  const { body: invoice } = await t.api.get(`/v1/invoices/${draft.id}`)
  expect(invoice).toMatchObject({ status: 'issued', subtotal: 107, total: 53.5 })
  expect(invoice.lineItems).toMatchObject([{ quantity: 107, amount: 107 }])
})

test('generating while the subscription changes does not deadlock', async () => {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  const { customerId, subscriptionId } = deal
  await givenHalfOff(customerId)
  const [generated, changed] = await oneBehindTheOther(
    discountsLock(customerId),
    () => deal.tryGenerate(),
    () => t.api.patch(`/v1/subscriptions/${subscriptionId}`, { seatsCount: 3 }),
  )
  expect([generated.status, changed.status]).toEqual([201, 200])
})
