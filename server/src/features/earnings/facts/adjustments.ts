import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { type EarningFilter, inFilter } from './earning-filter.ts'

/** What a finalized invoice has besides the charges of its plan. */
export type Adjustments = {
  customerId: string
  subscriptionId: string
  agentId: string
  planId: string
  currency: string
  timeZone: string
  start: Date
  end: Date
  proration: Decimal
  /** Credit that invoices carried by lines once. */
  credit: Decimal
  /** Discounts and promotional credit. */
  discount: Decimal
  /** What of its prices is tax. */
  includedTax: Decimal
}

const at = (time: number) => sql`${new Date(time)}::timestamptz`

/** Those of finalized invoices whose time touches the window. */
export async function listAdjustments(
  db: Db,
  { agentId, ...filter }: EarningFilter,
  { start, end }: { start: number; end: number },
): Promise<Adjustments[]> {
  const invoices = inFilter({ ...filter, agentId: undefined }, 'invoices')
  const { rows } = await sql<Adjustments>`
    with taxes as materialized (
      select invoices.customer_id, invoices.id, sum(taxes.amount) as amount
      from invoices
      join invoice_taxes taxes on taxes.customer_id = invoices.customer_id
        and taxes.invoice_id = invoices.id
      where ${invoices} and taxes.is_inclusive
        and invoices.period_start < ${at(end)} and invoices.period_end > ${at(start)}
      group by invoices.customer_id, invoices.id
    ), lines as materialized (
      select invoices.customer_id, invoices.id,
        coalesce(sum(lines.amount) filter (where lines.type = 'proration' and not lines.is_advance), 0)
          as proration,
        coalesce(sum(lines.amount) filter (where lines.type = 'credit'), 0) as credit
      from invoices
      join invoice_lines lines on lines.customer_id = invoices.customer_id
        and lines.invoice_id = invoices.id
      where ${invoices} and lines.type in ('proration', 'credit') and not lines.is_advance
        and invoices.period_start < ${at(end)} and invoices.period_end > ${at(start)}
      group by invoices.customer_id, invoices.id
    )
    select invoices.customer_id, invoices.subscription_id, subscriptions.agent_id,
      subscriptions.plan_id, invoices.currency,
      coalesce(subscriptions.timezone, customers.timezone) as time_zone,
      invoices.period_start as start, invoices.period_end as end,
      coalesce(lines.proration, 0) as proration, coalesce(lines.credit, 0) as credit,
      invoices.discount_total + invoices.promotion_total as discount, coalesce(taxes.amount, 0) as included_tax
    from invoices
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    join customers on customers.id = invoices.customer_id
    left join taxes on taxes.customer_id = invoices.customer_id and taxes.id = invoices.id
    left join lines on lines.customer_id = invoices.customer_id and lines.id = invoices.id
    where ${invoices} and invoices.status not in ('draft', 'void')
      and invoices.period_start < ${at(end)} and invoices.period_end > ${at(start)}
      and (lines.id is not null or taxes.id is not null or invoices.discount_total <> 0
        or invoices.promotion_total <> 0)
      ${agentId === undefined ? sql`` : sql`and subscriptions.agent_id = ${agentId}`}`.execute(db)
  return rows
}
