import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { CustomerKey } from '../payment.ts'

/** What automatic top-ups of a customer in a currency have done. */
export type Made = {
  /** Those of the month that did not end without a payment. */
  count: number
  /** The one that is not paid yet. */
  openId: string | null
  /** True while a payment of any top-up in the currency is on its way. */
  isPaymentPending: boolean
  /** When the last one became void, or was last refunded; business time. */
  lastEndedAt: Date | null
}

type Month = { currency: string; start: Date; end: Date }

/** Reads what automatic top-ups of a customer have done; `start` and `end` are those of the month. */
export async function findMade(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  { currency, start, end }: Month,
): Promise<Made> {
  const { rows } = await sql<Made>`
    with top_ups as (
      select id, status, issued_at, voided_at, top_up_method = 'auto' as is_auto from invoices
      where customer_id = ${customerId} and organization_id = ${organizationId}
        and kind = 'top_up' and currency = ${currency}
    )
    select (count(*) filter (where is_auto and status <> 'void' and issued_at >= ${start}::timestamptz
        and issued_at < ${end}::timestamptz))::integer as count,
      (array_agg(id) filter (where is_auto and status in ('draft', 'pending', 'issued', 'overdue')))[1] as open_id,
      exists (select from payments where customer_id = ${customerId} and organization_id = ${organizationId}
        and status = 'pending' and invoice_id in (select id from top_ups)) as is_payment_pending,
      greatest(max(voided_at) filter (where is_auto), (select max(refunded_at) from refunds
        where customer_id = ${customerId} and organization_id = ${organizationId} and status <> 'failed'
          and invoice_id in (select id from top_ups where is_auto))) as last_ended_at
    from top_ups`.execute(db)
  return rows[0] ?? { count: 0, openId: null, isPaymentPending: false, lastEndedAt: null }
}
