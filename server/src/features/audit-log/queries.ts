import type { Pool } from 'pg'

export type AuditEntry = {
  id: string
  organizationId: string
  apiKeyId: string
  method: string
  path: string
  status: number
  ipAddress: string
  requestedAt: Date
}

/** Writes entries of any organizations with one statement. */
export async function insertAuditEntries(
  pool: Pool,
  entries: readonly AuditEntry[],
): Promise<void> {
  await pool.query({
    name: 'insert-audit-entries',
    text: `insert into audit_log
      (id, organization_id, api_key_id, method, path, status, ip_address, requested_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[],
        $6::smallint[], $7::text[], $8::timestamptz[])
      on conflict (id) do nothing`,
    values: [
      entries.map((entry) => entry.id),
      entries.map((entry) => entry.organizationId),
      entries.map((entry) => entry.apiKeyId),
      entries.map((entry) => entry.method),
      entries.map((entry) => entry.path),
      entries.map((entry) => entry.status),
      entries.map((entry) => entry.ipAddress),
      entries.map((entry) => entry.requestedAt),
    ],
  })
}
