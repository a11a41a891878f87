import type { IncomingHttpHeaders } from 'node:http'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { PaymentMethod, ProviderName, SavedMethod } from '../payment.ts'

/**
 * A payment provider: Stripe or the built-in sandbox. Each order carries the id of its row as
 * idempotency key, so that asking twice has one effect. If a method throws, the outcome is unknown;
 * the same order is sent again later.
 */
export type PaymentProvider = {
  name: ProviderName
  createCheckout: (order: CheckoutOrder) => Promise<CheckoutAnswer>
  /** Closes the page for payments; returns the notification to book if it was already completed. */
  expireCheckout: (providerSessionId: string) => Promise<ExpiryAnswer>
  chargeSavedMethod: (order: ChargeOrder) => Promise<ChargeAnswer>
  /** Returns the outcome of a charge whose answer was lost; undefined if it never arrived. */
  findCharge: (order: FindChargeOrder) => Promise<ChargeAnswer | undefined>
  refund: (order: RefundOrder) => Promise<RefundAnswer>
  findRefund: (order: RefundOrder) => Promise<RefundAnswer | undefined>
  /** Returns undefined for an irrelevant event; throws `invalid` if it is not from the provider. */
  readNotification: (message: SignedMessage) => Promise<Notification | undefined>
  /** Opens a page on which a customer saves a method for later charges. */
  createSetup: (order: SetupOrder) => Promise<SetupAnswer>
  /** Returns the method saved on such a page as a notification; undefined if there is none. */
  findSetup: (providerSessionId: string) => Promise<Notification | undefined>
  /** Detaches a method permanently; succeeds if it is already detached. */
  detachMethod: (providerMethodId: string) => Promise<void>
  /** True for a while after a timeout: deferrable work should not be sent. */
  isPaused?: () => boolean
}

/** A message with its signed headers; `rawBody` holds exactly the bytes that were signed. */
export type SignedMessage = { rawBody: Buffer; headers: IncomingHttpHeaders }

export type CheckoutOrder = CustomerScopedId & {
  invoiceId: string
  invoiceNumber: string
  amount: Decimal
  currency: string
  customerEmail: string | null
  /** Set if the provider already knows the customer. */
  providerCustomerId: string | null
  expiresAt: Date
  /** URLs to which the provider redirects the customer, after payment and on cancellation. */
  paidUrl: string
  cancelUrl: string
}

export type CheckoutAnswer =
  /** The URL of a built-in page contains its token: it is not stored but signed again each time. */
  | { kind: 'opened'; providerSessionId: string; url: string; isOurs?: boolean }
  | { kind: 'refused'; reason: string }
  /** The same id was sent before with other details; the earlier page was never shown. */
  | { kind: 'outdated' }

export type SetupOrder = CustomerScopedId & {
  customerEmail: string | null
  /** Null if the provider does not know the customer yet; it then creates one. */
  providerCustomerId: string | null
  /** The currency in which the customer is billed; it decides which methods are offered. */
  currency: string
  expiresAt: Date
  /** URLs to which the provider redirects the customer, after saving and on cancellation. */
  savedUrl: string
  cancelUrl: string
}

export type SetupAnswer = CheckoutAnswer

export type ExpiryAnswer =
  | { kind: 'expired' }
  /** The page was already completed, with a payment that has arrived or is in transit. */
  | { kind: 'completed'; notification: Notification }

export type ChargeOrder = CustomerScopedId & {
  invoiceId: string
  invoiceNumber: string
  amount: Decimal
  currency: string
  method: SavedMethod
}

/** `providerCustomerId` is null if the customer has no method row and the payment stores no id. */
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
      /** The reason in words the customer may read; undefined if there is none. */
      reasonForCustomer?: string
      providerPaymentId: string | null
      /** True if the charge would succeed once the customer confirms it, on the payment page. */
      needsCustomer?: boolean
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

/** A notification from a provider. It may be repeated with the same `eventId`. */
export type Notification = { provider: ProviderName; eventId: string } & (
  | {
      kind: 'checkout_paid'
      checkout: CustomerScopedId
      providerPaymentId: string
      amount: Decimal
      currency: string
      method: PaymentMethod
      savedMethod: SavedMethod | null
      /** Provider's time. */
      at: Date
    }
  /** A customer saved a method on a set-up page. */
  | {
      kind: 'method_saved'
      setup: CustomerScopedId
      providerSessionId: string
      savedMethod: SavedMethod
      at: Date
    }
  /** The customer paid by a method that takes days to settle. */
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
  /** A refund that was made in the provider's dashboard. */
  | {
      kind: 'external_refund'
      providerPaymentId: string
      providerRefundId: string
      amount: Decimal
      currency: string
      /** Null if it succeeded. */
      failureReason: string | null
    }
  /** A bank took the money of a payment back, or gave it back again. */
  | {
      kind: 'disputed'
      providerPaymentId: string
      providerDisputeId: string
      amount: Decimal
      currency: string
      isReinstated: boolean
    }
)
