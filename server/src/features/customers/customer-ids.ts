import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { pagesBehind } from '../../platform/http/csv/pages.ts'

/** So many are worked out at a time: as much memory is needed however many there are. */
export const CUSTOMERS_AT_ONCE = 1_000

/** The customers of an organization, some at a time, deleted ones too: they worked and were billed. */
export function customerPages(
  db: Db,
  organizationId: string,
  limit = CUSTOMERS_AT_ONCE,
): AsyncGenerator<readonly string[]> {
  return pagesBehind(
    (after?: string) => listCustomerIds(db, organizationId, { after, limit }),
    limit,
  )
}

async function listCustomerIds(
  db: Db,
  organizationId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customers where organization_id = ${organizationId}
      ${after === undefined ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
