import { sql } from 'kysely'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'

/**
 * Queues an email about a disabled endpoint to each owner and admin; without any, to the address of
 * the organization.
 */
export async function queueNotices(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await sql`
    with managers as (
      select users.email from members join users on users.id = members.user_id
      where members.organization_id = ${organizationId} and members.role in ('owner', 'admin')
    )
    insert into webhook_notices (endpoint_id, email, attempts, next_attempt_at)
    select ${id}::uuid, email, 0, ${now}::timestamptz from (
      select email from managers
      union
      select email from organizations
      where id = ${organizationId} and email is not null and not exists (select from managers)
    ) recipients
    on conflict (endpoint_id, email) do update
      set attempts = 0, next_attempt_at = excluded.next_attempt_at`.execute(tx)
}

export type Notice = { endpointId: string; email: string; attempts: number }

/** Claims an email that is due, and sets the time of its next attempt: each wait is twice as long. */
export async function claimNotice(db: Db, now: Date): Promise<Notice | undefined> {
  const { rows } = await sql<Notice>`
    update webhook_notices
    set attempts = attempts + 1,
      next_attempt_at = ${now}::timestamptz + interval '1 minute' * power(2, attempts)
    where (endpoint_id, email) in (
      select endpoint_id, email from webhook_notices
      where next_attempt_at <= ${now}::timestamptz
      order by next_attempt_at limit 1 for update skip locked
    )
    returning endpoint_id, email, attempts`.execute(db)
  return rows[0]
}

export async function deleteNotice(db: Db, { endpointId, email }: Notice): Promise<void> {
  await db
    .deleteFrom('webhookNotices')
    .where('endpointId', '=', endpointId)
    .where('email', '=', email)
    .execute()
}

export type DisabledEndpoint = {
  id: string
  organizationName: string
  slug: string
  url: string
  reason: 'failing' | 'gone'
}

/** Returns an endpoint that the service disabled; undefined if it no longer is. */
export async function findDisabledEndpoint(
  db: Db,
  id: string,
): Promise<DisabledEndpoint | undefined> {
  const { rows } = await sql<DisabledEndpoint>`
    select endpoint.id, organization.name as organization_name, organization.slug, endpoint.url,
      endpoint.disabled_reason as reason
    from webhook_endpoints endpoint
    join organizations organization on organization.id = endpoint.organization_id
    where endpoint.id = ${id} and endpoint.disabled_reason in ('failing', 'gone')
      and endpoint.deleted_at is null`.execute(db)
  return rows[0]
}
