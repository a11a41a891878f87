import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { Invoice } from '../invoices/invoice.ts'

/** By which an invoice is collected and due when it is issued. */
export function findIssueTerms(tx: Tx, { organizationId, customerId, subscriptionId }: Invoice) {
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('customers as c', 'c.id', 's.customerId')
    .select('s.autoCollectPayment')
    .select(sql<number>`coalesce(s.net_terms, c.net_terms)`.as('netTerms'))
    .where('s.customerId', '=', customerId)
    .where('s.id', '=', subscriptionId)
    .where('s.organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
}
