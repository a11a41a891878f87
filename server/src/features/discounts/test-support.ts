import type { Api } from '../../../test/support/app.ts'
import { givenParties, givenSubscription } from '../../../test/support/given.ts'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'

export const DISCOUNTS = '/v1/discounts'

/** Creates a customer with a subscription as the receiver of discounts. */
export async function givenReceiver(api: Api) {
  const fields = { ...(await givenParties(api)), startDate: '2026-01-01', isForever: true }
  const { id, customerId } = await givenSubscription(api, fields)
  return { customerId, subscriptionId: id }
}

const START = Date.parse('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000
let days = 0

/** Inserts an invoice with a discount, on a day without any other invoice. */
export async function insertInvoiceWith(
  db: Db,
  discount: { id: string; couponId: string },
  fields: { organizationId: string; customerId: string; subscriptionId: string },
  status: InvoiceStatus = 'draft',
): Promise<string> {
  const id = newId()
  const { organizationId, customerId, subscriptionId } = fields
  days += 1
  const start = new Date(START + days * DAY_MS)
  const end = new Date(start.getTime() + DAY_MS)
  await db
    .insertInto('invoices')
    .values({
      customerId,
      id,
      organizationId,
      kind: 'subscription',
      subscriptionId,
      invoiceNumber: `INV-${days}`,
      status,
      seller: '{}',
      buyer: '{}',
      currency: 'USD',
      periodStart: start,
      periodEnd: end,
      netTerms: 30,
      subtotal: '10',
      discountTotal: '1',
      taxTotal: '0',
      total: '9',
      totalCost: '0',
      amountPaid: '0',
      amountRefunded: '0',
      paymentToken: id,
      generatedAt: end,
      dueDate: end,
      createdAt: end,
      updatedAt: end,
    })
    .execute()
  await db
    .insertInto('invoiceDiscounts')
    .values({
      customerId,
      invoiceId: id,
      position: 0,
      organizationId,
      discountId: discount.id,
      couponId: discount.couponId,
      name: 'Ten off',
      percentOff: '10',
      amount: '1',
    })
    .execute()
  return id
}
