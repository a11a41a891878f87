import type { Db } from '../../platform/database.ts'
import type { Invoice } from '../invoices/invoice.ts'

/** Where mails about the invoices of a customer go today; also a deleted one's. */
export function findRecipients(db: Db, { organizationId, customerId }: Invoice) {
  return db
    .selectFrom('customers')
    .select(['email', 'billingContactEmail'])
    .select('invoiceEmailRecipients as copies')
    .where('organizationId', '=', organizationId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
}
