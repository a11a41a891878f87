import Stripe from 'stripe'
import { VERSION } from '../../../../platform/program/version.ts'
import type {
  ChargeAnswer,
  ChargeOrder,
  CheckoutAnswer,
  CheckoutOrder,
  ExpiryAnswer,
  FindChargeOrder,
  PaymentProvider,
  RefundAnswer,
  RefundOrder,
} from '../provider.ts'
import { toStripeAmount } from './amounts.ts'
import { answerOfIntent, answerOfRefund, NEEDS_CUSTOMER } from './answers.ts'
import { createReader } from './notifications.ts'
import { metadataOf, referenceIn } from './references.ts'
import { isRefusal } from './refusal.ts'
import { createSetup, customerOf, detachMethod } from './setup.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Undefined for Stripe's own API. */
  apiUrl: string | undefined
  now: () => Date
}

/** Broken connections are retried; all attempts must fit into the limit of `limitWaiting`. */
const TIMEOUT_MS = 12_000
const RETRIES = 2
/** Tolerance for clock differences, so that the look-up finds charges made at once. */
const CLOCK_SLACK_S = 3_600
const FOUND_MAX = 100
const UNPAYABLE = 'Stripe cannot take this amount in this currency'

export function createStripe(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    ...serverOf(settings.apiUrl),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Piecework', version: VERSION },
  })
  const reader = createReader(stripe, settings)
  return {
    name: 'stripe',
    createCheckout: (order) => createCheckout(stripe, order),
    expireCheckout: (id) => expireCheckout(stripe, id, reader.readCompletedSession),
    chargeSavedMethod: (order) => charge(stripe, order),
    findCharge: (order) => findCharge(stripe, order),
    refund: (order) => refund(stripe, order),
    findRefund: (order) => findRefund(stripe, order),
    createSetup: (order) => createSetup(stripe, order),
    findSetup: async (id) => {
      const session = await stripe.checkout.sessions.retrieve(id)
      if (session.status !== 'complete') return undefined
      return reader.readSavedSession(session, `setup-session-${id}`)
    },
    detachMethod: (id) => detachMethod(stripe, id),
    readNotification: reader.readNotification,
  }
}

function serverOf(apiUrl: string | undefined): ConstructorParameters<typeof Stripe>[1] {
  if (apiUrl === undefined) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return protocol === 'http:'
    ? { host: hostname, port: port || 80, protocol: 'http' }
    : { host: hostname, port: port || 443, protocol: 'https' }
}

async function createCheckout(stripe: Stripe, order: CheckoutOrder): Promise<CheckoutAnswer> {
  const amount = toStripeAmount(order.amount, order.currency)
  if (amount === undefined) return { kind: 'refused', reason: UNPAYABLE }
  try {
    const session = await stripe.checkout.sessions.create(sessionOf(order, amount), {
      idempotencyKey: `checkout-${order.id}${order.providerCustomerId ? '' : '-new'}`,
    })
    if (session.url === null) return { kind: 'refused', reason: 'Stripe gave the page no address' }
    return { kind: 'opened', providerSessionId: session.id, url: session.url }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'outdated' }
    if (!isRefusal(error)) throw error
    // The customer was deleted at Stripe; a new one is created with this payment.
    if (order.providerCustomerId && error.param === 'customer') {
      return createCheckout(stripe, { ...order, providerCustomerId: null })
    }
    return { kind: 'refused', reason: error.message }
  }
}

function sessionOf(order: CheckoutOrder, amount: number): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf('checkout', order)
  const name = `Invoice ${order.invoiceNumber}`
  return {
    mode: 'payment',
    client_reference_id: order.id,
    ...customerOf(order),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name },
        },
      },
    ],
    payment_intent_data: { setup_future_usage: 'off_session', description: name, metadata },
    metadata,
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
    success_url: order.paidUrl,
    cancel_url: order.cancelUrl,
  }
}

async function expireCheckout(
  stripe: Stripe,
  id: string,
  readCompletedSession: ReturnType<typeof createReader>['readCompletedSession'],
): Promise<ExpiryAnswer> {
  try {
    await stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `expire-${id}` })
    return { kind: 'expired' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Only an open page can be expired: this one has expired or was completed.
    const session = await stripe.checkout.sessions.retrieve(id)
    if (session.status !== 'complete') return { kind: 'expired' }
    const notification = await readCompletedSession(session, `checkout-session-${id}`)
    return notification ? { kind: 'completed', notification } : { kind: 'expired' }
  }
}

async function charge(stripe: Stripe, order: ChargeOrder): Promise<ChargeAnswer> {
  const amount = toStripeAmount(order.amount, order.currency)
  if (amount === undefined) return { kind: 'declined', reason: UNPAYABLE, providerPaymentId: null }
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount,
        currency: order.currency.toLowerCase(),
        customer: order.method.providerCustomerId,
        payment_method: order.method.providerMethodId,
        confirm: true,
        off_session: true,
        description: `Invoice ${order.invoiceNumber}`,
        metadata: metadataOf('payment', order),
      },
      { idempotencyKey: `payment-${order.id}` },
    )
    return answerOfIntent(intent)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      const providerPaymentId = error.payment_intent?.id ?? null
      const reason = error.message
      const needsCustomer = error.code === NEEDS_CUSTOMER
      return {
        kind: 'declined',
        reason,
        reasonForCustomer: reason,
        providerPaymentId,
        needsCustomer,
      }
    }
    if (!isRefusal(error)) throw error
    return { kind: 'declined', reason: error.message, providerPaymentId: null }
  }
}

async function findCharge(
  stripe: Stripe,
  { id, providerPaymentId, providerCustomerId, askedAt }: FindChargeOrder,
): Promise<ChargeAnswer | undefined> {
  if (providerPaymentId) {
    return answerOfIntent(await stripe.paymentIntents.retrieve(providerPaymentId))
  }
  if (!providerCustomerId) return undefined
  const gte = Math.floor(askedAt.getTime() / 1_000) - CLOCK_SLACK_S
  const intents = stripe.paymentIntents.list({
    customer: providerCustomerId,
    created: { gte },
    limit: FOUND_MAX,
  })
  for await (const intent of intents) {
    if (referenceIn('payment', intent.metadata)?.id === id) return answerOfIntent(intent)
  }
  return undefined
}

async function refund(stripe: Stripe, order: RefundOrder): Promise<RefundAnswer> {
  const amount = toStripeAmount(order.amount, order.currency)
  if (amount === undefined) return { kind: 'refused', reason: UNPAYABLE }
  try {
    return answerOfRefund(
      await stripe.refunds.create(
        {
          payment_intent: order.providerPaymentId,
          amount,
          metadata: metadataOf('refund', order),
        },
        { idempotencyKey: `refund-${order.id}` },
      ),
    )
  } catch (error) {
    if (isRefusal(error)) return { kind: 'refused', reason: error.message }
    throw error
  }
}

async function findRefund(
  stripe: Stripe,
  { id, providerPaymentId, providerRefundId }: RefundOrder,
): Promise<RefundAnswer | undefined> {
  if (providerRefundId) return answerOfRefund(await stripe.refunds.retrieve(providerRefundId))
  const refunds = stripe.refunds.list({ payment_intent: providerPaymentId, limit: FOUND_MAX })
  for await (const one of refunds) {
    if (referenceIn('refund', one.metadata)?.id === id) return answerOfRefund(one)
  }
  return undefined
}
