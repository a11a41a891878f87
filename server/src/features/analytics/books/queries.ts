import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

/** Some customers of an organization in order of their ids, deleted ones too: they were billed. */
export async function listCustomerIds(
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
