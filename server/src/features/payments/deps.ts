import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import type { PayLinkConfig } from '../invoices/pay-link/pay-link.ts'
import type { PaymentProvider } from './provider/provider.ts'

export type PaymentDeps = {
  config: PayLinkConfig & { portalUrl: string }
  db: Db
  log: Log
  clock: BusinessClock
  now: () => Date
  /** Null if online payment is not configured: a live deployment without Stripe. */
  payments: PaymentProvider | null
}
