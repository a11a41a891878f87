import { dayOf } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import { parseEnd } from '../../../platform/dates/date-range.ts'
import { AppError } from '../../../platform/errors.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { figure } from '../../usage-figures/figures.ts'
import { sumUsage } from '../../usage-figures/sums.ts'
import { dateRangeOf, dateText, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { restByCurrency } from '../rest.ts'
import { sumBreakage } from './breakage-queries.ts'
import * as queries from './queries.ts'
import { monthRevenue } from './revenue.ts'
import type { MonthEnd, MonthEndQuery } from './schemas.ts'

const ROWS_MAX = 1_000
const DAY_MS = 24 * 60 * 60_000

type Asked = { organizationId: string; query: MonthEndQuery }

/**
 * Returns what was invoiced, voided, received and refunded in a window, the credit that expired, and the
 * balance at its end.
 * Every figure uses the time of its own event, so nothing after the cut-off changes it. All figures are read at one
 * snapshot.
 */
export async function monthEnd(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<MonthEnd> {
  const { scope, window } = scopeOf({ organizationId, query }, now)
  const { customerId, cutOff } = scope
  const dates = dateRangeOf(window)
  const usage = { organizationId, customerId, agentId: undefined, signalId: undefined, dates }
  return readEarnings(deps, { ...scope, until: window.end }, async (tx, { horizon }) => {
    const sums = await sumUsage(tx, usage)
    return {
      invoiced: await partOf(tx, scope, 'invoiced'),
      voided: await partOf(tx, scope, 'voided'),
      received: await partOf(tx, scope, 'received'),
      refunded: await partOf(tx, scope, 'refunded'),
      outstanding: await outstandingOf(tx, scope),
      revenue: await monthRevenue(tx, scope, { window, horizon }),
      taxes: await monthTaxes(tx, scope),
      receivables: await monthReceivables(tx, scope),
      breakage: await monthBreakage(tx, scope),
      cost: figure(sums.cost),
      uncostedEvents: Number(sums.uncostedEvents),
      dateRange: dates,
      cutOff: dateText(cutOff.getTime() - 1),
      filters: filtersIn(query),
    }
  })
}

export async function monthTaxes(db: Db, scope: queries.MonthScope): Promise<MonthEnd['taxes']> {
  const taxes = await queries.sumTaxes(db, scope)
  return taxes.map(({ percentage, taxable, amount, voided, ...tax }) => ({
    ...tax,
    percentage: figure(percentage),
    taxableAmount: figure(taxable),
    amount: figure(amount),
    voidedAmount: figure(voided),
  }))
}

export async function monthReceivables(
  db: Db,
  scope: queries.MonthScope,
): Promise<MonthEnd['receivables']> {
  const sums = await queries.sumReceivables(db, scope)
  return sums.map((sum) => ({
    currency: sum.currency,
    opening: figure(sum.opening),
    invoiced: figure(sum.invoiced),
    voided: figure(sum.voided),
    received: figure(sum.received),
    refunded: figure(sum.refunded),
    other: figure(sum.other),
    closing: figure(sum.closing),
  }))
}

export async function monthBreakage(
  db: Db,
  scope: queries.MonthScope,
): Promise<MonthEnd['breakage']> {
  const sums = await sumBreakage(db, scope)
  return sums.map(({ currency, amount, promotional }) => {
    return { currency, amount: figure(amount), promotional: figure(promotional) }
  })
}

/** Returns the customer, window and cut-off of a request. */
export function scopeOf({ organizationId, query }: Asked, now: Date) {
  const { cutOff, customerId } = query
  const window = parseWindow(query, now)
  const asked = parseEnd('cutOff', cutOff)
  const until = asked === undefined ? window.end : dayOf(asked - 1) + DAY_MS
  if (until <= window.start) {
    const message = `cutOff ${cutOff} is before startDate ${window.startDate}; send a later one`
    throw new AppError('dates_reversed', message, { param: 'cutOff' })
  }
  const end = new Date(Math.min(window.end, until))
  const at = { start: new Date(window.start), end, cutOff: new Date(until) }
  return { scope: { organizationId, customerId, ...at }, window }
}

async function partOf(db: Db, scope: queries.MonthScope, kind: queries.MonthKind) {
  const [sums, rows] = await Promise.all([
    queries.sumMonth(db, scope, kind),
    queries.listMonthRows(db, scope, { kind, behind: undefined, limit: ROWS_MAX + 1 }),
  ])
  const totals = sums.map(totalOf)
  const listed = await rowBodies(db, scope, rows.slice(0, ROWS_MAX))
  return {
    totals,
    rows: listed,
    hasMore: rows.length > ROWS_MAX,
    rest: restOfRows(totals, listed),
  }
}

export async function rowBodies(
  db: Db,
  { organizationId }: queries.MonthScope,
  rows: readonly queries.MonthRow[],
) {
  const named = await withExternalIds(db, organizationId, rows)
  return named.map(({ at, amount, ...row }) => {
    return { ...row, date: at.toISOString(), amount: figure(amount) }
  })
}

export async function outstandingBodies(
  db: Db,
  { organizationId }: queries.MonthScope,
  rows: readonly queries.Outstanding[],
) {
  const named = await withExternalIds(db, organizationId, rows)
  return named.map(({ dueDate, amount, ...row }) => {
    return { ...row, dueDate: dueDate.toISOString(), amount: figure(amount) }
  })
}

const totalOf = <Sum extends queries.MonthSum>({ count, amount, ...sum }: Sum) => ({
  ...sum,
  count: Number(count),
  amount: figure(amount),
})

type Counted = { currency: string; count: number; amount: number }

/** Outstanding amounts have several totals per currency, by age. */
function restOfRows(
  totals: readonly Counted[],
  rows: readonly { currency: string; amount: number }[],
): Counted[] {
  const counted = rows.map(({ currency, amount }) => ({ currency, count: 1, amount }))
  return restByCurrency(['count', 'amount'], totals, counted)
}

async function outstandingOf(db: Db, scope: queries.MonthScope) {
  const [sums, rows] = await Promise.all([
    queries.sumOutstanding(db, scope),
    queries.listOutstanding(db, scope, { behind: undefined, limit: ROWS_MAX + 1 }),
  ])
  const totals = sums.map(totalOf)
  const listed = await outstandingBodies(db, scope, rows.slice(0, ROWS_MAX))
  return {
    totals,
    rows: listed,
    hasMore: rows.length > ROWS_MAX,
    rest: restOfRows(totals, listed),
  }
}
