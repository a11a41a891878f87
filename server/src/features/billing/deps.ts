import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import type { SendDeps } from '../invoices/send.ts'
import type { PaymentDeps } from '../payments/deps.ts'

export type BillingDeps = PaymentDeps &
  SendDeps & { db: Db; log: Log; clock: BusinessClock; now: () => Date }
