import { askedByClaim, claimsIn } from '../../../domain/prices/realised.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../in-turns.ts'
import { addWork, NO_WORK, type Used } from '../revenue/earned.ts'
import { type Asked, type EarnerUsage, loadEarnerUsage } from '../revenue/earner-usage.ts'
import type { EarningFilter } from '../revenue/subscription-queries.ts'
import { loadTogether } from '../revenue/together.ts'
import type { UsageSums, UsedPlace } from '../sums-queries.ts'
import { dateRangeOf, daysOf, instants, rangesOf, type Window } from '../window.ts'
import { adjustmentEntries, type Entry, entriesIn, type KeyedEntry, NOTHING } from './entries.ts'
import { listAdjustments } from './invoice-queries.ts'
import { splitByModel } from './model-entries.ts'
import type { Group } from './schemas.ts'
import { findMostActive, placesApart, placesOfCustomers, usedPlaces } from './used-places.ts'

type EntriesAsked = {
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
  { window, groupBy, top, all }: EntriesAsked,
): Promise<KeyedEntry[]> {
  const windows = groupBy === 'day' ? rangesOf(daysOf(window), window) : [window]
  const cuts = windows.map(({ end }) => end)
  const asked = claimedIn(window)
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
  const isByCustomer = groupBy === 'customer'
  const mostActive = isByCustomer ? await findMostActive(tx, usage, top) : undefined
  const named = mostActive?.map(({ id }) => id)
  const earners =
    isByCustomer && !named
      ? await loadEarnerUsage(tx, filter, { window, asked, cuts })
      : await loadTogether(tx, filter, { window, asked, cuts, named })
  const exact = await earnedBy(tx, filter, { earners, window, windows })
  const entries = named ? await ofSome(exact, new Set(named)) : exact
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
  const earners = await loadEarnerUsage(tx, filter, { window, asked: claimedIn(window) })
  const entries = await earnedBy(tx, filter, { earners, window, windows: [window] })
  const places = await placesOfCustomers(tx, filter, dateRangeOf(window))
  return [...entries, ...(await unsubscribed(places, { window, groupBy: 'customer', entries }))]
}

const claimedIn =
  (window: Window): Asked =>
  (facts) =>
    claimsIn(facts, instants(window)).flatMap(askedByClaim)

type Earners = {
  earners: readonly EarnerUsage[]
  window: Window
  windows: readonly Range<number>[]
}

/** Of subscriptions and of the invoices of a filter. */
async function earnedBy(
  tx: Tx,
  filter: EarningFilter,
  { earners, window, windows }: Earners,
): Promise<Entry[]> {
  const adjustments = await listAdjustments(tx, filter, window)
  const earned = await mapInTurns(earners, entriesIn(window, windows))
  return [...earned.flat(), ...adjustments.flatMap((one) => adjustmentEntries(one, windows))]
}

/** Those of all other customers are told apart no longer: one may stand for many. */
function ofSome(
  entries: readonly Entry[],
  customerIds: ReadonlySet<string | null>,
): Promise<Entry[]> {
  return mapInTurns(entries, (entry) =>
    customerIds.has(entry.customerId) ? entry : { ...entry, customerId: null },
  )
}

type Place = Pick<UsedPlace, 'customerId' | 'agentId' | 'signalId' | 'date'>

/** What work cost that belongs to no subscription: all of it less what belongs to one. */
async function unsubscribed(
  places: readonly UsedPlace[],
  { window, groupBy, entries }: { window: Window; groupBy: Group; entries: readonly Entry[] },
): Promise<Entry[]> {
  const apart = placesApart(groupBy)
  const placeOf = ({ customerId, agentId, signalId, date }: Place) =>
    [
      apart.customers && customerId,
      apart.work && agentId,
      apart.work && signalId,
      apart.days && date,
    ].join(' ')
  const owned = new Map<string, Used>()
  await mapInTurns(entries, (entry) => {
    if (entry.kind !== 'outcomes') return
    const place = placeOf(entry)
    owned.set(place, addWork(owned.get(place) ?? NO_WORK, entry))
  })
  return places.flatMap(({ customerId, agentId, signalId, date, ...all }): Entry[] => {
    const own = owned.get(placeOf({ customerId, agentId, signalId, date })) ?? NO_WORK
    const eventCount = Number(all.eventCount) - own.eventCount
    if (eventCount === 0) return []
    const none = { planId: null, currency: null }
    const place = { customerId, agentId, signalId, ...none, date: date ?? window.startDate }
    return [
      {
        ...place,
        kind: 'no_subscription',
        ...NOTHING,
        cost: all.cost.minus(own.cost),
        eventCount,
        uncostedEvents: Number(all.uncostedEvents) - own.uncostedEvents,
      },
    ]
  })
}
