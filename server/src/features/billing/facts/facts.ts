import {
  type FreedPart,
  isBilledInAdvance,
  partsInAdvance,
} from '../../../domain/prices/advance.ts'
import type { TaxRate } from '../../../domain/taxes.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import { dealStart, type Part, partsOf } from '../../../domain/time/parts.ts'
import { intersect, type Range } from '../../../domain/time/range.ts'
import { billedPeriods } from '../../../domain/time/schedule.ts'
import type { Tx } from '../../../platform/database.ts'
import {
  type DiscountFacts,
  listDiscountsFor,
  lockDiscountsFor,
} from '../../discounts/applicable.ts'
import { listTaxRatesFor } from '../../tax-rates/applicable.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { lifetimeOf } from '../window.ts'
import {
  type BilledFee,
  findUnbilledProration,
  listBilledFees,
  listBilledOnetimeFees,
  type OtherInvoices,
  type UnbilledProration,
} from './billed-queries.ts'
import { listFreedRows } from './claim-queries.ts'
import { type BilledClaim, freedParts, listClaims } from './claims.ts'
import { type CreditFacts, loadCreditFacts } from './credit-facts.ts'
import { loadUsageFacts, NO_USAGE_FACTS, type UsageFacts } from './usage-facts.ts'

/** Everything that determines an invoice. */
export type InvoiceFacts = {
  billing: BillingContext
  window: Range
  /**
   * True if the window lies after the subscription's end: the invoice then bills no period of its
   * own.
   */
  isFinalInvoice: boolean
  /** The window, split at the billing periods. */
  parts: readonly Part[]
  /** True if it bills only the fees in advance of its window, and claims no time. */
  isAdvanceOnly: boolean
  /** The parts that fees in advance may be billed for, see `partsInAdvance`. */
  inAdvance: readonly Part[]
  /** Days of fees that the subscription's other invoices claim. */
  claims: readonly BilledClaim[]
  /** Days that void invoices claimed, for fees in advance. */
  freed: readonly FreedPart[]
  /** Starts of the billing periods that the invoice bills, as the deal has them. */
  periodStarts: readonly Date[]
  usage: UsageFacts
  /** Fees of finalized invoices that overlap the billed periods. */
  billedFees: readonly BilledFee[]
  /** Ids of the strategies whose one-time fee another invoice bills. */
  billedOnetimeFees: readonly string[]
  proration: UnbilledProration | undefined
  discounts: DiscountFacts
  taxRates: readonly TaxRate[]
  credit: CreditFacts
}

export type Computing = {
  window: Range
  /** The draft that is recomputed, if any. */
  invoiceId: string | null
  /** Business time. */
  at: Date
  /** A final invoice stays one, even if the subscription's end is moved later. */
  isFinalInvoice?: boolean
  /** Bills only the fees in advance of the window, which is one billing period. */
  isAdvanceOnly?: boolean
  /** True on finalization: the invoice then takes late usage even if other drafts show it. */
  isFinalized?: boolean
  /**
   * Drafts that are recomputed after this invoice; their late usage does not count as billed. If
   * undefined, a final invoice takes the late usage of all on-request drafts. Such a draft may
   * never be sent, and no later invoice would bill what it shows.
   */
  outdatedIds?: readonly string[]
  /** An invoice finalized in this transaction: the discounts it used in a period count. */
  finalizedId?: string
  /** If true, locks the discounts that it uses up. False for a preview. */
  isStored?: boolean
}

/** Loads everything that determines an invoice, in as few dependent round trips as possible. */
export async function loadInvoiceFacts(
  tx: Tx,
  billing: BillingContext,
  computing: Computing,
): Promise<InvoiceFacts> {
  const { window, invoiceId, at, isFinalInvoice: isKnownFinal, isStored = true } = computing
  const { isFinalized = false, outdatedIds, finalizedId = null, isAdvanceOnly = false } = computing
  const { subscription, currency } = billing
  const { organizationId, customerId, id: subscriptionId } = subscription
  const isFinalInvoice =
    isKnownFinal || isAdvanceOnly || intersect(window, lifetimeOf(billing)) === undefined
  const customer = { organizationId, customerId }
  const key = { ...customer, subscriptionId, invoiceId }
  const isBeforeWaiting = isFinalInvoice && outdatedIds === undefined
  const others = { ...key, isFinalized, isBeforeWaiting, outdatedIds: outdatedIds ?? [] }
  const parts = isFinalInvoice ? [] : partsOf(subscription, billing.pastSchedules, window)
  const all = isFinalInvoice && !isAdvanceOnly ? [] : periodsInAdvance(billing, window)
  const inAdvance = isAdvanceOnly ? all.slice(0, 1) : all
  const periodStarts = parts.length > 0 ? parts.map(dealStart) : [dateAt(window.start)]
  const discounted = { ...key, currency, at, finalizedId }
  const hasAdvance = parts.length > 0 && billing.strategies.some(isBilledInAdvance)
  const [usage, claims, freed, fees, proration, discounts, taxRates, credit] = await Promise.all([
    isAdvanceOnly ? NO_USAGE_FACTS : loadUsageFacts(tx, billing, { parts, others }),
    listClaims(tx, others, subscription.timeZone),
    hasAdvance ? listFreedRows(tx, others) : [],
    loadBilledFees(tx, billing, { parts: [...parts, ...inAdvance], others }),
    isAdvanceOnly || subscription.proratedAmount === null
      ? undefined
      : findUnbilledProration(tx, others),
    isStored ? lockDiscountsFor(tx, discounted) : listDiscountsFor(tx, discounted),
    listTaxRatesFor(tx, customer),
    loadCreditFacts(tx, discounted, window),
  ])
  const own = { billing, window, isFinalInvoice, isAdvanceOnly, parts, inAdvance, periodStarts }
  return {
    ...own,
    usage,
    claims,
    freed: freedParts(billing, freed),
    ...fees,
    proration,
    discounts,
    taxRates,
    credit,
  }
}

/** Returns the parts that the fees in advance of the plan may be billed for; none without such fees. */
function periodsInAdvance(
  { subscription, pastSchedules, strategies }: BillingContext,
  window: Range,
): Part[] {
  if (!strategies.some(isBilledInAdvance)) return []
  const range = { start: window.start, end: window.end.add({ milliseconds: 1 }) }
  return partsInAdvance(billedPeriods(subscription, pastSchedules, range), window)
}

async function loadBilledFees(
  tx: Tx,
  { strategies }: BillingContext,
  { parts, others }: { parts: readonly Part[]; others: OtherInvoices },
) {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return { billedFees: [], billedOnetimeFees: [] }
  const time = { start: dateAt(first.period.start), end: dateAt(last.period.end) }
  const isOnetimeSold = strategies.some(({ chargeType }) => chargeType === 'onetime')
  const [billedFees, billedOnetimeFees] = await Promise.all([
    listBilledFees(tx, { ...others, ...time }),
    // Regardless of the subscription's start at that time: a one-time fee is billed once.
    isOnetimeSold ? listBilledOnetimeFees(tx, others) : [],
  ])
  return { billedFees, billedOnetimeFees }
}
