import type { Caller } from './caller.ts'
import { PLANS, type Plan, type PlanName, strategiesOf } from './plans.ts'
import { AGENTS } from './work.ts'

type Made = { id: string }

/** The offer of the organization: ids of its agents by code and of its plans by name. */
export type Offer = {
  agentIds: ReadonlyMap<string, string>
  planIds: ReadonlyMap<PlanName, string>
  couponId: string
  vatId: string
}

const COMPANY = {
  email: 'billing@lumen-agents.example',
  addressLine1: '12 Harbour Street',
  city: 'Hamburg',
  zipCode: '20457',
  country: 'DE',
  taxId: 'DE123456789',
  currency: 'USD',
  invoiceFooter: 'Thank you for your business.',
  reminderDays: [3, 10],
}

/** Creates agents, signals, plans of every kind with prices, a coupon and a tax rate. */
export async function makeOffer(caller: Caller): Promise<Offer> {
  await caller.patch('/v1/organization', COMPANY)
  const agentIds = new Map<string, string>()
  const signalIds = new Map<string, string>()
  for (const { signals, ...agent } of AGENTS) {
    const { id: agentId } = await caller.post<Made>('/v1/agents', agent)
    agentIds.set(agent.agentCode, agentId)
    for (const { shortName, name } of signals) {
      const { id } = await caller.post<Made>('/v1/signals', { agentId, name, shortName })
      signalIds.set(shortName, id)
    }
  }
  const planIds = new Map<PlanName, string>()
  for (const [name, plan] of Object.entries(PLANS) as [PlanName, Plan][]) {
    const agentId = agentIds.get(plan.agentCode)
    const { id } = await caller.post<Made>('/v1/pricing-plans', {
      name: plan.name,
      description: plan.description,
      agentId,
    })
    await caller.post(`/v1/pricing-plans/${id}/pricing-strategies`, strategiesOf(plan, signalIds))
    planIds.set(name, id)
  }
  const coupon = { name: 'Launch offer', percentOff: 20, duration: 'repeating', durationPeriods: 3 }
  const vat = { name: 'VAT', description: 'Germany', percentage: 19 }
  const { id: couponId } = await caller.post<Made>('/v1/coupons', coupon)
  const { id: vatId } = await caller.post<Made>('/v1/tax-rates', vat)
  return { agentIds, planIds, couponId, vatId }
}
