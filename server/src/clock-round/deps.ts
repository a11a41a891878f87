import type { BusinessClock } from '../features/clock/business-clock.ts'
import type { SendDeps } from '../features/delivery/send.ts'
import type { PaymentDeps } from '../features/payments/deps.ts'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'

export type BillingDeps = PaymentDeps &
  SendDeps & {
    db: Db
    log: Log
    clock: BusinessClock
    now: () => Date
    /** Aborted when the service stops. The next sweep finds the remaining work. */
    stopping?: AbortSignal
  }
