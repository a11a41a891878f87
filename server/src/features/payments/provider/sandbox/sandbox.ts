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
  /** The notification that a card was charged on a page, signed as a provider's would be. */
  notifyPaid: (session: CheckoutSession, card: TestCard, at: Date) => SignedMessage
  /** The same of a card that was saved. */
  notifySaved: (setup: MethodSetup, card: TestCard, at: Date) => SignedMessage
}

const SIGNATURE = 'sandbox-signature'
const KEY_BYTES = 32

type Settings = Pick<PayLinkConfig, 'publicUrl' | 'secret'>

/**
 * A payment provider that moves no money, built in so that everything can be tried out of the box.
 * It keeps nothing: each answer follows from the order alone, so that asking twice answers the same.
 */
export function createSandbox({ publicUrl, secret }: Settings): Sandbox {
  // Its notifications never leave the process, so neither does what they are signed with.
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
    // The page looks at the invoice itself before it takes anything.
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
    // What is saved on the page is told at once.
    findSetup: async () => undefined,
    detachMethod: async () => undefined,
    readNotification: async ({ rawBody, headers }) => {
      const signature = Buffer.from(String(headers[SIGNATURE] ?? ''), 'base64url')
      const expected = sign(rawBody)
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
        throw new AppError('invalid', 'The signature is not by this sandbox')
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
  const later = card?.later ?? { kind: 'declined', reason: 'The saved card is not known.' }
  return later.kind === 'succeeds'
    ? { kind: 'succeeded', providerPaymentId }
    : {
        kind: 'declined',
        reason: later.reason,
        reasonForCustomer: later.reason,
        providerPaymentId,
      }
}

type SandboxEvent = ReturnType<typeof paidEvent> | ReturnType<typeof savedEvent>

/** A page is paid once, so its event has one id however often the form is sent. */
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
