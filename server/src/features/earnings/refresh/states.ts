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
 * revision was as given; the others were written by a concurrent refresh and stay unchanged. A customer
 * without a state has the revision 0.
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
  const states = [...expected]
  // On a cluster, rows of several customers cannot be selected for update.
  const { rows } = await sql<{ customerId: string }>`
    insert into earning_states (customer_id, organization_id, revision, kept_until, written_at)
    select customer_id, ${organizationId}::uuid, revision + 1, ${keptUntil}::date, ${now}::timestamptz
    from unnest(
      ${arrayText(states, ([customerId]) => customerId)}::uuid[],
      ${arrayText(states, ([, revision]) => revision)}::bigint[]
    ) as asked (customer_id, revision)
    order by customer_id
    on conflict (customer_id) do update set revision = excluded.revision,
      kept_until = greatest(earning_states.kept_until, excluded.kept_until),
      written_at = excluded.written_at
    where earning_states.revision = excluded.revision - 1
      and earning_states.organization_id = excluded.organization_id
    returning customer_id`.execute(tx)
  return new Set(rows.map(({ customerId }) => customerId))
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
    select organization_id, min(kept_until)::text as kept_until from earning_states
    group by organization_id`.execute(db)
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
