import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { together } from '../../../platform/batching/together.ts'
import type { Db } from '../../../platform/database.ts'
import { areOfInvoices, rowsOfEach } from '../../invoices/of-invoices.ts'

export type PaymentMade = {
  amount: Decimal
  amountRefunded: Decimal
  method: string
  reference: string | null
  paidAt: Date
}

/** Returns the payments of each invoice in order of payment. */
export const listPaymentsMade = together(
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
    return rowsOfEach(invoices, rows)
  },
)
