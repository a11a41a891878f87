import { sum } from '../../domain/money.ts'
import type { UsageSums } from './sums.ts'

/** Returns undefined for no rows. */
export function addUp(rows: readonly UsageSums[]): UsageSums | undefined {
  if (rows.length === 0) return undefined
  return {
    eventCount: String(rows.reduce((count, row) => count + Number(row.eventCount), 0)),
    quantity: sum(rows.map(({ quantity }) => quantity)),
    cost: sum(rows.map(({ cost }) => cost)),
    uncostedEvents: String(rows.reduce((count, row) => count + Number(row.uncostedEvents), 0)),
  }
}
