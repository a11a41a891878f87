import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { AdvanceKind } from '../../../domain/prices/earning-facts.ts'
import type { Db } from '../../../platform/database.ts'
import { billedUntil } from '../../rating/billed-until.ts'
import { type EarningFilter, inFilter } from './earning-filter.ts'
import { isFinal, isInvoiced } from './final-invoices.ts'

/** Half-open, in epoch milliseconds. */
type Span = { start: number; end: number }

const at = (time: number) => sql`${new Date(time)}::timestamptz`

/** A line of a finalized invoice: of usage or a fee. */
export type FinalLineRow = {
  customerId: string
  subscriptionId: string
  agentId: string
  invoiceId: string
  finalizedAt: Date
  type: 'usage' | 'recurring' | 'seat_based' | 'onetime'
  /** What the line is for a fee in advance; null for others. */
  advance: AdvanceKind | null
  strategyId: string
  name: string
  signalId: string | null
  pricing: unknown
  rate: Decimal | null
  quantity: Decimal
  amount: Decimal
  /** What of its amount, and of the finalized lines that settle what came late, counts as invoiced. */
  billed: Decimal
  /** The amounts of these settling lines with the instants of their finalization; null: none. */
  settled: readonly [at: number, amount: string][] | null
  countedFrom: Date | null
  periodStart: Date
  periodEnd: Date
  /** Until when the usage of the line is its own. */
  billedUntil: Date
  isInvoiced: boolean
}

/** The one customer of a filter, said of each table: Citus then asks one shard. */
const ofCustomer = (table: string, { customerId }: Pick<EarningFilter, 'customerId'>) =>
  customerId === undefined ? sql`true` : sql`${sql.ref(`${table}.customerId`)} = ${customerId}`

/**
 * The usage and fee lines of finalized invoices in a time, in the order in which they were finalized. One-time
 * fees count by their invoice, whenever that was, of the subscriptions that are named.
 */
export async function listFinalLines(
  db: Db,
  filter: EarningFilter,
  { span, onetimeOf }: { span: Span; onetimeOf: readonly string[] },
): Promise<FinalLineRow[]> {
  const invoiced = isInvoiced('invoices', filter.cutOff)
  const { rows } = await sql<FinalLineRow>`
    select lines.customer_id, invoices.subscription_id, lines.agent_id, lines.invoice_id,
      invoices.finalized_at,
      case when lines.type = 'proration' then sources.type else lines.type end as type,
      case when not lines.is_advance then null when lines.type = 'proration' then 'given_back'
        when sources.type in ('recurring', 'seat_based') then 'added' else 'billed' end as advance,
      lines.strategy_id, lines.description as name,
      lines.signal_id, lines.pricing, lines.unit_price as rate, lines.quantity, lines.amount,
      case when ${invoiced} then lines.amount else 0 end + coalesce(settled.amount, 0) as billed,
      settled.amounts as settled, lines.counted_from, lines.period_start, lines.period_end,
      ${billedUntil(sql`settled.until`)} as billed_until, ${invoiced} as is_invoiced
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    left join invoice_lines sources on lines.is_advance
      and sources.customer_id = lines.customer_id and sources.id = lines.source_id
      and ${ofCustomer('sources', filter)}
    cross join lateral (
      select sum(late.amount) filter (where ${isInvoiced('settling', filter.cutOff)}) as amount,
        json_agg(json_build_array(floor(extract(epoch from settling.finalized_at) * 1000),
          late.amount::text) order by settling.finalized_at, settling.id)
          filter (where ${isInvoiced('settling', filter.cutOff)}) as amounts,
        max(late.period_end) as until
      from invoice_lines late
      join invoices settling on settling.customer_id = late.customer_id
        and settling.id = late.invoice_id and ${isFinal('settling', filter)}
      where late.customer_id = lines.customer_id and late.source_id = lines.id
        and late.type = 'late_usage' and ${ofCustomer('late', filter)}
        and ${ofCustomer('settling', filter)}
    ) settled
    where ${inFilter(filter, 'lines')} and ${isFinal('invoices', filter)}
      and ${ofCustomer('invoices', filter)} and ${ofCustomer('subscriptions', filter)}
      and (
        (lines.type in ('usage', 'recurring', 'seat_based', 'onetime')
            or lines.type = 'proration' and lines.is_advance)
          and lines.period_start < ${at(span.end)} and lines.period_end > ${at(span.start)}
        or lines.type = 'onetime' and invoices.subscription_id = any(${onetimeOf}::uuid[])
      )
    order by invoices.finalized_at, invoices.id, lines.position`.execute(db)
  return rows
}

export type InvoicedTime = { customerId: string; subscriptionId: string; start: Date; end: Date }

/** The time of fees that finalized invoices billed in advance, which may lie after the end of the subscription. */
export async function listAdvanceTimes(
  db: Db,
  { cutOff, ...owner }: EarningFilter,
  { start, end }: Span,
): Promise<InvoicedTime[]> {
  const filter = { ...owner, agentId: undefined }
  const { rows } = await sql<InvoicedTime>`
    select lines.customer_id, invoices.subscription_id, lines.period_start as start,
      lines.period_end as end
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
    where ${inFilter(filter, 'lines')} and ${isFinal('invoices', { ...owner, cutOff })}
      and ${ofCustomer('invoices', owner)}
      and ${cutOff ? sql`lines.is_advance` : sql`lines.claims_for is not null`}
      and lines.period_start < ${at(end)} and lines.period_end > ${at(start)}
    order by lines.period_start`.execute(db)
  return rows
}

/** The time that finalized invoices cover, the earliest first. */
export async function listInvoicedTimes(
  db: Db,
  { cutOff, ...owner }: EarningFilter,
  { start, end }: Span,
): Promise<InvoicedTime[]> {
  const filter = { ...owner, agentId: undefined }
  const { rows } = await sql<InvoicedTime>`
    select customer_id, subscription_id, period_start as start, period_end as end
    from invoices
    where ${inFilter(filter, 'invoices')} and ${isFinal('invoices', { ...owner, cutOff })} and not is_final_invoice
      and period_start < ${at(end)} and period_end > ${at(start)}
    order by period_start`.execute(db)
  return rows
}
