import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { PricingModel } from '../../../domain/prices/pricing.ts'
import type { OwnPrice } from '../../../domain/prices/strategy.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Db } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { priceFields, priceOf, type Strategy } from '../../pricing-plans/strategies/strategy.ts'

/** A price of one subscription for a strategy of its plan, as stored. */
export type OwnPriceRow = {
  customerId: string
  id: string
  subscriptionId: string
  strategyId: string
  /** Null: since always. */
  effectiveFrom: string | null
  /** True: from here the price of the plan again. */
  isPlanPrice: boolean
  pricingModel: PricingModel | null
  rate: Decimal | null
  packageSize: Decimal | null
  tiers: unknown
  note: string | null
  createdAt: Date
}

const COLUMNS = [
  'customerId',
  'id',
  'subscriptionId',
  'strategyId',
  'effectiveFrom',
  'isPlanPrice',
  'pricingModel',
  'rate',
  'packageSize',
  'tiers',
  'note',
  'createdAt',
] as const

/** Lists the own prices of subscriptions of these customers, the earliest first. */
export async function listOwnPricesOfCustomers(
  db: Db,
  organizationId: string,
  customerIds: readonly string[],
): Promise<OwnPriceRow[]> {
  if (customerIds.length === 0) return []
  const ids = arrayText([...new Set(customerIds)], (id) => id)
  return db
    .selectFrom('subscriptionPrices')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`customer_id = any(${ids}::uuid[])`)
    .orderBy(sql`effective_from nulls first`)
    .execute()
}

/** Lists the own prices of a subscription, the earliest first. */
export const listOwnPrices = batched(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<OwnPriceRow[][]> => {
    const rows = await db
      .selectFrom('subscriptionPrices')
      .select(COLUMNS)
      .select('organizationId')
      .where(sql<SqlBool>`customer_id = any(${keys.map((key) => key.customerId)}::uuid[])`)
      .where(sql<SqlBool>`subscription_id = any(${keys.map(({ id }) => id)}::uuid[])`)
      .orderBy(sql`effective_from nulls first`)
      .execute()
    return keys.map((key) =>
      rows.filter(
        (row) =>
          row.customerId === key.customerId &&
          row.subscriptionId === key.id &&
          row.organizationId === key.organizationId,
      ),
    )
  },
)

/** Returns a strategy with the prices that a subscription has of its own. */
export function withOwnPrices(strategy: Strategy, rows: readonly OwnPriceRow[]): Strategy {
  const own = rows.flatMap((row) => {
    return row.strategyId === strategy.id ? ownPriceOf(strategy, row) : []
  })
  if (own.length === 0) return strategy
  return { ...strategy, dated: { plan: strategy.dated?.plan ?? [], own } }
}

/** A row whose kind the strategy no longer has, such as a fee that became usage, applies no more. */
function ownPriceOf(strategy: Strategy, row: OwnPriceRow): OwnPrice[] {
  const from = row.effectiveFrom
  if (row.isPlanPrice) return [{ from, price: null }]
  const { chargeType, signalId } = priceFields(strategy)
  if ((row.pricingModel !== null) !== (chargeType === 'usage')) return []
  const { pricingModel, rate, packageSize, tiers } = row
  const columns = { id: strategy.id, chargeType, signalId, pricingModel, rate, packageSize, tiers }
  return [{ from, price: priceOf(columns) }]
}
