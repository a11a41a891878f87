import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/**
 * Sets planner options for the rest of a transaction that reads the usage of many customers. Sorts
 * and hashes would otherwise spill to disk. The data is mostly in memory or on SSDs, but PostgreSQL
 * assumes by default that a random read costs four sequential ones. With that default it would read
 * a year of monthly sums of all customers to find those of a few agents.
 */
export async function expectMemory(tx: Tx): Promise<void> {
  await Promise.all([
    sql`set local work_mem = '32MB'`.execute(tx),
    sql`set local random_page_cost = 1.1`.execute(tx),
  ])
}
