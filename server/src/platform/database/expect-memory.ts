import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/**
 * For the rest of a transaction that reads the usage of many. Sorting it, and hashing whose it is, would else
 * go over the disk. And what is read is mostly in memory or on a disk without a moving head: PostgreSQL
 * would take looking a row up for four times as slow as reading on, and read a year of everybody's months
 * for those of a few agents.
 */
export async function expectMemory(tx: Tx): Promise<void> {
  await Promise.all([
    sql`set local work_mem = '32MB'`.execute(tx),
    sql`set local random_page_cost = 1.1`.execute(tx),
  ])
}
