import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { DisabledReason } from '../endpoints/endpoint.ts'

export type DisabledEndpoint = {
  id: string
  organizationId: string
  organizationName: string
  slug: string
  url: string
  reason: DisabledReason
  disabledAt: Date
}

/** Lists endpoints that the service disabled without a notice yet. */
export async function listUnnoticed(db: Db, limit: number): Promise<DisabledEndpoint[]> {
  const { rows } = await sql<DisabledEndpoint>`
    select endpoint.id, endpoint.organization_id, organization.name as organization_name,
      organization.slug, endpoint.url, endpoint.disabled_reason as reason, endpoint.disabled_at
    from webhook_endpoints endpoint
    join organizations organization on organization.id = endpoint.organization_id
    where endpoint.disabled_reason in ('failing', 'gone') and endpoint.notified_at is null
      and endpoint.deleted_at is null
    order by endpoint.disabled_at limit ${limit}`.execute(db)
  return rows
}

/** Lists the addresses of the owners and admins; without any, that of the organization. */
export async function listManagers(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select users.email from members join users on users.id = members.user_id
    where members.organization_id = ${organizationId} and members.role in ('owner', 'admin')
    order by users.email`.execute(db)
  if (rows.length > 0) return rows.map(({ email }) => email)
  const { rows: own } = await sql<{ email: string }>`
    select email from organizations
    where id = ${organizationId} and email is not null`.execute(db)
  return own.map(({ email }) => email)
}

export async function markNoticed(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('webhookEndpoints')
    .set({ notifiedAt: now })
    .where('id', '=', id)
    .where('notifiedAt', 'is', null)
    .execute()
}
