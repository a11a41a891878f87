import type { SuppliedDiscount } from '../../domain/discounts.ts'
import type { Decimal } from '../../domain/money.ts'
import { forAll } from '../../platform/batching/for-all.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { periodsOf } from '../coupons/coupon.ts'
import { listDiscountsById } from './queries.ts'
import { type Invoiced, listLiveDiscounts, listUses, lockLiveDiscounts } from './usage-queries.ts'
import { periodKey, type Use } from './use.ts'

export type DiscountedInvoice = Invoiced & {
  currency: string
  /** The draft that is computed again: what it used before is there for it. */
  invoiceId: string | null
  /** The starts of the billing periods that it bills a part of. */
  periodStarts: readonly Date[]
}

/**
 * Locks the discounts of several customers before any of their invoices is computed: in the order in
 * which they are named, so that two who hold several do not wait in a circle.
 */
export async function lockDiscountsOf(tx: Tx, invoices: readonly Invoiced[]): Promise<void> {
  const live = await forAll(invoices, (invoice) => listLiveDiscounts(tx, invoice))
  const discounted = invoices.filter((_, n) => live[n]?.length !== 0)
  await forAll(discounted, (invoice) => lockLiveDiscounts(tx, invoice))
}

/**
 * The discounts on an invoice, in the order in which they apply: those of the customer first, then
 * those of the subscription. None that has ended, is used up by other periods than those of the
 * invoice, or is an amount in another currency. They are locked until the transaction ends, so that of
 * two invoices at the same time only one uses what is left.
 */
export async function lockDiscountsFor(
  tx: Tx,
  invoice: DiscountedInvoice,
): Promise<SuppliedDiscount[]> {
  // Most invoices have none: that is asked for many at once, and a lock for each customer.
  if ((await listLiveDiscounts(tx, invoice)).length === 0) return []
  // What these used is read in statements of their own, which see what those who locked them before
  // have stored.
  return suppliedBy(tx, invoice, await lockLiveDiscounts(tx, invoice))
}

/** As `lockDiscountsFor`, for a preview: nothing is locked. */
export async function listDiscountsFor(
  db: Db,
  invoice: DiscountedInvoice,
): Promise<SuppliedDiscount[]> {
  return suppliedBy(db, invoice, await listLiveDiscounts(db, invoice))
}

async function suppliedBy(
  db: Db,
  invoice: DiscountedInvoice,
  ids: readonly string[],
): Promise<SuppliedDiscount[]> {
  if (ids.length === 0) return []
  const { organizationId, customerId, subscriptionId, currency, invoiceId } = invoice
  const [given, uses] = await Promise.all([
    listDiscountsById(db, { organizationId, customerId, ids }),
    listUses(db, {
      organizationId,
      customerIds: [customerId],
      discountIds: ids,
      exceptInvoiceId: invoiceId,
    }),
  ])
  const own = invoice.periodStarts.map((start) => periodKey(subscriptionId, start))
  return ids.flatMap((id) => {
    const discount = given.find((one) => one.id === id)
    if (!discount) return []
    const periods = periodsOf(discount)
    const takenIn = takenByPeriod(uses.filter(({ discountId }) => discountId === id))
    const isUsedUp = periods !== null && takenIn.size >= periods
    if (isUsedUp && !own.some((key) => takenIn.has(key))) return []
    if (discount.currency !== null && discount.currency !== currency) return []
    const { couponId, name, percentOff, amountOff } = discount
    const terms = { couponId, name, percentOff, amountOff, currency: discount.currency }
    return [{ discountId: id, ...terms, periods, takenIn }]
  })
}

function takenByPeriod(uses: readonly Use[]): Map<string, Decimal> {
  return new Map(
    uses.map(({ subscriptionId, periodStart, amount }) => [
      periodKey(subscriptionId, periodStart),
      amount,
    ]),
  )
}
