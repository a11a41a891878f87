import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { KEPT_KINDS, type KeptKind } from '../compute/kept-kinds.ts'
import type { PackedMonth } from './packed-months.ts'

/** Days are from the start of the first month to the end of the last one. */
export type CustomerMonths = { customerId: string; first: string; last: string }

/** SQL: the months of each customer, as rows of `asked (customer_id, first_month, last_month)`. */
export const askedMonths = (months: readonly CustomerMonths[]) => sql`unnest(
    ${arrayText(months, ({ customerId }) => customerId)}::uuid[],
    ${arrayText(months, ({ first }) => first)}::date[],
    ${arrayText(months, ({ last }) => last)}::date[]
  ) as asked (customer_id, first_month, last_month)`

const ofCustomers = (table: string, months: readonly CustomerMonths[]) =>
  sql<SqlBool>`${sql.ref(`${table}.customer_id`)} = any(${arrayText(months, ({ customerId }) => customerId)}::uuid[])`

const KIND_NAMES = new Map<number, string>(
  Object.entries(KEPT_KINDS).map(([name, number]) => [number, name]),
)

type Row = {
  customerId: string
  subscriptionId: string
  planId: string
  agentId: string
  currency: string
  kind: number
  sourceId: string
  signalId: string
  month: string
  days: string
  quantity: string | null
  earned: string | null
  invoiced: string | null
  realised: string | null
  realisedInvoiced: string | null
  cost: string | null
  eventCount: string | null
  uncostedEventCount: string | null
  totals: (string | null)[]
}

/** The kept rows of the months of some customers. */
export async function listKeptMonths(
  tx: Tx,
  organizationId: string,
  months: readonly CustomerMonths[],
): Promise<PackedMonth[]> {
  const { rows } = await sql<Row>`
    select kept.customer_id, subscription_id, plan_id, agent_id, currency, kind, source_id, signal_id,
      month::text as month, days::text as days, quantity::text as quantity, earned::text as earned,
      invoiced::text as invoiced, realised::text as realised,
      realised_invoiced::text as realised_invoiced, cost::text as cost,
      event_count::text as event_count, uncosted_event_count::text as uncosted_event_count,
      array[quantity_total, earned_total, invoiced_total, realised_total, realised_invoiced_total,
        cost_total, event_count_total, uncosted_event_count_total]::text[] as totals
    from ${askedMonths(months)}
    join earned_months kept on kept.customer_id = asked.customer_id
      and kept.month >= asked.first_month and kept.month <= asked.last_month
    where kept.organization_id = ${organizationId} and ${ofCustomers('kept', months)}`.execute(tx)
  return rows.map((row) => ({
    place: {
      customerId: row.customerId,
      subscriptionId: row.subscriptionId,
      planId: row.planId,
      agentId: row.agentId,
      currency: row.currency,
      kind: kindOf(row.kind),
      sourceId: row.sourceId,
      signalId: row.signalId,
    },
    month: row.month,
    days: row.days,
    amounts: [row.quantity, row.earned, row.invoiced, row.realised, row.realisedInvoiced, row.cost],
    counts: [row.eventCount, row.uncostedEventCount],
    totals: row.totals,
  }))
}

function kindOf(number: number): KeptKind {
  const name = KIND_NAMES.get(number)
  if (!isKind(name)) throw new Error(`${number} is no kind of kept earnings`)
  return name
}

const isKind = (name: string | undefined): name is KeptKind =>
  name !== undefined && name in KEPT_KINDS

export async function deleteMonths(
  tx: Tx,
  organizationId: string,
  rows: readonly PackedMonth[],
): Promise<void> {
  if (rows.length === 0) return
  const customers = arrayText(rows, ({ place }) => place.customerId)
  await sql`
    delete from earned_months kept
    using unnest(${customers}::uuid[], ${arrayText(rows, ({ month }) => month)}::date[],
      ${arrayText(rows, ({ place }) => place.subscriptionId)}::uuid[],
      ${arrayText(rows, ({ place }) => String(KEPT_KINDS[place.kind]))}::smallint[],
      ${arrayText(rows, ({ place }) => place.sourceId)}::uuid[],
      ${arrayText(rows, ({ place }) => place.signalId)}::uuid[]
    ) as gone (customer_id, month, subscription_id, kind, source_id, signal_id)
    where kept.customer_id = gone.customer_id and kept.month = gone.month
      and kept.subscription_id = gone.subscription_id and kept.kind = gone.kind
      and kept.source_id = gone.source_id and kept.signal_id = gone.signal_id
      and kept.organization_id = ${organizationId}
      and kept.customer_id = any(${customers}::uuid[])`.execute(tx)
}

export async function insertMonths(
  tx: Tx,
  organizationId: string,
  rows: readonly PackedMonth[],
): Promise<void> {
  if (rows.length === 0) return
  const amounts = (at: number) => sql`${rows.map((row) => row.amounts[at] ?? null)}::text[]`
  const counts = (at: number) => sql`${rows.map((row) => row.counts[at] ?? null)}::text[]`
  const totals = (at: number) => sql`${rows.map((row) => row.totals[at] ?? null)}::numeric[]`
  await sql`
    insert into earned_months (customer_id, month, subscription_id, kind, source_id,
      organization_id, plan_id, agent_id, signal_id, currency, days, quantity, earned, invoiced,
      realised, realised_invoiced, cost, event_count, uncosted_event_count, quantity_total,
      earned_total, invoiced_total, realised_total, realised_invoiced_total, cost_total,
      event_count_total, uncosted_event_count_total)
    select customer_id, month, subscription_id, kind, source_id, ${organizationId}::uuid, plan_id,
      agent_id, signal_id, currency, days::smallint[], quantity::numeric[], earned::numeric[],
      invoiced::numeric[], realised::numeric[], realised_invoiced::numeric[], cost::numeric[],
      event_count::integer[], uncosted_event_count::integer[], quantity_total, earned_total,
      invoiced_total, realised_total, realised_invoiced_total, cost_total, event_count_total,
      uncosted_event_count_total
    from unnest(
      ${arrayText(rows, ({ place }) => place.customerId)}::uuid[],
      ${arrayText(rows, ({ month }) => month)}::date[],
      ${arrayText(rows, ({ place }) => place.subscriptionId)}::uuid[],
      ${arrayText(rows, ({ place }) => String(KEPT_KINDS[place.kind]))}::smallint[],
      ${arrayText(rows, ({ place }) => place.sourceId)}::uuid[],
      ${arrayText(rows, ({ place }) => place.planId)}::uuid[],
      ${arrayText(rows, ({ place }) => place.agentId)}::uuid[],
      ${arrayText(rows, ({ place }) => place.signalId)}::uuid[],
      ${rows.map(({ place }) => place.currency)}::text[],
      ${rows.map(({ days }) => days)}::text[],
      ${amounts(0)}, ${amounts(1)}, ${amounts(2)}, ${amounts(3)}, ${amounts(4)}, ${amounts(5)},
      ${counts(0)}, ${counts(1)},
      ${totals(0)}, ${totals(1)}, ${totals(2)}, ${totals(3)}, ${totals(4)}, ${totals(5)},
      ${totals(6)}, ${totals(7)}
    ) as input (customer_id, month, subscription_id, kind, source_id, plan_id, agent_id, signal_id,
      currency, days, quantity, earned, invoiced, realised, realised_invoiced, cost, event_count,
      uncosted_event_count, quantity_total, earned_total, invoiced_total, realised_total,
      realised_invoiced_total, cost_total, event_count_total, uncosted_event_count_total)`.execute(
    tx,
  )
}
