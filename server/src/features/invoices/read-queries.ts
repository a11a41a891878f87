import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'

/** What the integrator calls the customer today, also when it is deleted. */
export async function findExternalId(
  db: Db,
  { organizationId, customerId }: Pick<CustomerScopedId, 'organizationId' | 'customerId'>,
): Promise<string | null> {
  const { externalId } = await db
    .selectFrom('customers')
    .select('external_id as externalId')
    .where('organization_id', '=', organizationId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return externalId
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
  { organizationId, customerId, id }: CustomerScopedId,
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
