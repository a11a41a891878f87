import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'

/** How often the kept earnings of a customer were written, and until which day, exclusive. */
export type EarningState = { customerId: string; revision: string; keptUntil: string }

/** The states of customers; those without kept earnings have none. */
export async function readStates(
  db: Db,
  organizationId: string,
  customerIds: readonly string[],
): Promise<Map<string, EarningState>> {
  const rows = await db
    .selectFrom('earningStates')
    .select(['customerId', 'revision'])
    .select(sql<string>`kept_until::text`.as('keptUntil'))
    .where(sql<SqlBool>`customer_id = any(${arrayText(customerIds, (id) => id)}::uuid[])`)
    .where('organizationId', '=', organizationId)
    .execute()
  return new Map(rows.map((row) => [row.customerId, row]))
}

/**
 * Locks the states of customers, in order of their ids, and raises their revisions. Returns those whose
 * revision was as given; the others were written by a concurrent refresh and stay unchanged.
 */
export async function raiseRevisions(
  tx: Tx,
  organizationId: string,
  {
    expected,
    keptUntil,
    now,
  }: { expected: ReadonlyMap<string, string>; keptUntil: string; now: Date },
): Promise<Set<string>> {
  const customerIds = [...expected.keys()].sort()
  const ids = arrayText(customerIds, (id) => id)
  await sql`
    insert into earning_states (customer_id, organization_id, revision, kept_until, written_at)
    select customer_id, ${organizationId}::uuid, 0, '-infinity'::date, ${now}::timestamptz
    from unnest(${ids}::uuid[]) as asked (customer_id)
    on conflict (customer_id) do nothing`.execute(tx)
  const { rows } = await sql<{ customerId: string; revision: string }>`
    select customer_id, revision from earning_states
    where customer_id = any(${ids}::uuid[]) and organization_id = ${organizationId}
    order by customer_id for update`.execute(tx)
  const current = rows.filter(({ customerId, revision }) => expected.get(customerId) === revision)
  const raised = arrayText(current, ({ customerId }) => customerId)
  await sql`
    update earning_states set revision = revision + 1,
      kept_until = greatest(kept_until, ${keptUntil}::date), written_at = ${now}::timestamptz
    where customer_id = any(${raised}::uuid[]) and organization_id = ${organizationId}`.execute(tx)
  return new Set(current.map(({ customerId }) => customerId))
}

/** The customers whose kept earnings were written last, the latest first. */
export async function listLatestWritten(
  db: Db,
  organizationId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from earning_states where organization_id = ${organizationId}
    order by written_at desc, customer_id limit ${limit}`.execute(db)
  return rows.map(({ customerId }) => customerId)
}

/** Customers whose kept days end before the horizon. */
export async function listBehindHorizon(
  db: Db,
  organizationId: string,
  {
    horizon,
    customerId,
    limit,
  }: { horizon: string; customerId: string | undefined; limit: number },
): Promise<{ customerId: string; keptUntil: string }[]> {
  const { rows } = await sql<{ customerId: string; keptUntil: string }>`
    select customer_id, kept_until::text as kept_until from earning_states
    where organization_id = ${organizationId} and kept_until < ${horizon}::date
      ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}
    order by kept_until, customer_id limit ${limit}`.execute(db)
  return rows
}

/** The earliest end of kept days of each organization. */
export async function listHorizons(
  db: Db,
): Promise<{ organizationId: string; keptUntil: string }[]> {
  const { rows } = await sql<{ organizationId: string; keptUntil: string }>`
    select organizations.id as organization_id, kept.kept_until::text as kept_until
    from organizations
    cross join lateral (
      select min(kept_until) as kept_until from earning_states
      where organization_id = organizations.id
    ) kept
    where kept.kept_until is not null`.execute(db)
  return rows
}

/** The earliest end of kept days of an organization or of one customer; undefined if nothing is kept. */
export async function findHorizon(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId?: string | undefined },
): Promise<number | undefined> {
  const { rows } = await sql<{ keptUntil: string | null }>`
    select min(kept_until)::text as kept_until from earning_states
    where organization_id = ${organizationId}
      ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}`.execute(db)
  const keptUntil = rows[0]?.keptUntil ?? undefined
  return keptUntil === undefined ? undefined : Date.parse(keptUntil)
}
