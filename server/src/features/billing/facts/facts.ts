import type { Decimal } from '../../../domain/money.ts'
import type { TaxRate } from '../../../domain/taxes.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import { countedFrom, type Part, partsOf } from '../../../domain/time/parts.ts'
import { intersect, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { creditBalance } from '../../credit-balances/service.ts'
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
import { loadUsageFacts, type UsageFacts } from './usage-facts.ts'

/** Everything that an invoice follows from. */
export type InvoiceFacts = {
  billing: BillingContext
  window: Range
  /** Whether the window lies after the end of the subscription, which has only accounts to settle. */
  isFinalInvoice: boolean
  /** The window, cut at the billing periods. */
  parts: readonly Part[]
  /** When the billing periods begin that its lines are of. */
  periodStarts: readonly Date[]
  usage: UsageFacts
  /** Those of finalized invoices in the time of the parts. */
  billedFees: readonly BilledFee[]
  /** The strategies whose one-time fee another invoice carries. */
  billedOnetimeFees: readonly string[]
  proration: UnbilledProration | undefined
  discounts: DiscountFacts
  taxRates: readonly TaxRate[]
  /** What the customer has in the currency. */
  credit: Decimal
}

export type Computing = {
  window: Range
  /** The draft that is computed again, if there is one. */
  invoiceId: string | null
  /** Business time. */
  at: Date
  /** One that was made after the end stays that, also when the end is taken back. */
  isFinalInvoice?: boolean
  /** Whether it is finalized now: then late usage is its own, whatever drafts show it. */
  isFinalized?: boolean
  /**
   * Drafts that are computed again after it, and so keep no late usage from it. Unless they are named,
   * after a final invoice all those that wait for a person: one may wait for ever, and after the end no
   * other invoice would come to take what it shows.
   */
  outdatedIds?: readonly string[]
  /** Another draft that becomes final in this transaction: what it took of a period counts. */
  finalizedId?: string
  /** Whether it is stored, and so locks what it uses up; a preview locks nothing. */
  isStored?: boolean
}

/** Reads all that an invoice follows from, in as few round trips as what depends on what allows. */
export async function loadInvoiceFacts(
  tx: Tx,
  billing: BillingContext,
  computing: Computing,
): Promise<InvoiceFacts> {
  const { window, invoiceId, at, isFinalInvoice: isKnownFinal, isStored = true } = computing
  const { isFinalized = false, outdatedIds, finalizedId = null } = computing
  const { subscription, currency } = billing
  const { organizationId, customerId, id: subscriptionId } = subscription
  const isFinalInvoice = isKnownFinal || intersect(window, lifetimeOf(billing)) === undefined
  const customer = { organizationId, customerId }
  const key = { ...customer, subscriptionId, invoiceId }
  const isBeforeWaiting = isFinalInvoice && outdatedIds === undefined
  const others = { ...key, isFinalized, isBeforeWaiting, outdatedIds: outdatedIds ?? [] }
  const parts = isFinalInvoice ? [] : partsOf(subscription, billing.pastSchedules, window)
  const periodStarts = parts.length > 0 ? parts.map(countedFrom) : [dateAt(window.start)]
  const discounted = { ...key, currency, at, finalizedId }
  const [usage, fees, proration, discounts, taxRates, credit] = await Promise.all([
    loadUsageFacts(tx, billing, { parts, others }),
    loadBilledFees(tx, billing, { parts, others }),
    subscription.proratedAmount === null ? undefined : findUnbilledProration(tx, others),
    isStored ? lockDiscountsFor(tx, discounted) : listDiscountsFor(tx, discounted),
    listTaxRatesFor(tx, customer),
    creditBalance(tx, customer, currency),
  ])
  const own = { billing, window, isFinalInvoice, parts, periodStarts }
  return { ...own, usage, ...fees, proration, discounts, taxRates, credit }
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
    // Whatever the start of the subscription was then: a one-time fee is billed once.
    isOnetimeSold ? listBilledOnetimeFees(tx, others) : [],
  ])
  return { billedFees, billedOnetimeFees }
}
