import { CompiledQuery } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Db } from '../database.ts'

/** Sends a statement and returns its rows. Column names stay as in the statement. */
export type Ask = <Row>(text: string, values: unknown[]) => Promise<Row[]>

export const askOf =
  (db: Db): Ask =>
  async <Row>(text: string, values: unknown[]) =>
    (await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(text, values))).rows

export const askBy =
  (pool: Pool | PoolClient): Ask =>
  async (text, values) =>
    (await pool.query(text, values)).rows
