import type { Db } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { type DueMove, updateDueStatuses, type Which } from './clock-queries.ts'

/** In this order, so that one that started and ended since the last time passes through both. */
const MOVES: readonly DueMove[] = [
  { from: 'upcoming', to: 'active', due: 'starts_at' },
  { from: 'active', to: 'ended', due: 'ends_at' },
]

/**
 * Brings the stored statuses up to business time: of the organizations that share it, or of those
 * subscriptions that are about to change. May run at any time and twice at once: each row moves by an update that repeats the
 * status it expects, and its history gets the entry in the same statement.
 */
export async function followClock(db: Db, moment: Moment, which: Which): Promise<void> {
  for (const move of MOVES) await updateDueStatuses(db, { ...move, which }, moment)
}
