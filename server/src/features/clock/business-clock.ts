import { type SqlBool, sql } from 'kysely'
import type { CacheTopic } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import type { TestClock } from './queries.ts'
import * as queries from './queries.ts'

/** Real time for stored rows, and business time for the dates of what a command creates. */
export type Moment = { now: Date; businessNow: Date }

/**
 * Business time, which determines periods, due dates and default usage dates. It equals real time,
 * except for organizations of a test deployment that have set their test clock. A test clock keeps
 * running from the time it was set to.
 */
export type BusinessClock = {
  /** Business time of one organization. */
  now: (organizationId: string) => Date
  /** Both times at once, for a command that needs both. */
  moment: (organizationId: string) => Moment
  /** Returns every organization once, grouped by current time; sweeps iterate over these groups. */
  scopes: () => ClockScope[]
  /** Applies a setting that this process has just stored. */
  applySetting: (set: TestClock) => void
  /** Reloads the clocks after one was set. */
  refresh: () => Promise<void>
}

/** A group of organizations and their business time. */
export type ClockScope = { now: Date; only: string } | { now: Date; allBut: readonly string[] }

/** Cache invalidation topic for test clocks. */
export const CLOCKS: CacheTopic = { name: 'clocks' }

export async function createBusinessClock(db: Db, realNow: () => Date): Promise<BusinessClock> {
  const clocks = new Map<string, TestClock>()
  // A clock that was read may be older than one applied during the read.
  const applySetting = (set: TestClock) => {
    const known = clocks.get(set.organizationId)
    if (!known || isLater(set, known)) clocks.set(set.organizationId, set)
  }
  const refresh = async () => {
    for (const set of await queries.listTestClocks(db)) applySetting(set)
  }
  const moment = (organizationId: string) => {
    const now = realNow()
    return { now, businessNow: businessTime(clocks.get(organizationId), now) }
  }
  const now = (organizationId: string) => moment(organizationId).businessNow
  const scopes = () => [
    { now: realNow(), allBut: [...clocks.keys()] },
    ...[...clocks.keys()].map((only) => ({ now: now(only), only })),
  ]
  await refresh()
  return { now, moment, scopes, applySetting, refresh }
}

/** Returns the current time of a test clock that has run since it was set. */
export function businessTime(
  setting: Pick<TestClock, 'setTo' | 'setAt'> | undefined,
  realNow: Date,
): Date {
  if (!setting) return realNow
  return new Date(setting.setTo.getTime() + realNow.getTime() - setting.setAt.getTime())
}

/** Compares two settings; a clock only moves forward, in business time and in real time. */
function isLater(a: TestClock, b: TestClock): boolean {
  return a.setAt > b.setAt || (a.setAt >= b.setAt && a.setTo > b.setTo)
}

/** Builds the condition that the organization of a row is in the scope. */
export function isInScope(scope: ClockScope, column = 'organizationId') {
  return 'only' in scope
    ? sql<SqlBool>`${sql.ref(column)} = ${scope.only}`
    : sql<SqlBool>`${sql.ref(column)} <> all(${sql.val(scope.allBut)}::uuid[])`
}
