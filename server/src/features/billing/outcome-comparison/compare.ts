import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import {
  type ComparedDay,
  compareDays,
  compareIds,
  unitsOf,
  unitsOfDay,
} from '../../../domain/outcome-comparison.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findCustomer } from '../../customers/service.ts'
import { getSignal } from '../../signals/service.ts'
import { readStoredRecord } from '../../usage/batch/parse-record.ts'
import { readRecordText } from '../../usage/costs/stored-event.ts'
import { idempotencyHash } from '../../usage/idempotency-hash.ts'
import { type FoundEffects, findEffects } from '../correction-preview/find-effects.ts'
import { LISTED_MAX, type OutcomeComparisonCreate } from './fields.ts'
import * as queries from './queries.ts'
import { type Count, readCount } from './read-count.ts'
import { type Days, refuseOtherDays, startOf, windowOf } from './window.ts'

/** Events of one comparison, which is computed while the caller waits. */
const OUTCOMES_MAX = 20_000

type Command = {
  organizationId: string
  customerId: string
  input: OutcomeComparisonCreate
  at: Date
}

export type Listed = queries.OutcomeRow & {
  idempotencyKey: string | null
  evidenceUrl: string | null
  evidence: string | null
}

type Part = { count: number; quantity: Decimal | null }

export type Comparison = {
  input: OutcomeComparisonCreate
  timeZone: string
  countedBy: Count['by']
  agreed: Part
  onlyRecorded: Part
  onlyCounted: Part
  duplicateCount: number
  outcomes: Listed[]
  ids: { id: string; isUnbilled: boolean }[]
  days: ComparedDay[]
  effects: FoundEffects
}

/**
 * Compares what is billed of a signal with what a customer counts, and prices the difference as the
 * preview of corrections does. Changes nothing. Throws `not_found` for an unknown customer or signal,
 * and `invalid` for a count that is misread.
 */
export async function compareOutcomes(
  db: Db,
  { organizationId, customerId, input, at }: Command,
): Promise<Comparison> {
  const count = readCount(input)
  const customer = await findCustomer(db, { organizationId, id: customerId })
  if (!customer) throw new AppError('not_found', 'Customer not found')
  const { agentId, id: signalId } = await getSignal(db, {
    organizationId,
    id: input.signalId.toLowerCase(),
  })
  const window = windowOf(input, customer.timezone)
  const asked = { organizationId, customerId, agentId, signalId, ...window }
  const compared =
    count.by === 'date'
      ? await byDay(db, asked, { input, days: count.days })
      : await byId(db, asked, count)
  const { changes, ...parts } = compared
  const units = changes.map(({ id, at: usageDate, quantity }) => {
    return { id, customerId, agentId, signalId, usageDate, quantity }
  })
  const effects = await findEffects(db, { organizationId, changes: units, at })
  return { input, timeZone: window.timeZone, countedBy: count.by, ...parts, effects }
}

type Asked = queries.Asked & Days
type Change = { id: string; at: Date; quantity: Decimal }
type Parts = Omit<Comparison, 'input' | 'timeZone' | 'countedBy' | 'effects'> & {
  changes: Change[]
}

async function byId(
  db: Db,
  asked: Asked,
  { by, ids }: Exclude<Count, { by: 'date' }>,
): Promise<Parts> {
  const rows = await queries.listOutcomes(db, asked, OUTCOMES_MAX + 1)
  if (rows.length > OUTCOMES_MAX) {
    throw new AppError('invalid', [
      `more than ${OUTCOMES_MAX} events are in these days; compare fewer days at a time`,
    ])
  }
  const keys = by === 'idempotencyKey' ? new Map(ids.map((id) => [idempotencyHash(id), id])) : null
  const countedAs = ({ id, runId, keyHash }: queries.OutcomeRow) => {
    if (by === 'eventId') return id
    if (by === 'runId') return runId
    return keyHash === null ? null : (keys?.get(keyHash) ?? null)
  }
  const recorded = rows.map((row) => ({ ...row, countedAs: countedAs(row) }))
  const { agreed, onlyRecorded, onlyCounted, duplicateCount } = compareIds(recorded, ids)
  return {
    agreed: { count: agreed.length, quantity: unitsOf(agreed) },
    onlyRecorded: { count: onlyRecorded.length, quantity: unitsOf(onlyRecorded) },
    onlyCounted: { count: onlyCounted.length, quantity: null },
    duplicateCount,
    outcomes: await withRecords(db, asked, onlyRecorded.slice(0, LISTED_MAX)),
    ids: onlyCounted.slice(0, LISTED_MAX),
    days: [],
    changes: onlyRecorded.map(({ id, usageDate, quantity }) => {
      return { id, at: usageDate, quantity: quantity.neg() }
    }),
  }
}

/** Events read at once: their records may be large. */
const RECORDS_AT_ONCE = 200

async function withRecords(
  db: Db,
  asked: Asked,
  rows: readonly queries.OutcomeRow[],
): Promise<Listed[]> {
  const listed: Listed[] = []
  for (let from = 0; from < rows.length; from += RECORDS_AT_ONCE) {
    const some = rows.slice(from, from + RECORDS_AT_ONCE)
    const records = await queries.readRecords(db, asked, some)
    for (const { id, usageDate, quantity, runId, keyHash } of some) {
      const record = readStoredRecord(readRecordText(records.get(id) ?? '{}'))
      const { idempotencyKey, evidenceUrl, evidence } = record
      listed.push({
        ...{ id, usageDate, quantity, runId, keyHash },
        ...{ idempotencyKey, evidenceUrl, evidence },
      })
    }
  }
  return listed
}

type Counted = { input: OutcomeComparisonCreate; days: ReadonlyMap<string, Decimal> }

async function byDay(db: Db, asked: Asked, { input, days }: Counted): Promise<Parts> {
  refuseOtherDays(input, days)
  const { timeZone } = asked
  const used = (await queries.sumQuarterHours(db, asked)).filter(
    ({ quantity }) => !quantity.eq(ZERO),
  )
  const dateOf = ({ at }: { at: Date }) =>
    String(
      Temporal.Instant.fromEpochMilliseconds(at.getTime())
        .toZonedDateTimeISO(timeZone)
        .toPlainDate(),
    )
  const byDate = Map.groupBy(used, dateOf)
  const recorded = new Map([...byDate].map(([date, own]) => [date, unitsOf(own)]))
  const compared = compareDays(recorded, days)
  const of = (quantityOf: (day: ComparedDay) => Decimal) => {
    const quantities = compared.map(quantityOf).filter((quantity) => quantity.gt(ZERO))
    return { count: quantities.length, quantity: sum(quantities) }
  }
  const different = compared.filter((day) => !day.recorded.eq(day.counted))
  return {
    agreed: of((day) => (day.recorded.lt(day.counted) ? day.recorded : day.counted)),
    onlyRecorded: of((day) => day.recorded.minus(day.counted)),
    onlyCounted: of((day) => day.counted.minus(day.recorded)),
    duplicateCount: 0,
    outcomes: [],
    ids: [],
    days: different,
    changes: different.flatMap((day) =>
      unitsOfDay(day, byDate.get(day.date) ?? [], startOf(day.date, timeZone)).map(
        ({ at, quantity }) => ({ id: `${day.date} ${at.toISOString()}`, at, quantity }),
      ),
    ),
  }
}
