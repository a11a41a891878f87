import { type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import type { Tx } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { ComputedInvoice, DraftLine } from '../../invoices/drafts/computed-invoice.ts'
import { insertDraft } from '../../invoices/drafts/store-draft.ts'
import type { Invoice, TopUpMethod } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { moveInvoice } from '../../invoices/status/move.ts'
import type { CustomerKey } from '../payment.ts'

/** The time in which a top-up can be paid. */
const OPEN_MS = 24 * 3_600_000
const DAY_MS = 24 * 3_600_000

export type TopUpOrder = CustomerKey & { amount: Decimal; currency: string; method: TopUpMethod }

/**
 * Inserts and issues the invoice of a top-up: an advance of one line without tax, whose period is its
 * UTC day. It is due within 24 hours and is never mailed, overdue or reminded. Returns it locked.
 */
export async function issueTopUp(
  tx: Tx,
  { organizationId, customerId, amount, currency, method }: TopUpOrder,
  moment: Moment,
): Promise<Invoice> {
  const { now, businessNow } = moment
  const key = { organizationId, customerId, id: newId() }
  const dueDate = new Date(businessNow.getTime() + OPEN_MS)
  const terms = { netTerms: 1, memo: null, generatedAt: businessNow, dueDate }
  const computed = computedTopUp({ amount, currency }, businessNow)
  const draft = { ...key, subscriptionId: null, topUpMethod: method, isOnRequest: true }
  await insertDraft(tx, draft, { computed, terms, now })
  const inserted = await lockInvoice(tx, key)
  if (!inserted) throw new Error(`the top-up ${key.id} was not stored`)
  const values = { finalizedAt: businessNow, issuedAt: businessNow }
  await moveInvoice(tx, inserted, { to: 'issued', values }, moment)
  const issued = await lockInvoice(tx, key)
  if (!issued) throw new Error(`the top-up ${key.id} was not issued`)
  return issued
}

function computedTopUp(
  { amount, currency }: { amount: Decimal; currency: string },
  businessNow: Date,
): ComputedInvoice {
  const periodStart = new Date(Math.floor(businessNow.getTime() / DAY_MS) * DAY_MS)
  const periodEnd = new Date(periodStart.getTime() + DAY_MS)
  const line: DraftLine = {
    type: 'top_up',
    description: 'Prepaid credit (top-up)',
    strategyId: null,
    pricingModel: null,
    agentId: null,
    agentName: null,
    signalId: null,
    signalName: null,
    quantity: decimal('1'),
    unitPrice: amount,
    proration: null,
    tiers: [],
    billed: null,
    amount,
    isAdvance: false,
    cost: null,
    eventCount: 0,
    periodStart,
    periodEnd,
    pricing: null,
    sourceId: null,
    countedFrom: null,
    billingPeriodStart: periodStart,
  }
  return {
    currency,
    window: { start: instantOf(periodStart), end: instantOf(periodEnd) },
    isFinalInvoice: true,
    isAdvanceOnly: false,
    lines: [line],
    discounts: [],
    promotions: [],
    taxes: [],
    subtotal: amount,
    discountTotal: ZERO,
    promotionTotal: ZERO,
    taxTotal: ZERO,
    draws: [],
    creditTotal: ZERO,
    total: amount,
    totalCost: ZERO,
    lateCost: ZERO,
  }
}
