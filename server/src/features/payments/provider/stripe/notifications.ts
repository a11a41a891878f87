import Stripe from 'stripe'
import type { CustomerScopedId } from '../../../../domain/scoped-id.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { PaymentMethod, SavedMethod } from '../../payment.ts'
import type { Notification, SignedMessage } from '../provider.ts'
import { fromStripeAmount } from './amounts.ts'
import { answerOfIntent, answerOfRefund } from './answers.ts'
import { checkEvent } from './event-schemas.ts'
import { referenceIn } from './references.ts'

type Settings = { webhookSecret: string; now: () => Date }

const TOLERANCE_S = 300
const MS_PER_S = 1_000
const provider = 'stripe' as const

/** Creates readers that turn Stripe's events and retrieved sessions into notifications. */
export function createReader(stripe: Stripe, { webhookSecret, now }: Settings) {
  const readCompletedSession = async (session: Stripe.Checkout.Session, eventId: string) =>
    (await readPaid(stripe, session, { eventId, at: undefined })) ??
    // A distinct event id, because the later arrival of the money is a separate notification.
    readProcessing(session, `${eventId}-processing`)
  const readSavedSession = (session: Stripe.Checkout.Session, eventId: string) =>
    readSaved(stripe, session, { eventId, at: undefined })

  async function readNotification(message: SignedMessage): Promise<Notification | undefined> {
    const event = eventOf(stripe, message, { webhookSecret, now })
    const eventId = event.id
    const told = { eventId, at: new Date(event.created * MS_PER_S) }
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
        return (
          (await readSaved(stripe, event.data.object, told)) ??
          (await readPaid(stripe, event.data.object, told)) ??
          readProcessing(event.data.object, eventId)
        )
      case 'checkout.session.async_payment_failed':
        return readFailed(event.data.object, eventId)
      case 'checkout.session.expired': {
        // An expired set-up page needs no notification; the sweep finds it.
        const checkout = referenceIn('checkout', event.data.object.metadata)
        return checkout && { provider, eventId, kind: 'checkout_expired', checkout }
      }
      case 'payment_intent.succeeded':
        return readIntent(stripe, event.data.object, told)
      case 'payment_intent.payment_failed':
      case 'payment_intent.canceled':
        return readCharge(event.data.object, eventId)
      case 'refund.created':
      case 'refund.updated':
      case 'refund.failed':
        return readRefund(event.data.object, eventId)
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.funds_reinstated': {
        const isReinstated = event.type === 'charge.dispute.funds_reinstated'
        return readDispute(event.data.object, { eventId, isReinstated })
      }
      default:
        return undefined
    }
  }
  return { readNotification, readCompletedSession, readSavedSession }
}

function eventOf(stripe: Stripe, message: SignedMessage, settings: Settings): Stripe.Event {
  const signature = message.headers['stripe-signature']
  if (typeof signature !== 'string') {
    throw new AppError('invalid', 'The header stripe-signature is missing')
  }
  const at = settings.now().getTime()
  refuseOtherTimes(signature, at)
  return checkEvent(readSigned(stripe, { ...message, signature, at }, settings))
}

/**
 * Throws `invalid` for a timestamp outside the tolerance. The library rejects only old ones, and
 * accepts future and non-numeric ones.
 */
function refuseOtherTimes(signature: string, at: number): void {
  const seconds = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]
  const isNear = seconds !== undefined && Math.abs(at / 1_000 - Number(seconds)) <= TOLERANCE_S
  if (isNear) return
  throw new AppError(
    'invalid',
    'The timestamp of stripe-signature is not within the last five minutes',
  )
}

type Signed = SignedMessage & { signature: string; at: number }

function readSigned(
  stripe: Stripe,
  { rawBody, signature, at }: Signed,
  { webhookSecret }: Settings,
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(
      rawBody,
      signature,
      webhookSecret,
      TOLERANCE_S,
      undefined,
      at,
    )
  } catch (error) {
    // The library's message hints at the secret; this one names the setting to check.
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError(
        'invalid',
        'The signature was not made with STRIPE_WEBHOOK_SECRET, or is too old',
      )
    }
    throw new AppError('invalid', 'The body is not a Stripe event')
  }
}

const idOf = (one: string | { id: string } | null | undefined): string | undefined =>
  typeof one === 'string' ? one : one?.id

/** Id and time of the event; no time if the session was retrieved by the server. */
type Told = { eventId: string; at: Date | undefined }

/** Returns undefined if the session was not created here or is not paid. */
async function readPaid(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  told: Told,
): Promise<Notification | undefined> {
  const checkout = referenceIn('checkout', session.metadata)
  const providerPaymentId = idOf(session.payment_intent)
  if (!checkout || !providerPaymentId || session.payment_status !== 'paid') return undefined
  const intent = await stripe.paymentIntents.retrieve(providerPaymentId, {
    expand: ['payment_method'],
  })
  return paidBy(intent, checkout, told)
}

/** Reads a succeeded intent. For a checkout its event may arrive before the session's event. */
async function readIntent(
  stripe: Stripe,
  { id, metadata }: Stripe.PaymentIntent,
  told: Told,
): Promise<Notification | undefined> {
  const { eventId } = told
  const checkout = referenceIn('checkout', metadata)
  const payment = referenceIn('payment', metadata)
  if (payment) {
    const answer = { kind: 'succeeded' as const, providerPaymentId: id }
    return { provider, eventId, kind: 'charge_answered', payment, answer }
  }
  if (!checkout) return undefined
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })
  return paidBy(intent, checkout, told)
}

function paidBy(
  intent: Stripe.PaymentIntent,
  checkout: CustomerScopedId,
  { eventId, at }: Told,
): Notification {
  const currency = intent.currency.toUpperCase()
  const { payment_method: used } = intent
  const customer = idOf(intent.customer)
  const method = typeof used === 'string' ? null : used
  return {
    provider,
    eventId,
    kind: 'checkout_paid',
    checkout,
    providerPaymentId: intent.id,
    amount: fromStripeAmount(intent.amount_received, currency),
    currency,
    method: methodOf(method),
    savedMethod: method && customer ? savedMethod(method, customer) : null,
    at: at ?? madeAt(method ?? intent),
  }
}

/**
 * Creation time, which is never later than the use of the method. A change that the customer made
 * since must win over it.
 */
const madeAt = ({ created }: { created: number }) => new Date(created * MS_PER_S)

/** Returns undefined if the session was not created here or no method was saved on it. */
async function readSaved(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  { eventId, at }: Told,
): Promise<Notification | undefined> {
  const setup = referenceIn('setup', session.metadata)
  const intentId = idOf(session.setup_intent)
  if (!setup || !intentId || session.mode !== 'setup') return undefined
  const intent = await stripe.setupIntents.retrieve(intentId, { expand: ['payment_method'] })
  const { payment_method: method } = intent
  const customer = idOf(intent.customer) ?? idOf(session.customer)
  if (intent.status !== 'succeeded' || !method || typeof method === 'string' || !customer) {
    return undefined
  }
  return {
    provider,
    eventId,
    kind: 'method_saved',
    setup,
    providerSessionId: session.id,
    savedMethod: savedMethod(method, customer),
    at: at ?? madeAt(method),
  }
}

function methodOf(method: Stripe.PaymentMethod | null): PaymentMethod {
  if (method === null || method.type === 'card') return 'card'
  return BANK_TRANSFERS.has(method.type) ? 'bank_transfer' : 'other'
}

const BANK_TRANSFERS = new Set([
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'customer_balance',
  'sepa_debit',
  'us_bank_account',
])

const savedMethod = (method: Stripe.PaymentMethod, customer: string): SavedMethod => ({
  providerCustomerId: customer,
  providerMethodId: method.id,
  brand: method.card?.brand ?? method.type,
  last4: method.card?.last4 ?? null,
})

function readProcessing(
  session: Stripe.Checkout.Session,
  eventId: string,
): Notification | undefined {
  const checkout = referenceIn('checkout', session.metadata)
  const providerPaymentId = idOf(session.payment_intent)
  const { amount_total: units, payment_status: status } = session
  const currency = session.currency?.toUpperCase()
  if (!checkout || !providerPaymentId || units === null || !currency) return undefined
  if (status !== 'unpaid') return undefined
  return {
    provider,
    eventId,
    kind: 'checkout_processing',
    checkout,
    providerPaymentId,
    amount: fromStripeAmount(units, currency),
    currency,
    method: 'bank_transfer',
  }
}

function readFailed(session: Stripe.Checkout.Session, eventId: string): Notification | undefined {
  const checkout = referenceIn('checkout', session.metadata)
  return (
    checkout && {
      provider,
      eventId,
      kind: 'checkout_failed',
      checkout,
      providerPaymentId: idOf(session.payment_intent) ?? null,
      reason: 'The bank did not complete the payment',
    }
  )
}

/**
 * Reads an intent of a charge made by the server. Failed attempts on a checkout page are ignored:
 * the customer can retry there.
 */
function readCharge(intent: Stripe.PaymentIntent, eventId: string): Notification | undefined {
  const payment = referenceIn('payment', intent.metadata)
  if (!payment) return undefined
  return { provider, eventId, kind: 'charge_answered', payment, answer: answerOfIntent(intent) }
}

function readDispute(
  { id, payment_intent: intent, amount, currency: sent }: Stripe.Dispute,
  { eventId, isReinstated }: { eventId: string; isReinstated: boolean },
): Notification | undefined {
  const providerPaymentId = idOf(intent)
  if (!providerPaymentId) return undefined
  const currency = sent.toUpperCase()
  const taken = { amount: fromStripeAmount(amount, currency), currency, isReinstated }
  return { provider, eventId, kind: 'disputed', providerPaymentId, providerDisputeId: id, ...taken }
}

function readRefund(made: Stripe.Refund, eventId: string): Notification | undefined {
  const refund = referenceIn('refund', made.metadata)
  const answer = answerOfRefund(made)
  if (refund) return { provider, eventId, kind: 'refund_answered', refund, answer }
  const providerPaymentId = idOf(made.payment_intent)
  if (!providerPaymentId || answer.kind === 'pending') return undefined
  const currency = made.currency.toUpperCase()
  return {
    provider,
    eventId,
    kind: 'external_refund',
    providerPaymentId,
    providerRefundId: made.id,
    amount: fromStripeAmount(made.amount, currency),
    currency,
    failureReason: answer.kind === 'refused' ? answer.reason : null,
  }
}
