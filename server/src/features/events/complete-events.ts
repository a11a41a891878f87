import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { ofCustomers } from '../rating/billed-until.ts'
import { rawEventIdOf } from '../usage/ingest/event-row.ts'
import { readParts, type StoredParts } from '../usage/stored-event.ts'
import type { EventRow } from './queries.ts'

/** An event with all that its row names. */
export type StoredEvent = Omit<EventRow, keyof StoredParts | 'rawEventId'> &
  Pick<EventRow, 'prices'> &
  ReturnType<typeof readParts> & {
    customerExternalId: string | null
    customerName: string
    agentName: string
    agentCode: string
    signalName: string
    signalShortName: string
    rawIngestEventId: string
  }

/**
 * Rows of events with what they name and with the records of before, in the same order. Names are on every
 * node of a cluster: looked up by themselves they ask none of them.
 */
export async function completeEvents(db: Db, rows: readonly EventRow[]): Promise<StoredEvent[]> {
  if (rows.length === 0) return []
  const [named, records] = await Promise.all([listNamed(db, rows), listRecords(db, rows)])
  const nameOf = (id: string): Named => {
    const found = named.get(id)
    if (!found) throw new Error(`an event names ${id}, which is not there`)
    return found
  }
  return rows.map(({ rawEventId, ...row }) => {
    const { payload, prices, keptMetadata, keptServices, keptCostData, ...fields } = row
    const record = payload ?? (rawEventId && records.get(rawEventId)) ?? null
    const parts = { payload: record, prices, keptMetadata, keptServices, keptCostData }
    const customer = nameOf(fields.customerId)
    const agent = nameOf(fields.agentId)
    const signal = nameOf(fields.signalId)
    return {
      ...fields,
      ...readParts(parts),
      prices,
      customerExternalId: customer.code,
      customerName: customer.name,
      agentName: agent.name,
      agentCode: agent.code ?? '',
      signalName: signal.name,
      signalShortName: signal.code ?? '',
      rawIngestEventId: rawEventId ?? rawEventIdOf(fields.id),
    }
  })
}

type Named = { name: string; code: string | null }

async function listNamed(db: Db, rows: readonly EventRow[]): Promise<Map<string, Named>> {
  const idsOf = (id: (row: EventRow) => string) => sql`any(${[...new Set(rows.map(id))]}::uuid[])`
  const { rows: named } = await sql<Named & { id: string }>`
    select id, name, external_id as code from customers
    where id = ${idsOf(({ customerId }) => customerId)}
    union all select id, name, agent_code from agents where id = ${idsOf(({ agentId }) => agentId)}
    union all select id, name, short_name from signals
    where id = ${idsOf(({ signalId }) => signalId)}`.execute(db)
  return new Map(named.map(({ id, ...own }) => [id, own]))
}

/** Records that lie beside events which are still to be moved, by their ids. */
async function listRecords(db: Db, rows: readonly EventRow[]): Promise<Map<string, string>> {
  const beside = rows.filter(({ payload, rawEventId }) => payload === null && rawEventId !== null)
  const records = await findRecords(db, beside)
  // What is gone was moved since its row was read: it is with the event now.
  const moved = beside.filter(({ rawEventId }) => rawEventId && !records.has(rawEventId))
  return new Map([...records, ...(await findMoved(db, moved))])
}

async function findRecords(db: Db, events: readonly EventRow[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map()
  const { rows } = await sql<Stored>`
    select id, payload::text as payload from raw_usage_events
    where ${ofCustomers('raw_usage_events', events)}
      and id = any(${events.map(({ rawEventId }) => rawEventId)}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, payload }) => [id, payload]))
}

async function findMoved(db: Db, events: readonly EventRow[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map()
  const { rows } = await sql<Stored>`
    select raw_event_id as id, payload::text as payload from usage_events
    where ${ofCustomers('usage_events', events)}
      and usage_date = any(${events.map(({ usageDate }) => usageDate)}::timestamptz[])
      and id = any(${events.map(({ id }) => id)}::uuid[]) and payload is not null`.execute(db)
  return new Map(rows.map(({ id, payload }) => [id, payload]))
}

type Stored = { id: string; payload: string }
