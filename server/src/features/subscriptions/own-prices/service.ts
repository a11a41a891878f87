import type { StrategyPrice } from '../../../domain/prices/strategy.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import { startOfDay } from '../../../domain/time/period.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { isObject } from '../../../platform/json/json-object.ts'
import { unknownFieldProblems } from '../../../platform/json/unknown-fields.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { dayProblem, readDay } from '../../pricing-plans/prices/read-day.ts'
import { findLiveRow, listRows } from '../../pricing-plans/strategies/live-strategies.ts'
import { type Fields, mergeFields } from '../../pricing-plans/strategies/merge-fields.ts'
import { parseStrategy } from '../../pricing-plans/strategies/parse-strategy.ts'
import { priceBody } from '../../pricing-plans/strategies/price-body.ts'
import {
  priceFields,
  priceOf,
  rowOn,
  type StrategyRow,
} from '../../pricing-plans/strategies/strategy.ts'
import { type Command, findKey, lockForChange } from '../change/lock-for-change.ts'
import { storeChange } from '../change/store-change.ts'
import { findSubscription } from '../read.ts'
import type { Subscription } from '../terms/subscription.ts'
import { listOwnPrices, type OwnPriceRow } from './own-price.ts'
import { deleteOwnPrice, findFinalInvoiceAt, insertOwnPrice } from './queries.ts'
import { NOTE_LENGTH_MAX, type SubscriptionPrice, type SubscriptionPriceList } from './schemas.ts'

type StrategyKey = { key: Command['key']; strategyId: string }

/** Lists the own prices of a subscription for all strategies of its plan, by strategy and date. */
export async function listAllPricesOf(db: Db, key: Command['key']): Promise<SubscriptionPriceList> {
  const known = await findKey(db, key)
  const subscription = await findSubscription(db, known)
  if (!subscription) throw new AppError('not_found', 'Subscription not found')
  const { organizationId, planId } = subscription
  const strategies = await listRows(db, organizationId, planId)
  const rows = Map.groupBy(await listOwnPrices(db, known), ({ strategyId }) => strategyId)
  const own = strategies.flatMap(({ id }) => rows.get(id) ?? [])
  return { results: own.map((row) => toBody(row, priceIn(row))) }
}

/** Lists the own prices of a subscription for a strategy of its plan, the earliest first. */
export async function listPricesOf(
  db: Db,
  { key, strategyId }: StrategyKey,
): Promise<SubscriptionPriceList> {
  const known = await findKey(db, key)
  const subscription = await findSubscription(db, known)
  if (!subscription) throw new AppError('not_found', 'Subscription not found')
  const strategy = await findStrategyOf(db, subscription, strategyId)
  const rows = await listOwnPrices(db, known)
  const own = rows.filter((row) => row.strategyId === strategy.id)
  return { results: own.map((row) => toBody(row, priceIn(row))) }
}

/**
 * Sets a price of a subscription from a day on, in place of that of its plan. The subscription is locked:
 * drafts are computed again when they are finalized, and of two prices from one day the second is refused.
 */
export async function addOwnPrice(
  db: Db,
  { key, actor, strategyId, body }: Command & { strategyId: string; body: unknown },
  moment: Moment,
): Promise<SubscriptionPrice> {
  const sent = readOwnPrice(body)
  const known = await findKey(db, key)
  return db.transaction().execute(async (tx) => {
    const { subscription } = await lockForChange(tx, known, moment)
    const strategy = await findStrategyOf(tx, subscription, strategyId)
    const price = sent.isPlanPrice ? null : priceFrom(sent, strategy)
    const row = newRow(subscription, { strategy, sent, price }, moment.now)
    if (!(await insertOwnPrice(tx, subscription.organizationId, row))) {
      const from = sent.from === null ? 'since always' : `from ${sent.from}`
      const fix = 'delete that one first, or send another effectiveFrom'
      throw new AppError('conflict', `The subscription has an own price ${from}: ${fix}`)
    }
    const shown = toBody(row, price)
    const change = { field: `prices.${strategy.id}.${row.id}`, from: null, to: shown }
    await storeChange(tx, { subscription, actor, change }, moment)
    return shown
  })
}

/** Deletes an own price that priced no final invoice. */
export async function removeOwnPrice(
  db: Db,
  { key, actor, strategyId, priceId }: Command & { strategyId: string; priceId: string },
  moment: Moment,
): Promise<void> {
  const known = await findKey(db, key)
  await db.transaction().execute(async (tx) => {
    const { subscription } = await lockForChange(tx, known, moment)
    const strategy = await findStrategyOf(tx, subscription, strategyId)
    const rows = await listOwnPrices(tx, subscription)
    const row = rows.find(
      ({ id, strategyId: of }) => id === priceId.toLowerCase() && of === strategy.id,
    )
    if (!row) throw new AppError('not_found', 'The subscription has no such price')
    const own = rows.filter((one) => one.strategyId === strategy.id)
    await refusePricedInvoice(tx, subscription, { row, next: own[own.indexOf(row) + 1] })
    const { organizationId, customerId } = subscription
    await deleteOwnPrice(tx, { organizationId, customerId, id: row.id })
    const from = toBody(row, priceIn(row))
    const change = { field: `prices.${strategy.id}.${row.id}`, from, to: null }
    await storeChange(tx, { subscription, actor, change }, moment)
  })
}

async function refusePricedInvoice(
  tx: Tx,
  subscription: Subscription,
  { row, next }: { row: OwnPriceRow; next: OwnPriceRow | undefined },
): Promise<void> {
  const { timeZone, startsAt } = subscription
  const startOf = (day: string | null | undefined) =>
    typeof day === 'string' ? dateAt(startOfDay(Temporal.PlainDate.from(day), timeZone)) : null
  const invoice = await findFinalInvoiceAt(tx, subscription, {
    ...{ strategyId: row.strategyId, startsAt },
    ...{ from: startOf(row.effectiveFrom), until: startOf(next?.effectiveFrom) },
  })
  if (invoice === undefined) return
  throw new AppError(
    'conflict',
    `Invoice ${invoice} billed this price; set another price with a later effectiveFrom instead`,
  )
}

async function findStrategyOf(
  db: Db,
  { organizationId, planId }: Subscription,
  strategyId: string,
): Promise<StrategyRow> {
  const row = await findLiveRow(db, { organizationId, planId, id: strategyId })
  if (row) return row
  throw new AppError(
    'inconsistent',
    `The strategy ${strategyId} is not of the plan ${planId}, which the subscription has`,
  )
}

type SentPrice = {
  from: string | null
  isPlanPrice: boolean
  note: string | null
  fields: Fields
}

/** Returns the price of a request; fields that are not sent are those of the plan on its first day. */
function priceFrom({ from, fields }: SentPrice, strategy: StrategyRow): StrategyPrice {
  const known = from === null ? strategy : rowOn(strategy, from)
  const parsed = parseStrategy(mergeFields(known, fields), '')
  if (!parsed.ok) throw new AppError('invalid', parsed.problems)
  return parsed.value.price
}

const NO_NUMBERS = { pricingModel: null, rate: null, packageSize: null, tiers: null }

type NewPrice = { strategy: StrategyRow; sent: SentPrice; price: StrategyPrice | null }

function newRow(
  { customerId, id: subscriptionId }: Subscription,
  { strategy, sent, price }: NewPrice,
  createdAt: Date,
): OwnPriceRow {
  const { from, isPlanPrice, note } = sent
  const { pricingModel, rate, packageSize, tiers } = price ? priceFields(price) : NO_NUMBERS
  return {
    ...{ customerId, id: newId(), subscriptionId, strategyId: strategy.id },
    ...{ effectiveFrom: from, isPlanPrice, pricingModel, rate, packageSize, tiers },
    ...{ note, createdAt },
  }
}

const PRICE_FIELDS = ['pricingModel', 'rate', 'packageSize', 'tiers']
const OTHER_FIELDS = ['effectiveFrom', 'usePlanPrice', 'note']

function readOwnPrice(body: unknown): SentPrice {
  if (!isObject(body)) throw new AppError('invalid', ['body must be an object'])
  const { effectiveFrom = null, usePlanPrice = false, note = null, ...fields } = body
  const problems = unknownFieldProblems(body, [...OTHER_FIELDS, ...PRICE_FIELDS], '')
  const from = effectiveFrom === null ? null : readDay(effectiveFrom)
  if (from === undefined) problems.push(dayProblem('effectiveFrom'))
  if (typeof usePlanPrice !== 'boolean') problems.push('usePlanPrice must be true or false')
  const isNote = note === null || (typeof note === 'string' && note.length <= NOTE_LENGTH_MAX)
  if (!isNote) problems.push(`note must be a text of at most ${NOTE_LENGTH_MAX} characters`)
  const hasPrice = PRICE_FIELDS.some((field) => field in fields)
  if (usePlanPrice === hasPrice) {
    problems.push('send either a price or usePlanPrice true')
  }
  if (from === undefined || problems.length > 0) throw new AppError('invalid', problems)
  const text = typeof note === 'string' ? note : null
  return { from, isPlanPrice: usePlanPrice === true, note: text, fields }
}

/**
 * Returns the price of a stored row; null: from its day the price of the plan. Only its numbers are shown,
 * also if the strategy has become a fee or usage since.
 */
function priceIn(row: OwnPriceRow): StrategyPrice | null {
  if (row.isPlanPrice) return null
  return row.pricingModel === null
    ? priceOf({ ...row, chargeType: 'recurring', signalId: null })
    : priceOf({ ...row, chargeType: 'usage', signalId: row.strategyId })
}

function toBody(row: OwnPriceRow, price: StrategyPrice | null): SubscriptionPrice {
  const { id, subscriptionId, strategyId, effectiveFrom, isPlanPrice, note, createdAt } = row
  return {
    ...{ id, subscriptionId, strategyId, effectiveFrom, usePlanPrice: isPlanPrice },
    ...(price ? priceBody(price) : NO_NUMBERS),
    note,
    createdAt: createdAt.toISOString(),
  }
}
