import { expect } from 'vitest'
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
  status = 'draft',
): Promise<string> {
  const id = newId()
  const { organizationId: organization_id, customerId: customer_id, subscriptionId } = fields
  days += 1
  const start = new Date(START + days * DAY_MS)
  const end = new Date(start.getTime() + DAY_MS)
  await db
    .insertInto('invoices')
    .values({
      customer_id,
      id,
      organization_id,
      subscription_id: subscriptionId,
      invoice_number: `INV-${days}`,
      status,
      seller: '{}',
      buyer: '{}',
      currency: 'USD',
      period_start: start,
      period_end: end,
      net_terms: 30,
      subtotal: '10',
      discount_total: '1',
      tax_total: '0',
      total: '9',
      total_cost: '0',
      amount_paid: '0',
      amount_refunded: '0',
      payment_token: id,
      generated_at: end,
      due_date: end,
      created_at: end,
      updated_at: end,
    })
    .execute()
  await db
    .insertInto('invoice_discounts')
    .values({
      customer_id,
      invoice_id: id,
      position: 0,
      organization_id,
      discount_id: discount.id,
      coupon_id: discount.couponId,
      name: 'Ten off',
      percent_off: '10',
      amount: '1',
    })
    .execute()
  return id
}
