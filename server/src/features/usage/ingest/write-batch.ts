import type { PoolClient } from 'pg'
import { insertAuditEntries } from '../../audit-log/entries.ts'
import { allSent } from './all-sent.ts'
import type { EventRow, WriteOutcome } from './event-row.ts'
import { type HoldsAfterBatch, runKey, settleHolds } from './holds.ts'
import { findRepeats } from './idempotency.ts'
import { rollupStatements } from './rollup-statements.ts'
import { createRollupTotals, type RollupTotals } from './rollups.ts'
import { type CostRows, withNewPrices } from './uncosted.ts'
import { writeEvents } from './write-events.ts'

export type BatchOptions = {
  costRows: CostRows
  /** Slot of the rows in the sums of whole organizations, see `slots.ts`. */
  slot: number
  /** True when all rows are on one node of a cluster. */
  ofNodeAlone: boolean
  /** True if the tables are distributed over nodes. */
  isDistributed: boolean
  /** Returns false for organizations without holds, whose runs have nothing to settle. */
  hasHolds: (organizationId: string) => boolean
}

/**
 * Writes a batch in the caller's transaction: its events, the holds of their runs, rollups and audit
 * log entries, all or nothing. Returns the outcome of each row by id, valid once the caller has
 * committed.
 */
export async function writeBatch(
  client: PoolClient,
  given: readonly EventRow[],
  { costRows, slot, ofNodeAlone, isDistributed, hasHolds }: BatchOptions,
): Promise<Map<string, WriteOutcome>> {
  // Runs first because it may wait, before any lock that others need is held.
  const rows = await withNewPrices(client, given, costRows)
  const outcomes = await findRepeats(client, rows, { ofNodeAlone })
  const fresh = outcomes.size === 0 ? rows : rows.filter((row) => !outcomes.has(row.id))
  const audit = rows.flatMap(({ auditEntry }) => auditEntry ?? [])
  const statements = [
    ...(audit.length === 0 ? [] : [insertAuditEntries(audit)]),
    ...(fresh.length === 0
      ? []
      : rollupStatements(totalsOf(fresh), { slot, now: firstReceived(fresh) })),
  ]
  // Events first: they may wait for their keys before any lock that others need is held. Holds
  // before rollups: every writer of both takes them in this order.
  const writing = fresh.length === 0 ? [] : [writeEvents(client, fresh)]
  const settling = settleHolds(client, fresh, { hasHolds, byCustomer: isDistributed })
  await allSent([...writing, settling, ...statements.map((statement) => client.query(statement))])
  const holds = await settling
  for (const row of fresh) outcomes.set(row.id, storedOutcome(row, holds))
  return outcomes
}

function storedOutcome(row: EventRow, holds: HoldsAfterBatch): WriteOutcome {
  const { customerId, runId, cost } = row
  const hold = runId === null ? undefined : holds.get(runKey({ customerId, runId }))
  return { kind: 'stored', cost, ...(hold && { hold }) }
}

/** A time before the commit. */
function firstReceived(rows: readonly EventRow[]): Date {
  return new Date(Math.min(...rows.map(({ receivedAt }) => receivedAt)))
}

function totalsOf(rows: readonly EventRow[]): RollupTotals {
  const totals = createRollupTotals()
  for (const row of rows) {
    const { usageCost, services } = row.cost
    const { organizationId, customerId, agentId, signalId, usageDate } = row
    const place = { organizationId, customerId, agentId, signalId, usageDate }
    totals.add({
      ...place,
      eventCount: 1,
      uncostedEventCount: usageCost === null ? 1 : 0,
      quantity: row.quantity,
      cost: usageCost,
      services,
      serviceCount: 1,
    })
    if (row.settlesAt !== null) {
      totals.addRejected(place, { eventCount: 1, quantity: row.quantity })
    }
  }
  return totals
}
