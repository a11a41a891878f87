import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { figure } from '../../usage-figures/figures.ts'
import { sumUsage } from '../../usage-figures/sums.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { restByCurrency, restOf } from '../rest.ts'
import type { Paged } from '../revenue/earner-pages.ts'
import { TOP_DEFAULT } from '../usage/schemas.ts'
import { byKeyOf } from './by-key.ts'
import type { KeyedEntry } from './entries.ts'
import { withNames } from './names.ts'
import { readEntries } from './read-entries.ts'
import { groupsOf, rowsOf, totalsOf } from './rows.ts'
import type { Group, Profitability, ProfitabilityQuery } from './schemas.ts'

type Question = Paged & { organizationId: string; query: ProfitabilityQuery }

/** What work realised and what it cost, in rows that add up to the invoices before tax. */
export async function profitability(
  db: Db,
  { organizationId, query, page }: Question,
  now: Date,
): Promise<Profitability> {
  const { customerId, agentId, groupBy = 'customer', top = TOP_DEFAULT } = query
  const window = parseWindow(query, now)
  const filter = { organizationId, customerId, agentId }
  const { entries, sums } = await atOneMoment(db, async (tx) => {
    const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
    const all = await sumUsage(tx, usage)
    const entries = await readEntries(tx, filter, { window, groupBy, top, all, page })
    return { entries, sums: all }
  })
  const groups = await groupsOf(entries, (entry) => keyOf(groupBy, entry), top)
  const keys = { organizationId, groupBy }
  const tables = {
    rows: await withNames(db, keys, rowsOf(groups)),
    byKey: await withNames(db, keys, byKeyOf(groups)),
    totals: totalsOf(groups),
  }
  const totalCost = figure(sums.cost)
  return {
    groupBy,
    ...tables,
    rest: restsOf(totalCost, tables),
    totalCost,
    uncostedEvents: Number(sums.uncostedEvents),
    dateRange: dateRangeOf(window),
    filters: filtersIn(query),
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
