import { expect } from 'vitest'

type Answer = { status: number; body: ReturnType<typeof JSON.parse> }
type Api = { post: (url: string, body: unknown) => Promise<Answer> }
type Fields = Record<string, unknown>

let made = 0

/** Makes what a test needs through the API, each under a name of its own. */
export function givenBy(api: Api) {
  const post = async (url: string, fields: Fields) => {
    const { status, body } = await api.post(url, fields)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const unique = (what: string) => {
    made += 1
    return `${what} ${made}`
  }
  const agent = (fields: Fields = {}) =>
    post('/v1/agents', { name: unique('Agent'), agentCode: unique('agent'), ...fields })
  const signal = (agentId: string, fields: Fields = {}) =>
    post('/v1/signals', { agentId, name: unique('Signal'), ...fields })
  const plan = (fields: Fields = {}) =>
    post('/v1/pricing-plans', { name: unique('Plan'), ...fields })
  return {
    agent,
    signal,
    plan,
    /** A plan that is linked to an agent with one signal. */
    linkedPlan: async () => {
      const { id: agentId } = await agent()
      const { id: signalId } = await signal(agentId)
      const { id: planId } = await plan({ agentId })
      return { agentId, signalId, planId }
    },
    strategy: async (planId: string, fields: Fields) => {
      const { status, body } = await api.post(strategiesOf(planId), [fields])
      expect(status, JSON.stringify(body)).toBe(201)
      return body.results[0]
    },
    customer: () => post('/v1/customers', { name: unique('Customer') }),
    subscription: (fields: Fields) =>
      post('/v1/subscriptions', {
        name: unique('Subscription'),
        startDate: '2026-01-01',
        isForever: true,
        ...fields,
      }),
  }
}

export const strategiesOf = (planId: string) => `/v1/pricing-plans/${planId}/pricing-strategies`

/** A clock that ticks on every look, so that nothing is made at the same instant. */
export function tickingClock(start: string): () => Date {
  let at = Date.parse(start)
  return () => {
    at += 1_000
    return new Date(at)
  }
}

/** No row has this id. */
export const ABSENT_ID = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'
