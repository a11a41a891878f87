import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Recost } from './recost-event.ts'

/** The run that changes costs. */
export type RecostSource = { runId: string; reason: string | null; actor: Actor }

/** Returns the number of the last correction of each event that was corrected before. */
export async function listLastNumbers(
  tx: Tx,
  organizationId: string,
  recosts: readonly Recost[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ eventId: string; last: number }>`
    select event_id, max(number) as last
    from unnest(
      ${arrayText(recosts, ({ event }) => event.customerId)}::uuid[],
      ${arrayText(recosts, ({ event }) => event.id)}::uuid[]
    ) as input (customer_id, event_id)
    join event_corrections using (customer_id, event_id)
    where organization_id = ${organizationId} and number is not null
    group by event_id`.execute(tx)
  return new Map(rows.map(({ eventId, last }) => [eventId, last]))
}

type NewRecosts = {
  organizationId: string
  recosts: readonly Recost[]
  source: RecostSource
  lastNumbers: ReadonlyMap<string, number>
}

/** Inserts a correction for each event. */
export async function insertRecosts(
  tx: Tx,
  { organizationId, recosts, source, lastNumbers }: NewRecosts,
  { now, businessNow }: Moment,
): Promise<void> {
  const { runId, reason, actor } = source
  const of = (textOf: (recost: Recost) => string) => arrayText(recosts, textOf)
  await sql`
    insert into event_corrections (customer_id, event_id, id, organization_id, usage_date, kind,
      quantity, cost, number, quantity_before, quantity_after, cost_before, cost_after,
      prices_before, prices_after, run_id, reason, actor_kind, actor_id, corrected_at, created_at)
    select customer_id, event_id, id, ${organizationId}::uuid, usage_date, 'recost',
      0, cost_after - cost_before, number, quantity, quantity, cost_before, cost_after,
      prices_before, prices_after, ${runId}::uuid, ${reason}::text, ${actor.kind}::text,
      ${actor.id}::text, ${businessNow}::timestamptz, ${now}::timestamptz
    from unnest(
      ${of(({ event }) => event.customerId)}::uuid[],
      ${of(({ event }) => event.id)}::uuid[],
      ${of(() => newId())}::uuid[],
      ${of(({ event }) => event.usageDate.toISOString())}::timestamptz[],
      ${of(({ event }) => String((lastNumbers.get(event.id) ?? 0) + 1))}::integer[],
      ${of(({ event }) => event.quantity.toFixed())}::numeric[],
      ${of(({ event }) => event.usageCost.toFixed())}::numeric[],
      ${of(({ usageCost }) => usageCost.toFixed())}::numeric[],
      ${recosts.map(({ event }) => event.prices)}::text[],
      ${recosts.map(({ prices }) => prices)}::text[]
    ) as input (customer_id, event_id, id, usage_date, number, quantity, cost_before, cost_after,
      prices_before, prices_after)`.execute(tx)
}

/** What a run changed of an event. */
export type RunChange = {
  customerId: string
  usageDate: Date
  eventId: string
  costBefore: Decimal
  costAfter: Decimal
  pricesBefore: string
  pricesAfter: string
}

/** Lists events that a run changed, in order of their keys. */
export async function listRunChanges(
  tx: Tx,
  { organizationId, runId }: { organizationId: string; runId: string },
  {
    after,
    limit,
  }: { after: Pick<RunChange, 'customerId' | 'usageDate' | 'eventId'> | null; limit: number },
): Promise<RunChange[]> {
  const isAfter = after
    ? sql`and (customer_id, usage_date, event_id)
        > (${after.customerId}::uuid, ${after.usageDate}::timestamptz, ${after.eventId}::uuid)`
    : sql``
  const { rows } = await sql<RunChange>`
    select customer_id, usage_date, event_id,
      (array_agg(cost_before order by number))[1] as cost_before,
      (array_agg(cost_after order by number desc))[1] as cost_after,
      (array_agg(prices_before order by number))[1] as prices_before,
      (array_agg(prices_after order by number desc))[1] as prices_after
    from event_corrections
    where run_id = ${runId} and organization_id = ${organizationId} ${isAfter}
    group by customer_id, usage_date, event_id
    order by customer_id, usage_date, event_id limit ${limit}`.execute(tx)
  return rows
}
