import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import { create } from '../../../test/support/given.ts'
import { expectRollupsToAddUp } from '../../../test/support/invariants.ts'
import { lineTable } from '../../../test/support/invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { isOfSubscription } from '../invoices/invoice.ts'
import { findInvoice } from '../invoices/ledger.ts'
import { finalizeDrafts } from './finalize.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
const FEBRUARY = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }
/** Cuts through quarter-hour rollups, so that single events are summed at both ends. */
const WINDOW = {
  billingPeriodStart: '2026-01-10T00:05:00Z',
  billingPeriodEnd: '2026-01-10T00:10:00Z',
}

const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api } = t

const reject = (eventId: string, quantity: number) =>
  create(api, `/v1/events/${eventId}/rejection`, { quantity, reason: 'Reopened' })

test.each([
  ['of a whole period', JANUARY],
  ['of a window that cuts quarters of an hour', WINDOW],
])('rejected usage is not billed, and keeps its cost: %s', async (_, window) => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  const { eventId } = await deal.use('ticket', 10, '2026-01-10T00:06:00Z')
  const before = (await deal.preview(window)).body
  await reject(eventId, 4)
  const after = (await deal.preview(window)).body
  expect(lineTable(before)).toEqual([['usage', 10, 10]])
  expect(lineTable(after)).toEqual([['usage', 6, 6]])
  expect(after.totalCost).toBe(before.totalCost)
  expect(after.lineItems[0].eventCount).toBe(1)
})

test('usage rejected after its invoice is credited on the next one', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  const { eventId } = await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
  const { id } = await deal.generate(JANUARY)
  const moment = { now: NOW, businessNow: NOW }
  await t.dependencies.db.transaction().execute(async (tx) => {
    const draft = await findInvoice(tx, { organizationId: t.organization.id, id })
    if (draft && isOfSubscription(draft)) await finalizeDrafts(tx, [draft], moment)
  })
  await reject(eventId, 3)
  expect(lineTable(await deal.generate(FEBRUARY))).toEqual([
    ['usage', 0, 0],
    ['late_usage', -3, -3],
  ])
})
