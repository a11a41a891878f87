import type { Decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'

/** Returns the customer's current external id, even if the customer is deleted. */
export async function findExternalId(
  db: Db,
  { organizationId, customerId }: Pick<CustomerScopedId, 'organizationId' | 'customerId'>,
): Promise<string | null> {
  const { externalId } = await db
    .selectFrom('customers')
    .select('externalId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return externalId
}

export type InvoicePayment = {
  id: string
  method: string
  status: string
  amount: Decimal
  amountRefunded: Decimal
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
    .select(['id', 'method', 'status', 'amount', 'amountRefunded'])
    .select(['reference', 'provider', 'paidAt'])
    .where('customerId', '=', customerId)
    .where('invoiceId', '=', id)
    .where('organizationId', '=', organizationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
