import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import type { Log } from '../../../platform/log.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { provideUnassigned } from '../../customers/unassigned.ts'
import type { UsageBatchResult } from '../../usage/batch/result-fields.ts'
import { RECORDS_MAX } from '../../usage/batch/shape.ts'
import { type RecordUsageDeps, recordUsage } from '../../usage/record.ts'
import { finishRecords, noteRefusal, takeRecords, type WaitingRecord } from './queries.ts'

export type SendDeps = { db: Db; log: Log; clock: BusinessClock; usage: RecordUsageDeps }

/** The external id in records of the unassigned customer, which has none. */
export const UNASSIGNED = 'unassigned'

/**
 * Stores waiting records as events, like any usage. A record that was stored before its process died
 * is a duplicate by its key. Returns the number of records that were taken.
 */
export async function sendRecords(deps: SendDeps, now: Date): Promise<number> {
  const records = await takeRecords(deps.db, 4 * RECORDS_MAX, now)
  const groups = Map.groupBy(
    records,
    ({ organizationId, customer }) => `${organizationId} ${customer === null}`,
  )
  const batches = [...groups.values()].flatMap(batchesOf)
  await Promise.all(batches.map((batch) => sendBatch(deps, batch)))
  return records.length
}

function batchesOf(records: readonly WaitingRecord[]): WaitingRecord[][] {
  const batches: WaitingRecord[][] = []
  for (let at = 0; at < records.length; at += RECORDS_MAX) {
    batches.push(records.slice(at, at + RECORDS_MAX))
  }
  return batches
}

async function sendBatch(deps: SendDeps, batch: readonly WaitingRecord[]): Promise<void> {
  const [first] = batch
  if (!first) return
  const { organizationId, customer } = first
  const moment = deps.clock.moment(organizationId)
  try {
    const unassigned =
      customer === null
        ? { customerId: await provideUnassigned(deps.db, organizationId, moment.now) }
        : {}
    const records = batch.map(bodyOf)
    const bytes = batch.reduce((sum, { record }) => sum + record.length, 0)
    const request = { organizationId, body: { records }, bytes, ...unassigned }
    const answer = await recordUsage(deps.usage, request, moment)
    await noteAnswer(deps, batch, answer)
  } catch (error) {
    // They are due again when their lease ends.
    if (error instanceof AppError && error.kind === 'unavailable') {
      deps.log.warn({ err: error, organizationId }, 'records of runs wait for the database')
      return
    }
    deps.log.error({ err: error, organizationId }, 'records of runs cannot be stored yet')
  }
}

function bodyOf({ record, customer }: WaitingRecord): JsonObject {
  return { customerExternalId: customer ?? UNASSIGNED, ...JSON.parse(record) }
}

/** Deletes records that are stored; those without a cost yet are stored too. */
async function noteAnswer(
  { db, log }: SendDeps,
  batch: readonly WaitingRecord[],
  { results }: UsageBatchResult,
): Promise<void> {
  const refusals = new Map(
    results.failed.flatMap(({ index, stored, code, error }) =>
      stored ? [] : [[index, { code, error }] as const],
    ),
  )
  const stored = batch.filter((_, index) => !refusals.has(index))
  await db.transaction().execute(async (tx) => {
    if (stored.length > 0) await finishRecords(tx, stored)
    for (const [index, { code, error }] of refusals) {
      const record = batch[index]
      // Another error may pass: the record is due again.
      if (!record || code !== 'VALIDATION_ERROR') continue
      const { organizationId, traceId } = record
      log.error({ organizationId, traceId, problem: error }, 'a record of a run was refused')
      await noteRefusal(tx, record, error)
    }
  })
}
