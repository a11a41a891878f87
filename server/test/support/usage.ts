import { expect } from 'vitest'
import type { Api } from './app.ts'
import type { TestDatabase } from './database.ts'
import { exact } from './exact.ts'
import type { Fields } from './given.ts'

type Pool = TestDatabase['pool']

const work = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' }

/** Record of gpt-4o use that costs 0.0075: 2.5 and 10 USD per million input and output tokens. */
export const llm = (fields: Fields = {}): Fields => ({
  ...work,
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1000,
  outputTokens: 500,
  ...fields,
})

/** Model use that costs 0.0025, regardless of the signal's quantity. */
export const GPT_4O: Fields = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1_000 }

/** Record of messages at 8.3 USD per thousand. */
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

export const countEvents = async (pool: Pool): Promise<number> =>
  (await pool.query('select count(*)::int as count from usage_events')).rows[0].count

export type Event = {
  id: string
  customerId: string
  agentId: string
  signalId: string
  subscriptionId: string | null
  usageDate: string
  quantity: string
  metadata: Fields
  usageCost: string | null
  usageCostData: Record<string, { cost: number; units: number; costPerUnit: number }>
  eventProcessed: string
  signal: { id: string; name: string; shortName: string }
}

/** Lists all events, page by page. */
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

/** Records one record that must succeed and returns its result. */
export async function recordOne(api: Api, record: Fields) {
  const { status, body } = await api.record(record)
  expect(status).toBe(200)
  expect(body.results.failed).toEqual([])
  return body.results.success[0]
}

/** Records one record and returns its stored event, with or without a cost. */
export async function recordEvent(api: Api, record: Fields): Promise<Event> {
  const { status, body } = await api.record(record)
  expect(status).toBe(200)
  const { eventId } = [...body.results.success, ...body.results.failed][0]
  return findEvent(api, eventId)
}

export const sumOfCosts = (event: Event): bigint =>
  Object.values(event.usageCostData).reduce((sum, line) => sum + exact(line.cost), 0n)
