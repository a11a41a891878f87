import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billedUntil, settledOf } from '../../rating/billed-until.ts'

/** A subscription's invoices, but for the one that is being made. */
export type OtherInvoices = {
  organizationId: string
  customerId: string
  subscriptionId: string
  invoiceId: string | null
  /** One that becomes final takes late usage from drafts that show it too. */
  isFinal: boolean
  /** Whether it only settles what is left after the end. */
  isClosing: boolean
}

/** A usage line of an earlier invoice, and what late_usage lines have billed on top of it. */
export type BilledUsage = {
  lineId: string
  invoiceNumber: string
  strategyId: string
  description: string
  signalId: string
  signalName: string
  pricing: unknown
  /** From when the usage of its period is counted; null: from its own start. */
  countedFrom: Date | null
  periodStart: Date
  periodEnd: Date
  invoiceId: string
  finalizedAt: Date
  billedUntil: Date
  quantity: Decimal
  amount: Decimal
  cost: Decimal
  eventCount: string
}

const isOther = ({ organizationId, customerId, subscriptionId, invoiceId }: OtherInvoices) => sql`
  invoices.customer_id = ${customerId} and invoices.organization_id = ${organizationId}
  and invoices.subscription_id = ${subscriptionId} and invoices.status <> 'void'
  and invoices.id is distinct from ${invoiceId}::uuid`

/**
 * Those that have what they say of late usage. After the end a draft that waits for a person keeps
 * it from nobody: it may wait for ever, and no other invoice would come to take it.
 */
function takesLateUsage({ isFinal, isClosing }: OtherInvoices) {
  if (isFinal) return sql`invoices.status <> 'draft'`
  return isClosing ? sql`(invoices.status <> 'draft' or not invoices.is_on_request)` : sql`true`
}

/** Every usage line that is final, with all that was billed of it so far, the earliest first. */
export async function listBilledUsage(db: Db, others: OtherInvoices): Promise<BilledUsage[]> {
  const { rows } = await sql<BilledUsage>`
    with adjustments as materialized (
      select lines.source_id, sum(lines.quantity) as quantity, sum(lines.amount) as amount,
        sum(lines.cost) as cost, sum(lines.event_count) as event_count
      from invoices
      join invoice_lines lines
        on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
      where ${isOther(others)} and ${takesLateUsage(others)} and lines.type = 'late_usage'
      group by lines.source_id
    )
    select lines.id as line_id, invoices.invoice_number,
      lines.strategy_id, lines.description, lines.signal_id,
      lines.signal_name, lines.pricing, lines.counted_from,
      lines.period_start, lines.period_end,
      invoices.id as invoice_id, invoices.finalized_at,
      ${billedUntil(sql`settled.settled_until`)} as billed_until,
      lines.quantity + coalesce(adjustments.quantity, 0) as quantity,
      lines.amount + coalesce(adjustments.amount, 0) as amount,
      coalesce(lines.cost, 0) + coalesce(adjustments.cost, 0) as cost,
      (lines.event_count + coalesce(adjustments.event_count, 0))::bigint as event_count
    from invoices
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    join invoice_lines lines
      on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
    left join adjustments on adjustments.source_id = lines.id
    left join lateral (${settledOf(others.customerId)}) settled on true
    where ${isOther(others)} and invoices.status <> 'draft' and lines.type = 'usage'
    order by lines.period_start, lines.position`.execute(db)
  return rows
}

/** A fee for a part of a billing period. */
export type BilledFee = { strategyId: string; rate: Decimal; periodStart: Date; periodEnd: Date }

/** The fees of final invoices in a time, in the order in which they became final. */
export async function listBilledFees(
  db: Db,
  others: OtherInvoices,
  { start, end }: { start: Date; end: Date },
): Promise<BilledFee[]> {
  const { rows } = await sql<BilledFee>`
    select lines.strategy_id, lines.unit_price as rate,
      lines.period_start, lines.period_end
    from invoices
    join invoice_lines lines
      on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
    where ${isOther(others)} and invoices.status <> 'draft'
      and lines.type in ('recurring', 'seat_based')
      and lines.period_start < ${end}::timestamptz and lines.period_end > ${start}::timestamptz
    order by invoices.finalized_at, invoices.id, lines.position`.execute(db)
  return rows
}

/** The time that final invoices cover, the earliest first. */
export async function listFinalTimes(
  db: Db,
  others: OtherInvoices,
): Promise<{ start: Date; end: Date }[]> {
  const { rows } = await sql<{ start: Date; end: Date }>`
    select period_start as start, period_end as end from invoices
    where ${isOther(others)} and status <> 'draft' and not is_closing
    order by period_start`.execute(db)
  return rows
}

/**
 * What the costs on the others have of time that is final: all of a final invoice, and of a draft
 * what it has of the time of earlier ones.
 */
export async function sumBilledCost(db: Db, others: OtherInvoices): Promise<Decimal> {
  const { rows } = await sql<{ cost: Decimal }>`
    with late as materialized (
      select coalesce(sum(lines.cost), 0) as cost from invoices
      join invoice_lines lines
        on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
      where ${isOther(others)} and ${takesLateUsage(others)}
        and invoices.status = 'draft' and lines.type = 'late_usage'
    ), own as materialized (
      select coalesce(sum(case when status = 'draft' then late_cost else total_cost end), 0) as cost
      from invoices where ${isOther(others)} and ${takesLateUsage(others)}
    )
    select own.cost + late.cost as cost from own cross join late`.execute(db)
  return rows[0]?.cost ?? ZERO
}

/** A value of proratedAmount, and the id by which the line that bills it is known. */
export type UnbilledProration = { id: string; amount: Decimal }

/** What proratedAmount was last set to, unless another invoice carries it. */
export async function findUnbilledProration(
  db: Db,
  others: OtherInvoices,
): Promise<UnbilledProration | undefined> {
  const { rows } = await sql<UnbilledProration>`
    select prorated_amount_id as id, prorated_amount as amount from subscriptions
    where customer_id = ${others.customerId} and id = ${others.subscriptionId}
      and organization_id = ${others.organizationId} and prorated_amount is not null
      and not exists (
        select from invoices
        join invoice_lines lines
          on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
        where ${isOther(others)} and lines.type = 'proration'
          and lines.source_id = subscriptions.prorated_amount_id
      )`.execute(db)
  return rows[0]
}

/** The one-time fees that another invoice carries, whatever the start of the subscription is now. */
export async function listBilledOnetimeFees(db: Db, others: OtherInvoices): Promise<string[]> {
  const { rows } = await sql<{ strategyId: string }>`
    select distinct lines.strategy_id from invoices
    join invoice_lines lines
      on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
    where ${isOther(others)} and lines.type = 'onetime'`.execute(db)
  return rows.map(({ strategyId }) => strategyId)
}

/** The drafts among the others that show late usage of these lines, or late costs. */
export async function listDraftsOfLateUsage(
  tx: Tx,
  others: OtherInvoices,
  lineIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select invoices.id from invoices
    left join invoice_lines lines on lines.customer_id = invoices.customer_id
      and lines.invoice_id = invoices.id and lines.type = 'late_usage'
      and lines.source_id = any(${lineIds}::uuid[])
    where ${isOther(others)} and invoices.status = 'draft'
      and (lines.id is not null or invoices.late_cost <> 0)
    group by invoices.id order by invoices.id`.execute(tx)
  return rows.map(({ id }) => id)
}
