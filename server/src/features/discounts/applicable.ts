import type { Discount, InvoicedPeriod, SuppliedDiscount } from '../../domain/discounts.ts'
import { forAll } from '../../platform/batching/for-all.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { periodsOf } from '../coupons/coupon.ts'
import { invoicedPeriods } from './invoiced-periods.ts'
import { findDealId, listInvoicedDiscounts, listInvoicedLines } from './invoiced-queries.ts'
import { listDiscountsById } from './queries.ts'
import {
  type Given,
  type Invoiced,
  listGivenDiscounts,
  listUses,
  lockGivenDiscounts,
} from './usage-queries.ts'
import { periodKey } from './use.ts'

export type DiscountedInvoice = Invoiced & {
  currency: string
  /** A draft that is recomputed; its own uses do not count. */
  invoiceId: string | null
  /** Another draft that becomes final in this transaction and already counts as final. */
  finalizedId: string | null
}

/** All inputs of an invoice's discounts except its own lines. */
export type DiscountFacts = {
  /** Discounts that have not ended, in order of application: the customer's first. */
  live: readonly SuppliedDiscount[]
  /**
   * Amounts in other final invoices for each billing period of the deal, by `periodKey`.
   */
  invoiced: ReadonlyMap<string, InvoicedPeriod>
}

const NO_DISCOUNTS: DiscountFacts = { live: [], invoiced: new Map() }

/**
 * Locks the discounts of several customers before any of their invoices is computed. Uses the order
 * of the invoices, so that two transactions cannot deadlock.
 */
export async function lockDiscountsOf(tx: Tx, invoices: readonly Invoiced[]): Promise<void> {
  const given = await forAll(invoices, (invoice) => listGivenDiscounts(tx, invoice))
  const discounted = invoices.filter((_, n) => given[n]?.length !== 0)
  await forAll(discounted, (invoice) => lockGivenDiscounts(tx, invoice))
}

/**
 * Returns the discount facts of an invoice. The discounts, ended ones included, stay locked until
 * the transaction ends: of two concurrent invoices only one can use the last remaining use.
 */
export async function lockDiscountsFor(tx: Tx, invoice: DiscountedInvoice): Promise<DiscountFacts> {
  // Most invoices have no discounts: this query covers many invoices at once, a lock only one
  // customer.
  if ((await listGivenDiscounts(tx, invoice)).length === 0) return NO_DISCOUNTS
  // Uses are read by later statements, which see what previous lock holders have stored.
  return factsOf(tx, invoice, await lockGivenDiscounts(tx, invoice))
}

/** Like `lockDiscountsFor`, for a preview: locks nothing. */
export async function listDiscountsFor(db: Db, invoice: DiscountedInvoice): Promise<DiscountFacts> {
  return factsOf(db, invoice, await listGivenDiscounts(db, invoice))
}

async function factsOf(
  db: Db,
  invoice: DiscountedInvoice,
  given: readonly Given[],
): Promise<DiscountFacts> {
  if (given.length === 0) return NO_DISCOUNTS
  const { organizationId, customerId, subscriptionId, currency, invoiceId, finalizedId } = invoice
  const ids = given.map(({ id }) => id)
  const customer = { organizationId, customerId }
  const others = { ...customer, subscriptionId, exceptInvoiceId: invoiceId, finalizedId }
  const [dealId, known, uses, lines, discounts] = await Promise.all([
    findDealId(db, { ...customer, subscriptionId }),
    listDiscountsById(db, { ...customer, ids }),
    listUses(db, {
      organizationId,
      customerIds: [customerId],
      discountIds: ids,
      exceptInvoiceId: invoiceId,
    }),
    listInvoicedLines(db, others),
    listInvoicedDiscounts(db, others),
  ])
  const byId = new Map(known.map((one) => [one.id, one]))
  const supply = (terms: Discount): SuppliedDiscount[] => {
    const discount = byId.get(terms.discountId)
    if (!discount) return []
    const own = uses.filter(({ discountId }) => discountId === terms.discountId)
    const usedIn = new Set(own.map((use) => periodKey(use.dealId, use.periodStart)))
    return [{ ...terms, periods: periodsOf(discount), usedIn }]
  }
  const live = given.flatMap(({ id, isLive }) => {
    const discount = byId.get(id)
    if (!isLive || !discount) return []
    const { couponId, name, percentOff, amountOff } = discount
    if (discount.currency !== null && discount.currency !== currency) return []
    return supply({
      discountId: id,
      couponId,
      name,
      percentOff,
      amountOff,
      currency: discount.currency,
    })
  })
  const periods = invoicedPeriods({ lines, discounts, currency, supply })
  return {
    live,
    invoiced: new Map(
      [...periods].map(([start, period]) => [periodKey(dealId, new Date(start)), period]),
    ),
  }
}
