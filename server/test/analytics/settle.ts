import { listDueCustomers, settleCustomer } from '../../src/features/usage/settlement/settle.ts'
import type { TestDatabase } from '../support/database.ts'

/** Settles the outcomes of an organization whose window passes until a time. */
export async function settleUntil(
  { db }: Pick<TestDatabase, 'db'>,
  organizationId: string,
  until: Date,
): Promise<void> {
  const scope = { now: until, only: organizationId }
  const due = await listDueCustomers(db, scope, { cursor: undefined, limit: 1_000 })
  const deps = { db, now: () => new Date() }
  for (const customer of due) await settleCustomer(deps, customer, until)
}

/**
 * The billable units of an event, in SQL: those that no rejection in force takes out, once its window has
 * passed. Without what the service has stored of it.
 */
export const plainBillable = (event: string) => `case
  when exists (select from provisional_outcomes open where open.event_id = ${event}.id) then 0
  else ${event}.quantity - coalesce((select sum(rejections.quantity) from outcome_rejections rejections
    where rejections.event_id = ${event}.id and rejections.state = 'accepted'), 0) end`
