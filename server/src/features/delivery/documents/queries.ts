import { sql } from 'kysely'
import { type Decimal, decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { InvoiceKey } from '../../invoices/invoice.ts'

/** The picture at the head of every document: the one of today, whenever the invoice was sent. */
export async function getLogo(db: Db, organizationId: string): Promise<string | null> {
  const { logo } = await db
    .selectFrom('organizations')
    .select('logo')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return logo
}

export type PaymentMade = {
  amount: Decimal
  amountRefunded: Decimal
  method: string
  reference: string | null
  paidAt: Date
}

/** In the order in which they were paid. */
export async function listPaymentsMade(db: Db, key: InvoiceKey): Promise<PaymentMade[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['amount', 'amount_refunded as amountRefunded', 'method', 'reference'])
    .select((eb) => eb.fn.coalesce('paid_at', 'created_at').as('paidAt'))
    .where('customer_id', '=', key.customerId)
    .where('invoice_id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .where('status', '=', sql.lit('succeeded'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    amount: decimal(row.amount),
    amountRefunded: decimal(row.amountRefunded),
  }))
}
