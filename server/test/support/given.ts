import { expect } from 'vitest'
import type { Api } from './app.ts'

/**
 * Valid rows, made through the API: one function for each noun, with a default for all that a test
 * does not care about. What a test gives, wins.
 */
export type Fields = Record<string, unknown>
type Poster = Pick<Api, 'post'>
/** A row as the API shows it: its id, and fields of which a test may ask any. */
type Row = { id: string } & Fields

let made = 0
/** A name that no other row of the file has. */
export const unique = (kind: string): string => {
  made += 1
  return `${kind}-${made}`
}

/** A well-formed id that no row has. */
export const ABSENT = '01890000-0000-7000-8000-000000000000'

/** What the API answers to a request that must create something. */
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
/** A signal of the agent that the fields name, or of one of its own. */
export async function givenSignal(api: Poster, fields: Fields = {}): Promise<Signal> {
  const agentId = fields.agentId ?? (await givenAgent(api)).id
  return create(api, '/v1/signals', { name: unique('signal'), ...fields, agentId })
}

export type Plan = Row & { name: string; currency: string }
export const givenPlan = (api: Poster, fields: Fields = {}): Promise<Plan> =>
  create(api, '/v1/pricing-plans', { name: unique('Plan'), ...fields })

export const strategiesOf = (planId: string) => `/v1/pricing-plans/${planId}/pricing-strategies`

export type Strategy = Row & { planId: string; signalId: string | null; updatedAt: string }
/** The strategies in the order in which they were given. */
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

/** The price of a signal, as a strategy. */
export const flat = (signalId: string | undefined, rate: number | string = 0.5): Fields => ({
  chargeType: 'usage',
  pricingModel: 'flat',
  signalId,
  rate,
})

/** An agent with a signal, and a plan that is linked to the agent and prices nothing yet. */
export async function givenUnpricedOffer(api: Poster) {
  const { id: agentId, agentCode } = await givenAgent(api)
  const { id: signalId, shortName } = await givenSignal(api, { agentId })
  const { id: planId } = await givenPlan(api, { agentId })
  return { agentId, agentCode, signalId, shortName, planId }
}

/** An agent with a signal, and a plan that is linked to the agent and prices the signal. */
export async function givenOffer(api: Poster) {
  const offer = await givenUnpricedOffer(api)
  const { id: strategyId } = await givenStrategy(api, offer.planId, flat(offer.signalId))
  return { ...offer, strategyId }
}

/** Who may subscribe to what: a customer, and an offer without a price unless one is named. */
export async function givenParties(
  api: Poster,
  customer: Fields = {},
  offer?: { planId: string; agentId: string },
) {
  const { id: customerId } = await givenCustomer(api, customer)
  const { planId, agentId } = offer ?? (await givenUnpricedOffer(api))
  return { customerId, planId, agentId }
}

/** The same of a subscription, or of what was made for one. */
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

/** What a subscription needs and nothing more; an offer and a customer unless they are named. */
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
/** A discount for whom the fields name, of a coupon of its own unless they name one. */
export async function givenDiscount(api: Poster, fields: Fields): Promise<Discount> {
  const couponId = fields.couponId ?? (await givenCoupon(api)).id
  return create(api, '/v1/discounts', { ...fields, couponId })
}

export const givenTaxRate = (api: Poster, fields: Fields = {}): Promise<Row> =>
  create(api, '/v1/tax-rates', { name: 'VAT', percentage: 19, ...fields })
