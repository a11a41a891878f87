import pg from 'pg'
import { newId } from '../src/platform/id.ts'

const CONNECTIONS = 2
const ROWS = 1_000
const CUSTOMERS = Array.from({ length: 500 }, () => newId())

/**
 * Upper bound for ingestion: identical rows written directly to the events table by multi-row
 * inserts, without any surrounding work. Returns rows per second.
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
  }))
  const events = ids.flatMap(({ customerId, id }) => [
    ...[customerId, now, id, organizationId, organizationId, organizationId],
    ...[1, '0.0075', now, PRICES, PAYLOAD],
  ])
  await client.query('begin')
  await client.query({ name: 'events', text: EVENT_INSERT, values: events })
  await client.query('commit')
}

const EVENT_INSERT = `insert into usage_events
  (customer_id, usage_date, id, organization_id, agent_id, signal_id, quantity, usage_cost,
   created_at, prices, payload) values ${placeholders(11)}`

function placeholders(columns: number): string {
  return Array.from({ length: ROWS }, (_, row) => {
    const first = row * columns
    return `(${Array.from({ length: columns }, (_, column) => `$${first + column + 1}`).join(',')})`
  }).join(',')
}

const PAYLOAD =
  '{"customerExternalId":"customer-419","agentCode":"agent-19","signalName":"reply-drafted","model":"gpt-4o-mini","modelProvider":"openai","inputTokens":801,"outputTokens":51,"metadata":{"ticket":"T-1"}}'
const PRICES = 'AZql4nw-fU6jxC8fbz-aEAi15e-8o6e-7'
