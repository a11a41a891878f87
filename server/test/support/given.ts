import { expect } from 'vitest'
import type { Api } from './app.ts'

/**
 * Creates valid rows through the API: one function per noun, with a default for every field. Fields
 * given by a test override the defaults.
 */
export type Fields = Record<string, unknown>
type Poster = Pick<Api, 'post'>
/** A row as the API returns it: its id, and any other fields. */
type Row = { id: string } & Fields

let made = 0
/** Returns a name that is unique in the test file. */
export const unique = (kind: string): string => {
  made += 1
  return `${kind}-${made}`
}

/** A well-formed id that no row has. */
export const ABSENT = '01890000-0000-7000-8000-000000000000'

/** Sends a request that must create something and returns its body. */
export async function create<Answer = Row>(
  api: Poster,
  url: string,
  body: unknown,
): Promise<Answer> {
  const answer = await api.post(url, body)
  expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBe(201)
  return answer.body
}

export type Customer = Row & { name: string; externalId: string | null; email: string | null }
export const givenCustomer = (api: Poster, fields: Fields = {}): Promise<Customer> =>
  create(api, '/v1/customers', { name: 'Acme', ...fields })

export type Agent = Row & { name: string; agentCode: string }
export const givenAgent = (api: Poster, fields: Fields = {}): Promise<Agent> =>
  create(api, '/v1/agents', { name: 'Support', agentCode: unique('agent'), ...fields })

export type Signal = Row & { agentId: string; name: string; shortName: string }
/** Creates a signal of the given agent, or of a new one. */
export async function givenSignal(api: Poster, fields: Fields = {}): Promise<Signal> {
  const agentId = fields.agentId ?? (await givenAgent(api)).id
  return create(api, '/v1/signals', { name: unique('signal'), ...fields, agentId })
}

export type Plan = Row & { name: string; currency: string }
export const givenPlan = (api: Poster, fields: Fields = {}): Promise<Plan> =>
  create(api, '/v1/pricing-plans', { name: unique('Plan'), ...fields })

export const includedIn = (planId: string) => `/v1/pricing-plans/${planId}/included-signals`
export const strategiesOf = (planId: string) => `/v1/pricing-plans/${planId}/pricing-strategies`

export type Strategy = Row & { planId: string; signalId: string | null; updatedAt: string }
/** Creates strategies one after the other and returns them in that order. */
export async function givenStrategies<Rows extends Fields[]>(
  api: Poster,
  planId: string,
  ...rows: Rows
): Promise<{ [Index in keyof Rows]: Strategy }> {
  const url = strategiesOf(planId)
  return (await create<{ results: { [Index in keyof Rows]: Strategy } }>(api, url, rows)).results
}

export async function givenStrategy(
  api: Poster,
  planId: string,
  fields: Fields,
): Promise<Strategy> {
  const [strategy] = await givenStrategies(api, planId, fields)
  return strategy
}

/** Returns a strategy with a flat price for a signal. */
export const flat = (signalId: string | undefined, rate: number | string = 0.5): Fields => ({
  chargeType: 'usage',
  pricingModel: 'flat',
  signalId,
  rate,
})

/** Creates an agent with a signal, and a plan for the agent without prices. */
export async function givenUnpricedOffer(api: Poster) {
  const { id: agentId, agentCode } = await givenAgent(api)
  const { id: signalId, shortName } = await givenSignal(api, { agentId })
  const { id: planId } = await givenPlan(api, { agentId })
  return { agentId, agentCode, signalId, shortName, planId }
}

/** Creates an agent with a signal, and a plan for the agent that prices the signal. */
export async function givenOffer(api: Poster) {
  const offer = await givenUnpricedOffer(api)
  const { id: strategyId } = await givenStrategy(api, offer.planId, flat(offer.signalId))
  return { ...offer, strategyId }
}

/** Creates a customer, and an unpriced offer unless one is given. */
export async function givenParties(
  api: Poster,
  customer: Fields = {},
  offer?: { planId: string; agentId: string },
) {
  const { id: customerId } = await givenCustomer(api, customer)
  const { planId, agentId } = offer ?? (await givenUnpricedOffer(api))
  return { customerId, planId, agentId }
}

/** Returns the customer, plan and agent ids of a subscription or of a row made for one. */
export const partiesOf = ({ customerId, planId, agentId }: Fields) => ({
  customerId,
  planId,
  agentId,
})

export const SUBSCRIPTIONS = '/v1/subscriptions'

export type Subscription = Row & {
  name: string
  customerId: string
  planId: string
  agentId: string
  status: string
  currentPeriod: { start: string; end: string } | null
}

/**
 * Returns the required fields of a subscription; creates the offer and the customer unless given.
 */
export async function subscriptionBody(api: Poster, fields: Fields = {}): Promise<Fields> {
  const { agentId, planId } = fields.planId ? fields : await givenOffer(api)
  const customerId = fields.customerId ?? (await givenCustomer(api)).id
  return { name: 'Main', planId, agentId, customerId, startDate: '2026-03-01', ...fields }
}

export async function givenSubscription(api: Poster, fields: Fields = {}): Promise<Subscription> {
  return create(api, SUBSCRIPTIONS, await subscriptionBody(api, fields))
}

export const givenCoupon = (api: Poster, fields: Fields = {}): Promise<Row> =>
  create(api, '/v1/coupons', {
    name: 'Ten off',
    ...('amountOff' in fields ? {} : { percentOff: 10 }),
    ...fields,
  })

export type Discount = Row & { couponId: string }
/**
 * Creates a discount for the given customer or subscription, from a new coupon unless one is given.
 */
export async function givenDiscount(api: Poster, fields: Fields): Promise<Discount> {
  const couponId = fields.couponId ?? (await givenCoupon(api)).id
  return create(api, '/v1/discounts', { ...fields, couponId })
}

export const givenTaxRate = (api: Poster, fields: Fields = {}): Promise<Row> =>
  create(api, '/v1/tax-rates', { name: 'VAT', percentage: 19, ...fields })
