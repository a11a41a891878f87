import { createHash } from 'node:crypto'
import type pg from 'pg'
import { rawEventIdOf } from '../../src/features/usage/ingest/event-row.ts'
import type { Entry, Ledger } from './ledger.ts'

type StoredEvent = {
  id: string
  /** MD5 of the record exactly as sent. */
  payloadMd5: string | null
  marker: string
  status: string
  /** With 10 decimals, as the API writes it. */
  cost: string | null
}

/** Compares every answer of the service with the events in its database. */
export async function checkLedger(ledger: Ledger, pool: pg.Pool): Promise<string[]> {
  const events = await findEvents(pool)
  const problems: string[] = []
  for (const entry of ledger.entries.values()) {
    const stored = events.get(entry.marker) ?? []
    for (const problem of problemsOf(entry, stored)) {
      problems.push(`${entry.marker} (${describe(entry, stored)}) ${problem}`)
    }
  }
  for (const marker of events.keys()) {
    if (!ledger.entries.has(marker)) problems.push(`${marker} is stored and was never sent`)
  }
  return problems
}

function problemsOf(entry: Entry, stored: readonly StoredEvent[]): string[] {
  const { expectation, promised, refused, unanswered } = entry
  const problems: string[] = []
  const must = (isTrue: boolean, problem: string) => {
    if (!isTrue) problems.push(problem)
  }
  must(stored.length <= 1, 'is stored more than once')
  const sentMd5 = createHash('md5').update(JSON.stringify(entry.record.body)).digest('hex')
  const isAsSent = stored.every(({ payloadMd5 }) => payloadMd5 === sentMd5)
  must(isAsSent, 'has a record that is not what was sent')
  const wasOnlyRefused = refused.length > 0 && promised.length === 0 && unanswered === 0
  if (expectation === 'refused' || wasOnlyRefused) {
    must(stored.length === 0, 'was refused and is stored')
  }
  for (const promise of promised) {
    const event = stored.find(({ id }) => id === promise.eventId)
    must(event !== undefined, `was promised as ${promise.eventId} and is not stored as that`)
    if (!event) continue
    const hasItsRecord = promise.rawEventId === rawEventIdOf(event.id)
    must(hasItsRecord, 'has another raw event than was answered')
    if (promise.totalCostUsd === undefined) continue
    must(event.cost === promise.totalCostUsd, `was promised to cost ${promise.totalCostUsd}`)
  }
  return problems
}

function describe(
  { promised, refused, unanswered, record }: Entry,
  stored: readonly StoredEvent[],
) {
  const events = stored.map(({ id, status, cost }) => `${id} ${status} ${cost}`).join(', ')
  return [
    record.key === undefined ? 'without key' : 'with key',
    `promised ${promised.length} times, refused ${refused.length}, unanswered ${unanswered}`,
    `stored: ${events || 'no'}`,
  ].join('; ')
}

async function findEvents(pool: pg.Pool): Promise<Map<string, StoredEvent[]>> {
  const { rows } = await pool.query<StoredEvent>(
    `select id, payload::json -> 'metadata' ->> 'marker' as marker,
            coalesce(event_processed, 'PROCESSED') as status, round(usage_cost, 10)::text as cost,
            md5(payload) as "payloadMd5"
       from usage_events`,
  )
  return Map.groupBy(rows, ({ marker }) => marker)
}
