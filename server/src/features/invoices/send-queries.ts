import type { Db, Tx } from '../../platform/database.ts'
import type { Invoice } from './invoice.ts'

/** How an invoice is collected when it is issued. */
export function findIssueTerms(tx: Tx, { organizationId, customerId, subscriptionId }: Invoice) {
  return tx
    .selectFrom('subscriptions')
    .select('auto_collect_payment as autoCollectPayment')
    .where('customer_id', '=', customerId)
    .where('id', '=', subscriptionId)
    .where('organization_id', '=', organizationId)
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
