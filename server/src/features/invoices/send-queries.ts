import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { Invoice } from './invoice.ts'

/** By which an invoice is dated and collected when it is issued. */
export function findIssueTerms(tx: Tx, { organizationId, customerId, subscriptionId }: Invoice) {
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select('s.auto_collect_payment as autoCollectPayment')
    .select(sql<string>`coalesce(s.timezone, c.timezone)`.as('timeZone'))
    .where('s.customer_id', '=', customerId)
    .where('s.id', '=', subscriptionId)
    .where('s.organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
}
