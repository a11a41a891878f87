import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { readParts } from '../usage/costs/stored-event.ts'
import { rawEventIdOf } from '../usage/ingest/event-row.ts'
import type { EventRow } from './queries.ts'

/** An event with the names of its customer, agent and signal. */
export type StoredEvent = Omit<EventRow, 'payload' | 'correctedWork' | 'rawEventId'> &
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
 * Adds names to rows of events, in the same order. Names are replicated to every node of a cluster:
 * a separate query for them contacts no other node.
 */
export async function completeEvents(db: Db, rows: readonly EventRow[]): Promise<StoredEvent[]> {
  if (rows.length === 0) return []
  const named = await listNamed(db, rows)
  const nameOf = (id: string): Named => {
    const found = named.get(id)
    if (!found) throw new Error(`an event names ${id}, which does not exist`)
    return found
  }
  return rows.map(({ rawEventId, ...row }) => {
    const { payload: _, correctedWork: __, ...fields } = row
    const customer = nameOf(fields.customerId)
    const agent = nameOf(fields.agentId)
    const signal = nameOf(fields.signalId)
    return {
      ...fields,
      ...readParts(row),
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
