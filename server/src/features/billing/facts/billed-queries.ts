import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import { type AskedColumn, answersTo, askedRows } from '../../../platform/batching/asked-rows.ts'
import { together } from '../../../platform/batching/together.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billedUntil, ofCustomers, settledOf } from '../../rating/billed-until.ts'

/** A subscription's invoices, but for the one that is being made. */
export type OtherInvoices = {
  organizationId: string
  customerId: string
  subscriptionId: string
  invoiceId: string | null
  /** One that is finalized takes late usage from drafts that show it too. */
  isFinalized: boolean
  /** Whether drafts that wait for a person are computed again after it, if they show late usage. */
  isBeforeWaiting: boolean
  /** Others that are computed again after it: what they say of late usage holds no more. */
  outdatedIds: readonly string[]
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

const OTHERS: Record<string, AskedColumn<OtherInvoices>> = {
  customerId: ['uuid', (others) => others.customerId],
  organizationId: ['uuid', (others) => others.organizationId],
  subscriptionId: ['uuid', (others) => others.subscriptionId],
  invoiceId: ['uuid', (others) => others.invoiceId],
  isFinalized: ['boolean', (others) => others.isFinalized],
  isBeforeWaiting: ['boolean', (others) => others.isBeforeWaiting],
  outdatedIds: ['jsonb', (others) => JSON.stringify(others.outdatedIds)],
}

/** Which invoices are meant by each that asks; a statement names it beside `asked`. */
const isOther = (all: readonly OtherInvoices[]) => sql`
  ${ofCustomers('invoices', all)}
  and invoices.customer_id = asked.customer_id
  and invoices.organization_id = asked.organization_id
  and invoices.subscription_id = asked.subscription_id and invoices.status <> 'void'
  and invoices.id is distinct from asked.invoice_id`

/** Those that have what they say of late usage. */
const TAKES_LATE_USAGE = sql`(invoices.status <> 'draft'
  or not asked.is_finalized and not (asked.is_before_waiting and invoices.is_on_request)
    and not asked.outdated_ids @> to_jsonb(invoices.id))`

const linesOf = (all: readonly OtherInvoices[]) => sql`invoice_lines lines
  on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
  and ${ofCustomers('lines', all)}`

/** Every usage line that is finalized, with all that was billed of it so far, the earliest first. */
export const listBilledUsage = together(
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
        where ${TAKES_LATE_USAGE} and lines.type = 'late_usage'
        group by asked.nth, lines.source_id
      )
      select asked.nth, lines.id as line_id, invoices.invoice_number,
        lines.strategy_id, lines.description, lines.signal_id,
        lines.signal_name, lines.pricing, lines.counted_from,
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

/** A fee for a part of a billing period. */
export type BilledFee = { strategyId: string; rate: Decimal; periodStart: Date; periodEnd: Date }

/** The fees of finalized invoices in a time, in the order in which they were finalized. */
export const listBilledFees = together(
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
      select asked.nth, lines.strategy_id, lines.unit_price as rate,
        lines.period_start, lines.period_end
      from ${asked}
      join invoices on ${isOther(all)}
      join ${linesOf(all)}
      where invoices.status <> 'draft' and lines.type in ('recurring', 'seat_based')
        and lines.period_start < asked.time_end and lines.period_end > asked.time_start
      order by invoices.finalized_at, invoices.id, lines.position`.execute(db)
    return answersTo(all, rows)
  },
)

/** The time that finalized invoices cover, the earliest first. */
export const listFinalizedTimes = together(
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
 * What the costs on the others have of time that is finalized: all of a finalized invoice, and of a draft
 * what it has of the time of earlier ones.
 */
export const sumBilledCost = together(
  async (db: Db, all: readonly OtherInvoices[]): Promise<Decimal[]> => {
    const asked = askedRows(all, OTHERS)
    const { rows } = await sql<{ nth: string; cost: Decimal }>`
      with late as materialized (
        select asked.nth, sum(lines.cost) as cost
        from ${asked}
        join invoices on ${isOther(all)}
        join ${linesOf(all)}
        where ${TAKES_LATE_USAGE} and invoices.status = 'draft' and lines.type = 'late_usage'
        group by asked.nth
      ), own as materialized (
        select asked.nth, sum(case when invoices.status = 'draft' then invoices.late_cost
          else invoices.total_cost end) as cost
        from ${asked}
        join invoices on ${isOther(all)}
        where ${TAKES_LATE_USAGE}
        group by asked.nth
      )
      select own.nth, own.cost + coalesce(late.cost, 0) as cost
      from own left join late on late.nth = own.nth`.execute(db)
    return answersTo(all, rows).map(([sum]) => sum?.cost ?? ZERO)
  },
)

/** A value of proratedAmount, and the id by which the line that bills it is known. */
export type UnbilledProration = { id: string; amount: Decimal }

/** What proratedAmount was last set to, unless another invoice carries it. */
export const findUnbilledProration = together(
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

/** The one-time fees that another invoice carries, whatever the start of the subscription is now. */
export const listBilledOnetimeFees = together(
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
 * The drafts among the others that show late usage of these lines, or late costs, or have a discount of
 * one of these billing periods. Those that wait for a
 * person come last: a final draft does not heed them, and so has to be there before they are computed.
 */
export const listOutdatedDrafts = together(
  async (
    tx: Tx,
    all: readonly {
      others: OtherInvoices
      lineIds: readonly string[]
      discountedPeriods: readonly Date[]
    }[],
  ): Promise<string[][]> => {
    const others = all.map((one) => one.others)
    // No two of those who ask have a line in common.
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
        and lines.source_id = any(${lineIds}::uuid[])
      where invoices.status = 'draft' and (lines.id is not null or invoices.late_cost <> 0
        or exists (select from invoice_discounts discounts
          where discounts.customer_id = invoices.customer_id
            and discounts.invoice_id = invoices.id
            and asked.discounted_periods @> to_jsonb(
              extract(epoch from discounts.billing_period_start))))
      group by asked.nth, invoices.id, invoices.is_on_request
      order by invoices.is_on_request, invoices.id`.execute(tx)
    return answersTo(all, rows).map((drafts) => drafts.map(({ id }) => id))
  },
)
