import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/**
 * The business time that was set, the real time at which it was set, and the target of a move in
 * progress.
 */
export type ClockSetting = { setTo: Date; setAt: Date; movingTo: Date | null }

export type MovingClock = ClockSetting & { organizationId: string; movingTo: Date }

export type TestClock = { organizationId: string; setTo: Date; setAt: Date }

/** Lists the clocks of all organizations that have set one. */
export function listTestClocks(db: Db): Promise<TestClock[]> {
  return db.selectFrom('testClocks').select(['organizationId', 'setTo', 'setAt']).execute()
}

const columns = ['setTo', 'setAt', 'movingTo'] as const

export function findSetting(db: Db, organizationId: string): Promise<ClockSetting | undefined> {
  return db
    .selectFrom('testClocks')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
}

/** Lists clocks with a move in progress, including moves whose process died. */
export async function listMovingClocks(db: Db): Promise<MovingClock[]> {
  const { rows } = await sql<MovingClock>`
    select organization_id, set_to, set_at, moving_to
    from test_clocks where moving_to is not null`.execute(db)
  return rows
}

/**
 * Replaces the setting; returns false when it no longer equals `before` because of a concurrent
 * move.
 */
export async function replaceSetting(
  db: Db,
  organizationId: string,
  { before, after }: { before: ClockSetting | undefined; after: ClockSetting },
): Promise<boolean> {
  const values = { setTo: after.setTo, setAt: after.setAt, movingTo: after.movingTo }
  const row = before
    ? await db
        .updateTable('testClocks')
        .set(values)
        .where('organizationId', '=', organizationId)
        .where('setTo', '=', before.setTo)
        .where('setAt', '=', before.setAt)
        .where(sql<boolean>`moving_to is not distinct from ${before.movingTo}::timestamptz`)
        .returning('organizationId')
        .executeTakeFirst()
    : await db
        .insertInto('testClocks')
        .values({ organizationId, ...values })
        .onConflict((conflict) => conflict.doNothing())
        .returning('organizationId')
        .executeTakeFirst()
  return row !== undefined
}
