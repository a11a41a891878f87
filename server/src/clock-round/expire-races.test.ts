import { expect, test } from 'vitest'
import { must } from '../../test/support/app.ts'
import { type Deal, givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import type { Fields } from '../../test/support/given.ts'
import { expectRollupsToAddUp } from '../../test/support/invariants.ts'
import { month, sendInvoice, voidInvoice } from '../../test/support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { untilWaiting, whileLocked } from '../../test/support/waiting.ts'
import { runBilling } from './run-billing.ts'

/** Credit that expires while an invoice that may draw it becomes final, in both orders. */
let at = new Date('2026-01-02T00:00:00Z')
const t = useTestApp({ now: () => at, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const JANUARY = month('2026-01-01', '2026-02-01')

const run = () => runBilling(t.dependencies, { now: at, only: organization.id })

/** A customer with a fee of 30 and paid credit of 100 that is valid in January. */
async function given() {
  at = new Date('2026-01-02T00:00:00Z')
  const prices = [{ chargeType: 'recurring', rate: 30 }]
  const deal = await givenDeal(api, { prices, subscription: SINCE_JANUARY })
  const grant = await giveCredit(deal, '2026-01-20')
  return { deal, grant }
}

const giveCredit = ({ customerId }: Deal, expiresAt: string): Promise<{ id: string }> =>
  must(
    api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', amount: 100, effectiveAt: '2026-01-02', expiresAt },
    }),
  )

const movements = async ({ customerId }: Deal) => {
  const { results } = await must(api.get(`/v1/customers/${customerId}/credit-movements`))
  return results.map((one: Fields) => [one.type, one.amount])
}
const differences = async () => {
  const dates = 'startDate=2025-12-01&endDate=2026-12-31'
  const { checks } = await must(api.get(`/v1/analytics/reconciliation?${dates}`))
  return checks.flatMap((check: { differences: unknown[] }) => check.differences)
}

/** Stops a transaction that books a change of credit, while it holds the lock on the credit of the customer. */
const BOOKING = { lock: 'lock table customer_credits in share mode', values: [] }
/** Stops the expiry after it has locked the credit. */
const expiryOf = ({ customerId }: Deal, { id }: { id: string }) => ({
  lock: 'select from credit_grants where customer_id = $1 and id = $2 for update',
  values: [customerId, id],
})

/** Begins both, the second one once the first waits; neither ends before both wait. */
async function inOrder<A, B>(
  lock: { lock: string; values: unknown[] },
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const { begun } = await whileLocked(t.database.pool, lock, async () => {
    const one = first()
    await untilWaiting(t.database.pool, 1)
    const other = second()
    await untilWaiting(t.database.pool, 2)
    // In an object, so that they are not awaited before the lock is released.
    return { begun: [one, other] as const }
  })
  return Promise.all(begun)
}

const expireByHand =
  ({ customerId }: Deal, { id }: { id: string }) =>
  () =>
    must(api.post(`/v1/customers/${customerId}/credit-grants/${id}/expire`, {}))

test('credit that an invoice draws first is not expired: only the rest is', async () => {
  const { deal, grant } = await given()
  at = new Date('2026-02-01T06:00:00Z')
  const draft = await deal.generate(JANUARY)
  const [sent] = await inOrder(BOOKING, () => sendInvoice(api, draft), expireByHand(deal, grant))
  expect(sent).toMatchObject({ creditTotal: 30, total: 0 })
  expect(await movements(deal)).toEqual([
    ['expired', -70],
    ['used', -30],
    ['granted', 100],
  ])
  expect(await differences()).toEqual([])
})

test('credit that is expired first is not drawn: the invoice is owed', async () => {
  const { deal, grant } = await given()
  at = new Date('2026-02-01T06:00:00Z')
  const draft = await deal.generate(JANUARY)
  expect(draft).toMatchObject({ creditTotal: 30 })
  const [, sent] = await inOrder(expiryOf(deal, grant), expireByHand(deal, grant), () =>
    sendInvoice(api, draft),
  )
  expect(sent).toMatchObject({ creditTotal: 0, total: 30 })
  expect(await movements(deal)).toEqual([
    ['expired', -100],
    ['granted', 100],
  ])
  expect(await differences()).toEqual([])
})

test('the clock leaves credit that an invoice is drawing, and books the rest once it has', async () => {
  const { deal } = await given()
  at = new Date('2026-02-01T06:00:00Z')
  await run()
  const [draft] = (await must(api.get(`/v1/invoices?customerId=${deal.customerId}`))).data
  const { sending } = await whileLocked(t.database.pool, BOOKING, async () => {
    const sending = sendInvoice(api, draft)
    await untilWaiting(t.database.pool, 1)
    expect(await run()).toMatchObject({ expired: 1 })
    return { sending: [sending] }
  })
  expect(await Promise.all(sending)).toMatchObject([{ creditTotal: 30 }])
  expect(await movements(deal)).toHaveLength(2)
  await run()
  expect(await movements(deal)).toEqual([
    ['expired', -70],
    ['used', -30],
    ['granted', 100],
  ])
  expect(await differences()).toEqual([])
})

test('an invoice for a period of the past draws nothing of credit that the clock is expiring', async () => {
  at = new Date('2026-01-02T00:00:00Z')
  const prices = [{ chargeType: 'recurring', rate: 30 }]
  const deal = await givenDeal(api, { prices, subscription: SINCE_JANUARY })
  at = new Date('2026-02-01T06:00:00Z')
  const january = await sendInvoice(api, await deal.generate(JANUARY))
  await run()
  const grant = await giveCredit(deal, '2026-02-01T12:00:00Z')
  await voidInvoice(api, january)
  at = new Date('2026-03-02T06:00:00Z')
  const february = month('2026-02-01', '2026-03-01')
  await sendInvoice(api, await deal.generate(february))
  // January has no draft while the clock looks, and one when it books.
  const [, sent] = await inOrder(expiryOf(deal, grant), run, async () =>
    sendInvoice(api, await deal.generate(JANUARY)),
  )
  expect(sent).toMatchObject({ creditTotal: 0, total: 30 })
  expect(await movements(deal)).toEqual([
    ['expired', -70],
    ['used', -30],
    ['granted', 100],
  ])
  expect(await differences()).toEqual([])
})
