import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { TopUpMethod } from '../../invoices/invoice.ts'

/** A top-up as its invoice, payments and grant show it; its id is that of the invoice. */
export type TopUp = CustomerScopedId & {
  invoiceNumber: string
  invoiceStatus: InvoiceStatus
  method: TopUpMethod
  amount: Decimal
  amountRefunded: Decimal
  currency: string
  /** A payment is on its way. */
  isPending: boolean
  /** Why the latest payment failed; null: it did not, or there is none. */
  failureReason: string | null
  /** The credit that it gave; null before it is paid. */
  grantId: string | null
  issuedAt: Date
  dueDate: Date
  paidAt: Date | null
  voidedAt: Date | null
  createdAt: Date
  version: number
}

export const TOP_UP_STATUSES = ['open', 'pending', 'paid', 'failed', 'refunded'] as const
export type TopUpStatus = (typeof TOP_UP_STATUSES)[number]

/** Returns the state of a top-up, from that of its invoice. */
export function statusOf({
  invoiceStatus,
  isPending,
}: Pick<TopUp, 'invoiceStatus' | 'isPending'>): TopUpStatus {
  switch (invoiceStatus) {
    case 'paid':
    case 'refunded':
      return invoiceStatus
    case 'void':
      return 'failed'
    default:
      return isPending ? 'pending' : 'open'
  }
}
