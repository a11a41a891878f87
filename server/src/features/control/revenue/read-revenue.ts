import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import { isBefore, type Range } from '../../../domain/time/range.ts'
import { billingAt } from '../../../domain/time/schedule.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { readBillingContext } from '../../billing/context/billing-context.ts'
import { type InvoiceFacts, loadInvoiceFacts } from '../../billing/facts/facts.ts'
import { computeInvoice } from '../../billing/lines/compute.ts'
import { periodKey } from '../../discounts/use.ts'
import { listSubscriptionsOf } from '../../subscriptions/of-customer.ts'
import type { Subscription } from '../../subscriptions/terms/subscription.ts'
import type { PricedSubscription, Units } from './priced-subscription.ts'
import { type InvoicedSums, listInvoicedSums } from './queries.ts'
import { withUnits } from './with-units.ts'

type OfCustomer = { organizationId: string; customerId: string }

/** Reads what the subscriptions of a customer earn and cost in their current billing periods. */
export type ReadRevenue = (customer: OfCustomer, businessNow: Date) => Promise<PricedSubscription[]>

/**
 * Reads the facts of the invoices of the current periods in one snapshot and computes them as
 * previews do. What was invoiced of a period counts as invoiced. Usage and outcomes count from their
 * commit, kept earnings are not read.
 */
export function createReadRevenue(db: Db): ReadRevenue {
  return (customer, businessNow) =>
    atOneMoment(db, async (tx) => {
      const subscriptions = await listSubscriptionsOf(tx, customer)
      const priced = await forAll(subscriptions, (one) => price(tx, one, businessNow))
      return priced.flatMap((one) => one ?? [])
    })
}

async function price(
  tx: Tx,
  subscription: Subscription,
  businessNow: Date,
): Promise<PricedSubscription | undefined> {
  const { organizationId, customerId, id: subscriptionId, agentId } = subscription
  const { currentPeriod: period } = billingAt(subscription, businessNow)
  if (!period) return undefined
  const key = { organizationId, customerId, subscriptionId }
  const [billing, invoiced] = await Promise.all([
    readBillingContext(tx, key),
    listInvoicedSums(tx, key, period),
  ])
  const { currency } = billing
  const window = restOf(period, invoiced)
  const invoiceId = invoiced.find(({ status }) => status === 'draft')?.id ?? null
  const computing = { window, invoiceId, at: businessNow, isStored: false }
  const loaded = isBefore(window.start, window.end)
    ? await loadInvoiceFacts(tx, billing, computing)
    : undefined
  const final = invoiced.filter(({ status }) => status !== 'draft')
  const facts = loaded && final.length === 0 ? asInArrears(loaded) : loaded
  const computed = facts && computeInvoice(facts)
  return {
    agentId,
    currency,
    cost: sum(final.map(({ totalCost }) => totalCost)).plus(computed?.totalCost ?? ZERO),
    signalIds: billing.strategies.filter(isUsageStrategy).map(({ signalId }) => signalId),
    revenueWith: (units) => {
      const open = facts ? revenueOfFacts(facts, units) : ZERO
      return sum(final.map(({ revenue }) => revenue)).plus(open)
    },
  }
}

/**
 * Returns the facts of a whole period with its own fees, whenever they are billed: a fee in advance
 * is on an earlier invoice, and the invoice of the period has the fee of the next one.
 */
function asInArrears(facts: InvoiceFacts): InvoiceFacts {
  const { parts, inAdvance, claims, discounts, periodStarts, billing } = facts
  if (inAdvance.length === 0 && claims.length === 0) return facts
  const own = new Set(periodStarts.map((start) => periodKey(billing.subscription.id, start)))
  const invoiced = new Map([...discounts.invoiced].filter(([period]) => !own.has(period)))
  return {
    ...facts,
    inAdvance: parts,
    claims: [],
    freed: [],
    discounts: { ...discounts, invoiced },
  }
}

/** What of a period no finalized invoice covers: the time after the last one. */
function restOf(period: { start: Date; end: Date }, invoiced: readonly InvoicedSums[]): Range {
  const ends = invoiced.flatMap(({ status, periodEnd }) =>
    status === 'draft' ? [] : periodEnd.getTime(),
  )
  const start = new Date(Math.max(period.start.getTime(), ...ends))
  return { start: instantOf(start), end: instantOf(period.end) }
}

/** Returns what the invoice of the facts comes to without taxes, with further units in its last part. */
function revenueOfFacts(facts: InvoiceFacts, units: Units): Decimal {
  const { total, creditTotal, taxTotal } = computeInvoice(withUnits(facts, units))
  return total.plus(creditTotal).minus(taxTotal)
}
