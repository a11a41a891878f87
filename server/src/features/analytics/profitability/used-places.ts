import type { Tx } from '../../../platform/database.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import type { DateRange } from '../../usage/closed-sums/cover.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { withoutSums } from '../../usage-figures/add-sums.ts'
import {
  listUsedPlaces,
  type SumsOf,
  sumByDimension,
  type UsageSums,
  type UsedPlace,
} from '../../usage-figures/sums.ts'
import { sumByCustomer } from '../customers/queries.ts'
import type { Group } from './schemas.ts'

/** Which places are told apart where entries are grouped so. */
export function placesApart(groupBy: Group) {
  return {
    customers: groupBy === 'customer',
    work: groupBy === 'agent' || groupBy === 'signal' || groupBy === 'model',
    days: groupBy === 'day',
  }
}

const NOWHERE = { customerId: null, agentId: null, signalId: null, date: null }

/**
 * So many customers with the most events, in whose rows all others are one. Undefined where fewer have any:
 * then each is listed.
 */
export async function findMostActive(
  tx: Tx,
  usage: UsageFilter,
  top: number,
): Promise<SumsOf[] | undefined> {
  const customers = await sumByDimension(tx, usage, { dimension: 'customer', limit: top })
  const active = customers.filter(({ eventCount }) => eventCount !== '0')
  return active.length < top ? undefined : active
}

/** What was used at each place; of some customers and of all others where those are given. */
export async function usedPlaces(
  tx: Tx,
  usage: UsageFilter,
  { groupBy, all, mostActive }: PlacesAsked,
): Promise<UsedPlace[]> {
  if (!mostActive) return listUsedPlaces(tx, usage, placesApart(groupBy))
  return [
    ...mostActive.map(({ id: customerId, ...sums }) => ({ ...NOWHERE, ...sums, customerId })),
    { ...NOWHERE, ...mostActive.reduce(withoutSums, all) },
  ]
}

/** What was used for each of some customers. */
export async function placesOfCustomers(
  tx: Tx,
  filter: EarningFilter & { customerIds: readonly string[] },
  dates: DateRange,
): Promise<UsedPlace[]> {
  const sums = await sumByCustomer(tx, filter, dates)
  return sums.map((own) => ({ ...NOWHERE, ...own }))
}

type PlacesAsked = {
  groupBy: Group
  /** What was used at all places. */
  all: UsageSums
  mostActive: readonly SumsOf[] | undefined
}
