import type { Db, Tx } from '../../platform/database.ts'
import * as queries from './demo-queries.ts'

export type { DemoOrganization } from './demo-queries.ts'

export const findDemo = (db: Db): Promise<queries.DemoOrganization | undefined> =>
  queries.findDemo(db)

/**
 * Stores the demo state. Of two organizations marked as the demo concurrently, the later one fails.
 */
export const markDemo = (db: Db, organizationId: string, demo: queries.DemoState): Promise<void> =>
  queries.setDemo(db, organizationId, demo)

/** Deletes the demo organization; all rows that reference it must be deleted first. */
export const deleteDemo = (tx: Tx, organizationId: string): Promise<void> =>
  queries.deleteDemo(tx, organizationId)
