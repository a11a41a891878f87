import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Tx } from '../../platform/database.ts'
import type { Invoice, SubscriptionInvoice } from '../invoices/invoice.ts'

export type IssueTerms = { autoCollectPayment: boolean; netTerms: number }

/** Returns the collection setting and the net terms that apply when an invoice is issued. */
export const findIssueTerms = batched(
  async (tx: Tx, invoices: readonly SubscriptionInvoice[]): Promise<IssueTerms[]> => {
    const rows = await tx
      .selectFrom('subscriptions as s')
      .innerJoin('customers as c', 'c.id', 's.customerId')
      .select(['s.id', 's.customerId', 's.organizationId', 's.autoCollectPayment'])
      .select(sql<number>`coalesce(s.net_terms, c.net_terms)`.as('netTerms'))
      .where(sql<SqlBool>`s.customer_id = any(${customerIdsOf(invoices)}::uuid[])`)
      .where(sql<SqlBool>`s.id = any(${invoices.map((one) => one.subscriptionId)}::uuid[])`)
      .execute()
    return invoices.flatMap((invoice) => rows.filter((row) => isIts(invoice, row)))
  },
)

/** A subscription that was moved has a row for each of its customers. */
function isIts(
  { organizationId, customerId, subscriptionId }: SubscriptionInvoice,
  row: CustomerScopedId,
): boolean {
  return (
    row.id === subscriptionId &&
    row.customerId === customerId &&
    row.organizationId === organizationId
  )
}

const customerIdsOf = (invoices: readonly Invoice[]) => invoices.map(({ customerId }) => customerId)
