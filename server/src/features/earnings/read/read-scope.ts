import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'

export type EarningsDeps = { db: Db; log: Log; clock: BusinessClock }

/** What is read of kept earnings. */
export type ReadScope = {
  organizationId: string
  /** Without a customer, figures of the whole organization. */
  customerId?: string | undefined
  /** The exclusive end of the days, in epoch milliseconds. */
  until: number
  /** Whether an earlier page of the same answer refreshed already. */
  isRefreshed?: boolean
}
