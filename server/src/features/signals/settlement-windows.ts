import { sql } from 'kysely'
import type { CacheTopic } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'

/** Cache invalidation topic for the settlement windows of signals. */
export const SETTLEMENT_WINDOWS: CacheTopic = { name: 'settlement-windows' }

/** The settlement windows of all signals, looked up without waiting. */
export type SettlementWindows = {
  /** Returns the days in which outcomes of the signal are provisional; 0: it has no window. */
  daysOf: (signalId: string) => number
  /** Reads the windows again. Then `daysOf` knows what was committed before the call. */
  refresh: () => Promise<void>
}

export async function createSettlementWindows(db: Db): Promise<SettlementWindows> {
  let days: ReadonlyMap<string, number> = new Map()
  let started = 0
  let applied = 0
  const refresh = async () => {
    started += 1
    const turn = started
    const read = await listWindows(db)
    // A read that began later knows more, whichever ends first.
    if (turn < applied) return
    applied = turn
    days = read
  }
  await refresh()
  return { daysOf: (signalId) => days.get(signalId) ?? 0, refresh }
}

async function listWindows(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; settlementDays: number }>`
    select id, settlement_days from signals where settlement_days > 0`.execute(db)
  return new Map(rows.map(({ id, settlementDays }) => [id, settlementDays]))
}
