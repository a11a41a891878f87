import { askedByClaim, claimsIn } from '../../../domain/prices/realised.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { filtersIn } from '../fields.ts'
import { figure } from '../figures.ts'
import { mapInTurns } from '../in-turns.ts'
import { addWork, NO_WORK, type Used } from '../revenue/earned.ts'
import { type Asked, loadEarnerUsage } from '../revenue/earner-usage.ts'
import type { EarningFilter } from '../revenue/subscription-queries.ts'
import { loadTogether } from '../revenue/together.ts'
import { sumUsage, type UsageSums, type UsedPlace } from '../sums-queries.ts'
import { TOP_DEFAULT } from '../usage/schemas.ts'
import { dateRangeOf, daysOf, instants, parseWindow, rangesOf, type Window } from '../window.ts'
import { byKeyOf } from './by-key.ts'
import { adjustmentEntries, type Entry, entriesIn, type KeyedEntry, NOTHING } from './entries.ts'
import { listAdjustments } from './invoice-queries.ts'
import { splitByModel } from './model-entries.ts'
import { namesOf } from './names.ts'
import { groupsOf, rowsOf, totalsOf } from './rows.ts'
import type { Group, Profitability, ProfitabilityQuery } from './schemas.ts'
import { findMostActive, placesApart, usedPlaces } from './used-places.ts'

type Question = { organizationId: string; query: ProfitabilityQuery }

/** What work realised and what it cost, in rows that add up to the invoices before tax. */
export async function profitability(
  db: Db,
  { organizationId, query }: Question,
  now: Date,
): Promise<Profitability> {
  const { customerId, agentId, groupBy = 'customer', top = TOP_DEFAULT } = query
  const window = parseWindow(query, now)
  const filter = { organizationId, customerId, agentId }
  const { entries, sums } = await atOneMoment(db, async (tx) => {
    const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
    const all = await sumUsage(tx, usage)
    return { entries: await readEntries(tx, filter, { window, groupBy, top, all }), sums: all }
  })
  const groups = await groupsOf(entries, (entry) => keyOf(groupBy, entry), top)
  const rows = rowsOf(groups)
  const byKey = byKeyOf(groups)
  const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))]
  const names = await namesOf(db, groupBy, { organizationId, keys })
  const withName = <Row extends { key: string | null }>(row: Row) => ({
    ...row,
    name: row.key && (names.get(row.key) ?? row.key),
  })
  return {
    groupBy,
    rows: rows.map(withName),
    byKey: byKey.map(withName),
    totals: totalsOf(groups),
    totalCost: figure(sums.cost),
    uncostedEvents: Number(sums.uncostedEvents),
    dateRange: dateRangeOf(window),
    filters: filtersIn(query),
  }
}

function keyOf(groupBy: Group, entry: KeyedEntry): string | null {
  switch (groupBy) {
    case 'customer':
      return entry.customerId
    case 'agent':
      return entry.agentId
    case 'signal':
      return entry.signalId
    case 'plan':
      return entry.planId
    case 'model':
      return entry.model ?? null
    case 'day':
      return entry.date
  }
}

type EntriesAsked = {
  window: Window
  groupBy: Group
  /** How many keys are listed. */
  top: number
  /** What was used in all. */
  all: UsageSums
}

async function readEntries(
  tx: Tx,
  filter: EarningFilter,
  { window, groupBy, top, all }: EntriesAsked,
): Promise<KeyedEntry[]> {
  const windows = groupBy === 'day' ? rangesOf(daysOf(window), window) : [window]
  const cuts = windows.map(({ end }) => end)
  const asked: Asked = (facts) => claimsIn(facts, instants(window)).flatMap(askedByClaim)
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
  const isByCustomer = groupBy === 'customer'
  const mostActive = isByCustomer ? await findMostActive(tx, usage, top) : undefined
  const named = mostActive?.map(({ id }) => id)
  const earners =
    isByCustomer && !named
      ? await loadEarnerUsage(tx, filter, { window, asked, cuts })
      : await loadTogether(tx, filter, { window, asked, cuts, named })
  const adjustments = await listAdjustments(tx, filter, window)
  const earned = await mapInTurns(earners, entriesIn(window, windows))
  const exact = [...earned.flat(), ...adjustments.flatMap((one) => adjustmentEntries(one, windows))]
  const entries = named ? await ofSome(exact, new Set(named)) : exact
  const places = await usedPlaces(tx, usage, { groupBy, all, mostActive })
  const complete = [...entries, ...(await unsubscribed(places, { window, groupBy, entries }))]
  return groupBy === 'model' ? splitByModel(tx, usage, complete) : complete
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
