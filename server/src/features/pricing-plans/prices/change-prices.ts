import { AMOUNT_MAX, isExactAsJson } from '../../../domain/json-amount.ts'
import { amountsOf, type Scaling, scalePrice } from '../../../domain/prices/scale-price.ts'
import type { Audience, StrategyPrice } from '../../../domain/prices/strategy.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockPlan } from '../service.ts'
import { datedBody } from '../strategies/price-body.ts'
import {
  deletePrices,
  insertPrices,
  listPlansOfStrategies,
  listPricesOfChange,
  listStrategiesOf,
  type NewPrice,
} from '../strategies/price-queries.ts'
import { priceOn, type Strategy, strategyOf } from '../strategies/strategy.ts'
import { refuseBegun } from './service.ts'
import { storeChanges } from './store-changes.ts'

/** A change by percentage of the prices of whole plans, or of single strategies. */
export type PriceChange = Scaling & {
  organizationId: string
  planIds: readonly string[]
  strategyIds: readonly string[]
  from: string
  audience: Audience
}

/** The price of a strategy for everyone on the first day of a change, and the one that follows. */
export type ChangedPrice = { strategy: Strategy; before: StrategyPrice; after: NewPrice }

/** Strategies that one change may reach. */
const CHANGED_MAX = 1_000

/**
 * Computes the prices of a change and stores nothing. Throws `not_found` for an unknown plan or strategy,
 * `conflict` for a strategy with a price from the first day on or later, and `invalid` for a price that a
 * JSON number cannot hold.
 */
export async function computeChange(
  db: Db,
  change: PriceChange,
  changeId: string = newId(),
): Promise<ChangedPrice[]> {
  const { from, audience } = change
  const strategies = (await listStrategiesOf(db, change)).map(strategyOf)
  refuseAbsent(change, strategies)
  if (strategies.length === 0) throw new AppError('inconsistent', 'The plans have no active prices')
  if (strategies.length > CHANGED_MAX) {
    throw new AppError('invalid', [
      `A change reaches at most ${CHANGED_MAX} strategies; send fewer plans`,
    ])
  }
  for (const strategy of strategies) refuseLater(strategy, from)
  return strategies.map((strategy) => {
    const before = priceOn(strategy, from)
    const price = scalePrice(before, change)
    refuseInexact(strategy, price)
    const after = { id: newId(), changeId, strategyId: strategy.id, from, audience, price }
    return { strategy, before, after }
  })
}

/** Stores a change in one transaction: all of its prices or none. */
export async function changePrices(
  db: Db,
  { change, actor }: { change: PriceChange; actor: Actor },
  moment: Moment,
): Promise<{ id: string; changed: ChangedPrice[] }> {
  const { organizationId } = change
  const id = newId()
  return db.transaction().execute(async (tx) => {
    const ofStrategies = await listPlansOfStrategies(tx, change)
    await lockPlans(tx, organizationId, [...change.planIds, ...ofStrategies])
    const changed = await computeChange(tx, change, id)
    const prices = changed.map(({ after }) => after)
    const written = await insertPrices(tx, organizationId, prices, moment.now)
    if (written.size < prices.length) {
      throw new AppError('conflict', 'A strategy has a price from this day; try again')
    }
    await storeChanges(tx, { organizationId, actor, prices: changed.map(addedOf) }, moment)
    return { id, changed }
  })
}

/** Deletes the prices of a change that has not begun. */
export async function withdrawChange(
  db: Db,
  { organizationId, id, actor }: { organizationId: string; id: string; actor: Actor },
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = await listPricesOfChange(tx, organizationId, id)
    if (known.length === 0) throw new AppError('not_found', 'Price change not found')
    await lockPlans(
      tx,
      organizationId,
      known.map(({ planId }) => planId),
    )
    const strategies = (await listPricesOfChange(tx, organizationId, id)).map(strategyOf)
    const prices = strategies.flatMap((strategy) =>
      (strategy.dated?.plan ?? [])
        .filter(({ changeId }) => changeId === id)
        .map((price) => ({ strategy, from: datedBody(price), to: null, price })),
    )
    if (prices.length === 0) throw new AppError('not_found', 'Price change not found')
    for (const { price } of prices) refuseBegun(price, moment)
    const ids = prices.map(({ price }) => price.id)
    await deletePrices(tx, organizationId, ids)
    await storeChanges(tx, { organizationId, actor, prices }, moment)
  })
}

/** In the order of ids, so that two changes wait for each other. */
async function lockPlans(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) {
    await lockPlan(tx, { organizationId, id }, 'update')
  }
}

const addedOf = ({ strategy, after }: ChangedPrice) => ({
  strategy,
  price: after,
  from: null,
  to: datedBody(after),
})

function refuseAbsent(
  { planIds, strategyIds }: PriceChange,
  strategies: readonly Strategy[],
): void {
  const known = new Set(strategies.flatMap(({ id, planId }) => [id, planId]))
  const absent = strategyIds.find((id) => !known.has(id))
  if (absent !== undefined) throw new AppError('not_found', `Pricing strategy ${absent} not found`)
  const empty = planIds.find((id) => !known.has(id))
  if (empty !== undefined) throw new AppError('not_found', `Plan ${empty} has no active price`)
}

function refuseLater({ name, id, dated }: Strategy, from: string): void {
  const later = dated?.plan.find((price) => price.from >= from)
  if (!later) return
  throw new AppError(
    'conflict',
    `The strategy "${name}" (${id}) has a price from ${later.from}: delete it first, or send a later effectiveFrom`,
  )
}

function refuseInexact({ name, id }: Strategy, price: StrategyPrice): void {
  const amounts = amountsOf(price)
  if (amounts.every((amount) => isExactAsJson(amount) && amount.lte(AMOUNT_MAX))) return
  throw new AppError('invalid', [
    `percent gives the strategy "${name}" (${id}) a price with more digits than a JSON number keeps: send decimals`,
  ])
}
