import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { listSessionTimes } from './session-queries.ts'

/** Lists when checkout pages were opened for an invoice, in business time. */
export async function listCheckoutTimes(db: Db, invoice: CustomerScopedId): Promise<Date[]> {
  return (await listSessionTimes(db, invoice)).map(({ at }) => at)
}
