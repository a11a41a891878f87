import { type SqlBool, sql } from 'kysely'
import type { CachedThing } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import type { TestClock } from './queries.ts'
import * as queries from './queries.ts'

/** Real time for the rows that a command writes, business time for what it is dated. */
export type Moment = { now: Date; businessNow: Date }

/**
 * Business time: what periods, due dates and default usage dates go by. It is real time, but for
 * the organizations of a test deployment that have set their test clock; theirs ticks on from where
 * it was set.
 */
export type BusinessClock = {
  /** Business time of one organization. */
  now: (organizationId: string) => Date
  /** Both times at once, for a command that needs both. */
  moment: (organizationId: string) => Moment
  /** Every organization once, in groups that share a time: what a sweep goes through. */
  scopes: () => ClockScope[]
  /** Takes over what this process has just set. */
  take: (set: TestClock) => void
  /** Reads the clocks again, because one was set. */
  refresh: () => Promise<void>
}

/** Some organizations and their business time. */
export type ClockScope = { now: Date; only: string } | { now: Date; allBut: readonly string[] }

/** The clocks that are set. */
export const CLOCKS: CachedThing = { name: 'clocks' }

export async function createBusinessClock(db: Db, realNow: () => Date): Promise<BusinessClock> {
  const clocks = new Map<string, TestClock>()
  // What was read may be older than what was taken over while it was read.
  const take = (set: TestClock) => {
    const known = clocks.get(set.organizationId)
    if (!known || isLater(set, known)) clocks.set(set.organizationId, set)
  }
  const refresh = async () => {
    for (const set of await queries.listTestClocks(db)) take(set)
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
  return { now, moment, scopes, take, refresh }
}

/** Where a clock is that ticks on from where it was set. */
export function businessTime(
  setting: Pick<TestClock, 'setTo' | 'setAt'> | undefined,
  realNow: Date,
): Date {
  if (!setting) return realNow
  return new Date(setting.setTo.getTime() + realNow.getTime() - setting.setAt.getTime())
}

/** A clock moves forward only, in business time and in real time. */
function isLater(a: TestClock, b: TestClock): boolean {
  return a.setAt > b.setAt || (a.setAt >= b.setAt && a.setTo > b.setTo)
}

/** Whether `organization_id` of a table is in the scope, as a condition. */
export function isInScope(scope: ClockScope, column = 'organizationId') {
  return 'only' in scope
    ? sql<SqlBool>`${sql.ref(column)} = ${scope.only}`
    : sql<SqlBool>`${sql.ref(column)} <> all(${sql.val(scope.allBut)}::uuid[])`
}
