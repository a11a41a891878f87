import type { IncomingHttpHeaders } from 'node:http'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { PaymentMethod, ProviderName, SavedMethod } from '../payment.ts'

/**
 * Who takes the money: Stripe, or the built-in sandbox. Each order carries the id of our row, which
 * is the idempotency key: to ask twice is to ask once. A method that throws leaves open whether the
 * provider did it, and is asked again later with the same order.
 */
export type PaymentProvider = {
  name: ProviderName
  createCheckout: (order: CheckoutOrder) => Promise<CheckoutAnswer>
  /** Takes no more money on the page; answers what to book when it has taken some already. */
  expireCheckout: (providerSessionId: string) => Promise<ExpiryAnswer>
  chargeSavedMethod: (order: ChargeOrder) => Promise<ChargeAnswer>
  /** What became of an order whose answer was lost; undefined when it never arrived. */
  findCharge: (order: FindChargeOrder) => Promise<ChargeAnswer | undefined>
  refund: (order: RefundOrder) => Promise<RefundAnswer>
  findRefund: (order: RefundOrder) => Promise<RefundAnswer | undefined>
  /** Undefined for what does not concern us; throws `invalid` when it is not from the provider. */
  readNotification: (message: SignedMessage) => Promise<Notification | undefined>
  /** Opens a page on which a customer saves a method to be charged with later. */
  createSetup: (order: SetupOrder) => Promise<SetupAnswer>
  /** What was saved on such a page; undefined where nothing was. */
  findSetup: (providerSessionId: string) => Promise<Notification | undefined>
  /** Lets go of a method for good; also of one that it does not have any more. */
  detachMethod: (providerMethodId: string) => Promise<void>
  /** True for a while after it has not answered: whatever can wait is not asked for. */
  isPaused?: () => boolean
}

/** The body as the bytes that were signed. */
export type SignedMessage = { rawBody: Buffer; headers: IncomingHttpHeaders }

export type CheckoutOrder = CustomerScopedId & {
  invoiceId: string
  invoiceNumber: string
  amount: Decimal
  currency: string
  customerEmail: string | null
  /** Set when the customer has paid here before. */
  providerCustomerId: string | null
  expiresAt: Date
  /** Where the customer goes from the provider's page. */
  paidUrl: string
  cancelUrl: string
}

export type CheckoutAnswer =
  /** The address of a page of our own holds its token: it is not stored, and made anew each time. */
  | { kind: 'opened'; providerSessionId: string; url: string; isOurs?: boolean }
  | { kind: 'refused'; reason: string }
  /** It was asked for before with other details; nobody was shown what came of that. */
  | { kind: 'outdated' }

export type SetupOrder = CustomerScopedId & {
  customerEmail: string | null
  /** Null where the provider has not met this customer: it makes one. */
  providerCustomerId: string | null
  /** What the customer is billed in: it decides which kinds of method there are. */
  currency: string
  expiresAt: Date
  /** Where the customer goes from the provider's page. */
  savedUrl: string
  cancelUrl: string
}

export type SetupAnswer = CheckoutAnswer

export type ExpiryAnswer =
  | { kind: 'expired' }
  /** The customer was faster: what they have paid, or what is on its way. */
  | { kind: 'completed'; notification: Notification }

export type ChargeOrder = CustomerScopedId & {
  invoiceId: string
  invoiceNumber: string
  amount: Decimal
  currency: string
  method: SavedMethod
}

/** The customer at the provider is null when no method is saved any more. */
export type FindChargeOrder = CustomerScopedId & {
  providerPaymentId: string | null
  providerCustomerId: string | null
  askedAt: Date
}

export type ChargeAnswer =
  | { kind: 'succeeded'; providerPaymentId: string }
  | {
      kind: 'declined'
      reason: string
      /** The same in words that are the customer's business; undefined where there are none. */
      reasonForCustomer?: string
      providerPaymentId: string | null
    }
  | { kind: 'pending'; providerPaymentId: string }

export type RefundOrder = CustomerScopedId & {
  invoiceId: string
  providerPaymentId: string
  providerRefundId: string | null
  amount: Decimal
  currency: string
}

export type RefundAnswer =
  | { kind: 'succeeded'; providerRefundId: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'pending'; providerRefundId: string }

/** A notification of a provider. It may come again, by the same `eventId`. */
export type Notification = { provider: ProviderName; eventId: string } & (
  | {
      kind: 'checkout_paid'
      checkout: CustomerScopedId
      providerPaymentId: string
      amount: Decimal
      currency: string
      method: PaymentMethod
      savedMethod: SavedMethod | null
      /** The provider's time. */
      at: Date
    }
  /** A customer has saved a method on a page that was opened for that. */
  | {
      kind: 'method_saved'
      setup: CustomerScopedId
      providerSessionId: string
      savedMethod: SavedMethod
      at: Date
    }
  /** The customer has paid by a method that takes days. */
  | {
      kind: 'checkout_processing'
      checkout: CustomerScopedId
      providerPaymentId: string
      amount: Decimal
      currency: string
      method: PaymentMethod
    }
  | {
      kind: 'checkout_failed'
      checkout: CustomerScopedId
      providerPaymentId: string | null
      reason: string
    }
  | { kind: 'checkout_expired'; checkout: CustomerScopedId }
  | { kind: 'charge_answered'; payment: CustomerScopedId; answer: ChargeAnswer }
  | { kind: 'refund_answered'; refund: CustomerScopedId; answer: RefundAnswer }
  /** A refund that somebody made at the provider and not here. */
  | {
      kind: 'external_refund'
      providerPaymentId: string
      providerRefundId: string
      amount: Decimal
      currency: string
      /** Null when it succeeded. */
      failureReason: string | null
    }
)
