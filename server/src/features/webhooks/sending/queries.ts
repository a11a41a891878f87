import { sql } from 'kysely'
import type { Health } from '../../../domain/webhooks/failure-run.ts'
import { askedRows } from '../../../platform/batching/asked-rows.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Announcement } from '../announcements/announcement.ts'
import { bytesBefore } from '../announcements/bytes-before.ts'
import { isKnownType } from '../announcements/known-types.ts'
import type { Attempt, DeliveryStatus } from '../deliveries/delivery.ts'
import type { SealedSecrets } from '../endpoints/secrets.ts'

/** The state of an endpoint that this process sends to. */
export type Target = SealedSecrets & {
  id: string
  organizationId: string
  url: string
}

/**
 * The right to send to an endpoint. It has an id of its own, so that a process which was frozen
 * until its claim ended does not continue under a later one.
 */
export type Claim = { endpointId: string; claimId: string }

/** How long an endpoint stays claimed by a process that has died. */
const CLAIMED_FOR = '45 seconds'

/** By the clock of the database, because the clocks of processes may differ. */
const claimEnd = sql`now() + ${sql.lit(CLAIMED_FOR)}::interval`

/**
 * Claims the endpoints with deliveries that are due, and that are not claimed. A claim ends after
 * 45 seconds unless it is extended. Deliveries of types that this version does not know are left to
 * processes of a newer one.
 */
export async function claimTargets(db: Db, claimId: string, now: Date): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    update webhook_endpoints set claim_id = ${claimId}, claimed_until = ${claimEnd}
    where id = any (array(
      select id from webhook_endpoints endpoint
      where status = 'enabled' and deleted_at is null
        and (claimed_until is null or claimed_until <= now())
        and exists (
          select from webhook_deliveries delivery
          where delivery.endpoint_id = endpoint.id and delivery.status = 'pending'
            and delivery.next_attempt_at <= ${now}::timestamptz
            and ${isKnownType(sql`delivery.type`)}
        )
      for update skip locked
    ))
    returning id as endpoint_id, claim_id`.execute(db)
  return rows
}

/** Returns the current state of a claimed endpoint; undefined if it or the claim ended. */
export async function findTarget(
  db: Db,
  { endpointId, claimId }: Claim,
): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select id, organization_id, url, secret, previous_secrets
    from webhook_endpoints
    where id = ${endpointId} and claim_id = ${claimId} and claimed_until > now()
      and status = 'enabled' and deleted_at is null`.execute(db)
  return rows[0]
}

export async function extendClaims(db: Db, claims: readonly Claim[]): Promise<void> {
  const asked = askedRows(claims, {
    endpointId: ['uuid', ({ endpointId }) => endpointId],
    claimId: ['uuid', ({ claimId }) => claimId],
  })
  await sql`
    update webhook_endpoints endpoint set claimed_until = ${claimEnd}
    from ${asked}
    where endpoint.id = asked.endpoint_id and endpoint.claim_id = asked.claim_id`.execute(db)
}

export async function releaseTarget(db: Db, { endpointId, claimId }: Claim): Promise<void> {
  await sql`
    update webhook_endpoints set claim_id = null, claimed_until = null
    where id = ${endpointId} and claim_id = ${claimId}`.execute(db)
}

/** A delivery that is due, with its announcement and the state of its endpoint. */
export type DueDelivery = Omit<Announcement, 'organizationId' | 'objectId'> & {
  attempts: number
  includesCosts: boolean
}

/** Data of announcements that is read at once for one endpoint, besides a last one. */
const READ_BYTES_MAX = 1_000_000

/**
 * Lists deliveries of an endpoint that are due, the oldest first, without those in `taken`: as many
 * as fit into memory, and at least one.
 */
export async function listDue(
  db: Db,
  endpointId: string,
  { taken, now, limit }: { taken: readonly string[]; now: Date; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select id, type, customer_id, customer_external_id, data, happened_at, attempts, includes_costs
    from (
      select announcement.id, announcement.type, announcement.customer_id,
        announcement.customer_external_id, announcement.data,
        announcement.happened_at, due.attempts, due.includes_costs, due.next_attempt_at,
        due.position, ${bytesBefore(sql`due.next_attempt_at, due.position`)} as bytes_before
      from (
        select announcement_id, attempts, includes_costs, next_attempt_at, position
        from webhook_deliveries
        where endpoint_id = ${endpointId} and status = 'pending'
          and next_attempt_at <= ${now}::timestamptz
          and announcement_id <> all (${taken}::uuid[]) and ${isKnownType(sql`type`)}
        order by next_attempt_at, position limit ${limit}
      ) due
      join announcements announcement on announcement.id = due.announcement_id
    ) due
    where bytes_before < ${READ_BYTES_MAX}
    order by next_attempt_at, position`.execute(db)
  return rows
}

/** Deletes deliveries of an endpoint that are due although their announcement is gone. */
export async function deleteDueOrphans(db: Db, endpointId: string, now: Date): Promise<void> {
  await sql`
    delete from webhook_deliveries delivery
    where endpoint_id = ${endpointId} and status = 'pending'
      and next_attempt_at <= ${now}::timestamptz
      and not exists (
        select from announcements announcement where announcement.id = delivery.announcement_id
      )`.execute(db)
}

/** The outcome of one attempt. */
export type Outcome = Attempt & {
  announcementId: string
  endpointId: string
  organizationId: string
  /** Attempts so far, including this one. */
  attempts: number
  deliveryStatus: DeliveryStatus
  nextAttemptAt: Date | null
}

/**
 * Stores attempts and what follows from them. A delivery that was started again or ended in the
 * meantime keeps that state; of one that was deleted nothing is stored. An attempt that is stored
 * already changes nothing. Returns the ids of the attempts that it stored.
 */
export async function storeOutcomes(
  tx: Tx,
  outcomes: readonly Outcome[],
): Promise<ReadonlySet<string>> {
  const asked = askedRows(outcomes, {
    id: ['uuid', ({ id }) => id],
    announcementId: ['uuid', ({ announcementId }) => announcementId],
    endpointId: ['uuid', ({ endpointId }) => endpointId],
    organizationId: ['uuid', ({ organizationId }) => organizationId],
    result: ['text', ({ result }) => result],
    status: ['integer', ({ status }) => status],
    error: ['text', ({ error }) => error],
    response: ['text', ({ response }) => response],
    durationMs: ['integer', ({ durationMs }) => durationMs],
    attemptedAt: ['timestamptz', ({ attemptedAt }) => attemptedAt],
    attempts: ['integer', ({ attempts }) => attempts],
    deliveryStatus: ['text', ({ deliveryStatus }) => deliveryStatus],
    nextAttemptAt: ['timestamptz', ({ nextAttemptAt }) => nextAttemptAt],
  })
  // Everything follows from the locked rows, so each one is locked before it is updated.
  const { rows } = await sql<{ id: string }>`
    with asked as materialized (select * from ${asked}),
    kept as materialized (
      select announcement_id, endpoint_id from webhook_deliveries
      where (announcement_id, endpoint_id) in (select announcement_id, endpoint_id from asked)
      order by announcement_id, endpoint_id for update
    ),
    stored as (
      insert into webhook_attempts
        (id, announcement_id, endpoint_id, organization_id, result, status, error, response,
         duration_ms, attempted_at)
      select id, announcement_id, endpoint_id, organization_id, result, status::smallint, error,
        response, duration_ms, attempted_at
      from asked join kept using (announcement_id, endpoint_id)
      on conflict do nothing
      returning id
    ),
    updated as (
      update webhook_deliveries delivery
      set status = asked.delivery_status, attempts = asked.attempts,
        next_attempt_at = asked.next_attempt_at, last_attempt_at = asked.attempted_at
      from asked join stored using (id)
      where delivery.announcement_id = asked.announcement_id
        and delivery.endpoint_id = asked.endpoint_id
        and delivery.status = 'pending' and delivery.attempts = asked.attempts - 1
    )
    select id from stored`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export type EndpointHealth = Health & { id: string; organizationId: string; url: string }

/** Locks the enabled ones of these endpoints, in one order, and returns their URL and health. */
export async function lockHealth(
  tx: Tx,
  endpointIds: readonly string[],
): Promise<EndpointHealth[]> {
  const { rows } = await sql<EndpointHealth>`
    select id, organization_id, url, failing_since, last_failure_at, last_success_at
    from webhook_endpoints
    where id = any (${endpointIds}::uuid[]) and status = 'enabled'
    order by id for no key update`.execute(tx)
  return rows
}

/** Stores the health of locked endpoints. */
export async function storeHealth(tx: Tx, endpoints: readonly EndpointHealth[]): Promise<void> {
  const asked = askedRows(endpoints, {
    id: ['uuid', ({ id }) => id],
    failingSince: ['timestamptz', ({ failingSince }) => failingSince],
    lastFailureAt: ['timestamptz', ({ lastFailureAt }) => lastFailureAt],
    lastSuccessAt: ['timestamptz', ({ lastSuccessAt }) => lastSuccessAt],
  })
  await sql`
    update webhook_endpoints endpoint
    set failing_since = asked.failing_since, last_failure_at = asked.last_failure_at,
      last_success_at = asked.last_success_at
    from ${asked} where endpoint.id = asked.id`.execute(tx)
}
