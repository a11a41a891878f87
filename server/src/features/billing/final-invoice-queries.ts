import { sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import { answersTo, askedRows } from '../../platform/batching/asked-rows.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Tx } from '../../platform/database.ts'
import type { BillingKey } from './context/billing-context.ts'

/** An invoice generated after the end of its subscription. */
export type FinalInvoiceRow = {
  id: string
  status: InvoiceStatus
  periodStart: Date
  periodEnd: Date
}

/** Lists the non-void final invoices of a subscription, latest first. */
export const listFinalInvoices = batched(
  async (tx: Tx, keys: readonly BillingKey[]): Promise<FinalInvoiceRow[][]> => {
    const asked = askedRows(keys, {
      customerId: ['uuid', (key) => key.customerId],
      subscriptionId: ['uuid', (key) => key.subscriptionId],
      organizationId: ['uuid', (key) => key.organizationId],
    })
    const { rows } = await sql<FinalInvoiceRow & { nth: string }>`
      select asked.nth, invoices.id, invoices.status, invoices.period_start, invoices.period_end
      from ${asked}
      join invoices on invoices.customer_id = asked.customer_id
        and invoices.organization_id = asked.organization_id
        and invoices.subscription_id = asked.subscription_id
      where invoices.customer_id = any(${keys.map(({ customerId }) => customerId)}::uuid[])
        and invoices.status <> 'void' and invoices.is_final_invoice
        and not invoices.is_advance_only
      order by invoices.period_start desc`.execute(tx)
    return answersTo(keys, rows)
  },
)
