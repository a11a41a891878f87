import type pg from 'pg'
import type { Client } from './client.ts'
import type { Entry } from './ledger.ts'
import { within } from './within.ts'

const BATCH = 100

/** All connections to a cluster's node may need this long to recover; callers are told to wait. */
const ANSWER_LIMIT_MS = 30_000

/**
 * Retries records with an unknown outcome, as clients are told to do. Compares the answers with the
 * database before the retry.
 */
export async function resendUnanswered(client: Client, pool: pg.Pool): Promise<string[]> {
  const open = [...client.ledger.entries.values()].filter(isOpen)
  const problems: string[] = []
  for (let first = 0; first < open.length; first += BATCH) {
    const batch = open.slice(first, first + BATCH)
    client.ledger.resent += batch.length
    const stored = await within(ANSWER_LIMIT_MS, async () => {
      const before = await findByMarker(pool, batch)
      return (await client.record(batch)) ? before : undefined
    })
    if (stored === undefined) {
      problems.push('records sent again to a healthy service got no answer')
      continue
    }
    for (const entry of batch) {
      const problem = problemOf(entry, stored.get(entry.marker))
      if (problem) problems.push(`${entry.marker}, sent again, ${problem}`)
    }
  }
  return problems
}

/** True if the record was sent, was never answered, and has a key that makes retries safe. */
function isOpen({ record, expectation, promised, unanswered }: Entry): boolean {
  return (
    record.key !== undefined && expectation === 'stored' && promised.length === 0 && unanswered > 0
  )
}

function problemOf({ promised, refused }: Entry, storedId: string | undefined): string | undefined {
  const answer = promised.at(-1)
  if (!answer) return `was not stored: ${refused.at(-1) ?? 'no answer'}`
  if (storedId === undefined) {
    return answer.isDuplicate ? 'was called a duplicate although it was not stored' : undefined
  }
  if (answer.eventId !== storedId) return `is ${answer.eventId} and was stored as ${storedId}`
  return answer.isDuplicate ? undefined : 'was not called a duplicate although it was stored'
}

async function findByMarker(
  pool: pg.Pool,
  entries: readonly Entry[],
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; marker: string }>(
    `select id, payload::json -> 'metadata' ->> 'marker' as marker from usage_events
      where payload::json -> 'metadata' ->> 'marker' = any($1)`,
    [entries.map(({ marker }) => marker)],
  )
  return new Map(rows.map(({ id, marker }) => [marker, id]))
}
