import type { Discount } from '../../domain/discounts.ts'
import type { Tx } from '../../platform/database.ts'
import { periodsOf } from '../coupons/coupon.ts'
import { listDiscountsById } from './queries.ts'
import { countUses, type Invoiced, lockLiveDiscounts } from './usage-queries.ts'

/**
 * The discounts on an invoice, in the order in which they apply: those of the customer first, then
 * those of the subscription. None that has ended, is used up by other invoices, or is an amount in
 * another currency. They are held until the transaction ends, so that of two invoices at the same
 * time only one uses what is left.
 */
export async function lockDiscountsFor(
  tx: Tx,
  invoice: Invoiced & {
    currency: string
    /** The draft that is computed again: what it used before is there for it. */
    invoiceId: string | null
  },
): Promise<Discount[]> {
  const { organizationId, customerId, currency, invoiceId } = invoice
  const ids = await lockLiveDiscounts(tx, invoice)
  if (ids.length === 0) return []
  // In statements of their own: these see what those who held the discounts before have stored.
  const given = await listDiscountsById(tx, { organizationId, customerId, ids })
  const uses = await countUses(tx, {
    organizationId,
    customerIds: [customerId],
    discountIds: ids,
    exceptInvoiceId: invoiceId,
  })
  return ids.flatMap((id) => {
    const discount = given.find((one) => one.id === id)
    if (!discount) return []
    const periods = periodsOf(discount)
    if (periods !== null && (uses.get(id) ?? 0) >= periods) return []
    if (discount.currency !== null && discount.currency !== currency) return []
    const { couponId, name, percentOff, amountOff } = discount
    return [{ discountId: id, couponId, name, percentOff, amountOff, currency: discount.currency }]
  })
}
