import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Payment, ProviderName } from '../payment.ts'

const columns = [
  'customerId',
  'id',
  'organizationId',
  'invoiceId',
  'method',
  'status',
  'amount',
  'amountRefunded',
  'currency',
  'reference',
  'provider',
  'providerPaymentId',
  'providerCustomerId',
  'providerMethodId',
  'failureReason',
  'paidAt',
  'createdAt',
  'updatedAt',
] as const

export const selectPayments = (db: Db) => db.selectFrom('payments').select(columns)

export async function findPayment(db: Db, key: CustomerScopedId): Promise<Payment | undefined> {
  const row = await selectPayments(db)
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .executeTakeFirst()
  return row
}

/** Lists all payments of an invoice, oldest first. */
export async function listPayments(db: Db, invoice: CustomerScopedId): Promise<Payment[]> {
  const rows = await selectPayments(db)
    .where('customerId', '=', invoice.customerId)
    .where('invoiceId', '=', invoice.id)
    .where('organizationId', '=', invoice.organizationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows
}

/** Finds the payment of an invoice by the provider's payment id. */
export async function findPaymentOfInvoice(
  tx: Tx,
  invoice: CustomerScopedId,
  { provider, providerPaymentId }: { provider: ProviderName; providerPaymentId: string },
): Promise<Payment | undefined> {
  const row = await selectPayments(tx)
    .where('customerId', '=', invoice.customerId)
    .where('organizationId', '=', invoice.organizationId)
    .where('invoiceId', '=', invoice.id)
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst()
  return row
}

/**
 * Finds a payment by the provider's id alone, which is unique across organizations. Notifications
 * from a provider name no organization.
 */
export async function findPaymentAnywhere(
  db: Db,
  { provider, providerPaymentId }: { provider: ProviderName; providerPaymentId: string },
): Promise<Payment | undefined> {
  const row = await selectPayments(db)
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst()
  return row
}

export async function hasPendingPayment(db: Db, invoice: CustomerScopedId): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('customerId', '=', invoice.customerId)
    .where('invoiceId', '=', invoice.id)
    .where('organizationId', '=', invoice.organizationId)
    .where('status', '=', sql.lit('pending'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
