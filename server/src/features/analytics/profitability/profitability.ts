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
import { listUsedPlaces, sumUsage, type UsedPlace } from '../sums-queries.ts'
import { TOP_DEFAULT } from '../usage/schemas.ts'
import { dateRangeOf, daysOf, instants, parseWindow, rangesOf, type Window } from '../window.ts'
import { byKeyOf } from './by-key.ts'
import { adjustmentEntries, type Entry, entriesIn, type KeyedEntry, NOTHING } from './entries.ts'
import { listAdjustments } from './invoice-queries.ts'
import { splitByModel } from './model-entries.ts'
import { namesOf } from './names.ts'
import { groupsOf, rowsOf, totalsOf } from './rows.ts'
import type { Group, Profitability, ProfitabilityQuery } from './schemas.ts'

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
    const read = await readEntries(tx, filter, { window, groupBy })
    const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
    return { entries: read, sums: await sumUsage(tx, usage) }
  })
  const keyed = entries.map((entry) => ({ entry, key: keyOf(groupBy, entry) }))
  const groups = groupsOf(keyed, top)
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

async function readEntries(
  tx: Tx,
  filter: EarningFilter,
  { window, groupBy }: { window: Window; groupBy: Group },
): Promise<KeyedEntry[]> {
  const windows = groupBy === 'day' ? rangesOf(daysOf(window), window) : [window]
  const cuts = windows.map(({ end }) => end)
  const asked: Asked = (facts) => claimsIn(facts, instants(window)).flatMap(askedByClaim)
  const load = groupBy === 'customer' ? loadEarnerUsage : loadTogether
  const earners = await load(tx, filter, { window, asked, cuts })
  const adjustments = await listAdjustments(tx, filter, window)
  const earned = await mapInTurns(earners, entriesIn(window, windows))
  const entries = [
    ...earned.flat(),
    ...adjustments.flatMap((one) => adjustmentEntries(one, windows)),
  ]
  const all = [...entries, ...(await unsubscribed(tx, filter, { window, groupBy, entries }))]
  if (groupBy !== 'model') return all
  return splitByModel(tx, { ...filter, signalId: undefined, dates: dateRangeOf(window) }, all)
}

type Place = Pick<UsedPlace, 'customerId' | 'agentId' | 'signalId' | 'date'>

/** What work cost that belongs to no subscription: all of it less what belongs to one. */
async function unsubscribed(
  tx: Tx,
  filter: EarningFilter,
  { window, groupBy, entries }: { window: Window; groupBy: Group; entries: readonly Entry[] },
): Promise<Entry[]> {
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
  const apart = {
    customers: groupBy === 'customer',
    work: groupBy === 'agent' || groupBy === 'signal' || groupBy === 'model',
    days: groupBy === 'day',
  }
  const placeOf = ({ customerId, agentId, signalId, date }: Place) =>
    [
      apart.customers && customerId,
      apart.work && agentId,
      apart.work && signalId,
      apart.days && date,
    ].join(' ')
  const places = await listUsedPlaces(tx, usage, apart)
  const owned = new Map<string, Used>()
  for (const entry of entries) {
    if (entry.kind !== 'outcomes') continue
    owned.set(placeOf(entry), addWork(owned.get(placeOf(entry)) ?? NO_WORK, entry))
  }
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
