import { askedByClaim, claimsIn } from '../../../domain/prices/realised.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { listAdjustments } from '../../earnings/facts/adjustments.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { type Asked, type EarnerUsage, loadEarnerUsage } from '../../earnings/usage/earner-usage.ts'
import type { UsageSums } from '../../usage-figures/sums.ts'
import { dateRangeOf, daysOf, instants, rangesOf, type Window } from '../../usage-figures/window.ts'
import { earnersOneByOne, earnersTogether, type Paged } from '../revenue/earner-pages.ts'
import { addUp, adjustmentEntries, type Entry, entriesIn, type KeyedEntry } from './entries.ts'
import { splitByModel } from './model-entries.ts'
import type { Group } from './schemas.ts'
import { unsubscribed } from './unsubscribed.ts'
import { findMostActive, placesOfCustomers, usedPlaces } from './used-places.ts'

type EntriesAsked = Paged & {
  window: Window
  groupBy: Group
  /** How many keys are listed. */
  top: number
  /** What was used in all. */
  all: UsageSums
}

/** What work earned and cost in a window, apart by what it is grouped by. */
export async function readEntries(
  tx: Tx,
  filter: EarningFilter,
  { window, groupBy, top, all, page }: EntriesAsked,
): Promise<KeyedEntry[]> {
  const windows = groupBy === 'day' ? rangesOf(daysOf(window), window) : [window]
  const cuts = windows.map(({ end }) => end)
  const asked = { window, asked: claimedIn(window), cuts, page }
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
  const isByCustomer = groupBy === 'customer'
  const mostActive = isByCustomer ? await findMostActive(tx, usage, top) : undefined
  const named = mostActive?.map(({ id }) => id)
  const earners =
    isByCustomer && !named
      ? earnersOneByOne(tx, filter, asked)
      : earnersTogether(tx, filter, { ...asked, named })
  const earned = earnedPages(tx, filter, { earners, window, windows })
  const entries = await addUp(named ? ofSome(earned, new Set(named)) : earned, placeOf)
  const places = await usedPlaces(tx, usage, { groupBy, all, mostActive })
  const complete = [...entries, ...(await unsubscribed(places, { window, groupBy, entries }))]
  return groupBy === 'model' ? splitByModel(tx, usage, complete) : complete
}

/** The same of some customers, each of them apart. */
export async function readEntriesOf(
  tx: Tx,
  filter: EarningFilter & { customerIds: readonly string[] },
  window: Window,
): Promise<Entry[]> {
  const earners = [await loadEarnerUsage(tx, filter, { window, asked: claimedIn(window) })]
  const earned = earnedPages(tx, filter, { earners, window, windows: [window] })
  const entries = (await Array.fromAsync(earned)).flat()
  const places = await placesOfCustomers(tx, filter, dateRangeOf(window))
  return [...entries, ...(await unsubscribed(places, { window, groupBy: 'customer', entries }))]
}

const claimedIn =
  (window: Window): Asked =>
  (facts) =>
    claimsIn(facts, instants(window)).flatMap(askedByClaim)

type Earners = {
  earners: AsyncIterable<readonly EarnerUsage[]> | Iterable<readonly EarnerUsage[]>
  window: Window
  windows: readonly Range<number>[]
}

/** Of subscriptions, and then of the invoices of a filter. */
async function* earnedPages(
  tx: Tx,
  filter: EarningFilter,
  { earners, window, windows }: Earners,
): AsyncGenerator<readonly Entry[]> {
  for await (const some of earners) {
    const earned = await mapInTurns(some, entriesIn(window, windows))
    yield earned.flat()
  }
  const adjustments = await listAdjustments(tx, filter, window)
  yield adjustments.flatMap((one) => adjustmentEntries(one, windows))
}

/** Those of all other customers are told apart no longer: one may stand for many. */
async function* ofSome(
  pages: AsyncIterable<readonly Entry[]>,
  customerIds: ReadonlySet<string | null>,
): AsyncGenerator<readonly Entry[]> {
  for await (const entries of pages) {
    yield await mapInTurns(entries, (entry) =>
      customerIds.has(entry.customerId) ? entry : { ...entry, customerId: null },
    )
  }
}

/** Entries of the same place and kind can be added up. */
function placeOf({ kind, customerId, agentId, planId, currency, signalId, date }: Entry): string {
  return [kind, customerId, agentId, planId, currency, signalId, date].join(' ')
}
