import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { arrayText } from '../../platform/values/array-text.ts'

/** A stored mark; dates may be -infinity and infinity. Its id sorts by `markedAt`. */
export type EarningMark = {
  customerId: string
  id: string
  customerIds: string[]
  firstDay: string
  lastDay: string
  markedAt: Date
}

/** The oldest marks of an organization, optionally only those that name a customer. */
export async function listMarks(
  db: Db,
  organizationId: string,
  { customerId, limit }: { customerId?: string | undefined; limit: number },
): Promise<EarningMark[]> {
  const { rows } = await sql<EarningMark>`
    select customer_id, id, customer_ids, first_day::text as first_day,
      last_day::text as last_day, marked_at
    from earning_marks where organization_id = ${organizationId}
      ${customerId === undefined ? sql`` : sql`and ${customerId}::uuid = any(customer_ids)`}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Deletes marks whose customers are all refreshed. */
export async function deleteMarks(
  db: Db,
  organizationId: string,
  marks: readonly Pick<EarningMark, 'customerId' | 'id'>[],
): Promise<void> {
  if (marks.length === 0) return
  await db
    .deleteFrom('earningMarks')
    .where(
      sql<SqlBool>`customer_id = any(${arrayText(marks, ({ customerId }) => customerId)}::uuid[])`,
    )
    .where(sql<SqlBool>`id = any(${arrayText(marks, ({ id }) => id)}::uuid[])`)
    .where('organizationId', '=', organizationId)
    .execute()
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
      (select marked_at from earning_marks where organization_id = ${organizationId}
        ${customerId === undefined ? sql`` : sql`and ${customerId}::uuid = any(customer_ids)`}
        order by id limit 1)
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
