import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { Invoice } from '../invoices/invoice.ts'

/** By which an invoice is collected and due when it is issued. */
export function findIssueTerms(tx: Tx, { organizationId, customerId, subscriptionId }: Invoice) {
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select('s.auto_collect_payment as autoCollectPayment')
    .select(sql<number>`coalesce(s.net_terms, c.net_terms)`.as('netTerms'))
    .where('s.customer_id', '=', customerId)
    .where('s.id', '=', subscriptionId)
    .where('s.organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

/** Where mails about the invoices of a customer go today; also a deleted one's. */
export function findRecipients(db: Db, { organizationId, customerId }: Invoice) {
  return db
    .selectFrom('customers')
    .select(['email', 'billing_contact_email as billingContactEmail'])
    .select('invoice_email_recipients as copies')
    .where('organization_id', '=', organizationId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
}
