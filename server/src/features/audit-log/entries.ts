import type { Pool } from 'pg'
import type { Statement } from '../../platform/database.ts'
import type { Actor } from '../auth/principal.ts'

export type AuditEntry = {
  id: string
  organizationId: string
  actor: Actor
  method: string
  path: string
  status: number
  ipAddress: string
  requestedAt: Date
}

/**
 * Writes entries of any organizations with one statement. An entry that is there already keeps its
 * place and gets the status that was answered in the end.
 */
export async function upsertAuditEntries(
  pool: Pool,
  entries: readonly AuditEntry[],
): Promise<void> {
  await pool.query({
    name: 'upsert-audit-entries',
    text: `${INSERT} on conflict (id) do update set status = excluded.status
      where audit_log.status <> excluded.status`,
    values: toValues(entries),
  })
}

/** For the transaction of what was asked for. An entry that is there already stays as it is. */
export function insertAuditEntries(entries: readonly AuditEntry[]): Statement {
  return {
    name: 'insert-audit-entries',
    text: `${INSERT} on conflict (id) do nothing`,
    values: toValues(entries),
  }
}

const INSERT = `insert into audit_log
  (id, organization_id, actor_kind, actor_id, method, path, status, ip_address, requested_at)
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[],
    $6::text[], $7::smallint[], $8::text[], $9::timestamptz[])`

function toValues(entries: readonly AuditEntry[]): unknown[] {
  return [
    entries.map((entry) => entry.id),
    entries.map((entry) => entry.organizationId),
    entries.map(({ actor }) => actor.kind),
    entries.map(({ actor }) => actor.id),
    entries.map((entry) => entry.method),
    entries.map((entry) => entry.path),
    entries.map((entry) => entry.status),
    entries.map((entry) => entry.ipAddress),
    entries.map((entry) => entry.requestedAt.toISOString()),
  ]
}
