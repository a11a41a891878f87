import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

type Work = { agentId: string; signalId: string }

/** Returns the names of agents and signals by id. */
export async function listWorkNames(db: Db, work: readonly Work[]): Promise<Map<string, string>> {
  const idsOf = (id: (one: Work) => string) => sql`any(${[...new Set(work.map(id))]}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from agents where id = ${idsOf(({ agentId }) => agentId)}
    union all select id, name from signals where id = ${idsOf(({ signalId }) => signalId)}`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
