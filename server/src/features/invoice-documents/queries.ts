import { type Decimal, decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import type { InvoiceKey } from '../invoices/invoice.ts'

const columns = [
  'name',
  'email',
  'phone',
  'address_line1 as addressLine1',
  'address_line2 as addressLine2',
  'city',
  'state',
  'zip_code as zipCode',
  'country',
  'timezone as timeZone',
  'billing_contact_name as billingContactName',
  'billing_contact_email as billingContactEmail',
  'invoice_email_recipients as copies',
  'tax_id as taxId',
] as const

/** Whom an invoice is for; also a deleted customer, whose invoices stay. */
export function getBuyer(db: Db, { organizationId, customerId }: InvoiceKey) {
  return db
    .selectFrom('customers')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
}

export type Buyer = Awaited<ReturnType<typeof getBuyer>>

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
    .where('status', '=', 'succeeded')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    amount: decimal(row.amount),
    amountRefunded: decimal(row.amountRefunded),
  }))
}
