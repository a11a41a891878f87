import type { Db } from '../../platform/database.ts'

export type RequestKey = { organizationId: string; idempotencyKey: string }

export type FirstRequest = {
  requestHash: Buffer
  /** Null while it is being answered, or when the process was killed before it could answer. */
  responseStatus: number | null
  responseBody: string | null
}

/** False when the key is taken, by a request that is not older than `keptSince`. */
export async function insertRequest(
  db: Db,
  { organizationId, idempotencyKey }: RequestKey,
  { requestHash, now, keptSince }: { requestHash: Buffer; now: Date; keptSince: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('idempotent_requests')
    .values({
      organization_id: organizationId,
      idempotency_key: idempotencyKey,
      request_hash: requestHash,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'idempotency_key'])
        .doUpdateSet({
          request_hash: requestHash,
          response_status: null,
          response_body: null,
          created_at: now,
        })
        .where('idempotent_requests.created_at', '<', keptSince),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export function findRequest(
  db: Db,
  { organizationId, idempotencyKey }: RequestKey,
): Promise<FirstRequest | undefined> {
  return db
    .selectFrom('idempotent_requests')
    .select('request_hash as requestHash')
    .select(['response_status as responseStatus', 'response_body as responseBody'])
    .where('organization_id', '=', organizationId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

export async function updateResponse(
  db: Db,
  { organizationId, idempotencyKey }: RequestKey,
  response: { status: number; body: string },
): Promise<void> {
  await db
    .updateTable('idempotent_requests')
    .set({ response_status: response.status, response_body: response.body })
    .where('organization_id', '=', organizationId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

export async function deleteRequest(
  db: Db,
  { organizationId, idempotencyKey }: RequestKey,
): Promise<void> {
  await db
    .deleteFrom('idempotent_requests')
    .where('organization_id', '=', organizationId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

/** Frees the keys of all requests made before an instant. */
export async function deleteRequestsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotent_requests').where('created_at', '<', before).execute()
}
