import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/**
 * Makes PostgreSQL look up each of many short ranges by index. It cannot know how short they are, estimates each as
 * a ninth of the rows of its key, and would read the whole table instead.
 */
export async function lookingUp<T>(tx: Tx, read: () => Promise<T>): Promise<T> {
  await switchJoins(tx, 'off')
  const found = await read()
  await switchJoins(tx, 'on')
  return found
}

async function switchJoins(tx: Tx, to: 'on' | 'off'): Promise<void> {
  await Promise.all([
    sql`set local enable_hashjoin = ${sql.raw(to)}`.execute(tx),
    sql`set local enable_mergejoin = ${sql.raw(to)}`.execute(tx),
  ])
}
