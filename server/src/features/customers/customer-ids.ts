import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { pagesAfter } from '../../platform/http/csv/pages.ts'

/** Batch size that bounds memory, regardless of the number of customers. */
export const CUSTOMERS_AT_ONCE = 1_000

/**
 * Yields the customer ids of an organization in batches. Includes deleted customers, which have
 * usage and invoices.
 */
export function customerPages(
  db: Db,
  organizationId: string,
  limit = CUSTOMERS_AT_ONCE,
): AsyncGenerator<readonly string[]> {
  return pagesAfter(
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
