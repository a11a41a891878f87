import type { Audience } from '../../../domain/prices/strategy.ts'
import { localDate } from '../../../domain/time/dates.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { isObject } from '../../../platform/json/json-object.ts'
import { unknownFieldProblems } from '../../../platform/json/unknown-fields.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { type Command, getPlan, lockPlan } from '../service.ts'
import type { StrategyPriceBody } from '../strategies/dated-fields.ts'
import type { DatedPrice } from '../strategies/dated-price.ts'
import { strategyNotFound } from '../strategies/items.ts'
import { type Fields, mergeFields } from '../strategies/merge-fields.ts'
import { parseStrategy } from '../strategies/parse-strategy.ts'
import { datedBody, firstBody } from '../strategies/price-body.ts'
import { deletePrices, insertPrices } from '../strategies/price-queries.ts'
import { findStrategy, type StrategyKey } from '../strategies/queries.ts'
import { rowOn, type Strategy, strategyOf } from '../strategies/strategy.ts'
import { dayProblem, readDay } from './read-day.ts'
import type { StrategyPriceList } from './schemas.ts'
import { storeChanges } from './store-changes.ts'

type PriceCommand = Command & { strategyId: string }

/** Lists the first price of a strategy and those that follow, the earliest first. */
export async function listPrices(db: Db, key: StrategyKey): Promise<StrategyPriceList> {
  const { id: planId } = await getPlan(db, { organizationId: key.organizationId, id: key.planId })
  const row = await findStrategy(db, { ...key, planId })
  if (!row) throw strategyNotFound()
  return { results: pricesOf(strategyOf(row)) }
}

/** Returns all prices of the plan for a strategy as the API shows them. */
export function pricesOf(strategy: Strategy): StrategyPriceBody[] {
  return [firstBody(strategy), ...(strategy.dated?.plan ?? []).map(datedBody)]
}

/**
 * Adds a price from a day on. Fields that are not sent are those of the price in force on that day. The
 * plan is locked, so that of two prices of one day the second is refused.
 */
export async function addPrice(
  db: Db,
  { key, actor, strategyId, body }: PriceCommand & { body: unknown },
  moment: Moment,
): Promise<StrategyPriceBody> {
  const { organizationId } = key
  const { fields, from, audience } = readPrice(body)
  return db.transaction().execute(async (tx) => {
    const { id: planId } = await lockPlan(tx, key, 'update')
    const row = await findStrategy(tx, { organizationId, planId, id: strategyId })
    if (!row) throw strategyNotFound()
    const parsed = parseStrategy(mergeFields(rowOn(row, from), fields), '')
    if (!parsed.ok) throw new AppError('invalid', parsed.problems)
    const id = newId()
    const price: DatedPrice = { id, changeId: id, from, audience, price: parsed.value.price }
    const written = await insertPrices(
      tx,
      organizationId,
      [{ ...price, strategyId: row.id }],
      moment.now,
    )
    if (!written.has(id)) {
      const fix = 'delete that one first, or send another effectiveFrom'
      throw new AppError(
        'conflict',
        `The strategy has a price from ${from} for ${audience}: ${fix}`,
      )
    }
    const shown = datedBody(price)
    const prices = [{ strategy: row, price, from: null, to: shown }]
    await storeChanges(tx, { organizationId, actor, prices }, moment)
    return shown
  })
}

/** Deletes a price that has not begun. Earlier ones are history: periods were billed by them. */
export async function deletePrice(
  db: Db,
  { key, actor, strategyId, priceId }: PriceCommand & { priceId: string },
  moment: Moment,
): Promise<void> {
  const { organizationId } = key
  await db.transaction().execute(async (tx) => {
    const { id: planId } = await lockPlan(tx, key, 'update')
    const row = await findStrategy(tx, { organizationId, planId, id: strategyId })
    if (!row) throw strategyNotFound()
    const price = strategyOf(row).dated?.plan.find(({ id }) => id === priceId.toLowerCase())
    if (!price) throw new AppError('not_found', 'The strategy has no such price')
    refuseBegun(price, moment)
    await deletePrices(tx, organizationId, [price.id])
    const prices = [{ strategy: row, price, from: datedBody(price), to: null }]
    await storeChanges(tx, { organizationId, actor, prices }, moment)
  })
}

/** Throws `conflict` if a price has begun. */
export function refuseBegun({ from }: Pick<DatedPrice, 'from'>, { businessNow }: Moment): void {
  if (from > localDate(businessNow, 'UTC')) return
  throw new AppError(
    'conflict',
    `The price has applied since ${from}; only a price of the future can be deleted. ` +
      'Add one with another effectiveFrom instead',
  )
}

const PRICE_FIELDS = ['pricingModel', 'rate', 'packageSize', 'tiers']

/** Reads the date, the audience and the price of a request; the price is validated with its strategy. */
export function readPrice(body: unknown): { fields: Fields; from: string; audience: Audience } {
  if (!isObject(body)) throw new AppError('invalid', ['body must be an object'])
  const { effectiveFrom, audience = 'everyone', ...fields } = body
  const problems = unknownFieldProblems(body, ['effectiveFrom', 'audience', ...PRICE_FIELDS], '')
  const from = readDay(effectiveFrom)
  if (from === undefined) problems.push(dayProblem('effectiveFrom'))
  const isAudience = audience === 'everyone' || audience === 'new'
  if (!isAudience) problems.push('audience must be everyone or new')
  if (!PRICE_FIELDS.some((field) => field in fields)) {
    problems.push('send the price: rate, tiers, packageSize or pricingModel')
  }
  if (from === undefined || !isAudience || problems.length > 0) {
    throw new AppError('invalid', problems)
  }
  return { fields, from, audience }
}
