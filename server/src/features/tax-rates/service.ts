import { type Decimal, decimal, ZERO } from '../../domain/money.ts'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { parseSentDecimal } from '../../domain/sent-decimal.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import { toBody } from './body.ts'
import * as queries from './queries.ts'
import type {
  TaxRate,
  TaxRateCreate,
  TaxRateList,
  TaxRateListQuery,
  TaxRateUpdate,
} from './schemas.ts'

export async function createTaxRate(
  db: Db,
  { organizationId, input }: { organizationId: string; input: TaxRateCreate },
  now: Date,
): Promise<TaxRate> {
  const { name, description = null, isInclusive = false, isDefault = false } = input
  const { isActive = true } = input
  const percentage = percentageOf(input.percentage)
  const rate = { name, description, percentage, isInclusive, isDefault, isActive }
  return db.transaction().execute(async (tx) => {
    return toBody(await queries.insertTaxRate(tx, { organizationId, id: newId() }, rate, now), 0)
  })
}

export async function getTaxRate(db: Db, key: ScopedId): Promise<TaxRate> {
  return withCustomerCount(db, key, (await queries.findTaxRate(db, key)) ?? notFound('Tax rate'))
}

async function withCustomerCount(
  db: Db,
  { organizationId }: ScopedId,
  rate: queries.TaxRateRow,
): Promise<TaxRate> {
  const named = await queries.countCustomersByTaxRate(db, { organizationId, ids: [rate.id] })
  return toBody(rate, named.get(rate.id) ?? 0)
}

export async function listTaxRates(
  db: Db,
  organizationId: string,
  query: TaxRateListQuery,
): Promise<TaxRateList> {
  const page = pageOf(query)
  const { isActive, isDefault, sortBy = 'createdAt', sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = {
    organizationId,
    isActive,
    isDefault,
    search: query.search?.trim() || undefined,
    updatedSince,
  }
  const { rows, total } = await queries.listTaxRates(db, filter, { sortBy, sortOrder, ...page })
  const ids = rows.map(({ id }) => id)
  const named = await queries.countCustomersByTaxRate(db, { organizationId, ids })
  const bodies = rows.map((rate) => toBody(rate, named.get(rate.id) ?? 0))
  return listAnswer(page, bodies, total)
}

const FIXED = ['percentage', 'isInclusive'] as const

/**
 * Keeps percentage and isInclusive fixed, so that invoices stay correct; a new percentage needs a
 * new tax rate.
 */
export async function updateTaxRate(
  db: Db,
  key: ScopedId,
  input: TaxRateUpdate,
  now: Date,
): Promise<TaxRate> {
  const sent = FIXED.filter((field) => input[field] !== undefined)
  if (sent.length > 0) {
    // An absent tax rate is `not_found`, whatever fields are sent.
    await getTaxRate(db, key)
    throw new AppError(
      'cannot_change',
      `${sent.join(', ')} of a tax rate cannot change, so that invoices stay correct: ` +
        'create another tax rate, and send isActive: false for this one',
    )
  }
  const { name, description, isDefault, isActive } = input
  const values = { name, description, isDefault, isActive }
  const { organizationId, id } = key
  return db.transaction().execute(async (tx) => {
    await queries.lockTaxRates(tx, { organizationId, ids: [id] }, 'update')
    const rate = (await queries.updateTaxRate(tx, key, values, now)) ?? notFound('Tax rate')
    return withCustomerCount(tx, key, rate)
  })
}

/** Invoices that have the tax rate keep it. */
export async function deleteTaxRate(db: Db, key: ScopedId, now: Date): Promise<void> {
  const { organizationId, id } = key
  await db.transaction().execute(async (tx) => {
    // Assigning it to a customer takes the lock too, so it cannot be assigned between check and
    // delete.
    const [locked] = await queries.lockTaxRates(tx, { organizationId, ids: [id] }, 'update')
    if (!locked) notFound('Tax rate')
    const named = await queries.countCustomersByTaxRate(tx, { organizationId, ids: [id] })
    const [customers] = named.values()
    if (customers !== undefined) {
      throw new AppError(
        'conflict',
        `${customers} customer(s) have this tax rate; change their taxRateIds first, ` +
          'or send isActive: false to stop applying it',
      )
    }
    await queries.markTaxRateDeleted(tx, key, now)
  })
}

/**
 * Locks tax rates that are being assigned to a customer, so that they stay until the transaction
 * ends.
 */
export async function lockTaxRates(
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const locked = await queries.lockTaxRates(tx, { organizationId, ids }, 'share')
  const absent = ids.filter((id) => !locked.some((rate) => rate.id === id))
  if (absent.length > 0) {
    throw new AppError('not_found', `Tax rate not found: ${absent.join(', ')}`)
  }
  const inactive = locked.filter(({ isActive }) => !isActive)
  if (inactive.length > 0) {
    const names = inactive.map(({ id, name }) => `${name} (${id})`).join(', ')
    throw new AppError(
      'inactive',
      `Tax rate ${names} is not active; send isActive: true for it first`,
    )
  }
}

const HUNDRED = decimal('100')

function percentageOf(sent: number | string): Decimal {
  const percentage = parseSentDecimal(sent)
  if (percentage?.gte(ZERO) && percentage.lte(HUNDRED)) return percentage
  throw new AppError('invalid', [
    'percentage must be a decimal from 0 to 100, such as 8.875, of at most 15 digits',
  ])
}
