import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import {
  type BilledPool,
  daysLeftIn,
  unusedFee,
  unusedPool,
} from '../../../domain/prices/unused.ts'
import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import type { Part } from '../../../domain/time/parts.ts'
import { countDays } from '../../../domain/time/period.ts'
import type { BilledPeriod } from '../../../domain/time/schedule.ts'
import type { Tx } from '../../../platform/database.ts'
import { parsePricing } from '../../invoices/drafts/pricing-json.ts'
import { type BillingContext, readBillingContext } from '../context/billing-context.ts'
import { keyOf } from '../drafts/draft.ts'
import { listExistingInvoices } from '../drafts/overlap-queries.ts'
import { type BilledUsage, listBilledUsage } from '../facts/billed-queries.ts'
import { inLine, inPart, loadUsageFacts, type UsageFacts } from '../facts/usage-facts.ts'
import { periodAt } from '../window.ts'
import { type FeeLineRow, listFeeLinesAfter } from './billed-queries.ts'

type Key = { organizationId: string; customerId: string; id: string }

/**
 * Returns what final invoices of a subscription billed for the days from an instant on: fees by days, pools by days or
 * units. Only the period that contains the instant can be billed beyond it. Fees in advance count for time that a final
 * invoice covers: what they billed of other time, the last invoice of the subscription gives back.
 */
export async function unusedFrom(
  tx: Tx,
  { organizationId, customerId, id }: Key,
  { at, keepAdvance }: { at: Temporal.Instant; keepAdvance: boolean },
): Promise<Decimal> {
  const billing = await readBillingContext(tx, { organizationId, customerId, subscriptionId: id })
  const period = periodAt(billing, at)
  if (!period) return ZERO
  const key = keyOf(billing)
  const span = { start: dateAt(at), end: dateAt(period.end) }
  const [fees, pools, invoices] = await Promise.all([
    listFeeLinesAfter(tx, key, dateAt(at)),
    listBilledPools(tx, billing, { period, at }),
    listExistingInvoices(tx, key, span),
  ])
  const final = invoices.filter(({ status }) => status !== 'draft')
  const invoicedUntil = instantOf(
    new Date(Math.max(at.epochMilliseconds, ...final.map(({ periodEnd }) => periodEnd.getTime()))),
  )
  const { currency } = billing
  const { timeZone } = billing.subscription
  return sum([
    ...fees.map((row) => {
      const line = feeLineOf(row, timeZone)
      const from = (instant: Temporal.Instant) =>
        unusedFee(line, { at: instant, timeZone, currency })
      const unused = !row.isAdvance
        ? from(at)
        : keepAdvance
          ? ZERO
          : from(at).minus(from(invoicedUntil))
      return row.isGivenBack ? unused.neg() : unused
    }),
    ...pools.map((pool) => unusedPool(pool, currency)),
  ])
}

function feeLineOf(row: FeeLineRow, timeZone: string) {
  const range = { start: instantOf(row.start), end: instantOf(row.end) }
  const daysCovered = row.daysCovered ?? countDays(range, timeZone)
  return {
    ...range,
    rate: row.rate,
    count: Math.abs(Number(row.count.toFixed())),
    amount: row.isGivenBack ? row.amount.neg() : row.amount,
    days: {
      daysBefore: row.daysBefore ?? 0,
      daysCovered,
      daysFull: row.daysFull ?? daysCovered,
      seatDaysBefore: row.seatDaysBefore === null ? null : Number(row.seatDaysBefore),
    },
  }
}

type Cut = { period: BilledPeriod; at: Temporal.Instant }

/** Lists the pools whose fee a final invoice billed for the period, with the units used of them. */
async function listBilledPools(
  tx: Tx,
  billing: BillingContext,
  { period, at }: Cut,
): Promise<BilledPool[]> {
  const others = {
    ...keyOf(billing),
    ...{ invoiceId: null, isFinalized: true, isBeforeWaiting: false, outdatedIds: [] },
  }
  const start = dateAt(period.start).getTime()
  const isOfPeriod = ({ countedFrom, periodStart }: BilledUsage) =>
    (countedFrom ?? periodStart).getTime() === start
  const billed = (await listBilledUsage(tx, others)).filter(isOfPeriod)
  const pools = billed.flatMap((line) => {
    const pricing = parsePricing(line.pricing)
    const isFirst = line.periodStart.getTime() === start
    return isFirst && pricing?.pricingModel === 'credit_pool' ? [{ line, pricing }] : []
  })
  if (pools.length === 0) return []
  const part = usedPart(billed, { period, at })
  const usage = await loadUsageFacts(tx, billing, { parts: [part], others })
  const daysLeft = daysLeftIn(period, at, billing.subscription.timeZone)
  return pools.flatMap(({ line, pricing }) => {
    const [pool] = pricing.tiers
    if (!pool?.upper) return []
    const used = usedOf(line.strategyId, { billing, billed, usage, part })
    return [{ fee: pool.rate, size: pool.upper, used, daysLeft, days: period.daysCovered }]
  })
}

/**
 * Returns the part of the period whose usage stays with the subscription: until the change, or until an invoice that
 * bills later time became final.
 */
function usedPart(billed: readonly BilledUsage[], { period, at }: Cut): Part {
  const ends = billed.map(({ periodEnd, finalizedAt }) =>
    Math.min(periodEnd.getTime(), finalizedAt.getTime()),
  )
  const end = new Date(Math.max(at.epochMilliseconds, ...ends))
  return { start: period.start, end: instantOf(end), period }
}

type Used = {
  billing: BillingContext
  billed: readonly BilledUsage[]
  usage: UsageFacts
  part: Part
}

/** Returns the units of a strategy in the part; of one that the plan no longer has, those of its lines. */
function usedOf(strategyId: string, { billing, billed, usage, part }: Used): Decimal {
  const isLive = billing.strategies.some(({ id }) => id === strategyId)
  if (isLive) return usage.usageOf(inPart(strategyId, part)).quantity
  const own = billed.filter((line) => line.strategyId === strategyId)
  return sum(own.map((line) => usage.usageOf(inLine(line)).quantity))
}
