import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { InvoiceKey } from '../../invoices/invoice.ts'

export type PaymentMade = {
  amount: Decimal
  amountRefunded: Decimal
  method: string
  reference: string | null
  paidAt: Date
}

/** In the order in which they were paid. */
export function listPaymentsMade(db: Db, key: InvoiceKey): Promise<PaymentMade[]> {
  return db
    .selectFrom('payments')
    .select(['amount', 'amountRefunded', 'method', 'reference'])
    .select((eb) => eb.fn.coalesce('paidAt', 'createdAt').as('paidAt'))
    .where('customerId', '=', key.customerId)
    .where('invoiceId', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .where('status', '=', sql.lit('succeeded'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
