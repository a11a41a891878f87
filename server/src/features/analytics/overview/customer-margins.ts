import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import { cut } from '../../../platform/batching/cut.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import { expectMemory } from '../../../platform/database/expect-memory.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { mapPages } from '../../../platform/http/csv/pages.ts'
import { groupInTurns, mapInTurns } from '../../../platform/program/in-turns.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { figure } from '../../usage-figures/figures.ts'
import { dateRangeOf, parseWindow, windowOf } from '../../usage-figures/window.ts'
import { sumByCustomer } from '../customers/queries.ts'
import { findCurrency, listNames } from '../names-queries.ts'
import { listApart } from '../revenue/alike-queries.ts'
import { addByCurrency, leftOf, onlyAmount, type Priced } from '../revenue/totals.ts'
import { loadCustomerRevenues } from './customer-revenues.ts'
import { orderByTerms, rankPlainCustomers } from './margin-queries.ts'
import type { CustomerMargin, CustomerMargins, CustomerMarginsQuery } from './margin-schemas.ts'
import { loadPlainTerms } from './plain-terms.ts'

const TOP_DEFAULT = 8
/** So many customers are worked out at a time, so that as much memory is needed however many there are. */
const PAGE = 1_000

type Asked = { organizationId: string; query: CustomerMarginsQuery; page?: number }

/** Who brings in how much more than their work costs, the worst first. */
export async function customerMargins(
  db: Db,
  { organizationId, query, page = PAGE }: Asked,
  now: Date,
): Promise<CustomerMargins> {
  const window = parseWindow(query, now)
  const { top = TOP_DEFAULT } = query
  const filter = { organizationId, customerId: undefined, agentId: undefined }
  const read = await atOneMoment(db, async (tx) => {
    const fallback = await findCurrency(tx, organizationId)
    return { fallback, ...(await rank(tx, filter, { window, top, fallback, page })) }
  })
  const { worst, known, unknown, fallback } = read
  return {
    results: await rowsOf(db, organizationId, { ranked: worst, fallback }),
    totalResults: known,
    withoutMargin: unknown,
    dateRange: dateRangeOf(window),
  }
}

/**
 * All who have a margin, in the order of their ids. Some customers are worked out at a time, these at one
 * moment.
 */
export function marginPages(
  db: Db,
  { organizationId, query, page }: Asked,
  now: Date,
): AsyncGenerator<readonly CustomerMargin[]> {
  const window = parseWindow(query, now)
  return mapPages(customerPages(db, organizationId, page), async (customerIds) => {
    const filter = { organizationId, customerId: undefined, customerIds, agentId: undefined }
    const { fallback, known } = await atOneMoment(db, async (tx) => {
      await expectMemory(tx)
      const fallback = await findCurrency(tx, organizationId)
      return { fallback, ...(await marginsOf(tx, filter, { window, fallback })) }
    })
    const ranked = known.toSorted((a, b) => (a.customerId < b.customerId ? -1 : 1))
    return rowsOf(db, organizationId, { ranked, fallback })
  })
}

async function rowsOf(
  db: Db,
  organizationId: string,
  { ranked, fallback }: { ranked: readonly Ranked[]; fallback: string },
): Promise<CustomerMargin[]> {
  const ids = ranked.map(({ customerId }) => customerId)
  const names = await listNames(db, 'customers', { organizationId, ids })
  return mapInTurns(ranked, ({ customerId, uncostedEvents, cost, amounts }) => {
    const { amount: revenue, ...rest } = onlyAmount(amounts, { currency: fallback, cost })
    const customerName = names.get(customerId) ?? customerId
    return { customerId, uncostedEvents, revenue, cost: figure(cost), ...rest, customerName }
  })
}

/** A customer with a margin: what was brought in, in one currency if in any. */
type Ranked = {
  customerId: string
  uncostedEvents: number
  cost: Decimal
  amounts: readonly Priced[]
  margin: number
}

/** The worst of some customers, and how many of these have a margin and how many have none. */
type Ranking = { worst: Ranked[]; known: number; unknown: number }

type RankAsked = { window: Range<number>; top: number; fallback: string; page: number }

/**
 * Most owe the same fees and pay the same for a unit: the database works out and ranks them. The others are
 * worked out here, some of them at a time.
 */
async function rank(tx: Tx, filter: EarningFilter, asked: RankAsked): Promise<Ranking> {
  const { window, top, page } = asked
  await expectMemory(tx)
  const without = await listApart(tx, filter, { window, last: 0, byContent: false })
  let ranking = await rankPlain(tx, filter, { ...asked, without })
  const apart = without.length > page ? await orderByTerms(tx, filter, without) : without
  for (const customerIds of cut(apart, page)) {
    const { known, unknown } = await marginsOf(tx, { ...filter, customerIds }, asked)
    ranking = {
      worst: [...ranking.worst, ...known].sort(worstFirst).slice(0, top),
      known: ranking.known + known.length,
      unknown: ranking.unknown + unknown,
    }
  }
  return ranking
}

async function rankPlain(
  tx: Tx,
  filter: EarningFilter,
  { without, ...asked }: RankAsked & { without: readonly string[] },
): Promise<Ranking> {
  const { window } = asked
  const earning = await loadPlainTerms(tx, filter, { window, without })
  const { rows, ...counts } = await rankPlainCustomers(tx, filter, {
    ...asked,
    ...earning,
    without,
  })
  const worst = await mapInTurns(rows, ({ currency, revenue, cost, ...row }): Ranked => {
    const margin = figure(revenue.minus(cost))
    const amounts = [{ currency, amount: revenue, cost: ZERO }]
    return { ...row, uncostedEvents: Number(row.uncostedEvents), cost, amounts, margin }
  })
  return { worst: worst.sort(worstFirst), ...counts }
}

/** Those of some customers who have a margin, and how many of them have none. */
async function marginsOf(
  tx: Tx,
  filter: EarningFilter & { customerIds: readonly string[] },
  { window, fallback }: Pick<RankAsked, 'window' | 'fallback'>,
): Promise<{ known: Ranked[]; unknown: number }> {
  const earned = await loadCustomerRevenues(tx, filter, window)
  const work = await sumByCustomer(tx, filter, dateRangeOf(windowOf(window)))
  const revenues = await groupInTurns(earned, ({ customerId }) => customerId)
  const works = new Map(work.map((sums) => [sums.customerId, sums]))
  const everybody = new Set([...revenues.keys(), ...works.keys()])
  const customers = await mapInTurns(everybody, (customerId): Ranked | undefined => {
    const { cost = ZERO, uncostedEvents = 0 } = works.get(customerId) ?? {}
    const amounts = addByCurrency(
      (revenues.get(customerId) ?? []).map(({ currency, amount }) => {
        return { currency, amount, cost: ZERO }
      }),
    )
    const margin = marginIn(amounts, { currency: fallback, cost })
    if (margin === undefined) return undefined
    return { customerId, uncostedEvents: Number(uncostedEvents), cost, amounts, margin }
  })
  const known = customers.filter((one) => one !== undefined)
  return { known, unknown: customers.length - known.length }
}

/** As `onlyAmount` says it, for all of whom few are listed. */
function marginIn(
  amounts: readonly Priced[],
  { currency: fallback, cost }: { currency: string; cost: Decimal },
): number | undefined {
  const [only, ...more] = amounts
  if (more.length > 0) return undefined
  const { currency, amount } = only ?? { currency: fallback, amount: ZERO }
  const margin = leftOf(amount, currency, cost)
  return margin && figure(margin)
}

function worstFirst(a: Ranked, b: Ranked): number {
  return a.margin - b.margin || (a.customerId < b.customerId ? -1 : 1)
}
