import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import { type AskedColumn, answersTo, askedRows } from '../../../platform/batching/asked-rows.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billedUntil, ofCustomers, settledOf } from '../../rating/billed-until.ts'

/** Selects a subscription's invoices except the one being computed. */
export type OtherInvoices = {
  organizationId: string
  customerId: string
  subscriptionId: string
  invoiceId: string | null
  /** True if the invoice is being finalized: it takes late usage even if drafts already show it. */
  isFinalized: boolean
  /**
   * True if on-request drafts are recomputed after this invoice; their late usage then does not
   * count as billed.
   */
  isBeforeWaiting: boolean
  /** Drafts that are recomputed after it; their late usage does not count as billed. */
  outdatedIds: readonly string[]
}

/** A usage line of a finalized invoice, with the sums of the late_usage lines that correct it. */
export type BilledUsage = {
  lineId: string
  invoiceNumber: string
  strategyId: string
  description: string
  signalId: string
  signalName: string
  pricing: unknown
  /** Start of the range whose usage the tiers count; null: the line's own start. */
  countedFrom: Date | null
  /** Start of the billing period that its discounts belong to. */
  billingPeriodStart: Date
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

/** Columns of `askedRows` that the conditions below need. */
export const OTHERS: Record<string, AskedColumn<OtherInvoices>> = {
  customerId: ['uuid', (others) => others.customerId],
  organizationId: ['uuid', (others) => others.organizationId],
  subscriptionId: ['uuid', (others) => others.subscriptionId],
  invoiceId: ['uuid', (others) => others.invoiceId],
  isFinalized: ['boolean', (others) => others.isFinalized],
  isBeforeWaiting: ['boolean', (others) => others.isBeforeWaiting],
  outdatedIds: ['jsonb', (others) => JSON.stringify(others.outdatedIds)],
}

/**
 * Joins each asked row with its other non-void invoices; the statement must have `asked` in scope.
 */
export const isOther = (all: readonly OtherInvoices[]) => sql`
  ${ofCustomers('invoices', all)}
  and invoices.customer_id = asked.customer_id
  and invoices.organization_id = asked.organization_id
  and invoices.subscription_id = asked.subscription_id and invoices.status <> 'void'
  and invoices.id is distinct from asked.invoice_id`

/** Matches invoices whose late usage counts as billed. */
const COUNTS_LATE_USAGE = sql`(invoices.status <> 'draft'
  or not asked.is_finalized and not (asked.is_before_waiting and invoices.is_on_request)
    and not asked.outdated_ids @> to_jsonb(invoices.id))`

export const linesOf = (all: readonly OtherInvoices[]) => sql`invoice_lines lines
  on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
  and ${ofCustomers('lines', all)}`

/** Lists all finalized usage lines with the sums billed so far, earliest period first. */
export const listBilledUsage = batched(
  async (db: Db, all: readonly OtherInvoices[]): Promise<BilledUsage[][]> => {
    const asked = askedRows(all, OTHERS)
    const { rows } = await sql<BilledUsage & { nth: string }>`
      with adjustments as materialized (
        select asked.nth, lines.source_id, sum(lines.quantity) as quantity,
          sum(lines.amount) as amount, sum(lines.cost) as cost,
          sum(lines.event_count) as event_count
        from ${asked}
        join invoices on ${isOther(all)}
        join ${linesOf(all)}
        where ${COUNTS_LATE_USAGE} and lines.type = 'late_usage'
        group by asked.nth, lines.source_id
      )
      select asked.nth, lines.id as line_id, invoices.invoice_number,
        lines.strategy_id, lines.description, lines.signal_id,
        lines.signal_name, lines.pricing, lines.counted_from,
        coalesce(lines.billing_period_start, lines.counted_from, lines.period_start)
          as billing_period_start,
        lines.period_start, lines.period_end,
        invoices.id as invoice_id, invoices.finalized_at,
        ${billedUntil(sql`settled.settled_until`)} as billed_until,
        lines.quantity + coalesce(adjustments.quantity, 0) as quantity,
        lines.amount + coalesce(adjustments.amount, 0) as amount,
        coalesce(lines.cost, 0) + coalesce(adjustments.cost, 0) as cost,
        (lines.event_count + coalesce(adjustments.event_count, 0))::bigint as event_count
      from ${asked}
      join invoices on ${isOther(all)}
      join subscriptions on subscriptions.customer_id = invoices.customer_id
        and subscriptions.id = invoices.subscription_id and ${ofCustomers('subscriptions', all)}
      join ${linesOf(all)}
      left join adjustments on adjustments.nth = asked.nth and adjustments.source_id = lines.id
      left join lateral (${settledOf(all)}) settled on true
      where invoices.status <> 'draft' and lines.type = 'usage'
      order by lines.period_start, lines.position`.execute(db)
    return answersTo(all, rows)
  },
)

/** A line of a recurring or seat fee for a part of a billing period. */
export type BilledFee = {
  lineId: string
  strategyId: string
  quantity: Decimal
  rate: Decimal
  /** Null for a line of a whole period. */
  daysCovered: number | null
  amount: Decimal
  periodStart: Date
  periodEnd: Date
  billingPeriodStart: Date
}

/** Lists fees of finalized invoices that overlap a time range, in order of finalization. */
export const listBilledFees = batched(
  async (
    db: Db,
    all: readonly (OtherInvoices & { start: Date; end: Date })[],
  ): Promise<BilledFee[][]> => {
    const asked = askedRows(all, {
      ...OTHERS,
      timeStart: ['timestamptz', ({ start }) => start],
      timeEnd: ['timestamptz', ({ end }) => end],
    })
    const { rows } = await sql<BilledFee & { nth: string }>`
      select asked.nth, lines.id as line_id, lines.strategy_id, lines.quantity,
        lines.unit_price as rate, lines.days_covered, lines.amount,
        lines.period_start, lines.period_end, lines.billing_period_start
      from ${asked}
      join invoices on ${isOther(all)}
      join ${linesOf(all)}
      where invoices.status <> 'draft' and lines.type in ('recurring', 'seat_based')
        and lines.period_start < asked.time_end and lines.period_end > asked.time_start
      order by invoices.finalized_at, invoices.id, lines.position`.execute(db)
    return answersTo(all, rows)
  },
)

/** Lists the periods of finalized invoices, earliest first, without final invoices. */
export const listFinalizedTimes = batched(
  async (db: Db, all: readonly OtherInvoices[]): Promise<{ start: Date; end: Date }[][]> => {
    const { rows } = await sql<{ nth: string; start: Date; end: Date }>`
      select asked.nth, invoices.period_start as start, invoices.period_end as end
      from ${askedRows(all, OTHERS)}
      join invoices on ${isOther(all)}
      where invoices.status <> 'draft' and not invoices.is_final_invoice
      order by invoices.period_start`.execute(db)
    return answersTo(all, rows)
  },
)

/**
 * Sums the costs of finalized ranges on the other invoices. A finalized invoice counts in full, a
 * draft only with its costs of earlier ranges.
 */
export const sumBilledCost = batched(
  async (db: Db, all: readonly OtherInvoices[]): Promise<Decimal[]> => {
    const asked = askedRows(all, OTHERS)
    const { rows } = await sql<{ nth: string; cost: Decimal }>`
      with late as materialized (
        select asked.nth, sum(lines.cost) as cost
        from ${asked}
        join invoices on ${isOther(all)}
        join ${linesOf(all)}
        where ${COUNTS_LATE_USAGE} and invoices.status = 'draft' and lines.type = 'late_usage'
        group by asked.nth
      ), own as materialized (
        select asked.nth, sum(case when invoices.status = 'draft' then invoices.late_cost
          else invoices.total_cost end) as cost
        from ${asked}
        join invoices on ${isOther(all)}
        where ${COUNTS_LATE_USAGE}
        group by asked.nth
      )
      select own.nth, own.cost + coalesce(late.cost, 0) as cost
      from own left join late on late.nth = own.nth`.execute(db)
    return answersTo(all, rows).map(([sum]) => sum?.cost ?? ZERO)
  },
)

/** A value of `proratedAmount`, with the id that its invoice line refers to. */
export type UnbilledProration = { id: string; amount: Decimal }

/** Returns the last value of `proratedAmount`, unless another invoice already bills it. */
export const findUnbilledProration = batched(
  async (db: Db, all: readonly OtherInvoices[]): Promise<(UnbilledProration | undefined)[]> => {
    const { rows } = await sql<UnbilledProration & { nth: string }>`
      select asked.nth, prorated_amount_id as id, prorated_amount as amount
      from ${askedRows(all, OTHERS)}
      join subscriptions on subscriptions.customer_id = asked.customer_id
        and subscriptions.id = asked.subscription_id
        and subscriptions.organization_id = asked.organization_id
      where subscriptions.customer_id = any(${all.map((one) => one.customerId)}::uuid[])
        and prorated_amount is not null
        and not exists (
          select from invoices
          join ${linesOf(all)}
          where invoices.customer_id = subscriptions.customer_id and ${isOther(all)}
            and lines.type = 'proration' and lines.source_id = subscriptions.prorated_amount_id
        )`.execute(db)
    return answersTo(all, rows).map(([proration]) => proration)
  },
)

/**
 * Lists strategies whose one-time fee another invoice bills, even if the start date has changed.
 */
export const listBilledOnetimeFees = batched(
  async (db: Db, all: readonly OtherInvoices[]): Promise<string[][]> => {
    const { rows } = await sql<{ nth: string; strategyId: string }>`
      select distinct asked.nth, lines.strategy_id
      from ${askedRows(all, OTHERS)}
      join invoices on ${isOther(all)}
      join ${linesOf(all)}
      where lines.type = 'onetime'`.execute(db)
    return answersTo(all, rows).map((fees) => fees.map(({ strategyId }) => strategyId))
  },
)

/**
 * Lists the other drafts to recompute: those with late usage of these lines, with late costs, or
 * with a discount of these billing periods. On-request drafts come last, because a final draft
 * ignores them and must be stored before they are computed.
 */
export const listOutdatedDrafts = batched(
  async (
    tx: Tx,
    all: readonly {
      others: OtherInvoices
      lineIds: readonly string[]
      discountedPeriods: readonly Date[]
    }[],
  ): Promise<string[][]> => {
    const others = all.map((one) => one.others)
    // A line belongs to one subscription only, so that one list of ids serves the whole batch.
    const lineIds = all.flatMap((one) => one.lineIds)
    const asked = askedRows(
      all.map((one) => ({ ...one.others, discountedPeriods: one.discountedPeriods })),
      {
        ...OTHERS,
        discountedPeriods: [
          'jsonb',
          (one) => JSON.stringify(one.discountedPeriods.map((start) => start.getTime() / 1000)),
        ],
      },
    )
    const { rows } = await sql<{ nth: string; id: string }>`
      select asked.nth, invoices.id
      from ${asked}
      join invoices on ${isOther(others)}
      left join invoice_lines lines on lines.customer_id = invoices.customer_id
        and lines.invoice_id = invoices.id and lines.type = 'late_usage'
        and lines.source_id = any(${lineIds}::uuid[]) and ${ofCustomers('lines', others)}
      where invoices.status = 'draft' and (lines.id is not null or invoices.late_cost <> 0
        or exists (select from invoice_discounts discounts
          where discounts.customer_id = invoices.customer_id
            and discounts.invoice_id = invoices.id and ${ofCustomers('discounts', others)}
            and asked.discounted_periods @> to_jsonb(
              extract(epoch from discounts.billing_period_start))))
      group by asked.nth, invoices.id, invoices.is_on_request
      order by invoices.is_on_request, invoices.id`.execute(tx)
    return answersTo(all, rows).map((drafts) => drafts.map(({ id }) => id))
  },
)
