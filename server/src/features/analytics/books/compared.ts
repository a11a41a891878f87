import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from './scope.ts'

/** Conditions and counts of the events in a scope. */
export const eventsIn = (scope: Scope) => inScope('events', scope, sql`events.usage_date`)
export const countEvents = (scope: Scope) =>
  sql`select count(*) as count from usage_events events where ${eventsIn(scope)}`

export const BUCKET = sql`date_bin('15 minutes', events.usage_date, timestamptz '2000-01-01 00:00Z')`

/** Replaces the customer id in sums of all customers. */
const ALL = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Selects rows of `stored` and `implied` with the same place but different figures. */
export const differing = (implied: RawBuilder<unknown>, stored: RawBuilder<unknown>) => sql`
  with implied as materialized (${implied}), stored as materialized (${stored})
  select coalesce(implied.customer_id, stored.customer_id) as customer_id,
    coalesce(implied.place, stored.place) as subject,
    coalesce(implied.figures, 'nothing') as expected, coalesce(stored.figures, 'nothing') as actual
  from implied full join stored
    on stored.place = implied.place
    and coalesce(stored.customer_id, ${ALL}) = coalesce(implied.customer_id, ${ALL})
  where implied.figures is distinct from stored.figures`

/** Returns figures as one text that does not depend on trailing zeros. */
export const figures = (...columns: RawBuilder<unknown>[]) =>
  sql`concat_ws(' / ', ${sql.join(columns.map((column) => sql`trim_scale((${column})::numeric)`))})`

export const USAGE_FIGURES = ['event_count', 'quantity', 'cost', 'uncosted_event_count'].map(total)
export const MODEL_FIGURES = [
  'service_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'quantity',
  'cost',
].map(total)

/** The share of work attributed to a model; only in closed sums. */
export const MODEL_WORK_FIGURES = ['units', 'event_count', 'uncosted_event_count'].map(total)

function total(column: string): RawBuilder<unknown> {
  return sql`sum(${sql.ref(column)})`
}

/** Ignores rows whose figures are all zero: they are equal to missing rows. */
export const isThere = sql`having sum(event_count) <> 0 or sum(quantity) <> 0 or sum(cost) <> 0
  or sum(uncosted_event_count) <> 0`
