import { isCurrency } from '../../../domain/currency.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { dateProblem, parseSentDate } from '../../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { CustomerScope } from '../../credit-balances/credit-balance.ts'
import { expireGrant } from '../../credit-balances/expire-grant.ts'
import { findGrant, listGrants } from '../../credit-balances/grant.ts'
import { type GivenGrant, grantCredit } from '../../credit-balances/insert-grant.ts'
import { lockCustomer } from '../../customers/lock.ts'
import { getCustomer } from '../../customers/service.ts'
import { parseAmount } from '../amount.ts'
import { toBody } from './body.ts'
import {
  type CreditGrant,
  type CreditGrantCreate,
  type CreditGrantList,
  type CreditGrantQuery,
  PRIORITY_DEFAULT,
} from './schemas.ts'

/** Gives a customer credit. Throws `invalid`, `inconsistent` or `not_found`. */
export async function createCreditGrant(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  input: CreditGrantCreate,
  moment: Moment,
): Promise<CreditGrant> {
  const terms = termsOf(input, moment.businessNow)
  return db.transaction().execute(async (tx) => {
    // A customer that is deleted concurrently gets no credit.
    const { externalId } = await lockCustomer(tx, { organizationId, id: customerId }, 'share')
    const grant = { organizationId, customerId, source: 'manual' as const, ...terms }
    const id = await grantCredit(tx, grant, moment)
    const stored = await findGrant(tx, { organizationId, customerId, id })
    return toBody(stored ?? notFound('Credit grant'), externalId, moment.businessNow)
  })
}

const NAMES = { paid: 'Prepaid credit', promotional: 'Promotional credit' } as const

function termsOf(
  { kind, currency, amount, name, priority = PRIORITY_DEFAULT, ...dates }: CreditGrantCreate,
  businessNow: Date,
): Omit<GivenGrant, 'organizationId' | 'customerId' | 'source'> {
  if (!isCurrency(currency)) {
    throw new AppError('invalid', ['currency must be a code of ISO 4217 in capitals, such as USD'])
  }
  const effectiveAt = dateOf('effectiveAt', dates.effectiveAt) ?? businessNow
  const expiresAt = dateOf('expiresAt', dates.expiresAt) ?? null
  if (expiresAt !== null && (expiresAt <= effectiveAt || expiresAt <= businessNow)) {
    throw new AppError(
      'inconsistent',
      `expiresAt must be later than effectiveAt and than now (${businessNow.toISOString()})`,
    )
  }
  const parsed = parseAmount(amount, currency, 'amount')
  const named = name?.trim() ?? NAMES[kind]
  return { kind, currency, amount: parsed, name: named, priority, effectiveAt, expiresAt }
}

function dateOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = parseSentDate(text)
  if (at === undefined) throw new AppError('invalid', [dateProblem(field, text)])
  return new Date(at)
}

/** Lists a page of a customer's grants, the latest first. */
export async function listCreditGrants(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  query: CreditGrantQuery,
  businessNow: Date,
): Promise<CreditGrantList> {
  const { externalId } = await getCustomer(db, { organizationId, id: customerId })
  const page = pageOf(query)
  const filter = { organizationId, customerId, currency: query.currency }
  const { rows, total } = await listGrants(db, filter, page)
  const bodies = rows.map((grant) => toBody(grant, externalId, businessNow))
  return listAnswer(page, bodies, total)
}

/** Expires what is left of a grant. Throws `not_found`. */
export async function expireCreditGrant(
  db: Db,
  key: CustomerScopedId,
  moment: Moment,
): Promise<CreditGrant> {
  const { organizationId, customerId } = key
  return db.transaction().execute(async (tx) => {
    const { externalId } = await getCustomer(tx, { organizationId, id: customerId })
    return toBody(await expireGrant(tx, key, moment), externalId, moment.businessNow)
  })
}
