import { type Decimal, decimal, decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { committedPerMonth } from '../../../domain/prices/committed.ts'
import { seatsOn } from '../../../domain/prices/seats.ts'
import { localDate } from '../../../domain/time/dates.ts'
import { dayOf } from '../../../domain/time/range.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { loadStrategies } from '../../earnings/facts/candidates.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { seatsOf } from '../../subscriptions/seats/seats.ts'
import type { DateRange } from '../../usage/closed-sums/cover.ts'
import { figure } from '../../usage-figures/figures.ts'
import { dateRangeOf, windowOf } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { type StatusTotals, sumInvoices } from '../invoice-totals/queries.ts'
import { findCurrency } from '../names-queries.ts'
import { addByCurrency, onlyAmount } from '../revenue/totals.ts'
import { sumPaidDraws } from './paid-draws-queries.ts'
import { countRunning, type Running, sumRecurring } from './queries.ts'
import type { MrrAnalytics, MrrQuery, Variant } from './schemas.ts'

type Scope = { organizationId: string; customerId: string | undefined }
type Amount = { currency: string; amount: Decimal }
type Mrr = { amounts: readonly Amount[]; of: { dateRange: DateRange } | { asOf: string } }

/** Returns monthly recurring revenue: one of its three variants, or all of them. */
export async function mrrAnalytics(
  deps: EarningsDeps,
  { organizationId, query }: { organizationId: string; query: MrrQuery },
  now: Date,
): Promise<MrrAnalytics> {
  const { customerId, variant = 'canonical' } = query
  const scope = { organizationId, customerId }
  const currency = await findCurrency(deps.db, organizationId)
  const filters = filtersIn(query)
  if (variant !== 'all') {
    const { amounts, of } = await MRR[variant](deps, scope, now)
    return { variant, ...mrrBody(amounts, currency), ...of, filters }
  }
  const [canonical, runRate, committed] = await Promise.all([
    canonicalMrr(deps, scope, now),
    runRateMrr(deps, scope, now),
    committedMrr(deps, scope, now),
  ])
  return {
    variant,
    canonical: { ...mrrBody(canonical.amounts, currency), ...canonical.of },
    runRate: { ...mrrBody(runRate.amounts, currency), ...runRate.of },
    committed: { ...mrrBody(committed.amounts, currency), ...committed.of },
    filters,
  }
}

const MRR: Record<Variant, (deps: EarningsDeps, scope: Scope, now: Date) => Promise<Mrr>> = {
  canonical: canonicalMrr,
  runRate: runRateMrr,
  committed: committedMrr,
}

function mrrBody(amounts: readonly Amount[], fallback: string) {
  const totals = addByCurrency(amounts.map((one) => ({ ...one, cost: ZERO })))
  const { currency, amount } = onlyAmount(totals, { currency: fallback, cost: ZERO })
  return {
    currency,
    mrr: amount,
    byCurrency: totals.map((one) => ({ currency: one.currency, mrr: figure(one.amount) })),
  }
}

/**
 * Amount invoiced in the last complete UTC calendar month, minus refunds, before paid credit: credit
 * that was paid for in advance is recurring revenue of the month that uses it, and not of its top-up.
 */
async function canonicalMrr({ db }: EarningsDeps, scope: Scope, now: Date) {
  const dateRange = lastMonth(now)
  const [totals, draws] = await Promise.all([
    sumInvoices(db, { ...scope, topUps: 'none' }, dateRange),
    sumPaidDraws(db, scope, dateRange),
  ])
  const invoiced = totals.map((one) => ({ currency: one.currency, amount: invoicedOf(one) }))
  const amounts = [...invoiced, ...draws]
  return { amounts, of: { dateRange } }
}

function lastMonth(now: Date): DateRange {
  const thisMonth = Temporal.PlainDate.from(now.toISOString().slice(0, 10)).with({ day: 1 })
  return {
    startDate: thisMonth.subtract({ months: 1 }).toString(),
    endDate: thisMonth.subtract({ days: 1 }).toString(),
  }
}

/** A refund before full payment makes its amount due again, so the total is unchanged. */
function invoicedOf({ status, total, collected }: StatusTotals): Decimal {
  if (status === 'issued' || status === 'overdue') return total
  return status === 'paid' ? collected : ZERO
}

const DAY_MS = 24 * 60 * 60_000
const RUN_RATE_DAYS = 30
const [YEAR, RUN_RATE_YEAR] = [decimal('365'), decimal('360')]

/** Revenue of the last 30 full days without one-time fees, scaled to an average month. */
async function runRateMrr(deps: EarningsDeps, scope: Scope, now: Date) {
  const end = dayOf(now.getTime())
  const window = windowOf({ start: end - RUN_RATE_DAYS * DAY_MS, end })
  const { recurring } = await readEarnings(
    deps,
    { ...scope, until: window.end },
    async (tx, { horizon }) => {
      return { recurring: await sumRecurring(tx, scope, { window, horizon }) }
    },
  )
  const amounts = recurring.map(({ currency, amount }) => {
    return { currency, amount: amount.times(YEAR).div(RUN_RATE_YEAR) }
  })
  return { amounts, of: { dateRange: dateRangeOf(window) } }
}

/** Returns the seats of a group of subscriptions on the day of an instant. */
function seatsNow({ seatsCount, seatChanges, timeZone }: Running, now: Date): number {
  if (seatChanges === null) return seatsCount
  return seatsOn(seatsOf(seatsCount, seatChanges), localDate(now, timeZone)).count
}

/** Monthly fees of active subscriptions at the prices of a period that begins today (UTC), independent of usage. */
async function committedMrr(
  { db }: EarningsDeps,
  { organizationId, customerId }: Scope,
  now: Date,
) {
  const filter = { organizationId, customerId, agentId: undefined }
  const today = now.toISOString().slice(0, 10)
  const amounts = await atOneMoment(db, async (tx) => {
    const running = await countRunning(tx, filter, now)
    const strategiesOf = await loadStrategies(tx, organizationId, running)
    return mapInTurns(running, (one) => {
      const { strategies } = strategiesOf(one)
      const each = committedPerMonth({ ...one, seatsCount: seatsNow(one, now), strategies }, today)
      return { currency: one.currency, amount: each.times(decimalFromInteger(Number(one.count))) }
    })
  })
  return { amounts, of: { asOf: now.toISOString() } }
}
