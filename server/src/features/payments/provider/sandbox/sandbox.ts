import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { decimal } from '../../../../domain/money.ts'
import { AppError } from '../../../../platform/errors.ts'
import { linkToken } from '../../../invoices/pay-link/link-token.ts'
import type { PayLinkConfig } from '../../../invoices/pay-link/pay-link.ts'
import type { CheckoutSession } from '../../payment.ts'
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
  notifyPaid: (session: CheckoutSession, card: TestCard) => SignedMessage
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
    readNotification: async ({ rawBody, headers }) => {
      const signature = Buffer.from(String(headers[SIGNATURE] ?? ''), 'base64url')
      const expected = sign(rawBody)
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
        throw new AppError('invalid', 'The signature is not by this sandbox')
      }
      return notificationOf(JSON.parse(rawBody.toString('utf8')))
    },
    notifyPaid: (session, card) => {
      const rawBody = Buffer.from(JSON.stringify(paidEvent(session, card)))
      return { rawBody, headers: { [SIGNATURE]: sign(rawBody).toString('base64url') } }
    },
  }
}

const METHOD = 'sandbox_pm_'

function chargeSaved({ id, method }: ChargeOrder): ChargeAnswer {
  const providerPaymentId = `sandbox_pi_${id}`
  const card = findTestCard(method.providerMethodId.slice(METHOD.length))
  const later = card?.later ?? { kind: 'declined', reason: 'The saved card is not known.' }
  return later.kind === 'succeeds'
    ? { kind: 'succeeded', providerPaymentId }
    : { kind: 'declined', reason: later.reason, providerPaymentId }
}

type PaidEvent = ReturnType<typeof paidEvent>

/** A page is paid once, so its event has one id however often the form is sent. */
function paidEvent(session: CheckoutSession, { brand, number }: TestCard) {
  const { organizationId, customerId, id, amount, currency } = session
  return {
    id: `sandbox_evt_${id}`,
    checkout: { organizationId, customerId, id },
    amount: amount.toFixed(),
    currency,
    card: { brand, number },
  }
}

function notificationOf({ id, checkout, amount, currency, card }: PaidEvent): Notification {
  return {
    provider: 'sandbox',
    eventId: id,
    kind: 'checkout_paid',
    checkout,
    providerPaymentId: `sandbox_pi_${checkout.id}`,
    amount: decimal(amount),
    currency,
    method: 'card',
    savedMethod: {
      providerCustomerId: `sandbox_cus_${checkout.customerId}`,
      providerMethodId: `${METHOD}${card.number}`,
      brand: card.brand,
      last4: card.number.slice(-4),
    },
  }
}

export function isSandbox(provider: PaymentProvider | null): provider is Sandbox {
  return provider?.name === 'sandbox'
}
