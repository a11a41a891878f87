import type { Db } from '../../../platform/database.ts'
import type { UsedService } from '../batch/parse-record.ts'
import type { FindPrices } from '../costs/cost-record.ts'
import type { ModelPair } from '../costs/uncosted-service.ts'
import * as queries from './concerned-queries.ts'
import type { RecostScope } from './costed-events.ts'

const CUSTOMERS_AT_ONCE = 10_000

/** What of an organization a scope concerns. */
export type Concerned = {
  /** Returns the customer with usage that follows one, by id; undefined after the last. */
  customerAfter: (customerId: string | null) => Promise<string | undefined>
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
  let listed: string[] = []
  let at = 0
  const customerAfter = async (after: string | null) => {
    if (after === null) listed = []
    else while (at < listed.length && (listed[at] ?? '') <= after) at += 1
    if (at < listed.length) return listed[at]
    const next = { after, limit: CUSTOMERS_AT_ONCE }
    listed = isByModel
      ? await queries.listCustomersOfModels(db, scope, { ...next, pairs })
      : await queries.listCustomersWithUsage(db, scope, next)
    at = 0
    return listed[0]
  }
  const isConcerned = (services: readonly UsedService[]) =>
    !isByModel ||
    services.some(({ modelProvider: provider, model }) => names.has(nameOf({ provider, model })))
  return { customerAfter, isConcerned }
}

function createMatch({ provider, model }: RecostScope, findPrices: FindPrices) {
  const wanted = provider !== null && model !== null ? findPrices(provider, model) : undefined
  return (pair: ModelPair) => {
    const isNamed =
      (provider === null || pair.provider === provider) && (model === null || pair.model === model)
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

const nameOf = ({ provider, model }: ModelPair) => `${provider}\u0000${model}`
