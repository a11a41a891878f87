import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { idempotencyHash } from '../idempotency-hash.ts'
import {
  type EventChange,
  type EventPlace,
  isOfValues,
  type LockedEvent,
  notBilled,
  type OfCustomer,
} from './event-change.ts'
import type { CorrectionKind, EventValues } from './event-values.ts'

const COLUMNS = sql`events.id, organization_id, customer_id, events.usage_date, agent_id, signal_id,
  quantity, rejected_quantity, provisional_quantity, settles_at, usage_cost, prices, payload,
  corrected_work, voided_at,
  coalesce(event_processed, 'PROCESSED') as status`

/**
 * Restricts the events to the places without a join: PostgreSQL looks up the dates in the primary
 * key, and compares the ids as text, of which no index has an order. Whatever it believes the size of
 * the customer to be, no join then reads more than these events.
 */
const areAt = (places: readonly EventPlace[]) => sql`
  events.usage_date = any(${datesText(places)}::timestamptz[])
  and events.id::text = any(${arrayText(places, ({ id }) => id)}::text[])`

const datesText = (places: readonly EventPlace[]) =>
  arrayText(places, ({ usageDate }) => usageDate.toISOString())

/**
 * Locks events in the order of their keys. A concurrent correction of one of them waits, and is
 * decided by the new values.
 */
export async function lockEvents(
  tx: Tx,
  { organizationId, customerId }: OfCustomer,
  places: readonly EventPlace[],
): Promise<LockedEvent[]> {
  const { rows } = await sql<LockedEvent>`
    select ${COLUMNS}
    from usage_events events
    where events.customer_id = ${customerId} and events.organization_id = ${organizationId}
      and ${areAt(places)}
    order by events.usage_date, events.id
    for update`.execute(tx)
  return rows
}

/** Reads events of a customer by the idempotency keys of their records, without locks. */
export async function listEventsByKeys(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  idempotencyKeys: readonly string[],
): Promise<Map<string, LockedEvent>> {
  const keyOf = new Map(idempotencyKeys.map((key) => [idempotencyHash(key), key]))
  const { rows } = await sql<LockedEvent & { hash: string }>`
    select ${COLUMNS}, replace(idempotency_hash::text, '-', '') as hash
    from usage_events events
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and idempotency_hash = any(${[...keyOf.keys()]}::uuid[])`.execute(db)
  return new Map(rows.map(({ hash, ...event }) => [keyOf.get(hash) ?? hash, event]))
}

export async function updateCorrectedEvents(
  tx: Tx,
  { organizationId, customerId }: OfCustomer,
  changes: readonly EventChange[],
  { now, businessNow }: Moment,
): Promise<void> {
  const of = (textOf: (change: EventChange) => string) => arrayText(changes, textOf)
  await sql`
    update usage_events events set
      quantity = input.quantity, rejected_quantity = input.rejected_quantity,
      provisional_quantity = input.provisional_quantity,
      settles_at = case when input.provisional_quantity is not null then events.settles_at end,
      corrected_work = case when input.is_of_values then input.work
        else events.corrected_work end,
      usage_cost = input.usage_cost, prices = input.prices, event_processed = nullif(input.status, 'PROCESSED'),
      event_processed_at = case when input.is_recosted then ${now}::timestamptz
        else events.event_processed_at end,
      updated_at = ${now}::timestamptz,
      corrected_at = case when input.is_of_values then ${businessNow}::timestamptz
        else events.corrected_at end,
      voided_at = case when input.is_void then ${businessNow}::timestamptz end
    from unnest(
      ${of(({ event }) => event.id)}::uuid[],
      ${of(({ event }) => event.usageDate.toISOString())}::timestamptz[],
      ${of(({ after }) => String(after.quantity))}::numeric[],
      ${changes.map(({ after }) => JSON.stringify(after.work))}::text[],
      ${of(({ after }) => after.cost.usageCost?.toFixed() ?? 'NULL')}::numeric[],
      ${changes.map(({ after }) => after.cost.prices)}::text[],
      ${of(({ after }) => after.cost.status)}::text[],
      ${of(({ before, after }) => String(before.cost !== after.cost))}::boolean[],
      ${of(({ kind }) => String(kind === 'void'))}::boolean[],
      ${of((change) => String(isOfValues(change)))}::boolean[],
      ${of((change) => String(notBilled(change).after))}::numeric[],
      ${of(({ isOpen, provisional }) => (isOpen ? String(provisional.after) : 'NULL'))}::numeric[]
    ) as input (id, usage_date, quantity, work, usage_cost, prices, status, is_recosted, is_void,
      is_of_values, rejected_quantity, provisional_quantity)
    where events.customer_id = ${customerId} and events.organization_id = ${organizationId}
      and events.usage_date = input.usage_date and events.id = input.id
      and ${areAt(changes.map(({ event }) => event))}`.execute(tx)
}

type NewCorrections = {
  changes: readonly EventChange[]
  reason: string | null
  actor: CorrectionActor
}

/** Who corrects; the job settles what is provisional. */
export type CorrectionActor = Actor | { kind: 'job'; id: 'settlement' }

/** A correction to be stored. `change` has the values of one that voids or amends. */
type NewCorrection = {
  event: LockedEvent
  kind: CorrectionKind
  quantity: number
  rejectionId: string | null
  change: EventChange | null
}

/**
 * Returns the corrections of a change. Units that leave a settlement window, or return to it, have one
 * of their own, so that the sum by kind says how many were rejected, and how many settled.
 */
function correctionsOf(change: EventChange): NewCorrection[] {
  const { event, kind, before, after, rejectionId, rejected, provisional } = change
  const settled = provisional.before - provisional.after
  const settlement = { event, kind: 'settlement' as const, quantity: settled }
  const own = { event, kind, rejectionId }
  const ofValues = { ...own, quantity: after.quantity - before.quantity, change }
  const ofRejection = { ...own, quantity: rejected.before - rejected.after, change: null }
  return [
    ...(settled === 0 ? [] : [{ ...settlement, rejectionId: null, change: null }]),
    ...(kind === 'settlement' ? [] : [isOfValues(change) ? ofValues : ofRejection]),
  ]
}

/**
 * Inserts the corrections of events, whose rows are locked. A cost that becomes known is no
 * difference: the first cost of an event is not a correction. Others than of values have no values
 * before and after: their quantity is what they change of the billed quantity.
 */
export async function insertCorrections(
  tx: Tx,
  { organizationId, customerId }: OfCustomer,
  { changes, reason, actor }: NewCorrections,
  { now, businessNow }: Moment,
): Promise<void> {
  const numbers = await listLastNumbers(tx, customerId, changes)
  const corrections = changes.flatMap(correctionsOf)
  if (corrections.length === 0) return
  const of = (textOf: (correction: NewCorrection) => string) => arrayText(corrections, textOf)
  const ofValues = (textOf: (change: EventChange) => string) =>
    of(({ change }) => (change === null ? 'NULL' : textOf(change)))
  const costText = (cost: Decimal | null) => cost?.toFixed() ?? 'NULL'
  await sql`
    insert into event_corrections (customer_id, event_id, id, organization_id, usage_date, kind,
      number, quantity, cost, quantity_before, quantity_after, cost_before, cost_after,
      work_before, rejection_id, reason, actor_kind, actor_id, corrected_at, created_at)
    select ${customerId}::uuid, event_id, id, ${organizationId}::uuid, usage_date, kind, number,
      quantity, cost, quantity_before, quantity_after, cost_before, cost_after, work_before,
      rejection_id, ${reason}::text, ${actor.kind}::text, ${actor.id}::text,
      ${businessNow}::timestamptz, ${now}::timestamptz
    from unnest(
      ${of(({ event }) => event.id)}::uuid[],
      ${of(() => newId())}::uuid[],
      ${of(({ event }) => event.usageDate.toISOString())}::timestamptz[],
      ${of(({ kind }) => kind)}::text[],
      ${ofValues(({ event }) => String((numbers.get(event.id) ?? 0) + 1))}::integer[],
      ${of(({ quantity }) => String(quantity))}::numeric[],
      ${of(({ change }) => (change ? costDifference(change.before, change.after).toFixed() : '0'))}::numeric[],
      ${ofValues(({ before }) => String(before.quantity))}::numeric[],
      ${ofValues(({ after }) => String(after.quantity))}::numeric[],
      ${ofValues(({ before }) => costText(before.cost.usageCost))}::numeric[],
      ${ofValues(({ after }) => costText(after.cost.usageCost))}::numeric[],
      ${corrections.map(({ change }) => change && JSON.stringify(change.before.work))}::text[],
      ${of(({ rejectionId }) => rejectionId ?? 'NULL')}::uuid[]
    ) as input (event_id, id, usage_date, kind, number, quantity, cost, quantity_before,
      quantity_after, cost_before, cost_after, work_before, rejection_id)`.execute(tx)
}

/**
 * Writes the provisional units of events whose window was open, and deletes the rows of those whose
 * window has passed.
 */
export async function writeProvisional(
  tx: Tx,
  { organizationId, customerId }: OfCustomer,
  changes: readonly EventChange[],
): Promise<void> {
  const windows = changes.filter(({ event }) => event.provisionalQuantity !== null)
  const changed = windows.filter(({ isOpen, provisional: { before, after } }) => {
    return isOpen && before !== after
  })
  const passed = windows.filter(({ isOpen }) => !isOpen)
  const idsOf = (some: readonly EventChange[]) => arrayText(some, ({ event }) => event.id)
  if (changed.length > 0) {
    await sql`
      update provisional_outcomes provisional set quantity = input.quantity
      from unnest(${idsOf(changed)}::uuid[],
        ${arrayText(changed, ({ provisional }) => String(provisional.after))}::numeric[]
      ) as input (event_id, quantity)
      where provisional.customer_id = ${customerId}
        and provisional.organization_id = ${organizationId}
        and provisional.event_id = input.event_id`.execute(tx)
  }
  if (passed.length > 0) {
    await sql`
      delete from provisional_outcomes
      where customer_id = ${customerId} and organization_id = ${organizationId}
        and event_id = any(${idsOf(passed)}::uuid[])`.execute(tx)
  }
}

function costDifference(before: EventValues, after: EventValues): Decimal {
  const { usageCost: costBefore } = before.cost
  return costBefore === null ? ZERO : (after.cost.usageCost ?? ZERO).minus(costBefore)
}

/** Returns the number of the last correction of each event that was corrected before. */
async function listLastNumbers(
  tx: Tx,
  customerId: string,
  changes: readonly EventChange[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ eventId: string; last: number }>`
    select event_id, max(number) as last from event_corrections
    where customer_id = ${customerId} and number is not null
      and event_id = any(${arrayText(changes, ({ event }) => event.id)}::uuid[])
    group by event_id`.execute(tx)
  return new Map(rows.map(({ eventId, last }) => [eventId, last]))
}
