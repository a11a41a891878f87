import { sum } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import { keptByDay, keptByPlace } from '../../earnings/read/kept-rows.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { figure } from '../../usage-figures/figures.ts'
import {
  dateRangeOf,
  daysIn,
  daysOf,
  parseWindow,
  type Window,
  windowBefore,
} from '../../usage-figures/window.ts'
import { ALL, filtersIn } from '../fields.ts'
import { restByCurrency, restOf } from '../rest.ts'
import { sumUnpriced } from '../unpriced.ts'
import { TOP_DEFAULT } from '../usage/schemas.ts'
import { byKeyOf } from './by-key.ts'
import { withBefore } from './compared.ts'
import { entriesByCustomer, entriesOf } from './customer-entries.ts'
import type { Entry } from './entries.ts'
import {
  FIGURES,
  listBySignal,
  listEntries,
  listTotals,
  listUnpricedBySignal,
} from './entry-queries.ts'
import { type SplitGroup, splitByModel } from './model-entries.ts'
import { withNames } from './names.ts'
import { listedEntries, rowsOf, totalsOf } from './rows.ts'
import type { Group, Profitability, ProfitabilityQuery } from './schemas.ts'

type Asked = { organizationId: string; query: ProfitabilityQuery }

/** Returns the amounts that work realised and its cost, in rows that add up to the invoices before tax. */
export async function profitability(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<Profitability> {
  const { customerId, agentId, groupBy = 'customer', model, top = TOP_DEFAULT, compare } = query
  if (model !== undefined && !isSplit(groupBy)) throw notOfModels()
  const window = parseWindow(query, now)
  // Refuses more days than an answer may list.
  if (groupBy === 'day') daysOf(window)
  const cuts = groupBy === 'day' ? daysIn(window) : []
  const filter = { organizationId, customerId, agentId }
  return readEarnings(deps, { ...filter, until: window.end }, async (tx, { horizon }) => {
    // Days have no places: of all customers, only the totals are read of these rows.
    const isByDay = groupBy === 'day' || (groupBy === 'customer' && isOfAll(filter))
    const kept = await (isByDay
      ? keptByDay(tx, filter, { window, horizon, cuts })
      : keptByPlace(tx, filter, { window, horizon, figures: FIGURES }))
    const asked = { kept, window, horizon, groupBy, model, top }
    const entries = await listedEntries(await readEntries(tx, filter, asked), top)
    const keys = { organizationId, groupBy }
    const byKey = await comparedRows(tx, filter, {
      ...asked,
      entries,
      isCompared: compare === 'before',
    })
    const tables = {
      rows: await withNames(tx, keys, await rowsOf(entries)),
      byKey: await withNames(tx, keys, byKey),
      totals: totalsOf(entries),
    }
    const totalCost = figure(sum(entries.map(({ cost }) => cost)))
    return {
      groupBy,
      ...tables,
      rest: restsOf(totalCost, tables),
      totalCost,
      uncostedEvents: entries.reduce((count, one) => count + one.uncostedEvents, 0),
      unpriced: await readUnpriced(tx, filter, asked),
      dateRange: dateRangeOf(window),
      filters: filtersIn(query),
    }
  })
}

const isSplit = (groupBy: Group): groupBy is SplitGroup =>
  groupBy === 'agent' || groupBy === 'signal' || groupBy === 'model'

const notOfModels = () =>
  new AppError('invalid', [
    'groupBy must be agent, signal or model when model is set, because work is divided between models by signal',
  ])

const isOfAll = ({ customerId, agentId }: EarningFilter) =>
  customerId === undefined && agentId === undefined

/** The rows by key, with the window before if it is asked for. */
async function comparedRows(
  tx: Tx,
  filter: EarningFilter,
  {
    entries,
    isCompared,
    ...asked
  }: EntriesAsked & { entries: readonly Entry[]; isCompared: boolean },
) {
  const { groupBy, horizon } = asked
  const rows = await byKeyOf(entries, { hasShares: groupBy === 'day' })
  if (!isCompared || groupBy === 'day') return rows
  const window = windowBefore(asked.window)
  if (groupBy === 'customer') {
    const customerIds = [...new Set(rows.flatMap(({ key }) => key ?? []))]
    return withBefore(rows, await entriesOf(tx, { ...filter, customerIds }, { window, horizon }))
  }
  const kept = await keptByPlace(tx, filter, { window, horizon, figures: FIGURES })
  return withBefore(rows, await readEntries(tx, filter, { ...asked, kept, window, top: ALL }))
}

type EntriesAsked = {
  kept: Awaited<ReturnType<typeof keptByDay>>
  window: Window
  horizon: number
  groupBy: Group
  model: string | undefined
  top: number
}

async function readEntries(
  tx: Tx,
  filter: EarningFilter,
  { kept, groupBy, model, top, ...times }: EntriesAsked,
): Promise<Entry[]> {
  if (groupBy === 'model' || (isSplit(groupBy) && model !== undefined)) {
    const entries = await listBySignal(tx, kept)
    return splitByModel(tx, workIn(filter, times.window), { entries, groupBy, model })
  }
  if (groupBy === 'customer' && filter.customerId === undefined) {
    return entriesByCustomer(tx, filter, { ...times, top, totals: await listTotals(tx, kept) })
  }
  return listEntries(tx, kept, { dimension: groupBy, top })
}

const workIn = (filter: EarningFilter, window: Window) => {
  return { ...filter, signalId: undefined, dates: dateRangeOf(window) }
}

/** The unpriced work of all models, or the share of one. */
async function readUnpriced(
  tx: Tx,
  filter: EarningFilter,
  { kept, model, window }: EntriesAsked,
): Promise<Profitability['unpriced']> {
  if (model === undefined) return sumUnpriced(tx, kept)
  const entries = await listUnpricedBySignal(tx, kept)
  const split = { entries, groupBy: 'model' as const, model }
  const own = await splitByModel(tx, workIn(filter, window), split)
  return {
    quantity: figure(sum(own.map(({ quantity }) => quantity))),
    eventCount: own.reduce((count, one) => count + one.eventCount, 0),
    cost: figure(sum(own.map(({ cost }) => cost))),
  }
}

function restsOf(
  cost: number,
  { rows, byKey, totals }: Pick<Profitability, 'rows' | 'byKey' | 'totals'>,
): Profitability['rest'] {
  const earned = byKey.flatMap(({ currency, revenue, invoiced }) => {
    return currency === null ? [] : [{ currency, revenue, invoiced }]
  })
  return {
    rows: restOf(['cost'], { cost }, rows),
    totals: restOf(['cost'], { cost }, totals),
    byKey: {
      ...restOf(['cost'], { cost }, byKey),
      byCurrency: restByCurrency(['revenue', 'invoiced'], totals, earned),
    },
  }
}
