import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { UsedService } from '../batch/parse-record.ts'
import { type StoredRecord, storedServices } from '../costs/stored-event.ts'
import type { ModelPair, UncostedReason } from '../costs/uncosted-service.ts'
import type { EventStatus } from '../ingest/event-row.ts'

/** An event without a cost, with the data that costing requires. */
export type UncostedEvent = {
  id: string
  customerId: string
  agentId: string
  signalId: string
  usageDate: Date
  services: UsedService[]
}

type StoredEvent = Omit<UncostedEvent, 'services'> & StoredRecord

type UncostedPage = {
  after: Pick<UncostedEvent, 'usageDate' | 'id'> | undefined
  /** Only events with a greater id, which were recorded later; null: all. */
  idsAfter: string | null
  limit: number
}

/**
 * Lists up to `limit` events that wait for the cost of a pair, after the given one. Follows the
 * order of the index, so that a million events are read once.
 */
export async function listUncostedEvents(
  tx: Tx,
  organizationId: string,
  { provider, model }: ModelPair,
  { after, idsAfter, limit }: UncostedPage,
): Promise<UncostedEvent[]> {
  const isAfter = after
    ? sql`and (usage_date, event_id) > (${after.usageDate}::timestamptz, ${after.id}::uuid)`
    : sql``
  const isRecent = idsAfter === null ? sql`` : sql`and event_id > ${idsAfter}::uuid`
  const { rows } = await sql<StoredEvent>`
    with page as (
      select customer_id, event_id, usage_date from uncosted_services
      where organization_id = ${organizationId} and provider = ${provider} and model = ${model}
        ${isAfter} ${isRecent}
      order by usage_date, event_id limit ${limit}
    )
    select events.id, events.customer_id, events.agent_id, events.signal_id, events.usage_date,
      events.payload, events.corrected_work
    from page
    join usage_events events on events.customer_id = page.customer_id
      and events.usage_date = page.usage_date and events.id = page.event_id
    order by events.usage_date, events.id`.execute(tx)
  return rows.map(({ payload, correctedWork, ...event }) => ({
    ...event,
    services: storedServices({ payload, correctedWork }),
  }))
}

export type Lack = ModelPair & { eventId: string; reason: UncostedReason }

/** Lists the services that these events still need a cost for. */
export async function listLacks(
  tx: Tx,
  organizationId: string,
  events: readonly UncostedEvent[],
): Promise<Lack[]> {
  const { rows } = await sql<Lack>`
    select event_id, provider, model, reason
    from unnest(
      ${events.map(({ customerId }) => customerId)}::uuid[],
      ${events.map(({ id }) => id)}::uuid[]
    ) as input (customer_id, event_id)
    join uncosted_services using (customer_id, event_id)
    where organization_id = ${organizationId}`.execute(tx)
  return rows
}

export type BackfilledEvent = {
  id: string
  customerId: string
  usageDate: Date
  status: EventStatus
  usageCost: string | null
  prices: string | null
}

/** Stores new costs of events that had none. */
export async function updateEventCosts(
  tx: Tx,
  organizationId: string,
  events: readonly BackfilledEvent[],
  now: Date,
): Promise<void> {
  await sql`
    update usage_events events set
      usage_cost = input.usage_cost, prices = input.prices,
      event_processed = nullif(input.status, 'PROCESSED'),
      event_processed_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    from unnest(
      ${events.map(({ customerId }) => customerId)}::uuid[],
      ${events.map(({ usageDate }) => usageDate)}::timestamptz[],
      ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ status }) => status)}::text[],
      ${events.map(({ usageCost }) => usageCost)}::numeric[],
      ${events.map(({ prices }) => prices)}::text[]
    ) as input (customer_id, usage_date, id, status, usage_cost, prices)
    where events.customer_id = input.customer_id and events.usage_date = input.usage_date
      and events.id = input.id and events.organization_id = ${organizationId}`.execute(tx)
}

export type StillUncosted = ModelPair & {
  customerId: string
  eventId: string
  usageDate: Date
  reason: UncostedReason
}

/** Replaces the stored services that the events still need a cost for. */
export async function replaceUncostedServices(
  tx: Tx,
  organizationId: string,
  events: readonly { id: string; customerId: string }[],
  remaining: readonly StillUncosted[],
): Promise<void> {
  const [only, ...others] = new Set(events.map(({ customerId }) => customerId))
  // Visits one shard of a cluster. With several customers, PostgreSQL would read all their rows.
  const isOfOne = others.length === 0 ? sql`and services.customer_id = ${only}` : sql``
  await sql`
    delete from uncosted_services services
    using unnest(
      ${events.map(({ customerId }) => customerId)}::uuid[],
      ${events.map(({ id }) => id)}::uuid[]
    ) as input (customer_id, event_id)
    where services.customer_id = input.customer_id and services.event_id = input.event_id
      and services.organization_id = ${organizationId} ${isOfOne}`.execute(tx)
  if (remaining.length === 0) return
  await sql`
    insert into uncosted_services
      (customer_id, event_id, provider, model, organization_id, usage_date, reason)
    select customer_id, event_id, provider, model, ${organizationId}::uuid, usage_date, reason
    from unnest(
      ${remaining.map(({ customerId }) => customerId)}::uuid[],
      ${remaining.map(({ eventId }) => eventId)}::uuid[],
      ${remaining.map(({ provider }) => provider)}::text[],
      ${remaining.map(({ model }) => model)}::text[],
      ${remaining.map(({ usageDate }) => usageDate)}::timestamptz[],
      ${remaining.map(({ reason }) => reason)}::text[]
    ) as input (customer_id, event_id, provider, model, usage_date, reason)
    on conflict (customer_id, event_id, provider, model) do nothing`.execute(tx)
}
