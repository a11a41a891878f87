import type { Decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'

export const PAYMENT_METHODS = ['card', 'bank_transfer', 'cash', 'check', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const PAYMENT_STATUSES = ['pending', 'succeeded', 'failed'] as const
/** Pending: the provider was asked and has not answered for good. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PROVIDER_NAMES = ['stripe', 'sandbox'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** A row among those of its customer, which every statement that can should name. */
export type CustomerKey = { organizationId: string; customerId: string }

/** Times are business time but for the last two. */
export type Payment = CustomerScopedId & {
  invoiceId: string
  method: PaymentMethod
  status: PaymentStatus
  amount: Decimal
  amountRefunded: Decimal
  currency: string
  reference: string | null
  /** Who took it; null for one that was recorded by hand. */
  provider: ProviderName | null
  providerPaymentId: string | null
  /** The saved method that was asked for; null for every other payment, and for old ones. */
  providerCustomerId: string | null
  providerMethodId: string | null
  failureReason: string | null
  paidAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Pending: its amount is reserved, so that nothing else can refund it. */
export type Refund = CustomerScopedId & {
  invoiceId: string
  paymentId: string
  status: PaymentStatus
  amount: Decimal
  currency: string
  reason: string | null
  providerRefundId: string | null
  failureReason: string | null
  /** Business time. */
  refundedAt: Date
  createdAt: Date
  updatedAt: Date
}

/** By the link in a mail, or in the portal. */
export type OpenedFrom = 'link' | 'portal'

/** A page of the provider on which one invoice can be paid. All times are real time. */
export type CheckoutSession = CustomerScopedId & {
  invoiceId: string
  provider: ProviderName
  providerSessionId: string | null
  /** Null before the provider has answered, and for a page of our own. */
  url: string | null
  status: 'open' | 'completed' | 'expired'
  /** Where the customer came from, and goes back to. */
  openedFrom: OpenedFrom
  amount: Decimal
  currency: string
  createdAt: Date
  expiresAt: Date
}

/** What a customer agreed to be charged with later; the number of the card is with the provider. */
export type SavedMethod = {
  providerCustomerId: string
  providerMethodId: string
  brand: string | null
  last4: string | null
}

/** A page of the provider on which a customer saves a method. All times are real time. */
export type MethodSetup = CustomerScopedId & {
  provider: ProviderName
  providerSessionId: string | null
  /** Null before the provider has answered, and for a page of our own. */
  url: string | null
  status: 'open' | 'completed' | 'expired'
  createdAt: Date
  expiresAt: Date
}
