import type { PoolClient } from 'pg'
import { ZERO } from '../../../domain/money.ts'
import {
  afterRecord,
  type HoldAfterRecord,
  type SettledHold,
  type Settlement,
  settleStatements,
} from '../../holds/settle.ts'
import type { EventRow } from './event-row.ts'

type RunRow = EventRow & { runId: string }

/** The holds of runs, by customer and run. */
export type HoldsAfterBatch = ReadonlyMap<string, HoldAfterRecord>

const NONE: HoldsAfterBatch = new Map()

/** Returns the key of a row's run; customer ids all have the same length. */
export const runKey = ({ customerId, runId }: { customerId: string; runId: string }) =>
  customerId + runId

/**
 * Adds new events to the holds of their runs, in the transaction of the events and before the
 * rollups: what is held becomes spent in one commit. Statements are sent at once. Resolves with the
 * holds of the runs that have one.
 */
export async function settleHolds(
  client: PoolClient,
  rows: readonly EventRow[],
  { hasHolds, byCustomer }: { hasHolds: (organizationId: string) => boolean; byCustomer: boolean },
): Promise<HoldsAfterBatch> {
  const ofRuns = rows.filter((row) => isOfRun(row) && hasHolds(row.organizationId)).filter(isOfRun)
  if (ofRuns.length === 0) return NONE
  const now = new Date(Math.max(...ofRuns.map(({ receivedAt }) => receivedAt)))
  const statements = settleStatements(settlementsOf(ofRuns), { now, byCustomer })
  const results = await Promise.all(
    statements.map((statement) => client.query<SettledHold>(statement)),
  )
  return new Map(
    results.flatMap(({ rows: settled }) => settled.map((one) => [runKey(one), afterRecord(one)])),
  )
}

function isOfRun(row: EventRow): row is RunRow {
  return row.runId !== null
}

function settlementsOf(rows: readonly RunRow[]): Settlement[] {
  const groups = [...Map.groupBy(rows, runKey)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return groups.flatMap(([, own]) => {
    const [first] = own
    if (!first) return []
    const { customerId, runId } = first
    return {
      customerId,
      runId,
      cost: own.reduce((sum, { cost }) => sum.plus(cost.usageCost ?? ZERO), ZERO),
      uncostedEvents: own.filter(({ cost }) => cost.usageCost === null).length,
      isEnd: own.some(({ quantity, keepsHold }) => quantity > 0 && !keepsHold),
    }
  })
}
