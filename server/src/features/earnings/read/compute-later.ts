import { monthOf, type Range } from '../../../domain/time/range.ts'
import { cut } from '../../../platform/batching/cut.ts'
import type { Tx } from '../../../platform/database.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import type { EarnedDays } from '../compute/day-figures.ts'
import { computeEarnedDays } from '../compute/earned-days.ts'
import type { EarningFilter } from '../facts/earning-filter.ts'

/** Days that are not kept, and the times at which they are split. */
export type Later = { window: Range<number>; cuts?: readonly number[] | undefined }

const MONTH_MS = 30 * 24 * 60 * 60_000
const CUSTOMERS_AT_ONCE = 1_000
/** Limits memory: a customer has figures of each part, and facts of each month. */
const FIGURES_AT_ONCE = 20_000

/** Computes days that are not kept from the facts, for some customers at a time. */
export async function* computeLater(
  tx: Tx,
  filter: EarningFilter,
  { window, cuts = [] }: Later,
): AsyncIterable<EarnedDays[]> {
  const parts = partsOf(window, cuts)
  const months = Math.ceil((window.end - monthOf(window.start)) / MONTH_MS)
  const atOnce = Math.floor(FIGURES_AT_ONCE / (parts.length + months))
  const limit = Math.min(Math.max(atOnce, 1), CUSTOMERS_AT_ONCE)
  for await (const customerIds of customersOf(tx, filter, limit)) {
    const { organizationId } = filter
    yield await computeEarnedDays(tx, { organizationId, customerIds }, window, parts)
  }
}

function partsOf({ start, end }: Range<number>, cuts: readonly number[]): Range<number>[] {
  const inside = cuts.filter((time) => time > start && time < end)
  const starts = [start, ...[...new Set(inside)].sort((a, b) => a - b)]
  return starts.map((own, at) => ({ start: own, end: starts[at + 1] ?? end }))
}

async function* customersOf(
  tx: Tx,
  { organizationId, customerId, customerIds }: EarningFilter,
  limit: number,
): AsyncIterable<readonly string[]> {
  if (customerId !== undefined) yield [customerId]
  else if (customerIds) yield* cut(customerIds, limit)
  else yield* customerPages(tx, organizationId, limit)
}
