import type { Db } from '../../platform/database.ts'
import type { InvoiceKey } from './invoice.ts'

/** Who is billed, also when the customer is deleted. */
export type Party = { name: string; externalId: string | null }

export function findParty(
  db: Db,
  { organizationId, customerId }: Pick<InvoiceKey, 'organizationId' | 'customerId'>,
): Promise<Party> {
  return db
    .selectFrom('customers')
    .select(['name', 'external_id as externalId'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
}

export type InvoicePayment = {
  id: string
  method: string
  status: string
  amount: string
  amountRefunded: string
  reference: string | null
  provider: string | null
  paidAt: Date | null
}

export function listInvoicePayments(
  db: Db,
  { organizationId, customerId, id }: InvoiceKey,
): Promise<InvoicePayment[]> {
  return db
    .selectFrom('payments')
    .select(['id', 'method', 'status', 'amount', 'amount_refunded as amountRefunded'])
    .select(['reference', 'provider', 'paid_at as paidAt'])
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', id)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The time zone that the customer's calendar days are in. */
export async function findTimeZone(
  db: Db,
  { organizationId, customerId }: Pick<InvoiceKey, 'organizationId' | 'customerId'>,
): Promise<string> {
  const { timezone } = await db
    .selectFrom('customers')
    .select('timezone')
    .where('organization_id', '=', organizationId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return timezone
}
