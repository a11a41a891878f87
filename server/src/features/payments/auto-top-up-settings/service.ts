import { isCurrency } from '../../../domain/currency.ts'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { parseSentDecimal } from '../../../domain/sent-decimal.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import { announceChange } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { findExternalId } from '../../customers/external-ids.ts'
import { lockCustomer } from '../../customers/lock.ts'
import { parseAmount } from '../amount.ts'
import { AUTO_TOP_UPS } from '../auto-top-ups/active-customers.ts'
import { findAutoTopUp, insertAutoTopUp, listLatest } from '../auto-top-ups/agreements.ts'
import { type AutoTopUp, type ConsentSource, monthOf } from '../auto-top-ups/auto-top-up.ts'
import { findMade } from '../auto-top-ups/made.ts'
import { stopAutoTopUps } from '../auto-top-ups/stop.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockMethodRow } from '../methods/method-queries.ts'
import type { CustomerKey } from '../payment.ts'
import { autoTopUpBody } from './body.ts'
import type { AutoTopUp as AutoTopUpBody, ShownAutoTopUp } from './fields.ts'

/** Lists the automatic top-ups of a customer: the last agreement in each currency. */
export async function listAutoTopUps(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  moment: Moment,
): Promise<ShownAutoTopUp[]> {
  const latest = await listLatest(db, { organizationId, customerId })
  return forAll(latest, (one) => shown(db, one, moment))
}

/** Returns an automatic top-up of a customer, with what it has done; throws `not_found`. */
export async function getAutoTopUp(
  db: Db,
  key: CustomerScopedId,
  moment: Moment,
): Promise<ShownAutoTopUp> {
  return shown(db, (await findAutoTopUp(db, key)) ?? notFound('Automatic top-up'), moment)
}

/** Returns an automatic top-up as its announcement shows it, with its version; undefined without one. */
export async function findAutoTopUpBody(
  db: Db,
  key: CustomerScopedId,
  businessNow: Date,
): Promise<{ body: AutoTopUpBody; version: number } | undefined> {
  const { organizationId, customerId } = key
  const [found, customerExternalId] = await Promise.all([
    findAutoTopUp(db, key),
    findExternalId(db, { organizationId, id: customerId }),
  ])
  if (!found) return undefined
  const body = await shown(db, found, { businessNow })
  return { body: { ...body, customerId, customerExternalId }, version: found.version }
}

async function shown(
  db: Db,
  autoTopUp: AutoTopUp,
  { businessNow }: Pick<Moment, 'businessNow'>,
): Promise<ShownAutoTopUp> {
  const { currency } = autoTopUp
  const made = await findMade(db, autoTopUp, { currency, ...monthOf(businessNow) })
  return autoTopUpBody(autoTopUp, made, businessNow)
}

/** The terms of an automatic top-up as they are sent. */
export type SentTerms = {
  currency: string
  threshold: number | string
  amount: number | string
  maxPerMonth: number
  consentText: string
}

/**
 * Sets the automatic top-ups of a customer in a currency, with the consent to them. It replaces the one
 * in force, and forgets its failures. Throws `not_found`, `invalid`, or `no_payment_method`.
 */
export async function setAutoTopUp(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  { organizationId, customerId }: CustomerKey,
  sent: SentTerms & { consentedBy: string; consentSource: ConsentSource },
  moment: Moment,
): Promise<CustomerScopedId> {
  const key = { organizationId, customerId, id: newId() }
  const autoTopUp = { ...key, ...parseTerms(sent), ...newState(sent, moment) }
  await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, { organizationId, id: customerId }, 'share')
    // Locked, so that it is not removed concurrently, and so that one request after another sets terms.
    const method = payments ? await lockMethodRow(tx, key, payments.name) : undefined
    if (!method?.providerMethodId) {
      throw new AppError('no_payment_method', 'Automatic top-ups need a saved payment method')
    }
    const { currency } = autoTopUp
    await stopAutoTopUps(tx, { organizationId, customerId, currency }, 'replaced', moment)
    await insertAutoTopUp(tx, autoTopUp)
    await announceChange(tx, AUTO_TOP_UPS)
  })
  return key
}

function parseTerms({ currency, threshold, amount, maxPerMonth, consentText }: SentTerms) {
  if (consentText.trim() === '') {
    throw new AppError('invalid', ['consentText must be the text that the customer agreed to'])
  }
  if (!isCurrency(currency)) {
    throw new AppError('invalid', ['currency must be a code of ISO 4217 in capitals, such as USD'])
  }
  return {
    currency,
    threshold: parseThreshold(threshold, currency),
    amount: parseAmount(amount, currency, 'amount'),
    monthlyMax: maxPerMonth,
  }
}

const newState = (
  { consentText, ...consent }: Parameters<typeof setAutoTopUp>[2],
  { now, businessNow }: Moment,
) => ({
  consentText: consentText.trim(),
  consentedBy: consent.consentedBy.trim(),
  consentSource: consent.consentSource,
  consentedAt: businessNow,
  failureCount: 0,
  waitsUntil: null,
  stoppedAt: null,
  stopReason: null,
  createdAt: now,
})

/** Zero is a threshold: topped up once the credit is used up. */
function parseThreshold(sent: number | string, currency: string): Decimal {
  if (parseSentDecimal(sent)?.eq(ZERO)) return ZERO
  return parseAmount(sent, currency, 'threshold')
}

/** Switches off an automatic top-up; does nothing if it has stopped. Throws `not_found`. */
export async function switchOffAutoTopUp(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  moment: Moment,
): Promise<ShownAutoTopUp> {
  const key = { organizationId, customerId, id }
  await db.transaction().execute((tx) => stopAutoTopUps(tx, key, 'switched_off', moment))
  return getAutoTopUp(db, key, moment)
}
