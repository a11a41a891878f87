import { expect } from 'vitest'
import type { Api } from '../../../test/support/app.ts'

type Fields = Record<string, unknown>

let made = 0
const unique = (name: string) => {
  made += 1
  return `${name}-${made}`
}

/** Who is billed for what, made through the API, and how to use and bill it. */
export async function createDeal(
  api: Api,
  options: { strategies?: Fields[]; customer?: Fields; plan?: Fields; subscription?: Fields } = {},
) {
  const created = async (path: string, body: unknown) => {
    const answer = await api.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  const externalId = unique('customer')
  const customer = await created('/v1/customers', {
    name: 'Acme',
    externalId,
    email: 'billing@acme.test',
    ...options.customer,
  })
  const agentCode = unique('agent')
  const agent = await created('/v1/agents', { name: 'Support agent', agentCode })
  const signal = await created('/v1/signals', { agentId: agent.id, name: 'ticket' })
  const plan = await created('/v1/pricing-plans', {
    name: unique('Plan'),
    agentId: agent.id,
    ...options.plan,
  })
  const strategies = (options.strategies ?? [FLAT]).map((strategy) =>
    strategy.chargeType === 'usage' ? { signalId: signal.id, ...strategy } : strategy,
  )
  if (strategies.length > 0) {
    await created(`/v1/pricing-plans/${plan.id}/pricing-strategies`, strategies)
  }
  const subscription = await created('/v1/subscriptions', {
    name: 'Deal',
    planId: plan.id,
    agentId: agent.id,
    customerId: customer.id,
    startDate: '2026-01-01',
    ...options.subscription,
  })
  const ids = { customerId: customer.id, subscriptionId: subscription.id }
  const use = async (usageDate: string, quantity: number, fields: Fields = {}) => {
    const record = { customerExternalId: externalId, agentCode, signalName: 'ticket', ...WORK }
    const answer = await api.record({ ...record, usageDate, quantity, ...fields })
    expect(answer.body.failed, JSON.stringify(answer.body)).toBe(0)
  }
  return {
    ...ids,
    externalId,
    agentId: agent.id,
    signalId: signal.id,
    planId: plan.id,
    use,
    generate: (window: Fields = {}) => api.post('/v1/invoices/generate', { ...ids, ...window }),
    preview: (window: Fields = {}) => api.post('/v1/invoices/preview', { ...ids, ...window }),
  }
}

/** 1,000 input tokens of gpt-4o cost 0.0025 USD. */
const WORK = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1_000 }

/** One dollar for each ticket. */
export const FLAT = { name: 'Tickets', chargeType: 'usage', pricingModel: 'flat', rate: 1 }

/** The lines of an invoice as a short table: type, quantity, amount. */
export const table = (invoice: { lineItems: Fields[] }) =>
  invoice.lineItems.map(({ type, quantity, amount }) => [type, quantity, amount])
