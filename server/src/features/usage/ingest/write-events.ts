import type { PoolClient } from 'pg'
import { copyBinaryRows, createBinaryRows } from '../../../platform/copy-binary.ts'
import { copyRows, copyText } from '../../../platform/values/copy.ts'
import { timestampText } from '../../../platform/values/timestamp-text.ts'
import { idempotencyHash } from '../idempotency-hash.ts'
import { allSent } from './all-sent.ts'
import type { EventRow } from './event-row.ts'

/**
 * Writes the events and their uncosted services in the caller's transaction. All statements are
 * sent at once, because round trips dominate their cost.
 */
export async function writeEvents(client: PoolClient, rows: readonly EventRow[]): Promise<void> {
  const uncosted = rows.map(uncostedLines).join('')
  await allSent([
    copyBinaryRows(client, COPY_EVENTS, eventRows(rows)),
    ...(uncosted === '' ? [] : [copyRows(client, COPY_UNCOSTED_SERVICES, uncosted)]),
  ])
}

const COPY_EVENTS = `copy usage_events (customer_id, usage_date, id, organization_id, agent_id,
  signal_id, quantity, usage_cost, created_at, event_processed, run_id, idempotency_hash, prices,
  payload) from stdin with (format binary)`
const COPY_UNCOSTED_SERVICES = `copy uncosted_services (customer_id, event_id, provider, model,
  organization_id, usage_date, reason) from stdin`

const COLUMNS = 14
/** Estimated bytes of a row in addition to its record. */
const BYTES_BESIDE = 400

/** Omits what the record contains and what can be derived (`stored-event.ts`). */
function eventRows(rows: readonly EventRow[]): Buffer {
  let expected = 0
  for (const { payload } of rows) expected += payload.length + BYTES_BESIDE
  const binary = createBinaryRows(expected)
  for (const row of rows) {
    const { cost, idempotencyKey } = row
    binary.row(COLUMNS)
    binary.uuid(row.customerId)
    binary.instant(row.usageDate)
    binary.uuid(row.id)
    binary.uuid(row.organizationId)
    binary.uuid(row.agentId)
    binary.uuid(row.signalId)
    binary.numeric(String(row.quantity))
    binary.numeric(cost.usageCost?.toFixed() ?? null)
    binary.instant(row.receivedAt)
    binary.text(cost.status === 'PROCESSED' ? null : cost.status)
    binary.text(row.runId)
    binary.uuid(idempotencyKey === null ? null : idempotencyHash(idempotencyKey))
    binary.text(cost.prices)
    binary.text(row.payload)
  }
  return binary.end()
}

/** Builds one line for each distinct service of the event without a cost. */
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
