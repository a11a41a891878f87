import type { Tx } from '../../../platform/database.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import type { EarningFilter, SomeCustomers } from '../../earnings/facts/earning-filter.ts'
import { customerKinds } from '../../earnings/read/customer-kinds.ts'
import { keptByPlace } from '../../earnings/read/kept-rows.ts'
import { sumByDimension } from '../../usage-figures/sums.ts'
import { dateRangeOf, type Window } from '../../usage-figures/window.ts'
import { type Entry, isSomething, NOTHING } from './entries.ts'
import { FIGURES, listByEvents, listEntries } from './entry-queries.ts'

type Asked = { window: Window; horizon: number }

/** Customers read at once to find those without events. */
const CUSTOMERS_AT_ONCE = 100

/**
 * Returns the entries of `top` customers, and of all others together: `totals` less the listed ones. The customers
 * with the most events are listed; if there are fewer, others follow in the order of their ids.
 */
export async function entriesByCustomer(
  tx: Tx,
  filter: EarningFilter,
  { top, totals, ...asked }: Asked & { top: number; totals: readonly Entry[] },
): Promise<Entry[]> {
  const active = await listMostActive(tx, filter, { ...asked, top })
  const listed = await entriesOf(tx, { ...filter, customerIds: active }, asked)
  const left = { rest: withoutEntries(totals, listed), top: top - countKeys(listed) }
  const others = await entriesWithoutEvents(tx, filter, { ...asked, ...left, active })
  return [...listed, ...others]
}

/** Returns the customers with the most events, then the lowest ids. Kept totals of customers have no agents. */
async function listMostActive(
  tx: Tx,
  filter: EarningFilter,
  asked: Asked & { top: number },
): Promise<string[]> {
  const { organizationId, agentId } = filter
  if (agentId === undefined) return listByEvents(tx, organizationId, asked)
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(asked.window) }
  const sums = await sumByDimension(tx, usage, { dimension: 'customer', limit: asked.top })
  return sums.filter(({ eventCount }) => eventCount !== '0').map(({ id }) => id)
}

type Left = {
  /** Number of customers to list. */
  top: number
  rest: readonly Entry[]
  active: readonly string[]
}

/** Returns the entries of the first customers that are not active, and those of all others together. */
async function entriesWithoutEvents(
  tx: Tx,
  filter: EarningFilter,
  { active, ...asked }: Asked & Left,
): Promise<Entry[]> {
  const known = new Set(active)
  const listed: Entry[] = []
  let { top, rest } = asked
  if (top <= 0 || rest.length === 0) return [...rest]
  for await (const page of customerPages(tx, filter.organizationId, CUSTOMERS_AT_ONCE)) {
    const customerIds = page.filter((id) => !known.has(id))
    const found = await entriesOf(tx, { ...filter, customerIds }, { ...asked, top })
    listed.push(...found)
    top -= countKeys(found)
    rest = withoutEntries(rest, found)
    if (top <= 0 || rest.length === 0) break
  }
  return [...listed, ...rest]
}

/** Returns the entries of each of some customers, or of the first `top` of them. */
export async function entriesOf(
  tx: Tx,
  filter: SomeCustomers,
  { window, horizon, top = filter.customerIds.length }: Asked & { top?: number },
): Promise<Entry[]> {
  if (filter.customerIds.length === 0) return []
  // Sums by kind are of all agents.
  const kept = await (filter.agentId === undefined
    ? customerKinds(tx, filter, { window, horizon })
    : keptByPlace(tx, filter, { window, horizon, figures: FIGURES }))
  const entries = await listEntries(tx, kept, { dimension: 'customer', top })
  return entries.filter(({ key }) => key !== null)
}

const countKeys = (entries: readonly Entry[]) => new Set(entries.map(({ key }) => key)).size

const placeOf = ({ kind, currency }: Entry) => `${kind} ${currency}`

/** Subtracts entries from totals by kind and currency; omits totals of which nothing is left. */
function withoutEntries(totals: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const left = new Map(totals.map((total) => [placeOf(total), total]))
  for (const entry of entries) {
    const place = placeOf(entry)
    const all = left.get(place) ?? { ...entry, ...NOTHING, key: null }
    left.set(place, {
      ...all,
      quantity: all.quantity.minus(entry.quantity),
      revenue: all.revenue.minus(entry.revenue),
      invoiced: all.invoiced.minus(entry.invoiced),
      cost: all.cost.minus(entry.cost),
      eventCount: all.eventCount - entry.eventCount,
      uncostedEvents: all.uncostedEvents - entry.uncostedEvents,
    })
  }
  return [...left.values()].filter(isSomething)
}
