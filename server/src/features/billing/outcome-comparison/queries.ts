import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { billable } from '../../usage/billable.ts'

/** The events of a signal of a customer in some time. */
export type Asked = {
  organizationId: string
  customerId: string
  agentId: string
  signalId: string
  start: Date
  end: Date
}

export type OutcomeRow = {
  id: string
  usageDate: Date
  /** Billable units. */
  quantity: Decimal
  runId: string | null
  /** 32 hexadecimal digits; null without an idempotency key. */
  keyHash: string | null
}

const ofSignal = ({ organizationId, customerId, agentId, signalId }: Asked, table: string) => sql`
  ${sql.ref(table)}.customer_id = ${customerId} and ${sql.ref(table)}.organization_id = ${organizationId}
  and ${sql.ref(table)}.agent_id = ${agentId} and ${sql.ref(table)}.signal_id = ${signalId}`

/** Lists the first events, with and without units, by usage date. */
export async function listOutcomes(db: Db, asked: Asked, limit: number): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select events.id, events.usage_date, ${billable('events')} as quantity, events.run_id,
      replace(events.idempotency_hash::text, '-', '') as key_hash
    from usage_events events
    where ${ofSignal(asked, 'events')}
      and events.usage_date >= ${asked.start} and events.usage_date < ${asked.end}
    order by events.usage_date, events.id limit ${limit}::integer`.execute(db)
  return rows
}

/** Sums billable units by quarter of an hour; no day of any time zone begins within one. */
export async function sumQuarterHours(
  db: Db,
  asked: Asked,
): Promise<{ at: Date; quantity: Decimal }[]> {
  const { rows } = await sql<{ at: Date; quantity: Decimal }>`
    select rollups.bucket as at, ${billable('rollups')} as quantity
    from usage_rollups rollups
    where ${ofSignal(asked, 'rollups')}
      and rollups.bucket >= ${asked.start} and rollups.bucket < ${asked.end}
    order by rollups.bucket`.execute(db)
  return rows
}

/** Reads the records of some events of a customer, as JSON texts by the id of the event. */
export async function readRecords(
  db: Db,
  { organizationId, customerId }: Pick<Asked, 'organizationId' | 'customerId'>,
  events: readonly { id: string; usageDate: Date }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; payload: string }>`
    select events.id, events.payload from usage_events events
    where events.customer_id = ${customerId} and events.organization_id = ${organizationId}
      and events.usage_date = any(${arrayText(events, ({ usageDate }) => usageDate.toISOString())}::timestamptz[])
      and events.id::text = any(${arrayText(events, ({ id }) => id)}::text[])`.execute(db)
  return new Map(rows.map(({ id, payload }) => [id, payload]))
}
