import { type SqlBool, sql } from 'kysely'
import type { Db, Statement } from '../../platform/database.ts'

export type RequestKey = { organizationId: string; idempotencyKey: string }

/** The right to execute the request of a key. A request that has lost its claim commits nothing. */
export type Claim = RequestKey & { claimId: string }

export type FirstRequest = {
  requestHash: Buffer
  /** Null while the request is in progress, or when its process died before it could respond. */
  responseStatus: number | null
  responseBody: string | null
  /** Null for a request of an older version. */
  leasedUntil: Date | null
  committedAt: Date | null
}

export type NewClaim = Claim & {
  requestHash: Buffer
  now: Date
  leasedUntil: Date
  /** Requests created before this time have expired, and their keys are free again. */
  keptSince: Date
}

/**
 * Claims a key; returns false when the key is taken. A key is free in three cases:
 * - it is unused;
 * - its request is older than `keptSince`;
 * - the same request was claimed, its lease has expired, and it has committed nothing.
 */
export async function insertClaim(db: Db, claim: NewClaim): Promise<boolean> {
  const row = {
    requestHash: claim.requestHash,
    claimId: claim.claimId,
    leasedUntil: claim.leasedUntil,
    createdAt: claim.now,
  }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('idempotentRequests')
    .values({
      organizationId: claim.organizationId,
      idempotencyKey: claim.idempotencyKey,
      ...row,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'idempotencyKey'])
        .doUpdateSet({ ...row, responseStatus: null, responseBody: null, committedAt: null })
        .where(
          sql<SqlBool>`idempotent_requests.created_at < ${claim.keptSince}
            or (idempotent_requests.response_status is null
              and idempotent_requests.committed_at is null
              and idempotent_requests.leased_until <= ${claim.now}
              and idempotent_requests.request_hash = ${claim.requestHash})`,
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export function findRequest(
  db: Db,
  { organizationId, idempotencyKey }: RequestKey,
): Promise<FirstRequest | undefined> {
  return db
    .selectFrom('idempotentRequests')
    .select('requestHash')
    .select(['responseStatus', 'responseBody'])
    .select(['leasedUntil', 'committedAt'])
    .where('organizationId', '=', organizationId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/**
 * Builds a statement for the transaction that does the work. It updates no row when the claim is
 * lost.
 */
export function markCommitted(
  claim: Claim,
  now: Date,
  answer: { status: number; body: string } | undefined,
): Omit<Statement, 'name'> {
  return {
    text: `update idempotent_requests set committed_at = $1, response_status = $5, response_body = $6
      where organization_id = $2 and idempotency_key = $3 and claim_id = $4`,
    values: [
      ...[now, claim.organizationId, claim.idempotencyKey, claim.claimId],
      ...[answer?.status ?? null, answer?.body ?? null],
    ],
  }
}

/** Extends the leases of many claims. */
export async function updateLeases(
  db: Db,
  claims: readonly Claim[],
  leasedUntil: Date,
): Promise<void> {
  await sql`
    update idempotent_requests request set leased_until = ${leasedUntil}
    from unnest(${claims.map((claim) => claim.organizationId)}::uuid[],
      ${claims.map((claim) => claim.idempotencyKey)}::text[],
      ${claims.map((claim) => claim.claimId)}::uuid[])
      as claim (organization_id, idempotency_key, claim_id)
    where request.organization_id = claim.organization_id
      and request.idempotency_key = claim.idempotency_key
      and request.claim_id = claim.claim_id`.execute(db)
}

export async function updateResponse(
  db: Db,
  claim: Claim,
  response: { status: number; body: string },
): Promise<void> {
  await db
    .updateTable('idempotentRequests')
    .set({ responseStatus: response.status, responseBody: response.body })
    .where('organizationId', '=', claim.organizationId)
    .where('idempotencyKey', '=', claim.idempotencyKey)
    .where('claimId', '=', claim.claimId)
    .execute()
}

/** Frees the key, unless something was committed. Returns false when it was not freed. */
export async function deleteUncommitted(db: Db, claim: Claim): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotentRequests')
    .where('organizationId', '=', claim.organizationId)
    .where('idempotencyKey', '=', claim.idempotencyKey)
    .where('claimId', '=', claim.claimId)
    .where('committedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all requests made before an instant, which frees their keys. */
export async function deleteRequestsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotentRequests').where('createdAt', '<', before).execute()
}
