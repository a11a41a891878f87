import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import * as queries from './clock-queries.ts'

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
  /** Reads the clocks again, because one was set. */
  refresh: () => Promise<void>
}

/** Some organizations and their business time. */
export type ClockScope = { now: Date; only: string } | { now: Date; allBut: readonly string[] }

export async function createBusinessClock(db: Db, realNow: () => Date): Promise<BusinessClock> {
  let offsets: ReadonlyMap<string, number> = new Map()
  const refresh = async () => {
    const clocks = await queries.listTestClocks(db)
    offsets = new Map(
      clocks.map(({ organizationId, setTo, setAt }) => [
        organizationId,
        setTo.getTime() - setAt.getTime(),
      ]),
    )
  }
  const moment = (organizationId: string) => {
    const now = realNow()
    return { now, businessNow: new Date(now.getTime() + (offsets.get(organizationId) ?? 0)) }
  }
  const now = (organizationId: string) => moment(organizationId).businessNow
  const scopes = () => [
    { now: realNow(), allBut: [...offsets.keys()] },
    ...[...offsets.keys()].map((only) => ({ now: now(only), only })),
  ]
  await refresh()
  return { now, moment, scopes, refresh }
}

/** Whether `organization_id` of a table is in the scope, as a condition. */
export function isInScope(scope: ClockScope, column = 'organization_id') {
  return 'only' in scope
    ? sql<SqlBool>`${sql.ref(column)} = ${scope.only}`
    : sql<SqlBool>`${sql.ref(column)} <> all(${sql.val(scope.allBut)}::uuid[])`
}
