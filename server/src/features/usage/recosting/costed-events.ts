import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { StoredRecord } from '../costs/stored-event.ts'

/** An event with a cost, and the columns from which the cost follows. */
export type CostedEvent = StoredRecord & {
  id: string
  customerId: string
  agentId: string
  signalId: string
  usageDate: Date
  quantity: Decimal
  usageCost: Decimal
  prices: string
}

/** An event that may have no cost. */
export type StoredEvent = Omit<CostedEvent, 'usageCost' | 'prices'> & {
  usageCost: Decimal | null
  prices: string | null
}

/** The events to price again, by usage date in a half-open window. */
export type RecostScope = {
  organizationId: string
  windowStart: Date
  windowEnd: Date
  customerId: string | null
  agentId: string | null
  /** As usage records or the catalog name them. */
  provider: string | null
  model: string | null
}

/** The last event that was read of a customer; without `last`, all of them were. */
export type Place = { customerId: string; last: { usageDate: Date; id: string } | null }

export type PageOfCustomer = {
  customerId: string
  after: Place['last']
  limit: number
  /** Only events with a greater id, which were recorded later. */
  idsAfter: string | null
}

const columns = sql.raw(`events.id, events.customer_id, events.agent_id, events.signal_id,
  events.usage_date, events.quantity, events.usage_cost, events.prices, events.payload,
  events.corrected_work`)

/** Lists events of a customer in order of usage date, void ones left out. */
export async function listEventsOfCustomer(
  db: Db,
  scope: RecostScope,
  page: PageOfCustomer,
): Promise<StoredEvent[]> {
  const { rows } = await selectOfCustomer<StoredEvent>(scope, page).execute(db)
  return rows
}

/**
 * Like `listEventsOfCustomer`, only those with a cost. The lock of `lockCosts` excludes other changes
 * of their costs, so they need no locks of their own.
 */
export async function listCostedEvents(
  tx: Tx,
  scope: RecostScope,
  page: PageOfCustomer,
): Promise<CostedEvent[]> {
  const isCosted = sql`and usage_cost is not null`
  const { rows } = await selectOfCustomer<CostedEvent>(scope, page, isCosted).execute(tx)
  return rows
}

function selectOfCustomer<Event>(
  { organizationId, windowStart, windowEnd, agentId }: RecostScope,
  { customerId, after, limit, idsAfter }: PageOfCustomer,
  also = sql``,
) {
  const isAfter = after
    ? sql`and (usage_date, id) > (${after.usageDate}::timestamptz, ${after.id}::uuid)`
    : sql``
  const isOfAgent = agentId === null ? sql`` : sql`and agent_id = ${agentId}`
  const isLater = idsAfter === null ? sql`` : sql`and id > ${idsAfter}::uuid`
  return sql<Event>`
    select ${columns} from usage_events events
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and usage_date >= ${windowStart}::timestamptz and usage_date < ${windowEnd}::timestamptz
      ${isAfter} ${isOfAgent} ${isLater} and voided_at is null ${also}
    order by usage_date, id limit ${limit}`
}

/**
 * Reads events by their keys; leaves out void ones, and those without a cost. As for
 * `listCostedEvents`, the caller holds the lock of `lockCosts`.
 */
export async function findEvents(
  tx: Tx,
  organizationId: string,
  keys: readonly { customerId: string; usageDate: Date; eventId: string }[],
): Promise<CostedEvent[]> {
  const { rows } = await sql<CostedEvent>`
    select ${columns}
    from unnest(
      ${keys.map(({ customerId }) => customerId)}::uuid[],
      ${keys.map(({ usageDate }) => usageDate)}::timestamptz[],
      ${keys.map(({ eventId }) => eventId)}::uuid[]
    ) as input (customer_id, usage_date, id)
    join usage_events events using (customer_id, usage_date, id)
    where events.organization_id = ${organizationId} and events.voided_at is null
      and events.usage_cost is not null`.execute(tx)
  return rows
}

/** Counts the events of a scope in which models play no part, up to a maximum. */
export async function countEvents(db: Db, scope: RecostScope, max: number): Promise<number> {
  const { organizationId, windowStart, windowEnd, customerId, agentId } = scope
  const isOfCustomer = customerId === null ? sql`` : sql`and customer_id = ${customerId}`
  const isOfAgent = agentId === null ? sql`` : sql`and agent_id = ${agentId}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from usage_events
      where organization_id = ${organizationId} and usage_date >= ${windowStart}::timestamptz
        and usage_date < ${windowEnd}::timestamptz ${isOfCustomer} ${isOfAgent}
      limit ${max}
    ) events`.execute(db)
  return rows[0]?.count ?? 0
}
