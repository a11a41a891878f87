import type { Db, Tx } from '../../platform/database.ts'

/** The business time that was set, and the real time when it was. */
export type ClockSetting = { setTo: Date; setAt: Date }

export function findSetting(db: Db, organizationId: string): Promise<ClockSetting | undefined> {
  return db
    .selectFrom('test_clocks')
    .select(['set_to as setTo', 'set_at as setAt'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** False when the clock is not as it was `before` any more: somebody else has moved it. */
export async function replaceSetting(
  tx: Tx,
  organizationId: string,
  { before, after }: { before: ClockSetting | undefined; after: ClockSetting },
): Promise<boolean> {
  const row = before
    ? await tx
        .updateTable('test_clocks')
        .set({ set_to: after.setTo, set_at: after.setAt })
        .where('organization_id', '=', organizationId)
        .where('set_to', '=', before.setTo)
        .where('set_at', '=', before.setAt)
        .returning('organization_id')
        .executeTakeFirst()
    : await tx
        .insertInto('test_clocks')
        .values({ organization_id: organizationId, set_to: after.setTo, set_at: after.setAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('organization_id')
        .executeTakeFirst()
  return row !== undefined
}
