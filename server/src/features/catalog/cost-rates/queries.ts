import { type Decimal, decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { BookRate } from '../price-book.ts'

/** Own rates of models are in USD for so many tokens; those of other services are for one unit. */
const TOKENS_PER_RATE = decimal('1000000')

/**
 * Lists the own rates of all organizations that are not withdrawn, for one token or unit. The price
 * book holds all of them, because they are few.
 */
export async function allCostRates(db: Db): Promise<BookRate[]> {
  const rows = await db
    .selectFrom('costRates')
    .select(['id', 'organizationId', 'provider', 'model', 'serviceTier', 'effectiveFrom'])
    .select(['percentOff', 'inputRate', 'outputRate', 'cacheReadRate', 'cacheWriteRate'])
    .select(['cacheWrite1hRate', 'unitRate'])
    .where('withdrawnAt', 'is', null)
    .execute()
  return rows.map((row) => {
    const { id, organizationId, provider, model, serviceTier, percentOff } = row
    const effectiveFrom = row.effectiveFrom?.getTime() ?? null
    const dated = { id, organizationId, provider, model, serviceTier, effectiveFrom }
    if (percentOff !== null) return { ...dated, percentOff, rates: null }
    const rates = {
      input: perToken(row.inputRate),
      output: perToken(row.outputRate),
      cacheRead: perToken(row.cacheReadRate),
      cacheWrite: perToken(row.cacheWriteRate),
      cacheWrite1h: perToken(row.cacheWrite1hRate),
      unit: row.unitRate,
    }
    return { ...dated, percentOff: null, rates }
  })
}

function perToken(rate: Decimal | null): Decimal | null {
  return rate?.div(TOKENS_PER_RATE) ?? null
}
