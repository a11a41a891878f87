import { type NotNull, sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'

/** A period of a subscription for which there is an invoice that is not void. */
export type InvoicedPeriod = {
  invoiceId: string
  invoiceNumber: string
  isDraft: boolean
  subscriptionId: string
  start: Date
  end: Date
}

/** Locked for the rest of the transaction: a draft must not be sent while its period goes. */
export async function lockInvoicedPeriods(
  tx: Tx,
  scope: { organizationId: string; customerId: string; ids: readonly string[] },
): Promise<InvoicedPeriod[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id as invoiceId', 'invoiceNumber', 'status'])
    .select(['subscriptionId', 'periodStart as start', 'periodEnd as end'])
    .where('customerId', '=', scope.customerId)
    .where('subscriptionId', 'in', scope.ids)
    .where('organizationId', '=', scope.organizationId)
    .where('status', '<>', sql.lit('void'))
    .where('isFinalInvoice', '=', sql.lit(false))
    .orderBy('periodStart')
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ subscriptionId: NotNull }>()
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, isDraft: status === 'draft' }))
}

export type InvoiceOf = {
  id: string
  invoiceNumber: string
  isDraft: boolean
  wasFinalized: boolean
}

/** Every invoice of a subscription, locked for the rest of the transaction. */
export async function lockInvoicesOf(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<InvoiceOf[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'invoiceNumber', 'status'])
    .select(['finalizedAt', 'issuedAt'])
    .where('customerId', '=', customerId)
    .where('subscriptionId', '=', id)
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ status, finalizedAt, issuedAt, ...row }) => ({
    ...row,
    isDraft: status === 'draft',
    // A draft that was voided never left it for a customer's eyes.
    wasFinalized: status === 'void' ? (finalizedAt ?? issuedAt) !== null : status !== 'draft',
  }))
}

/** Whether there is an invoice of the subscription that is not void, be it a draft. */
export async function hasInvoices(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('customerId', '=', customerId)
    .where('subscriptionId', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '<>', sql.lit('void'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
