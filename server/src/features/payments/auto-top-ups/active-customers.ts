import type { CacheTopic } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import { createKnownIds, type KnownIds } from '../../../platform/known-ids.ts'
import { listEveryCustomer } from './agreements.ts'

/** Cache invalidation topic that announces customers with new automatic top-ups. */
export const AUTO_TOP_UPS: CacheTopic = { name: 'auto-top-ups' }

/** Reads the customers that have, or had, automatic top-ups. */
export function createAutoTopUpCustomers(db: Db): Promise<KnownIds> {
  return createKnownIds(async () =>
    (await listEveryCustomer(db)).map(({ customerId }) => customerId),
  )
}
