import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

/** True until every event has been moved: the index that lists those of before says so. */
export async function isMoveOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select to_regclass('usage_events_unmoved_idx') is not null as is_open`.execute(db)
  return rows[0]?.isOpen === true
}

/** How many events are still to be moved. */
export async function countUnmovedEvents(db: Db): Promise<number> {
  if (!(await isMoveOpen(db))) return 0
  const { rows } = await sql<{ count: string }>`
    select count(*) from usage_events where payload is null`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
