import assert from 'node:assert/strict'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { JsonObject } from '../../platform/json/json-object.ts'
import type { Log } from '../../platform/log.ts'
import { timestampText } from '../../platform/values/timestamp-text.ts'
import type { AuditEntry } from '../audit-log/entries.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { HoldAfterRecord } from '../holds/settle.ts'
import { type Directories, type Identity, resolveIdentities } from './batch/identities.ts'
import { type ParsedRecord, parseRecord } from './batch/parse-record.ts'
import type { UsageBatchResult, UsageFailure, UsageSuccess } from './batch/result-fields.ts'
import { checkBatchShape } from './batch/shape.ts'
import { costRecord, type FindPrices } from './costs/cost-record.ts'
import { costWarnings } from './costs/cost-warnings.ts'
import {
  type EventRow,
  eventCostOf,
  type FirstEvent,
  isCommitted,
  rawEventIdOf,
  type WriteOutcome,
} from './ingest/event-row.ts'
import type { Ingestion } from './ingest/ingestion.ts'
import type { RejectedRecord } from './rejected-records.ts'
import { settlesAt } from './settlement/settles-at.ts'

export const COST_DECIMALS = 10
const RETRY_AFTER_SECONDS = 2

export type RecordUsageDeps = {
  log: Log
  directories: Directories
  /** Returns the catalog for an organization; its own mappings take precedence. */
  findPrices: (organizationId: string) => FindPrices
  /** Returns the settlement window of a signal in days; 0: it has none. */
  settlementDaysOf: (signalId: string) => number
  ingestion: Ingestion
  insertRejectedRecords: (
    organizationId: string,
    records: readonly RejectedRecord[],
    now: Date,
  ) => Promise<void>
}

export type UsageRequest = {
  organizationId: string
  body: unknown
  /** Stores all records for this customer, whatever customer they name. */
  customerId?: string
  /** Size of the body, which counts towards the limit of waiting requests. */
  bytes: number
  /** The audit log entry of the request, and a callback for when it is stored with the events. */
  audit?: { entry: AuditEntry; onWritten: () => void }
}

type Submitted = { index: number; original: JsonObject }
type Valid = Submitted & { record: ParsedRecord }
type Entry = { success: UsageSuccess } | { failed: UsageFailure; rejected?: RejectedRecord }

/**
 * Stores a batch of usage records. Each record has its own outcome: an invalid record never affects
 * the others. `stored: true` means that the record is committed to disk, exactly once. A record
 * without a date is dated in business time.
 */
export async function recordUsage(
  deps: RecordUsageDeps,
  { organizationId, body, bytes, audit, customerId }: UsageRequest,
  { now, businessNow }: Moment,
): Promise<UsageBatchResult> {
  const shape = checkBatchShape(body)
  if (!shape.ok) throw new AppError('invalid', shape.problems)
  const reservation = deps.ingestion.reserve({ records: shape.records.length, bytes })
  try {
    const entries: Entry[] = []
    const valid: Valid[] = []
    shape.records.forEach((original, index) => {
      const result = parseRecord(original, businessNow.getTime())
      if (result.ok) valid.push({ index, original, record: result.record })
      else entries[index] = invalidEntry({ index, original }, result.problems)
    })
    for (const { submitted, row, outcome } of await storeAll(deps, organizationId, {
      valid,
      moment: { now, businessNow },
      audit,
      customerId,
    })) {
      entries[submitted.index] = entryOf(submitted, row, outcome)
    }
    return await answer(deps, organizationId, entries, now)
  } finally {
    reservation.release()
  }
}

type Storing = { audit: UsageRequest['audit'] } & {
  valid: readonly Valid[]
  moment: Moment
  customerId: string | undefined
}
type Stored = { submitted: Valid; row: EventRow; outcome: WriteOutcome }

async function storeAll(
  deps: RecordUsageDeps,
  organizationId: string,
  { valid, moment, audit, customerId }: Storing,
): Promise<Stored[]> {
  const sent = valid.map(({ record }) => record)
  const records = customerId === undefined ? sent : sent.map((one) => ({ ...one, customerId }))
  const identities = await resolveIdentities(deps.directories, organizationId, records)
  const rows = valid.map((submitted, position) => {
    const identity = identities[position]
    assert(identity, `record ${submitted.index} has no identity`)
    return { submitted, row: eventRow(deps, organizationId, { submitted, identity, moment }) }
  })
  const [first] = rows
  if (first && audit) first.row.auditEntry = audit.entry
  const outcomes = await deps.ingestion.write(rows.map(({ row }) => row))
  if (audit && outcomes[0] && isCommitted(outcomes[0])) audit.onWritten()
  refuseUncertain(outcomes)
  return rows.map(({ submitted, row }, position) => {
    const outcome = outcomes[position]
    assert(outcome, `record ${submitted.index} has no outcome`)
    return { submitted, row, outcome }
  })
}

/**
 * Throws `unavailable` when the outcome of any record is unknown, or when the database was
 * unreachable for all. Otherwise each record gets its own result.
 */
function refuseUncertain(outcomes: readonly WriteOutcome[]): void {
  if (outcomes.some(({ kind }) => kind === 'unknown')) {
    const message =
      'The connection to the database was lost while storing the records; some may be stored'
    throw new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  if (outcomes.length > 0 && outcomes.every(({ kind }) => kind === 'unavailable')) {
    const message = 'The database cannot be reached; nothing was stored'
    throw new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}

function eventRow(
  deps: RecordUsageDeps,
  organizationId: string,
  { submitted, identity, moment }: { submitted: Valid; identity: Identity; moment: Moment },
): EventRow {
  const { original, record } = submitted
  const days = deps.settlementDaysOf(identity.signalId)
  return {
    id: newId(),
    organizationId,
    ...identity,
    runId: record.runId,
    usageDate: record.usageDate,
    quantity: record.quantity,
    payload: JSON.stringify(original),
    settlesAt: settlesAt(record, days, moment.businessNow),
    receivedAt: moment.now.getTime(),
    idempotencyKey: record.idempotencyKey,
    keepsHold: record.keepsHold,
    cost: eventCostOf(
      costRecord(record.services, record.usageDate, deps.findPrices(organizationId)),
    ),
  }
}

/** Builds the result of a record from the outcome of its row. */
function entryOf(submitted: Valid, row: EventRow, outcome: WriteOutcome): Entry {
  switch (outcome.kind) {
    case 'stored': {
      const { cost, hold } = outcome
      const { usageCost, uncosted, services } = cost
      const ids = { eventId: row.id, rawEventId: rawEventIdOf(row.id) }
      if (usageCost) {
        const totalCostUsd = usageCost.toFixed(COST_DECIMALS)
        const noticed = withNotices(submitted, services)
        const stored = { ...ids, totalCostUsd, ...(hold && { hold: holdBody(hold) }) }
        return { success: successEntry(noticed, stored, row.receivedAt) }
      }
      const error = [...new Set(uncosted.map(({ explanation }) => explanation))].join('; ')
      return { failed: uncostedEntry(submitted, ids, error) }
    }
    case 'duplicate':
      return duplicateEntry(
        withNotices(submitted, row.cost.services),
        outcome.first,
        row.receivedAt,
      )
    case 'key_reused':
      return keyReusedEntry(submitted, outcome.first)
    case 'unknown':
      throw new Error('A row with an unknown outcome must refuse the whole request')
    case 'refused':
    case 'unavailable':
      return rejectedEntry(
        submitted,
        'INTERNAL_ERROR',
        'The record could not be stored; it is safe to send it again',
      )
    default:
      return outcome satisfies never
  }
}

/** Adds warnings about a questionable cost. */
function withNotices(submitted: Valid, services: EventRow['cost']['services']): Valid {
  const more = costWarnings(services)
  if (more.length === 0) return submitted
  const { record } = submitted
  return { ...submitted, record: { ...record, warnings: [...record.warnings, ...more] } }
}

function holdBody({ remaining, decision }: HoldAfterRecord): NonNullable<UsageSuccess['hold']> {
  return { remaining: remaining.toFixed(COST_DECIMALS), decision }
}

type StoredIds = { eventId: string; rawEventId: string }

function successEntry(
  { index, record }: Valid,
  stored: StoredIds & Pick<UsageSuccess, 'totalCostUsd' | 'duplicate' | 'hold'>,
  receivedAt: number,
): UsageSuccess {
  const { model, modelProvider, inputTokens, outputTokens, services } = record.given
  return {
    index,
    stored: true,
    customerExternalId: record.customerExternalId,
    agentCode: record.agentCode,
    signalName: record.signalName,
    ...(services === undefined
      ? { model, modelProvider, inputTokens, outputTokens }
      : { services }),
    quantity: record.quantity,
    ...stored,
    timestamp: timestampText(receivedAt),
    ...(record.warnings.length > 0 ? { warnings: record.warnings } : {}),
  }
}

function uncostedEntry(
  { index, original, record }: Valid,
  { eventId, rawEventId }: StoredIds,
  error: string,
): UsageFailure {
  return {
    index,
    record: original,
    code: 'NEEDS_COST_BACKFILL',
    stored: true,
    eventId,
    rawEventId,
    error,
    ...(record.warnings.length > 0 ? { warnings: record.warnings } : {}),
  }
}

/**
 * Builds the result of a repeated record, with the ids of the first event. A first event that still
 * has no cost is reported as in its first response, because a success promises a cost.
 */
function duplicateEntry(submitted: Valid, first: FirstEvent, receivedAt: number): Entry {
  const { eventId, rawEventId, usageCost } = first
  const ids = { eventId, rawEventId }
  if (usageCost === null) {
    const error = 'This record is already stored, under the same idempotencyKey, without a cost yet'
    return { failed: { ...uncostedEntry(submitted, ids, error), duplicate: true } }
  }
  const totalCostUsd = usageCost.toFixed(COST_DECIMALS)
  return {
    success: successEntry(submitted, { ...ids, totalCostUsd, duplicate: true }, receivedAt),
  }
}

function keyReusedEntry(submitted: Submitted, { eventId }: FirstEvent): Entry {
  const error =
    'idempotencyKey was used before for a different record, which is stored; do not send the ' +
    'same work again with another key'
  return rejectedEntry(submitted, 'VALIDATION_ERROR', error, { conflictingEventId: eventId })
}

function invalidEntry(submitted: Submitted, problems: readonly string[]): Entry {
  return rejectedEntry(submitted, 'VALIDATION_ERROR', problems.join('; '))
}

/** Builds the result of a record that is not stored as an event; the record is kept as sent. */
function rejectedEntry(
  { index, original }: Submitted,
  code: 'VALIDATION_ERROR' | 'INTERNAL_ERROR',
  error: string,
  more: Pick<UsageFailure, 'conflictingEventId'> = {},
): Entry {
  const id = newId()
  return {
    failed: { index, record: original, code, stored: false, rawEventId: id, error, ...more },
    rejected: { id, code, error, payload: JSON.stringify(original) },
  }
}

async function answer(
  deps: RecordUsageDeps,
  organizationId: string,
  entries: readonly Entry[],
  now: Date,
): Promise<UsageBatchResult> {
  const success: UsageSuccess[] = []
  const failed: UsageFailure[] = []
  const rejected: RejectedRecord[] = []
  for (const entry of entries) {
    if ('success' in entry) success.push(entry.success)
    else failed.push(entry.failed)
    if ('rejected' in entry && entry.rejected) rejected.push(entry.rejected)
  }
  if (rejected.length > 0 && !(await keepRejected(deps, { organizationId, rejected, now }))) {
    for (const entry of failed) if (!entry.stored) delete entry.rawEventId
  }
  return {
    processed: entries.length,
    successful: success.length,
    failed: failed.length,
    results: { success, failed },
  }
}

/** Returns false when they could not be kept; the stored records must be reported anyway. */
async function keepRejected(
  deps: RecordUsageDeps,
  {
    organizationId,
    rejected,
    now,
  }: { organizationId: string; rejected: RejectedRecord[]; now: Date },
): Promise<boolean> {
  try {
    await deps.insertRejectedRecords(organizationId, rejected, now)
    return true
  } catch (error) {
    deps.log.error({ err: error, count: rejected.length }, 'rejected usage records were not kept')
    return false
  }
}
