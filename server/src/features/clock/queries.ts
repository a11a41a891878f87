import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/**
 * The business time that was set, the real time when it was, and where a move that is under way
 * will end.
 */
export type ClockSetting = { setTo: Date; setAt: Date; movingTo: Date | null }

export type MovingClock = ClockSetting & { organizationId: string; movingTo: Date }

export type TestClock = { organizationId: string; setTo: Date; setAt: Date }

/** The clocks of every organization that has set one. */
export function listTestClocks(db: Db): Promise<TestClock[]> {
  return db
    .selectFrom('test_clocks')
    .select(['organization_id as organizationId', 'set_to as setTo', 'set_at as setAt'])
    .execute()
}

const columns = ['set_to as setTo', 'set_at as setAt', 'moving_to as movingTo'] as const

export function findSetting(db: Db, organizationId: string): Promise<ClockSetting | undefined> {
  return db
    .selectFrom('test_clocks')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Clocks that are being moved, or were when their process died. */
export async function listMovingClocks(db: Db): Promise<MovingClock[]> {
  const { rows } = await sql<MovingClock>`
    select organization_id as "organizationId", set_to as "setTo", set_at as "setAt",
      moving_to as "movingTo"
    from test_clocks where moving_to is not null`.execute(db)
  return rows
}

/** False when the clock is not as it was `before` any more: somebody else has moved it. */
export async function replaceSetting(
  db: Db,
  organizationId: string,
  { before, after }: { before: ClockSetting | undefined; after: ClockSetting },
): Promise<boolean> {
  const values = { set_to: after.setTo, set_at: after.setAt, moving_to: after.movingTo }
  const row = before
    ? await db
        .updateTable('test_clocks')
        .set(values)
        .where('organization_id', '=', organizationId)
        .where('set_to', '=', before.setTo)
        .where('set_at', '=', before.setAt)
        .where(sql<boolean>`moving_to is not distinct from ${before.movingTo}::timestamptz`)
        .returning('organization_id')
        .executeTakeFirst()
    : await db
        .insertInto('test_clocks')
        .values({ organization_id: organizationId, ...values })
        .onConflict((conflict) => conflict.doNothing())
        .returning('organization_id')
        .executeTakeFirst()
  return row !== undefined
}
