import type { Pool } from 'pg'
import type { Statement } from '../../platform/database.ts'
import type { Actor } from '../auth/principal.ts'
import { IS_USAGE, KIND } from './kind.ts'

export type AuditEntry = {
  id: string
  organizationId: string
  actor: Actor
  method: string
  path: string
  status: number
  ipAddress: string
  requestedAt: Date
  /** Names of the fields that the request changed. */
  changedFields?: readonly string[]
  /** The id of the object that the request answered with. */
  objectId?: string
  /** The X-Request-Id of a change. */
  requestId?: string
}

/**
 * Writes entries of any organizations with one statement. An existing entry keeps its position and
 * gets the final status, fields and object. These replace empty ones: they may be known only after
 * the entry of a caller that disconnected is written.
 */
export async function upsertAuditEntries(
  pool: Pool,
  entries: readonly AuditEntry[],
): Promise<void> {
  await pool.query({
    name: 'upsert-audit-entries',
    text: `${INSERT} on conflict (id) do update
      set status = excluded.status, changed_fields = excluded.changed_fields,
        object_id = excluded.object_id
      where audit_log.status <> excluded.status
        or (audit_log.changed_fields = '' and excluded.changed_fields <> '')
        or (audit_log.object_id = '' and excluded.object_id <> '')`,
    values: toValues(entries),
  })
}

/** Builds the statement for the transaction of the request. An existing entry stays unchanged. */
export function insertAuditEntries(entries: readonly AuditEntry[]): Statement {
  return {
    name: 'insert-audit-entries',
    text: `${INSERT} on conflict (id) do nothing`,
    values: toValues(entries),
  }
}

const COLUMNS =
  'id, organization_id, actor_kind, actor_id, method, path, status, ip_address, requested_at, ' +
  'changed_fields, object_id, request_id'

/**
 * Also inserts new kinds of entries, by which filters find entries. Both tables are written in key
 * order. Two statements may hold the same entries: a caller that disconnects while its usage is
 * written causes a second entry with the same id. Other orders could deadlock.
 */
const INSERT = `with entry as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[],
      $6::text[], $7::smallint[], $8::text[], $9::timestamptz[], $10::text[], $11::text[],
      $12::text[]) as entry (${COLUMNS})
  ), new_kinds as (
    insert into audit_log_kinds
      (organization_id, actor_kind, actor_id, method, status, is_usage, kind)
    select distinct organization_id, actor_kind, actor_id, method, status, ${IS_USAGE} as is_usage,
      ${KIND}
    from entry order by organization_id, actor_id, method, status, is_usage, actor_kind
    on conflict do nothing
  )
  insert into audit_log (${COLUMNS}) select * from entry order by id`

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
    entries.map(({ changedFields = [] }) => changedFields.join(',')),
    entries.map(({ objectId = '' }) => objectId),
    entries.map(({ requestId = '' }) => requestId),
  ]
}
