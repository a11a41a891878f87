import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { newIdAt } from '../../platform/id.ts'
import { omit } from '../../platform/pick.ts'
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

/** The oldest marks, and the customers that they name, the longest marked first. */
export type Marks = { marks: Mark[]; customers: MarkedDays[] }

/** The key of a mark. Its customer is the first one that it named, and places it on a node. */
export type Mark = { id: string; customerId: string }

/**
 * Reads marks and their customers in one statement: on a cluster, several statements of a transaction do not see the
 * same marks. A mark without its days would be removed unread.
 */
export async function readMarks(db: Db, asked: Asked): Promise<Marks> {
  const { customerId } = asked
  const { rows } = await sql<MarkedDays & { id: string | null; markedAt: Date }>`
    with marks as materialized (${oldest(asked)})
    select id, customer_id, null as first_day, null as last_day, marked_at from marks
    union all
    select null, named.id, min(first_day)::text, max(last_day)::text, min(marked_at)
    from marks cross join lateral unnest(customer_ids) as named (id)
    ${customerId === undefined ? sql`` : sql`where named.id = ${customerId}`}
    group by named.id order by marked_at, customer_id`.execute(db)
  return {
    marks: rows.flatMap(({ id, customerId }) => (id === null ? [] : [{ id, customerId }])),
    customers: rows.flatMap(({ id, ...days }) => (id === null ? [omit(days, ['markedAt'])] : [])),
  }
}

/** SQL: the oldest marks; their ids sort by `marked_at`. */
const oldest = ({ organizationId, customerId, limit }: Asked) => sql`
  select * from earning_marks where organization_id = ${organizationId}
    ${customerId === undefined ? sql`` : sql`and ${customerId}::uuid = any(customer_ids)`}
  order by id ${limit === undefined ? sql`` : sql`limit ${limit}`}`

/** SQL: the keys of marks. With their customers, only their shards are visited. */
function isOneOf(organizationId: string, marks: readonly Mark[]) {
  const customerIds = [...new Set(marks.map(({ customerId }) => customerId))]
  return sql<SqlBool>`organization_id = ${organizationId}
    and customer_id = any(${arrayText(customerIds, (id) => id)}::uuid[])
    and id = any(${arrayText(marks, ({ id }) => id)}::uuid[])`
}

type Refreshed = { marks: readonly Mark[]; refreshed: ReadonlySet<string> }

/** Takes refreshed customers out of marks, and deletes those that name no others. */
export async function removeFromMarks(
  db: Db,
  organizationId: string,
  { marks, refreshed }: Refreshed,
): Promise<void> {
  if (marks.length === 0 || refreshed.size === 0) return
  const done = sql`${arrayText([...refreshed], (id) => id)}::uuid[]`
  const own = isOneOf(organizationId, marks)
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
    marks,
  }: { organizationId: string; customerId: string; marks: readonly Mark[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<MarkRow>`
      with gone as (
        delete from earning_marks where ${isOneOf(organizationId, marks)}
          and customer_ids = array[${customerId}::uuid]
        returning first_day, last_day, marked_at
      )
      select first_day::text as first_day, last_day::text as last_day, marked_at from gone`.execute(
      tx,
    )
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

/** The time of the oldest mark of an organization, whose sweeps it leaves out; undefined if there is no mark. */
export async function oldestMarkedAt(db: Db, organizationId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ markedAt: Date }>`
    select marked_at from (${oldest({ organizationId, limit: 1 })}) first`.execute(db)
  return rows[0]?.markedAt
}

/** The organizations with marks or sweeps. */
export async function listMarked(db: Db): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from earning_marks union select organization_id from earning_sweeps`.execute(
    db,
  )
  return rows.map(({ organizationId }) => organizationId)
}
