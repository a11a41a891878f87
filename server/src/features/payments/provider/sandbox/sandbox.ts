import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { decimal } from '../../../../domain/money.ts'
import { AppError } from '../../../../platform/errors.ts'
import { linkToken } from '../../../invoices/pay-link/link-token.ts'
import type { PayLinkConfig } from '../../../invoices/pay-link/pay-link.ts'
import type { CheckoutSession, MethodSetup } from '../../payment.ts'
import type {
  ChargeAnswer,
  ChargeOrder,
  Notification,
  PaymentProvider,
  SignedMessage,
} from '../provider.ts'
import { findTestCard, type TestCard } from './cards.ts'

export type Sandbox = PaymentProvider & {
  name: 'sandbox'
  /** Builds the notification of a card charged on a page, signed as a provider would sign it. */
  notifyPaid: (session: CheckoutSession, card: TestCard, at: Date) => SignedMessage
  /** Like `notifyPaid`, for a card that was saved. */
  notifySaved: (setup: MethodSetup, card: TestCard, at: Date) => SignedMessage
}

const SIGNATURE = 'sandbox-signature'
const KEY_BYTES = 32

type Settings = Pick<PayLinkConfig, 'publicUrl' | 'secret'>

/**
 * Creates a payment provider that moves no money, so that everything can be tried out of the box.
 * It stores nothing: each answer follows from the order alone, so repeated requests are identical.
 */
export function createSandbox({ publicUrl, secret }: Settings): Sandbox {
  // The signing key stays in this process because the notifications never leave it.
  const key = randomBytes(KEY_BYTES)
  const sign = (body: Buffer) => createHmac('sha256', key).update(body).digest()
  const signed = (event: object): SignedMessage => {
    const rawBody = Buffer.from(JSON.stringify(event))
    return { rawBody, headers: { [SIGNATURE]: sign(rawBody).toString('base64url') } }
  }
  return {
    name: 'sandbox',
    createCheckout: async (order) => ({
      kind: 'opened',
      providerSessionId: `sandbox_cs_${order.id}`,
      url: `${publicUrl}/checkout/${linkToken(secret, 'checkout', order)}`,
      isOurs: true,
    }),
    // The built-in page checks the invoice itself before it takes a payment.
    expireCheckout: async () => ({ kind: 'expired' }),
    chargeSavedMethod: async (order) => chargeSaved(order),
    findCharge: async () => undefined,
    refund: async ({ id }) => ({ kind: 'succeeded', providerRefundId: `sandbox_re_${id}` }),
    findRefund: async () => undefined,
    createSetup: async (order) => ({
      kind: 'opened',
      providerSessionId: `sandbox_cs_${order.id}`,
      url: `${publicUrl}/save-card/${linkToken(secret, 'setup', order)}`,
      isOurs: true,
    }),
    // The built-in page notifies at once when a card is saved.
    findSetup: async () => undefined,
    detachMethod: async () => undefined,
    readNotification: async ({ rawBody, headers }) => {
      const signature = Buffer.from(String(headers[SIGNATURE] ?? ''), 'base64url')
      const expected = sign(rawBody)
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
        throw new AppError('invalid', 'The signature was not made by this sandbox')
      }
      return notificationOf(JSON.parse(rawBody.toString('utf8')))
    },
    notifyPaid: (session, card, at) => signed(paidEvent(session, card, at)),
    notifySaved: (setup, card, at) => signed(savedEvent(setup, card, at)),
  }
}

const METHOD = 'sandbox_pm_'

function chargeSaved({ id, method }: ChargeOrder): ChargeAnswer {
  const providerPaymentId = `sandbox_pi_${id}`
  const card = findTestCard(method.providerMethodId.slice(METHOD.length))
  const unknown: TestCard['later'] = { kind: 'declined', reason: 'The saved card is not known.' }
  const later = card?.later ?? unknown
  return later.kind === 'succeeds'
    ? { kind: 'succeeded', providerPaymentId }
    : {
        kind: 'declined',
        reason: later.reason,
        reasonForCustomer: later.reason,
        providerPaymentId,
        needsCustomer: later.needsCustomer ?? false,
      }
}

type SandboxEvent = ReturnType<typeof paidEvent> | ReturnType<typeof savedEvent>

/** A page is paid once, so its event keeps one id even if the form is submitted repeatedly. */
function paidEvent(session: CheckoutSession, { brand, number }: TestCard, at: Date) {
  const { organizationId, customerId, id, amount, currency } = session
  return {
    id: `sandbox_evt_${id}`,
    type: 'paid' as const,
    at: at.toISOString(),
    page: { organizationId, customerId, id },
    amount: amount.toFixed(),
    currency,
    card: { brand, number },
  }
}

function savedEvent(setup: MethodSetup, { brand, number }: TestCard, at: Date) {
  const { organizationId, customerId, id } = setup
  return {
    id: `sandbox_evt_${id}`,
    type: 'saved' as const,
    at: at.toISOString(),
    page: { organizationId, customerId, id },
    card: { brand, number },
  }
}

function notificationOf(event: SandboxEvent): Notification {
  const { id, page, card } = event
  const at = new Date(event.at)
  const about = { provider: 'sandbox' as const, eventId: id, at }
  const savedMethod = {
    providerCustomerId: `sandbox_cus_${page.customerId}`,
    providerMethodId: `${METHOD}${card.number}`,
    brand: card.brand,
    last4: card.number.slice(-4),
  }
  if (event.type === 'saved') {
    const providerSessionId = `sandbox_cs_${page.id}`
    return { ...about, kind: 'method_saved', setup: page, providerSessionId, savedMethod }
  }
  return {
    ...about,
    kind: 'checkout_paid',
    checkout: page,
    providerPaymentId: `sandbox_pi_${page.id}`,
    amount: decimal(event.amount),
    currency: event.currency,
    method: 'card',
    savedMethod,
  }
}

export function isSandbox(provider: PaymentProvider | null): provider is Sandbox {
  return provider?.name === 'sandbox'
}
