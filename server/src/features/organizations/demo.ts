import type { Db, Tx } from '../../platform/database.ts'
import * as queries from './demo-queries.ts'

export type { DemoOrganization } from './demo-queries.ts'

export const findDemo = (db: Db): Promise<queries.DemoOrganization | undefined> =>
  queries.findDemo(db)

/** Says how far a demo is. Of two that become the demo at once, the later one fails. */
export const markDemo = (db: Db, organizationId: string, demo: queries.DemoState): Promise<void> =>
  queries.setDemo(db, organizationId, demo)

/** Once nothing names it any more. */
export const deleteDemo = (tx: Tx, organizationId: string): Promise<void> =>
  queries.deleteDemo(tx, organizationId)
