import { expect } from 'vitest'
import { givenBy } from '../pricing-plans/test-support.ts'

type Api = Parameters<typeof givenBy>[0]
type Fields = Record<string, unknown>

export const SUBSCRIPTIONS = '/v1/subscriptions'

/** A clock that stands still until it is set. */
export function createClock(start: string) {
  let at = new Date(start)
  return {
    now: () => at,
    set: (time: string) => {
      at = new Date(time)
    },
  }
}

/** What subscriptions rest on, made through the API. */
export function givenFor(api: Api) {
  const given = givenBy(api)
  const customer = async (fields: Fields = {}) => {
    const { status, body } = await api.post('/v1/customers', { name: 'A customer', ...fields })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  /** A customer, and a plan that is linked to an agent with a signal, which it prices if asked. */
  const deal = async ({ isPriced = false, ...fields }: Fields & { isPriced?: boolean } = {}) => {
    const { id: customerId } = await customer(fields)
    const { agentId, signalId, planId } = await given.linkedPlan()
    if (isPriced) await price(planId, signalId)
    return { customerId, agentId, signalId, planId }
  }
  const price = (planId: string, signalId: string) =>
    given.strategy(planId, {
      name: 'Per job',
      chargeType: 'usage',
      pricingModel: 'flat',
      signalId,
      rate: 1,
    })
  return { ...given, customer, deal, price }
}

/** A deal as the fields of a request. */
export const partiesOf = ({ customerId, agentId, planId }: Fields) => ({
  customerId,
  agentId,
  planId,
})
