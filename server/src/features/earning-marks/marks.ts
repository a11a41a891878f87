import { type SqlBool, sql } from 'kysely'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { newIdAt } from '../../platform/id.ts'
import { arrayText } from '../../platform/values/array-text.ts'

type Asked = {
  organizationId: string
  /** Only marks that name this customer, and only its days. */
  customerId?: string | undefined
  /** Without a limit all marks. */
  limit?: number | undefined
}

/** The range of all marked days of a customer; dates may be -infinity and infinity. */
export type MarkedDays = { customerId: string; firstDay: string; lastDay: string }

/** The oldest marks at one snapshot, and the customers that they name, the longest marked first. */
export type Marks = { ids: string[]; customers: MarkedDays[] }

export function readMarks(db: Db, asked: Asked): Promise<Marks> {
  return atOneMoment(db, async (tx) => {
    const [ids, customers] = [await listIds(tx, asked), await listMarkedDays(tx, asked)]
    return { ids, customers }
  })
}

/** SQL: the oldest marks; their ids sort by `marked_at`. */
const oldest = ({ organizationId, customerId, limit }: Asked) => sql`
  select * from earning_marks where organization_id = ${organizationId}
    ${customerId === undefined ? sql`` : sql`and ${customerId}::uuid = any(customer_ids)`}
  order by id ${limit === undefined ? sql`` : sql`limit ${limit}`}`

async function listIds(tx: Tx, asked: Asked): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (${oldest(asked)}) marks`.execute(tx)
  return rows.map(({ id }) => id)
}

async function listMarkedDays(tx: Tx, asked: Asked): Promise<MarkedDays[]> {
  const { customerId } = asked
  const { rows } = await sql<MarkedDays>`
    select named.id as customer_id, min(first_day)::text as first_day, max(last_day)::text as last_day
    from (${oldest(asked)}) marks
    cross join lateral unnest(customer_ids) as named (id)
    ${customerId === undefined ? sql`` : sql`where named.id = ${customerId}`}
    group by named.id order by min(marked_at), named.id`.execute(tx)
  return rows
}

type Refreshed = { ids: readonly string[]; refreshed: ReadonlySet<string> }

/** Takes refreshed customers out of marks, and deletes those that name no others. */
export async function removeFromMarks(
  db: Db,
  organizationId: string,
  { ids, refreshed }: Refreshed,
): Promise<void> {
  if (ids.length === 0 || refreshed.size === 0) return
  const done = sql`${arrayText([...refreshed], (id) => id)}::uuid[]`
  const own = sql<SqlBool>`organization_id = ${organizationId}
    and id = any(${arrayText(ids, (id) => id)}::uuid[])`
  const isLeft = sql`named.id <> all(${done})`
  await db.transaction().execute(async (tx) => {
    await sql`delete from earning_marks where ${own} and not exists (
      select from unnest(customer_ids) as named (id) where ${isLeft})`.execute(tx)
    await sql`update earning_marks set customer_ids = array(
        select named.id from unnest(customer_ids) as named (id) where ${isLeft})
      where ${own} and exists (
        select from unnest(customer_ids) as named (id) where named.id = any(${done}))`.execute(tx)
    // Another refresh removed the other customers at the same time.
    await sql`delete from earning_marks where ${own} and cardinality(customer_ids) = 0`.execute(tx)
  })
}

/**
 * Replaces the marks that name only one customer by one mark. Those of a customer whose earnings cannot be computed
 * would accumulate. It has a new id: a concurrent refresh that read one of the marks did not read the days of the others.
 */
export async function mergeMarksOf(
  db: Db,
  {
    organizationId,
    customerId,
    ids,
  }: { organizationId: string; customerId: string; ids: readonly string[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<MarkRow>`
      delete from earning_marks where organization_id = ${organizationId}
        and id = any(${arrayText(ids, (id) => id)}::uuid[])
        and customer_ids = array[${customerId}::uuid]
      returning first_day::text as first_day, last_day::text as last_day, marked_at`.execute(tx)
    const [oldest] = rows.toSorted((a, b) => a.markedAt.getTime() - b.markedAt.getTime())
    if (!oldest) return
    await sql`
      insert into earning_marks (customer_id, id, organization_id, customer_ids, first_day, last_day, marked_at)
      select ${customerId}::uuid, ${newIdAt(oldest.markedAt)}::uuid, ${organizationId}::uuid, array[${customerId}::uuid],
        min(days.first_day), max(days.last_day), ${oldest.markedAt}::timestamptz
      from unnest(${rows.map(({ firstDay }) => firstDay)}::date[],
        ${rows.map(({ lastDay }) => lastDay)}::date[]) as days (first_day, last_day)`.execute(tx)
  })
}

type MarkRow = { firstDay: string; lastDay: string; markedAt: Date }

/**
 * The time of the oldest mark or sweep of an organization, or of the marks that name one customer. Undefined if
 * nothing is stale.
 */
export async function oldestMark(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId?: string | undefined },
): Promise<Date | undefined> {
  const { rows } = await sql<{ markedAt: Date | null }>`
    select min(marked_at) as marked_at from (
      select marked_at from (${oldest({ organizationId, customerId, limit: 1 })}) first
      union all select marked_at from earning_sweeps where organization_id = ${organizationId}
    ) stale`.execute(db)
  return rows[0]?.markedAt ?? undefined
}

/** The organizations with marks or sweeps. */
export async function listMarked(db: Db): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from earning_marks union select organization_id from earning_sweeps`.execute(
    db,
  )
  return rows.map(({ organizationId }) => organizationId)
}
