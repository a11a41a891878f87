import { expect } from 'vitest'
import type { Api } from './app.ts'
import {
  type Fields,
  givenAgent,
  givenCustomer,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenSubscription,
  strategiesOf,
  unique,
} from './given.ts'
import { expectToAddUp, GENERATE, type Invoice, sendInvoice } from './invoice.ts'
import { recordOne, sms } from './usage.ts'

/** A monthly fee of 49. */
export const FEE: Fields = { chargeType: 'recurring', rate: 49 }

export const TIERS = [
  { lower: 0, upper: 100, rate: 0.1 },
  { lower: 100, upper: 1000, rate: 0.05 },
  { lower: 1000, upper: null, rate: 0.01 },
]

/** Returns a price for the signal with that name. */
export const priced = (signal: string, fields: Fields): Fields => ({ signal, ...fields })
export const flatPrice = (signal: string, rate: number | string): Fields =>
  priced(signal, { pricingModel: 'flat', rate })
export const tiered = (signal: string, pricingModel: string, tiers: Fields[] = TIERS): Fields =>
  priced(signal, { pricingModel, tiers })

/** One dollar per ticket. */
export const TICKETS: Fields = priced('ticket', { name: 'Tickets', pricingModel: 'flat', rate: 1 })

/** Starts before the months that most tests bill. */
export const SINCE_JANUARY: Fields = { startDate: '2026-01-01' }

export type DealFields = {
  prices?: Fields[]
  customer?: Fields
  agent?: Fields
  plan?: Fields
  subscription?: Fields
}

/**
 * Creates a customer with a subscription from 2026-03-01 to a plan of an agent with these prices;
 * TICKETS by default.
 */
export async function givenDeal(api: Api, fields: DealFields = {}) {
  const externalId = unique('customer')
  const email = `${externalId}@example.com`
  const { id: customerId } = await givenCustomer(api, { externalId, email, ...fields.customer })
  const { id: agentId, agentCode } = await givenAgent(api, fields.agent)
  const { id: planId } = await givenPlan(api, { agentId, ...fields.plan })
  const signalIds: Record<string, string> = {}
  const rows: Fields[] = []
  for (const { signal, ...price } of fields.prices ?? [TICKETS]) {
    if (typeof signal !== 'string') rows.push(price)
    else {
      const { id: signalId } = await givenSignal(api, { agentId, name: signal })
      signalIds[signal] = signalId
      rows.push({ chargeType: 'usage', signalId, ...price })
    }
  }
  const strategies = rows.length > 0 ? await givenStrategies(api, planId, ...rows) : []
  const { id: subscriptionId } = await givenSubscription(api, {
    planId,
    agentId,
    customerId,
    ...fields.subscription,
  })
  const ids = { customerId, subscriptionId }
  return {
    ...ids,
    ids,
    externalId,
    email,
    agentId,
    agentCode,
    planId,
    signalIds,
    use: (signalName: string, quantity: number, usageDate: string, record: Fields = {}) => {
      const work = { customerExternalId: externalId, agentCode, signalName }
      return recordOne(api, sms({ ...work, quantity, usageDate, ...record }))
    },
    preview: (window: Fields = {}) => api.post('/v1/invoices/preview', { ...ids, ...window }),
    /** Requests an invoice; the request may be refused. */
    tryGenerate: (window: Fields = {}) => api.post(GENERATE, { ...ids, ...window }),
    generate: async (window: Fields = {}): Promise<Invoice> => {
      const { status, body } = await api.post(GENERATE, { ...ids, ...window })
      expect(status, JSON.stringify(body)).toBe(201)
      expectToAddUp(body)
      return body
    },
    /** Updates the price at this index of `prices`. */
    change: async (index: number, price: Fields) => {
      const url = `${strategiesOf(planId)}/${strategies[index]?.id}`
      const { status, body } = await api.patch(url, price)
      expect(status, JSON.stringify(body)).toBe(200)
    },
  }
}

export type Deal = Awaited<ReturnType<typeof givenDeal>>

/** Creates an invoice of that amount, issued to a new customer. */
export async function givenIssuedInvoice(
  api: Api,
  amount = 100,
  fields: Omit<DealFields, 'prices'> = {},
): Promise<Invoice> {
  const prices = [{ chargeType: 'recurring', rate: amount }]
  const { generate } = await givenDeal(api, { ...fields, prices })
  return sendInvoice(api, await generate())
}
