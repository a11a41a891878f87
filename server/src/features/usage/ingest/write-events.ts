import type { PoolClient } from 'pg'
import { copyBinaryRows, createBinaryRows } from '../../../platform/copy-binary.ts'
import { copyRows, copyText } from '../../../platform/values/copy.ts'
import { timestampText } from '../../../platform/values/timestamp-text.ts'
import { idempotencyHash } from '../idempotency-hash.ts'
import { allSent } from './all-sent.ts'
import type { EventRow } from './event-row.ts'

/**
 * Writes the events, their uncosted services and their provisional units in the caller's transaction.
 * All statements are sent at once, because round trips dominate their cost.
 */
export async function writeEvents(client: PoolClient, rows: readonly EventRow[]): Promise<void> {
  const uncosted = rows.map(uncostedLines).join('')
  const provisional = rows.map(provisionalLine).join('')
  const isProvisional = provisional !== ''
  await allSent([
    copyBinaryRows(client, copyEvents(isProvisional), eventRows(rows, isProvisional)),
    ...(uncosted === '' ? [] : [copyRows(client, COPY_UNCOSTED_SERVICES, uncosted)]),
    ...(isProvisional ? [copyRows(client, COPY_PROVISIONAL_OUTCOMES, provisional)] : []),
  ])
}

/** Names the columns of provisional units only in a batch that has some. */
const copyEvents = (isProvisional: boolean) => `copy usage_events (customer_id, usage_date, id,
  organization_id, agent_id, signal_id, quantity, usage_cost, created_at, event_processed, run_id,
  idempotency_hash, prices, payload${isProvisional ? PROVISIONAL_COLUMNS : ''})
  from stdin with (format binary)`
const PROVISIONAL_COLUMNS = ', rejected_quantity, provisional_quantity, settles_at'
const COPY_PROVISIONAL_OUTCOMES = `copy provisional_outcomes (customer_id, event_id, organization_id,
  usage_date, agent_id, signal_id, quantity, settles_at) from stdin`
const COPY_UNCOSTED_SERVICES = `copy uncosted_services (customer_id, event_id, provider, model,
  organization_id, usage_date, reason) from stdin`

const COLUMNS = 14
const COLUMNS_OF_PROVISIONAL = 3
/** Estimated bytes of a row in addition to its record. */
const BYTES_BESIDE = 400

/** Omits what the record contains and what can be derived (`stored-event.ts`). */
function eventRows(rows: readonly EventRow[], isProvisional: boolean): Buffer {
  let expected = 0
  for (const { payload } of rows) expected += payload.length + BYTES_BESIDE
  const binary = createBinaryRows(expected)
  for (const row of rows) {
    const { cost, idempotencyKey } = row
    binary.row(isProvisional ? COLUMNS + COLUMNS_OF_PROVISIONAL : COLUMNS)
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
    if (isProvisional) {
      const units = row.settlesAt === null ? null : String(row.quantity)
      binary.numeric(units ?? '0')
      binary.numeric(units)
      binary.instant(row.settlesAt)
    }
  }
  return binary.end()
}

/** Builds the line of an event with a settlement window. */
function provisionalLine(row: EventRow): string {
  if (row.settlesAt === null) return ''
  const { customerId, id, organizationId, agentId, signalId, quantity } = row
  const [usageDate, settlesAt] = [row.usageDate, row.settlesAt].map(timestampText)
  return `${customerId}\t${id}\t${organizationId}\t${usageDate}\t${agentId}\t${signalId}\t${quantity}\t${settlesAt}\n`
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
