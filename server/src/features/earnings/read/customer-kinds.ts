import { type RawBuilder, sql } from 'kysely'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { dateText } from '../../usage-figures/window.ts'
import { inFilter, type SomeCustomers } from '../facts/earning-filter.ts'
import { horizonParts } from './horizon-parts.ts'
import { computedRows } from './kept-rows.ts'

/**
 * Returns, as SQL, the figures of a window by customer, kind and currency, of all agents: one row for each month, and
 * one for each place of the later days, which are computed.
 */
export async function customerKinds(
  tx: Tx,
  { organizationId, customerIds }: SomeCustomers,
  { window, horizon }: { window: Range<number>; horizon: number },
): Promise<RawBuilder<unknown>> {
  const filter = { organizationId, customerIds, customerId: undefined, agentId: undefined }
  const { kept, later } = horizonParts(window, horizon)
  const stored = keptMonths(filter, kept)
  if (later.start >= later.end) return sql`(${stored})`
  const computed = await computedRows(tx, filter, { window: later })
  return sql`(${stored} union all
    select customer_id, kind, currency, quantity, realised, realised_invoiced, cost, event_count,
      uncosted_event_count
    from (${computed}) by_day)`
}

/** Of each month, the sums until its last day in the window, less those until the day before its first one. */
function keptMonths(filter: SomeCustomers, { start, end }: Range<number>) {
  const until = sql`width_bucket(least(${dateText(end)}::date - month, 31)::smallint, days)`
  const since = sql`width_bucket(greatest(${dateText(start)}::date - month, 0)::smallint, days)`
  const figure = (name: string) => {
    const sums = sql.ref(`${name}_until`)
    return sql`coalesce(${sums}[${until}], 0) - coalesce(${sums}[${since}], 0) as ${sql.ref(name)}`
  }
  return sql`
    select customer_id, kind, currency, ${figure('quantity')}, ${figure('realised')},
      ${figure('realised_invoiced')}, ${figure('cost')}, ${figure('event_count')},
      ${figure('uncosted_event_count')}
    from customer_kind_months months
    where ${inFilter(filter, 'months')}
      and month >= date_trunc('month', ${dateText(start)}::timestamp)::date
      and month < ${dateText(end)}::date`
}
