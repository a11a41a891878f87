import type { Happening } from '../../../api/api-types.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { methodInWords } from '../../links/payment-words.ts'

const STEPS = {
  drafted: 'Draft generated',
  finalized: 'Finalized',
  issued: 'Issued',
  checkout_opened: 'Payment page opened',
  overdue: 'Overdue',
  paid: 'Paid in full',
  voided: 'Voided',
} as const

const MAILS = {
  invoice: 'Invoice',
  reminder: 'Reminder',
  receipt: 'Receipt',
  payment: 'Payment notice',
  refund: 'Refund notice',
  void: 'Void notice',
  // These do not concern an invoice.
  portal_link: 'Portal link',
  address_change: 'Address change notice',
  credit_low: 'Low credit notice',
  credit_depleted: 'Used-up credit notice',
  credit_expiring: 'Expiring credit notice',
  auto_top_up_stopped: 'Automatic top-up notice',
} as const

const SENT = {
  queued: 'on its way to',
  sent: 'emailed to',
  captured: 'captured, not emailed to',
  failed: 'not delivered to',
} as const

const becameOf = ({ status, wasKeptBack }: NonNullable<Happening['mail']>) =>
  wasKeptBack ? 'outdated, not sent to' : SENT[status]

/** Returns the title of a timeline entry. */
export function titleOf(happening: Happening): string {
  const { type, mail, payment, refund } = happening
  if (mail !== null) return `${MAILS[mail.kind]} ${becameOf(mail)} ${mail.to}`
  if (payment !== null) {
    const amount = formatAmount(payment.amount, payment.currency)
    return `${amount} ${PAID[payment.status]} by ${methodInWords(payment.method)}`
  }
  if (refund !== null)
    return `${formatAmount(refund.amount, refund.currency)} ${GIVEN_BACK[refund.status]}`
  return type in STEPS ? STEPS[type as keyof typeof STEPS] : type
}

const PAID = { pending: 'being paid', succeeded: 'paid', failed: 'not paid' } as const
const GIVEN_BACK = {
  pending: 'being refunded',
  succeeded: 'refunded',
  failed: 'not refunded',
} as const

/** Returns additional details of a timeline entry. */
export function detailsOf({ mail, payment, refund, reason }: Happening): string[] {
  const copies = mail !== null && mail.cc.length > 0 ? `Copies: ${mail.cc.join(', ')}` : null
  const texts = [
    copies,
    mail?.lastError,
    payment?.reference,
    payment?.failureReason,
    refund?.reason,
    refund?.failureReason,
    reason,
  ]
  return texts.filter((text) => typeof text === 'string')
}
