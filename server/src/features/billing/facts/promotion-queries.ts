import { sql } from 'kysely'
import type { PeriodPromotion } from '../../../domain/credit.ts'
import { answersTo, askedRows } from '../../../platform/batching/asked-rows.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Tx } from '../../../platform/database.ts'
import { ofCustomers } from '../../rating/billed-until.ts'
import { dealIdOf } from '../../subscriptions/plan-changes/succession.ts'

type Promoted = {
  organizationId: string
  customerId: string
  subscriptionId: string
  currency: string
  /** A draft that is recomputed; its own promotions do not count. */
  invoiceId: string | null
  /** Another draft that becomes final in this transaction and already counts as final. */
  finalizedId: string | null
}

/** Lists promotional credit of the other final invoices of the deal, in the order of its draws. */
export const listDrawnPromotions = batched(
  async (tx: Tx, all: readonly Promoted[]): Promise<PeriodPromotion[][]> => {
    const asked = askedRows(all, {
      customerId: ['uuid', (one) => one.customerId],
      organizationId: ['uuid', (one) => one.organizationId],
      subscriptionId: ['uuid', (one) => one.subscriptionId],
      currency: ['text', (one) => one.currency],
      invoiceId: ['uuid', (one) => one.invoiceId],
      finalizedId: ['uuid', (one) => one.finalizedId],
    })
    const { rows } = await sql<PeriodPromotion & { nth: string }>`
      select asked.nth, promotions.grant_id, promotions.name, promotions.amount,
        promotions.billing_period_start as period_start
      from ${asked}
      join subscriptions own on own.customer_id = asked.customer_id
        and own.id = asked.subscription_id and ${ofCustomers('own', all)}
      join subscriptions member on member.customer_id = own.customer_id
        and ${dealIdOf('member')} = ${dealIdOf('own')} and ${ofCustomers('member', all)}
      join invoices on invoices.customer_id = asked.customer_id
        and invoices.organization_id = asked.organization_id
        and invoices.subscription_id = member.id and invoices.status <> 'void'
        and (invoices.status <> 'draft' or invoices.id = asked.finalized_id)
        and invoices.id is distinct from asked.invoice_id
        and invoices.currency = asked.currency and ${ofCustomers('invoices', all)}
      join invoice_promotions promotions on promotions.customer_id = invoices.customer_id
        and promotions.invoice_id = invoices.id and ${ofCustomers('promotions', all)}
      order by invoices.finalized_at nulls last, invoices.id, promotions.position`.execute(tx)
    return answersTo(all, rows)
  },
)
