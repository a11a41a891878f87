import { countsAt } from '../../../domain/credit.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import type { Part } from '../../../domain/time/parts.ts'
import { contains } from '../../../domain/time/range.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { readBillingContext } from '../../billing/context/billing-context.ts'
import { listOpenWindows, type OpenWindow } from '../../billing/due/open-windows.ts'
import { type InvoiceFacts, loadInvoiceFacts } from '../../billing/facts/facts.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { CustomerScope } from '../../credit-balances/credit-balance.ts'
import { type GrantInCurrency, listOpenGrants } from '../../credit-balances/open-grants.ts'
import { listSubscriptionsOf } from '../../subscriptions/of-customer.ts'
import type { Subscription } from '../../subscriptions/terms/subscription.ts'
import type { Units } from '../revenue/priced-subscription.ts'
import { type HeldUnits, unitsOf } from '../revenue/use-of-priced.ts'
import { withUnits } from '../revenue/with-units.ts'
import { availableAfter } from './available.ts'
import { listHeldUnits } from './queries.ts'

/** The credit of a customer in one currency. */
export type CreditState = {
  currency: string
  /** What is left of valid grants without promotional credit. */
  balance: Decimal
  /** What is left of valid promotional credit. */
  promotional: Decimal
  /** What the invoices that are not final would take or owe now, without fees of later periods. */
  unbilled: Decimal
  /** What open holds would add to them. */
  held: Decimal
  /** balance + promotional - unbilled - held. */
  available: Decimal
  /** Grants with credit, also those that are not valid yet or have expired. */
  grants: readonly GrantInCurrency[]
}

/**
 * Reads the credit of a customer, live: usage counts from its commit, priced by the function that
 * computes invoices. Grants, usage, invoices and holds are read in one snapshot, so nothing counts
 * twice while an invoice becomes final.
 */
export function readCredit(
  db: Db,
  customer: CustomerScope,
  { now, businessNow }: Moment,
): Promise<CreditState[]> {
  return readFacts(db, customer, { now, businessNow }).then((facts) => {
    const { grants, invoices, held } = facts
    const units = unitsOf(runningOf(invoices), held)
    const currencies = new Set([
      ...grants.filter(({ left }) => !left.eq(ZERO)).map(({ currency }) => currency),
      ...invoices.map(({ facts: { billing } }) => billing.currency),
    ])
    return [...currencies]
      .sort()
      .map((currency) => stateIn(currency, { ...inCurrency(facts, currency), units, businessNow }))
  })
}

/** What the credit of a customer is computed from, at one instant. */
export type CreditFacts = {
  grants: readonly GrantInCurrency[]
  invoices: readonly OpenInvoice[]
  held: readonly HeldUnits[]
}

/** Reads grants, open invoices and held units of a customer in one snapshot. */
export function readFacts(
  db: Db,
  customer: CustomerScope,
  { now, businessNow }: Moment,
): Promise<CreditFacts> {
  return atOneMoment(db, async (tx) => {
    const [grants, subscriptions, held] = await Promise.all([
      listOpenGrants(tx, customer),
      listSubscriptionsOf(tx, customer),
      listHeldUnits(tx, customer, now),
    ])
    const invoices = await forAll(subscriptions, (one) => openInvoices(tx, one, businessNow))
    return { grants, invoices: invoices.flat(), held }
  })
}

/** Returns the grants and the open invoices in one currency. */
export function inCurrency({ grants, invoices }: CreditFacts, currency: string) {
  return {
    grants: grants.filter((one) => one.currency === currency),
    invoices: invoices.filter(({ facts }) => facts.billing.currency === currency),
  }
}

export type OpenInvoice = { facts: InvoiceFacts; isRunning: boolean }

/** Returns the subscriptions whose period is running, with the signals that they price. */
export const runningOf = (invoices: readonly OpenInvoice[]) =>
  invoices.filter(({ isRunning }) => isRunning).map(({ facts }) => priced(facts))

const priced = ({ billing: { subscription, strategies } }: InvoiceFacts) => ({
  agentId: subscription.agentId,
  signalIds: strategies.filter(isUsageStrategy).map(({ signalId }) => signalId),
})

/** Loads the facts of the invoices of a subscription that are not final. */
async function openInvoices(
  tx: Tx,
  { organizationId, customerId, id: subscriptionId }: Subscription,
  businessNow: Date,
): Promise<OpenInvoice[]> {
  const billing = await readBillingContext(tx, { organizationId, customerId, subscriptionId })
  const windows = await listOpenWindows(tx, billing, businessNow)
  const loaded = await forAll(windows, async (open) => {
    const computing = { ...open, at: businessNow, isStored: false }
    const facts = await loadInvoiceFacts(tx, billing, computing)
    return { open, facts: accruedAt(facts, instantOf(businessNow)) }
  })
  const unsaved = loaded.filter(({ open }) => isUnsaved(open))
  return loaded.map((one) => ({
    facts: withoutEarlier(
      one.facts,
      unsaved.slice(0, Math.max(0, unsaved.indexOf(one))).map(({ facts }) => facts),
    ),
    isRunning: contains(one.facts.window, instantOf(businessNow)),
  }))
}

/**
 * Returns the facts without fees in advance for periods that have not begun: the invoice of the
 * current period will bill the fee of the next one, which is not owed before that begins.
 */
function accruedAt(facts: InvoiceFacts, now: Temporal.Instant): InvoiceFacts {
  const hasBegun = ({ period }: Part) => Temporal.Instant.compare(period.start, now) <= 0
  const { inAdvance, freed } = facts
  return { ...facts, inAdvance: inAdvance.filter(hasBegun), freed: freed.filter(hasBegun) }
}

const isUnsaved = ({ invoiceId }: OpenWindow) => invoiceId === null

/**
 * Returns the facts of an invoice without what earlier ones without a draft will bill before it: what
 * belongs to one invoice only, such as late usage, is on the first of them.
 */
function withoutEarlier(facts: InvoiceFacts, earlier: readonly InvoiceFacts[]): InvoiceFacts {
  if (earlier.length === 0) return facts
  const billed = earlier.flatMap(({ inAdvance }) => inAdvance)
  return {
    ...facts,
    proration: undefined,
    usage: { ...facts.usage, billed: [] },
    inAdvance: facts.inAdvance.filter(({ start }) => !billed.some((part) => contains(part, start))),
    freed: [],
  }
}

/** Returns the facts of open invoices with further units in those whose period is running. */
export const withHeldUnits = (invoices: readonly OpenInvoice[], units: Units): InvoiceFacts[] =>
  invoices.map(({ facts, isRunning }) => (isRunning ? withUnits(facts, units) : facts))

type OfCurrency = {
  grants: readonly GrantInCurrency[]
  invoices: readonly OpenInvoice[]
  units: Units
  businessNow: Date
}

function stateIn(
  currency: string,
  { grants, invoices, units, businessNow }: OfCurrency,
): CreditState {
  const counted = grants.filter((grant) => countsAt(grant, businessNow))
  const leftOf = (isPromotional: boolean) =>
    sum(
      counted
        .filter(({ kind }) => (kind === 'promotional') === isPromotional)
        .map(({ left }) => left),
    )
  const [balance, promotional] = [leftOf(false), leftOf(true)]
  const facts = invoices.map((one) => one.facts)
  const withHeld = withHeldUnits(invoices, units)
  const free = availableAfter(grants, facts, businessNow)
  const available = units.size === 0 ? free : availableAfter(grants, withHeld, businessNow)
  return {
    currency,
    balance,
    promotional,
    unbilled: balance.plus(promotional).minus(free),
    held: free.minus(available),
    available,
    grants: grants.filter(({ left }) => !left.eq(ZERO)),
  }
}
