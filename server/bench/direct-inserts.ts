import pg from 'pg'
import { newId } from '../src/platform/id.ts'

const CONNECTIONS = 2
const ROWS = 1_000
const CUSTOMERS = Array.from({ length: 500 }, () => newId())

/**
 * The bound for ingestion: rows like its own, written straight into its two big tables by multi-row
 * inserts, without any of the work around them. Returns rows per second.
 */
export async function insertDirectly(url: string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  const startedAt = performance.now()
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client(url)
      await client.connect()
      let rows = 0
      while (performance.now() < until) {
        await insertBatch(client)
        rows += ROWS
      }
      await client.end()
      return rows
    }),
  )
  const rows = counts.reduce((total, count) => total + count, 0)
  return Math.round(rows / ((performance.now() - startedAt) / 1_000))
}

async function insertBatch(client: pg.Client): Promise<void> {
  const now = new Date().toISOString()
  const organizationId = newId()
  const ids = Array.from({ length: ROWS }, (_, index) => ({
    customerId: CUSTOMERS[index % CUSTOMERS.length] ?? newId(),
    id: newId(),
    rawEventId: newId(),
  }))
  const raw = ids.flatMap(({ customerId, rawEventId }) => [
    customerId,
    rawEventId,
    organizationId,
    now,
    PAYLOAD,
  ])
  const events = ids.flatMap(({ customerId, id, rawEventId }) => [
    ...[customerId, now, id, organizationId, organizationId, organizationId, rawEventId],
    ...[null, 1, METADATA, SERVICES, '0.0075', COST_DATA, 'PROCESSED', now, now, now],
  ])
  await client.query('begin')
  await client.query({ name: 'raw', text: RAW_INSERT, values: raw })
  await client.query({ name: 'events', text: EVENT_INSERT, values: events })
  await client.query('commit')
}

const RAW_INSERT = `insert into raw_usage_events
  (customer_id, id, organization_id, received_at, payload) values ${placeholders(5)}`
const EVENT_INSERT = `insert into usage_events
  (customer_id, usage_date, id, organization_id, agent_id, signal_id,
   raw_event_id, run_id, quantity, metadata, services, usage_cost, usage_cost_data,
   event_processed, event_processed_at, created_at, updated_at) values ${placeholders(17)}`

function placeholders(columns: number): string {
  return Array.from({ length: ROWS }, (_, row) => {
    const first = row * columns
    return `(${Array.from({ length: columns }, (_, column) => `$${first + column + 1}`).join(',')})`
  }).join(',')
}

const PAYLOAD =
  '{"customerExternalId":"customer-419","agentCode":"agent-19","signalName":"reply-drafted","model":"gpt-4o-mini","modelProvider":"openai","inputTokens":801,"outputTokens":51,"metadata":{"ticket":"T-1"}}'
const METADATA = '{"ticket":"T-1"}'
const SERVICES =
  '[{"model":"gpt-4o-mini","modelProvider":"openai","quantity":1,"inputTokens":801,"outputTokens":51,"cacheReadTokens":0,"cacheWriteTokens":0,"priceId":"019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10"}]'
const COST_DATA =
  '{"gpt-4o-mini/input":{"cost":0.00012015,"units":801,"costPerUnit":0.00000015},"gpt-4o-mini/output":{"cost":0.0000306,"units":51,"costPerUnit":0.0000006}}'
