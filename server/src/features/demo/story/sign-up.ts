import type { Caller } from './caller.ts'
import { type DemoCustomer, PLACES } from './customers.ts'
import type { Offer } from './offer.ts'
import { PLANS } from './plans.ts'

type Made = { id: string }

/** Net terms in days; customers who pay late have longer terms. */
const NET_TERMS = { soon: 14, 'by card': 14, never: 14, late: 30, 'in parts': 30 }
const WITH_A_COUPON = new Set(['margie', 'relecloud', 'wideworld'])

/**
 * Creates a customer and its subscription, starting on a given day, like an operator after a sale.
 */
export async function signUp(
  caller: Caller,
  { offer, customer, start }: { offer: Offer; customer: DemoCustomer; start: Temporal.PlainDate },
): Promise<void> {
  const { externalId, name, country, plan, pays, seats, until } = customer
  const { id: customerId } = await caller.post<Made>('/v1/customers', {
    externalId,
    name,
    email: `accounts@${externalId}.example`,
    addressLine1: '1 Main Street',
    country,
    netTerms: NET_TERMS[pays],
    ...PLACES[country],
    ...taxOf(country, offer),
  })
  const isYearly = plan === 'researchYear'
  const { id: subscriptionId } = await caller.post<Made>('/v1/subscriptions', {
    name: PLANS[plan].name,
    customerId,
    planId: offer.planIds.get(plan),
    agentId: offer.agentIds.get(PLANS[plan].agentCode),
    startDate: start.toString(),
    billingCycle: isYearly ? 'yearly' : 'monthly',
    autoCollectPayment: pays === 'by card',
    ...(seats === undefined ? {} : { seatsCount: seats }),
    ...(until === undefined
      ? {}
      : {
          isForever: false,
          endDate: start.add({ months: until }).subtract({ days: 1 }).toString(),
        }),
  })
  if (WITH_A_COUPON.has(externalId)) {
    await caller.post('/v1/discounts', { couponId: offer.couponId, subscriptionId })
  }
}

/**
 * In Germany VAT is added; elsewhere in the EU the buyer accounts for it, and the invoice says so.
 */
function taxOf(country: DemoCustomer['country'], { vatId }: Offer) {
  if (country === 'DE') return { taxRateIds: [vatId] }
  if (country !== 'FR') return {}
  return { isTaxExempt: true, taxExemptionReason: 'Reverse charge', taxId: 'FR40303265045' }
}
