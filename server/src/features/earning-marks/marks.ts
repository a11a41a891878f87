import { type SqlBool, sql } from 'kysely'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { arrayText } from '../../platform/values/array-text.ts'

type Asked = {
  organizationId: string
  /** Only marks that name this customer, and only its days. */
  customerId?: string | undefined
  /** Without a limit all marks. */
  limit?: number
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

/** Deletes those of the marks whose customers are all refreshed, and returns their number. */
export async function deleteMarks(
  db: Db,
  organizationId: string,
  { ids, refreshed }: { ids: readonly string[]; refreshed: ReadonlySet<string> },
): Promise<number> {
  if (ids.length === 0 || refreshed.size === 0) return 0
  const done = arrayText([...refreshed], (id) => id)
  const { numDeletedRows } = await db
    .deleteFrom('earningMarks')
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${arrayText(ids, (id) => id)}::uuid[])`)
    .where(
      sql<SqlBool>`not exists (select from unnest(customer_ids) as named (id)
        where named.id <> all(${done}::uuid[]))`,
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

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
