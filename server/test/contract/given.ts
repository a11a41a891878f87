import { expect } from 'vitest'
import type { Api, TestApp } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import { expectRollupsToMatchEvents, type InvariantOptions } from '../support/invariants.ts'

type Fields = Record<string, unknown>
type Pool = TestDatabase['pool']

/** The last hook of a file that records usage: whatever it did, the rollups still add up. */
export async function closeProvingRollups(t: TestApp, options?: InvariantOptions): Promise<void> {
  try {
    await expectRollupsToMatchEvents(t.database.pool, options)
  } finally {
    await t.close()
  }
}

const work = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' }

/** gpt-4o: 2.5 and 10 USD per million tokens, so this record costs 0.0075. */
export const llm = (fields: Fields = {}): Fields => ({
  ...work,
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1000,
  outputTokens: 500,
  ...fields,
})

/** 8.3 USD per thousand messages. */
export const sms = (fields: Fields = {}): Fields => ({
  ...work,
  model: 'twilio-sms-us',
  modelProvider: 'twilio',
  ...fields,
})

export const unknownModel = (fields: Fields = {}): Fields =>
  llm({ model: 'house-model', modelProvider: 'in-house', ...fields })

export const multi = (services: unknown, fields: Fields = {}): Fields => ({
  ...work,
  services,
  ...fields,
})

export const without = (record: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const TABLES = [
  'customers',
  'agents',
  'signals',
  'usage_events',
  'raw_usage_events',
  'rejected_usage_records',
  'usage_idempotency_keys',
  'uncosted_services',
  'usage_rollups',
  'model_rollups',
  'cost_model_mappings',
  'pricing_plans',
  'pricing_plan_agents',
  'pricing_strategies',
  'subscriptions',
  'subscription_changes',
  'invoices',
  'invoice_lines',
  'invoice_discounts',
  'invoice_taxes',
  'customer_credits',
  'coupons',
  'discounts',
  'tax_rates',
  'payments',
  'refunds',
  'emails',
] as const

async function rowCounts(pool: Pool): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const { rows } = await pool.query(`select ${counts.join(', ')}`)
  return rows[0]
}

/** Runs the action and proves that no table but the audit log gained or lost a row. */
export async function storesNothing<T>(pool: Pool, action: () => Promise<T>): Promise<T> {
  const before = await rowCounts(pool)
  const answer = await action()
  expect(await rowCounts(pool)).toEqual(before)
  return answer
}

export const countEvents = async (pool: Pool): Promise<number> =>
  (await pool.query('select count(*)::int as count from usage_events')).rows[0].count

export type Event = {
  id: string
  customerId: string
  agentId: string
  signalId: string
  usageDate: string
  quantity: string
  metadata: Fields
  usageCost: string | null
  usageCostData: Record<string, { cost: number; units: number; costPerUnit: number }>
  eventProcessed: string
  signal: { id: string; name: string; shortName: string }
}

/** Every event that the listing gives, page after page. */
export async function listEvents(api: Api, query = ''): Promise<Event[]> {
  const events: Event[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await api.get(`/v1/events?limit=100&page=${page}${query}`)
    expect(status).toBe(200)
    events.push(...body.results)
    if (page >= body.totalPages) return events
  }
}

export async function findEvent(api: Api, id: string): Promise<Event> {
  const event = (await listEvents(api)).find((one) => one.id === id)
  if (!event) throw new Error(`the listing has no event ${id}`)
  return event
}

/** Records one record that must succeed; answers its entry. */
export async function recordOne(api: Api, record: Fields) {
  const { status, body } = await api.record(record)
  expect(status).toBe(200)
  expect(body.results.failed).toEqual([])
  return body.results.success[0]
}

/** Records one record and answers the event that was stored for it, with cost or without. */
export async function recordEvent(api: Api, record: Fields): Promise<Event> {
  const { status, body } = await api.record(record)
  expect(status).toBe(200)
  const { eventId } = [...body.results.success, ...body.results.failed][0]
  return findEvent(api, eventId)
}

const SCALE = 24

/** Decimal text or a JSON number as a whole number of 1e-24, so that sums are exact. */
export function exact(value: string | number): bigint {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const power = SCALE - fraction.length + Number(exponent)
  return BigInt(whole + fraction) * 10n ** BigInt(power)
}

export const sumOfCosts = (event: Event): bigint =>
  Object.values(event.usageCostData).reduce((sum, line) => sum + exact(line.cost), 0n)

let lastName = 0
/** A name that no other row of the file has. */
export const unique = (kind: string): string => {
  lastName += 1
  return `${kind}-${lastName}`
}

/** A well-formed id that no row has. */
export const ABSENT = '01890000-0000-7000-8000-000000000000'

export const flat = (signalId: string, rate: number | string = 0.5): Fields => ({
  chargeType: 'usage',
  pricingModel: 'flat',
  signalId,
  rate,
})

/** Creates valid rows through the API; a test says only what matters to it. */
export function given(api: Api) {
  const create = async (url: string, body: unknown) => {
    const answer = await api.post(url, body)
    expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBe(201)
    return answer.body
  }
  const customer = (fields: Fields = {}) => create('/v1/customers', { name: 'Acme', ...fields })
  const agent = (fields: Fields = {}) =>
    create('/v1/agents', { name: 'Support', agentCode: unique('agent'), ...fields })
  const signal = async (fields: Fields = {}) =>
    create('/v1/signals', {
      name: unique('signal'),
      agentId: fields.agentId ?? (await agent()).id,
      ...fields,
    })
  const plan = (fields: Fields = {}) => create('/v1/pricing-plans', { name: 'Pro', ...fields })
  const strategies = async (planId: string, ...rows: Fields[]) =>
    (await create(`/v1/pricing-plans/${planId}/pricing-strategies`, rows)).results
  /** An agent with a signal, and a plan that is linked to the agent and prices the signal. */
  const offer = async () => {
    const { id: agentId, agentCode } = await agent()
    const { id: signalId, shortName } = await signal({ agentId })
    const { id: planId } = await plan({ agentId })
    const [{ id: strategyId }] = await strategies(planId, flat(signalId))
    return { agentId, agentCode, signalId, shortName, planId, strategyId }
  }
  /** What a subscription needs and nothing more. */
  const subscriptionBody = async (fields: Fields = {}): Promise<Fields> => {
    const { agentId, planId } = fields.planId ? fields : await offer()
    const customerId = fields.customerId ?? (await customer()).id
    return { name: 'Main', planId, agentId, customerId, startDate: '2026-03-01', ...fields }
  }
  const subscription = async (fields: Fields = {}) =>
    create('/v1/subscriptions', await subscriptionBody(fields))
  return { customer, agent, signal, plan, strategies, offer, subscriptionBody, subscription }
}

export type Given = ReturnType<typeof given>

/** The text of a refusal, be it one message or one for each bad field. */
export const messageOf = (answer: { body: { message: string | string[] } }): string =>
  [answer.body.message].flat().join('\n')
