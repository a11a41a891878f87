import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** A record that is not stored as an event, kept for the organization to inspect. */
export type RejectedRecord = { id: string; code: string; error: string; payload: string }

export async function insertRejectedRecords(
  db: Db,
  organizationId: string,
  records: readonly RejectedRecord[],
  now: Date,
): Promise<void> {
  await sql`
    insert into rejected_usage_records (id, organization_id, received_at, code, error, payload)
    select id, ${organizationId}::uuid, ${now}::timestamptz, code, error, payload
    from unnest(
      ${records.map((record) => record.id)}::uuid[],
      ${records.map((record) => record.code)}::text[],
      ${records.map((record) => record.error)}::text[],
      ${records.map((record) => record.payload)}::json[]
    ) as input (id, code, error, payload)`.execute(db)
}
