import type { Db } from '../../platform/database.ts'

export type TestClock = { organizationId: string; setTo: Date; setAt: Date }

/** The clocks of every organization that has set one. */
export function listTestClocks(db: Db): Promise<TestClock[]> {
  return db
    .selectFrom('test_clocks')
    .select(['organization_id as organizationId', 'set_to as setTo', 'set_at as setAt'])
    .execute()
}
