import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export type DemoState = 'filling' | 'filled'

export type DemoOrganization = {
  id: string
  name: string
  slug: string
  demo: DemoState
  createdAt: Date
}

/** Returns the demo organization. */
export function findDemo(db: Db): Promise<DemoOrganization | undefined> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'createdAt'])
    .select(sql<DemoState>`demo`.as('demo'))
    .where('demo', 'is not', null)
    .executeTakeFirst()
}

export async function setDemo(db: Db, organizationId: string, demo: DemoState): Promise<void> {
  await db.updateTable('organizations').set({ demo }).where('id', '=', organizationId).execute()
}

export async function deleteDemo(tx: Tx, organizationId: string): Promise<void> {
  await tx
    .deleteFrom('organizations')
    .where('id', '=', organizationId)
    .where('demo', 'is not', null)
    .execute()
}
