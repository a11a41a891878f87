import { expect } from 'vitest'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { givenFor } from '../subscriptions/test-support.ts'

type Api = Parameters<typeof givenFor>[0]
type Fields = Record<string, unknown>

export const DISCOUNTS = '/v1/discounts'

/** Coupons, and somebody to give them to. */
export function givenDiscounts(api: Api) {
  const given = givenFor(api)
  const coupon = async (fields: Fields = {}) => {
    const { status, body } = await api.post('/v1/coupons', {
      name: 'Ten off',
      percentOff: 10,
      ...fields,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const discount = async (fields: Fields) => {
    const couponId = fields.couponId ?? (await coupon()).id
    const { status, body } = await api.post(DISCOUNTS, { ...fields, couponId })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const subscription = async () => {
    const { customerId, agentId, planId } = await given.deal()
    const { id } = await given.subscription({ customerId, agentId, planId })
    return { customerId: String(customerId), subscriptionId: String(id) }
  }
  return { coupon, discount, customer: given.customer, subscription }
}

const START = Date.parse('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000
let days = 0

/** An invoice that a discount took something off, of a day that no other invoice has. */
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
