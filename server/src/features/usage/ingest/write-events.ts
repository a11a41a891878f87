import type { PoolClient } from 'pg'
import { COPY_NULL, copyRows, copyText } from '../../../platform/values/copy.ts'
import type { EventRow } from './event-row.ts'
import { timestampText } from './timestamp-text.ts'

/**
 * Writes the raw events, the usage events and what they still need, in the caller's transaction. Every
 * statement is sent at once: what they cost is mostly the way there and back.
 */
export async function writeEvents(client: PoolClient, rows: readonly EventRow[]): Promise<void> {
  const uncosted = lines(rows, uncostedLines)
  await Promise.all([
    copyRows(client, COPY_RAW_EVENTS, lines(rows, rawEventLine)),
    copyRows(client, COPY_EVENTS, lines(rows, usageEventLine)),
    ...(uncosted === '' ? [] : [copyRows(client, COPY_UNCOSTED_SERVICES, uncosted)]),
  ])
}

const COPY_RAW_EVENTS =
  'copy raw_usage_events (customer_id, id, organization_id, received_at, payload) from stdin'
const COPY_EVENTS = `copy usage_events (customer_id, usage_date, id, organization_id, agent_id,
  signal_id, raw_event_id, run_id, quantity, metadata, services, usage_cost,
  usage_cost_data, event_processed, event_processed_at, created_at, updated_at) from stdin`
const COPY_UNCOSTED_SERVICES = `copy uncosted_services (customer_id, event_id, provider, model,
  organization_id, usage_date, reason) from stdin`

function lines(rows: readonly EventRow[], lineOf: (row: EventRow) => string): string {
  let text = ''
  for (const row of rows) text += lineOf(row)
  return text
}

function rawEventLine(row: EventRow): string {
  const receivedAt = timestampText(row.receivedAt)
  return `${row.customerId}\t${row.rawEventId}\t${row.organizationId}\t${receivedAt}\t${copyText(row.payload)}\n`
}

function usageEventLine(row: EventRow): string {
  const { cost } = row
  const receivedAt = timestampText(row.receivedAt)
  const usageDate = timestampText(row.usageDate)
  return `${row.customerId}\t${usageDate}\t${row.id}\t${row.organizationId}\t${
    row.agentId
  }\t${row.signalId}\t${row.rawEventId}\t${
    row.runId === null ? COPY_NULL : copyText(row.runId)
  }\t${row.quantity}\t${copyText(row.metadata)}\t${copyText(cost.servicesText)}\t${
    cost.usageCost?.toFixed() ?? COPY_NULL
  }\t${copyText(cost.usageCostData)}\t${cost.status}\t${receivedAt}\t${receivedAt}\t${receivedAt}\n`
}

/** One line for each different service of the event that has no cost. */
function uncostedLines(row: EventRow): string {
  if (row.cost.uncosted.length === 0) return ''
  const distinct = new Map(
    row.cost.uncosted.map((service) => [`${service.provider}\u0000${service.model}`, service]),
  )
  let text = ''
  for (const { provider, model, reason } of distinct.values()) {
    text += `${row.customerId}\t${row.id}\t${copyText(provider)}\t${copyText(model)}\t${
      row.organizationId
    }\t${timestampText(row.usageDate)}\t${reason}\n`
  }
  return text
}
