import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { listSessionTimes } from './session-queries.ts'

/** When the customer came to pay an invoice online, in business time. */
export async function listCheckoutTimes(db: Db, invoice: CustomerScopedId): Promise<Date[]> {
  return (await listSessionTimes(db, invoice)).map(({ at }) => at)
}
