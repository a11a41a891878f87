import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
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

/** No route rejects usage yet; this writes the rows that rejecting will write. */
async function reject(customerId: string, usageDate: string, quantity: number) {
  await t.database.pool.query(
    `with rejected as (
       update usage_events set rejected_quantity = rejected_quantity + $3
       where customer_id = $1 and usage_date = $2::timestamptz
       returning customer_id, id, organization_id, usage_date
     ), in_rollups as (
       update usage_rollups set rejected_quantity = rejected_quantity + $3,
         rejected_event_count = rejected_event_count + 1
       where customer_id = $1 and bucket = date_bin('15 minutes', $2::timestamptz, '2000-01-01Z')
     ), in_days as (
       update usage_days set rejected_quantity = rejected_quantity + $3,
         rejected_event_count = rejected_event_count + 1
       where customer_id = $1 and day = ($2::timestamptz at time zone 'UTC')::date
     )
     insert into event_corrections (customer_id, event_id, id, organization_id, usage_date, kind,
       quantity, cost, actor_kind, actor_id, corrected_at, created_at)
     select customer_id, id, gen_random_uuid(), organization_id, usage_date, 'rejection',
       -$3::numeric, 0, 'api_key', 'test', now(), now()
     from rejected`,
    [customerId, usageDate, quantity],
  )
}

test.each([
  ['of a whole period', JANUARY],
  ['of a window that cuts quarters of an hour', WINDOW],
])('rejected usage is not billed, and keeps its cost: %s', async (_, window) => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 10, '2026-01-10T00:06:00Z')
  const before = (await deal.preview(window)).body
  await reject(deal.customerId, '2026-01-10T00:06:00Z', 4)
  const after = (await deal.preview(window)).body
  expect(lineTable(before)).toEqual([['usage', 10, 10]])
  expect(lineTable(after)).toEqual([['usage', 6, 6]])
  expect(after.totalCost).toBe(before.totalCost)
  expect(after.lineItems[0].eventCount).toBe(1)
})

test('usage rejected after its invoice is credited on the next one', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
  const { id } = await deal.generate(JANUARY)
  const moment = { now: NOW, businessNow: NOW }
  await t.dependencies.db.transaction().execute(async (tx) => {
    const draft = await findInvoice(tx, { organizationId: t.organization.id, id })
    if (draft && isOfSubscription(draft)) await finalizeDrafts(tx, [draft], moment)
  })
  await reject(deal.customerId, '2026-01-10T00:00:00Z', 3)
  expect(lineTable(await deal.generate(FEBRUARY))).toEqual([
    ['usage', 0, 0],
    ['late_usage', -3, -3],
  ])
})
