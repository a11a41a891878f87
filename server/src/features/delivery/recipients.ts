import { type SqlBool, sql } from 'kysely'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import type { Invoice } from '../invoices/invoice.ts'

type Recipients = { email: string | null; billingContactEmail: string | null; copies: string[] }

/**
 * Returns the current recipients of emails about invoices, including invoices of deleted customers.
 */
export const findRecipients = batched(
  async (db: Db, invoices: readonly Invoice[]): Promise<Recipients[]> => {
    const rows = await db
      .selectFrom('customers')
      .select(['id', 'organizationId', 'email', 'billingContactEmail'])
      .select('invoiceEmailRecipients as copies')
      .where(sql<SqlBool>`id = any(${invoices.map(({ customerId }) => customerId)}::uuid[])`)
      .execute()
    return invoices.flatMap(({ organizationId, customerId }) =>
      rows.filter((row) => row.id === customerId && row.organizationId === organizationId),
    )
  },
)
