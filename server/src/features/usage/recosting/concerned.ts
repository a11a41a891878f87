import type { Db } from '../../../platform/database.ts'
import { canonicalProvider } from '../../catalog/names.ts'
import type { UsedService } from '../batch/parse-record.ts'
import type { FindPrices } from '../costs/cost-record.ts'
import type { ModelPair } from '../costs/uncosted-service.ts'
import * as queries from './concerned-queries.ts'
import type { RecostScope } from './costed-events.ts'

/** Bounds each statement, however many customers an organization has. */
const CUSTOMERS_AT_ONCE = 1_000

/** What of an organization a scope concerns. */
export type Concerned = {
  /** Returns the customer with usage that follows one, by id; undefined after the last. */
  customerAfter: (customerId: string | null) => string | undefined
  isConcerned: (services: readonly UsedService[]) => boolean
}

/**
 * Determines the customers and models of a scope. A model is meant by any name that resolves to the
 * same price, since records and the catalog may name it differently.
 */
export async function findConcerned(
  db: Db,
  scope: RecostScope,
  findPrices: FindPrices,
): Promise<Concerned> {
  const isByModel = scope.provider !== null || scope.model !== null
  const pairs = isByModel
    ? (await queries.listUsedPairs(db, scope)).filter(createMatch(scope, findPrices))
    : []
  const names = new Set(pairs.map(nameOf))
  const customers = await listConcerned(db, scope)
  // Without a state, because a transaction that asks may run again.
  const customerAfter = (after: string | null) =>
    after === null ? customers[0] : customers[firstAfter(customers, after)]
  const isConcerned = (services: readonly UsedService[]) =>
    !isByModel ||
    services.some(({ modelProvider: provider, model }) => names.has(nameOf({ provider, model })))
  return { customerAfter, isConcerned }
}

/** Lists the customers with usage in the window, in order of their ids. */
async function listConcerned(db: Db, scope: RecostScope): Promise<string[]> {
  const concerned: string[] = []
  let after: string | null = null
  for (;;) {
    const page = await queries.listCustomers(db, scope, { after, limit: CUSTOMERS_AT_ONCE })
    if (page.length > 0) concerned.push(...(await queries.withUsage(db, scope, page)))
    if (page.length < CUSTOMERS_AT_ONCE) return concerned
    after = page.at(-1) ?? null
  }
}

function createMatch({ provider: sent, model }: RecostScope, findPrices: FindPrices) {
  const provider = sent === null ? null : canonicalProvider(sent)
  return (pair: ModelPair) => {
    const wanted = model === null ? undefined : findPrices(provider ?? pair.provider, model)
    const isNamed =
      (provider === null || canonicalProvider(pair.provider) === provider) &&
      (model === null || pair.model === model)
    if (isNamed) return true
    const priced = findPrices(pair.provider, pair.model)
    if (!priced) return false
    const resolved = { provider: priced.provider, model: priced.canonicalName }
    return (
      resolved.provider === (wanted?.provider ?? provider ?? resolved.provider) &&
      resolved.model === (wanted?.canonicalName ?? model ?? resolved.model)
    )
  }
}

/** Returns the index of the first of sorted texts that is greater than another text. */
function firstAfter(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') > text) high = middle
    else low = middle + 1
  }
  return low
}

const nameOf = ({ provider, model }: ModelPair) => `${provider}\u0000${model}`
