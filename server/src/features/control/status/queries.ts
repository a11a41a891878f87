import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'

/** Returns true if the organization has this customer, deleted or not. */
export async function hasCustomer(db: Db, { organizationId, id }: ScopedId): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
