import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Db } from '../../../platform/database.ts'
import { areOfInvoices, groupByInvoice } from '../../invoices/of-invoices.ts'

export type PaymentMade = {
  amount: Decimal
  amountRefunded: Decimal
  method: string
  reference: string | null
  paidAt: Date
}

/** Returns the payments of each invoice in order of payment. */
export const listPaymentsMade = batched(
  async (db: Db, invoices: readonly CustomerScopedId[]): Promise<PaymentMade[][]> => {
    const rows = await db
      .selectFrom('payments')
      .select(['customerId', 'invoiceId', 'organizationId'])
      .select(['amount', 'amountRefunded', 'method', 'reference'])
      .select((eb) => eb.fn.coalesce('paidAt', 'createdAt').as('paidAt'))
      .where(areOfInvoices(invoices))
      .where('status', '=', sql.lit('succeeded'))
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return groupByInvoice(invoices, rows)
  },
)
