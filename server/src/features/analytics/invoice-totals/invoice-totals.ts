import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { figure } from '../../usage-figures/figures.ts'
import { sumUsage } from '../../usage-figures/sums.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency } from '../names-queries.ts'
import { addByCurrency, onlyAmount } from '../revenue/totals.ts'
import { type StatusTotals, sumInvoices } from './queries.ts'
import type { InvoiceTotals, InvoiceTotalsQuery } from './schemas.ts'

type Asked = { organizationId: string; query: InvoiceTotalsQuery }

/** Returns the amounts billed and collected for invoices dated in a window. */
export async function invoiceTotals(
  db: Db,
  { organizationId, query }: Asked,
  now: Date,
): Promise<InvoiceTotals> {
  const window = parseWindow(query, now)
  const { customerId } = query
  const dates = dateRangeOf(window)
  const usage = { organizationId, customerId, agentId: undefined, signalId: undefined, dates }
  const [totals, sums, fallback] = await Promise.all([
    sumInvoices(db, { organizationId, customerId, topUps: 'paid' }, dates),
    sumUsage(db, usage),
    findCurrency(db, organizationId),
  ])
  const billed = amounts(totals, billedOf)
  const collected = amounts(totals, collectedOf)
  const work = { currency: fallback, cost: sums.cost }
  const { amount: billedAmount, margin: billedMargin, ...rest } = onlyAmount(billed, work)
  const { amount: collectedAmount, margin: collectedMargin } = onlyAmount(collected, work)
  return {
    currency: rest.currency,
    billed: billedAmount,
    collected: collectedAmount,
    cost: figure(sums.cost),
    uncostedEvents: Number(sums.uncostedEvents),
    billedMargin,
    collectedMargin,
    marginNote: rest.marginNote,
    byCurrency: billed.map(({ currency, amount }, at) => ({
      currency,
      billed: figure(amount),
      collected: figure(sum(collected.slice(at, at + 1).map((one) => one.amount))),
    })),
    byStatus: totals.map(({ status, currency, count, total }) => {
      return { status, currency, count: Number(count), total: figure(total) }
    }),
    dateRange: dates,
    filters: filtersIn(query),
  }
}

/** Sums by the currencies of all invoices, so that every figure lists the same ones. */
function amounts(totals: readonly StatusTotals[], read: (one: StatusTotals) => Decimal) {
  return addByCurrency(
    totals.map((one) => ({ currency: one.currency, amount: read(one), cost: ZERO })),
  )
}

/** Issued and overdue invoices are billed; paid ones count as collected instead. */
function billedOf({ status, total }: StatusTotals): Decimal {
  return status === 'issued' || status === 'overdue' ? total : ZERO
}

function collectedOf({ status, collected }: StatusTotals): Decimal {
  return status === 'paid' ? collected : ZERO
}
