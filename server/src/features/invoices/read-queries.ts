import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { batched, batchedByKey } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import { areOfInvoices, groupByInvoice } from './of-invoices.ts'

/** Returns the customer's current external id, even if the customer is deleted. */
export const findExternalId = batchedByKey(
  ({ customerId }: Owner) => customerId,
  async (db: Db, owners): Promise<(string | null)[]> => {
    const rows = await db
      .selectFrom('customers')
      .select(['id', 'organizationId', 'externalId'])
      .where(sql<SqlBool>`id = any(${owners.map(({ customerId }) => customerId)}::uuid[])`)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return owners.map(({ organizationId, customerId }) => {
      const found = byId.get(customerId)
      return found?.organizationId === organizationId ? found.externalId : null
    })
  },
)

type Owner = Pick<CustomerScopedId, 'organizationId' | 'customerId'>

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

/** Lists the payments of an invoice, oldest first. */
export const listInvoicePayments = batched(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<InvoicePayment[][]> => {
    const rows = await db
      .selectFrom('payments')
      .select([...OF_PAYMENTS, 'id', 'method', 'status', 'amount', 'amountRefunded'])
      .select(['reference', 'provider', 'paidAt'])
      .where(areOfInvoices(keys))
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return groupByInvoice(keys, rows)
  },
)
const OF_PAYMENTS = ['customerId', 'invoiceId', 'organizationId'] as const
