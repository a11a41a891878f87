import { type Draw, mergePromotions, type PeriodPromotion } from '../../domain/credit.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { CustomerScope } from './credit-balance.ts'
import { findGrant, type Grant } from './grant.ts'
import { insertGrant, returnedGrant } from './insert-grant.ts'
import { insertCredits, listInvoiceSums, sumOfGrant } from './queries.ts'
import { lockCredit } from './service.ts'

type CreditedInvoice = CustomerScope & {
  invoiceId: string
  invoiceNumber: string
  currency: string
}

/** The credit of a computed invoice. */
export type InvoiceCredit = {
  promotions: readonly PeriodPromotion[]
  draws: readonly Draw[]
  /** Negative: credit that the invoice gives the customer. */
  creditTotal: Decimal
}

/**
 * Books the credit that a finalized invoice uses, returns or gives: one posting for each grant.
 * Promotional credit that it returns to an expired grant becomes a new grant. The caller has locked
 * the credit.
 */
export async function bookInvoiceCredit(
  tx: Tx,
  invoice: CreditedInvoice,
  { promotions, draws, creditTotal }: InvoiceCredit,
  moment: Moment,
): Promise<void> {
  const changes = [
    ...mergePromotions(promotions).map(({ grantId, amount }) => ({
      grantId,
      amount: amount.neg(),
    })),
    ...draws.map(({ grantId, amount }) => ({ grantId, amount: amount.neg() })),
  ]
  const postings = []
  for (const { grantId, amount } of changes) {
    const isReturned = amount.gt(ZERO) && grantId !== null
    postings.push(
      isReturned
        ? { grantId: await receiverOf(tx, invoice, { grantId, amount }, moment), amount }
        : { grantId, amount },
    )
  }
  if (creditTotal.lt(ZERO)) {
    const amount = creditTotal.neg()
    postings.push({ grantId: await insertCorrection(tx, invoice, amount, moment), amount })
  }
  await insertCredits(
    tx,
    postings.map((posting) => ({ ...inInvoice(invoice), ...posting, kind: 'invoice' as const })),
    moment,
  )
}

const inInvoice = ({ organizationId, customerId, invoiceId, currency }: CreditedInvoice) => ({
  organizationId,
  customerId,
  invoiceId,
  currency,
  reference: null,
})

/** Stores the grant of a negative invoice. */
async function insertCorrection(
  tx: Tx,
  { organizationId, customerId, invoiceId, invoiceNumber, currency }: CreditedInvoice,
  amount: Decimal,
  moment: Moment,
): Promise<string> {
  const terms = { kind: 'correction' as const, priority: 0, expiresAt: null }
  const source = { source: 'invoice' as const, sourceId: invoiceId }
  const name = `Credit from ${invoiceNumber}`
  const grant = { organizationId, customerId, currency, name, amount, ...terms, ...source }
  return insertGrant(tx, { ...grant, effectiveAt: moment.businessNow }, moment)
}

/** Returns the grant to which a draw is given back: a new one if that of the draw has expired. */
export async function receiverOf(
  tx: Tx,
  { organizationId, customerId }: CustomerScope,
  { grantId, amount }: { grantId: string; amount: Decimal },
  moment: Moment,
): Promise<string> {
  const grant = await findGrant(tx, { organizationId, customerId, id: grantId })
  if (!grant || !hasExpired(grant, moment)) return grantId
  return insertGrant(tx, returnedGrant(grant, amount, moment), moment)
}

const hasExpired = ({ expiresAt }: Grant, { businessNow }: Moment) =>
  expiresAt !== null && expiresAt <= businessNow

/**
 * Reverses the credit of an invoice that becomes void: what it drew of each grant goes back to it,
 * or to a new grant if that has expired. Throws `conflict` if credit that the invoice gave has been
 * spent.
 */
export async function reverseInvoiceCredit(
  tx: Tx,
  invoice: CreditedInvoice,
  moment: Moment,
): Promise<void> {
  const { organizationId, customerId, invoiceId, invoiceNumber, currency } = invoice
  const scope = { organizationId, customerId }
  await lockCredit(tx, scope)
  const postings = []
  for (const { grantId, amount: booked } of await listInvoiceSums(tx, scope, invoiceId)) {
    const amount = booked.neg()
    if (amount.lt(ZERO)) {
      const left = await sumOfGrant(tx, scope, { grantId, currency })
      if (booked.gt(left)) throw isSpent({ invoiceNumber, currency, booked, left })
    }
    const isReturned = amount.gt(ZERO) && grantId !== null
    const receiverId = isReturned
      ? await receiverOf(tx, scope, { grantId, amount }, moment)
      : grantId
    postings.push({ ...inInvoice(invoice), grantId: receiverId, amount, kind: 'void' as const })
  }
  await insertCredits(tx, postings, moment)
}

function isSpent({
  invoiceNumber,
  currency,
  booked,
  left,
}: {
  invoiceNumber: string
  currency: string
  booked: Decimal
  left: Decimal
}): AppError {
  return new AppError(
    'conflict',
    `Invoice ${invoiceNumber} gave the customer a credit of ${booked.toFixed()} ${currency}, of ` +
      `which only ${left.toFixed()} is left; void the invoice that used it first`,
  )
}
