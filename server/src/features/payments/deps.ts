import type { Db, Tx } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { BusinessClock, Moment } from '../clock/business-clock.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { PayLinkConfig } from '../invoices/pay-link/pay-link.ts'
import type { PaymentProvider } from './provider/provider.ts'

export type PaymentDeps = {
  config: PayLinkConfig
  db: Db
  log: Log
  clock: BusinessClock
  now: () => Date
  /** Null where online payment is not set up: live, and without Stripe. */
  payments: PaymentProvider | null
  /** Queues the receipt of an invoice that was paid in full, where its customer can be mailed. */
  thank: (tx: Tx, invoice: Invoice, moment: Moment) => Promise<void>
}
