import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { priceFields } from '../strategies/strategy.ts'
import type { DatedPrice } from './dated-price.ts'

export type NewPrice = DatedPrice & { strategyId: string }

/** Inserts dated prices. Returns the ids that were written; the others met a price of the same day. */
export async function insertPrices(
  tx: Tx,
  organizationId: string,
  prices: readonly NewPrice[],
  now: Date,
): Promise<Set<string>> {
  if (prices.length === 0) return new Set()
  const rows = await tx
    .insertInto('strategyPrices')
    .values(
      prices.map(({ id, changeId, strategyId, from, audience, price }) => {
        const { pricingModel, rate, packageSize, tiers } = priceFields(price)
        return {
          ...{ id, organizationId, strategyId, effectiveFrom: from, audience, changeId },
          ...{ pricingModel, rate, packageSize, tiers: tiers && JSON.stringify(tiers) },
          createdAt: now,
        }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['strategyId', 'effectiveFrom', 'audience']).doNothing(),
    )
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Corrects a dated price. The caller has locked the plan. */
export async function updatePrice(
  tx: Tx,
  organizationId: string,
  { id, price }: Pick<DatedPrice, 'id' | 'price'>,
): Promise<void> {
  const { pricingModel, rate, packageSize, tiers } = priceFields(price)
  await tx
    .updateTable('strategyPrices')
    .set({ pricingModel, rate, packageSize, tiers: tiers && JSON.stringify(tiers) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deletePrices(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('strategyPrices')
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Raises the versions of strategies whose prices changed. */
export async function touchStrategies(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pricingStrategies')
    .set((is) => ({ version: is('version', '+', 1), updatedAt: now }))
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}
