import type pg from 'pg'
import { OperatorError } from '../program/operator-error.ts'
import { type Fingerprint, fingerprintStanding, type Standing } from './fingerprints.ts'
import { findShardsWithoutKeys } from './foreign-keys.ts'
import type { Say } from './move.ts'
import { readTables } from './tables.ts'

/**
 * A check of rows that store sums of others; `query` counts the inconsistent ones in a single
 * statement.
 */
export type Balance = { says: string; query: string }

export type Compared = { standing: readonly Standing[]; balances: readonly Balance[] }

/**
 * Stores the state before the move in the database, so that a run resumed after an interruption
 * compares with the original state.
 */
export async function keepBefore(client: pg.ClientBase, { standing, balances }: Compared) {
  await client.query(
    `create table if not exists app.scale_out_before
       (name text primary key, until text not null, figures text not null)`,
  )
  const { rows } = await client.query<{ until: string; known: boolean }>(
    `select (now() - interval '2 minutes')::text as until,
       exists (select from app.scale_out_before) as known`,
  )
  const [{ until, known } = { until: '', known: true }] = rows
  if (known) return
  const kept: [name: string, figures: string][] = []
  for (const one of standing) {
    kept.push([one.table, JSON.stringify(await fingerprintStanding(client, one, until))])
  }
  for (const one of balances) kept.push([one.says, await countUnequal(client, one)])
  await client.query(
    `insert into app.scale_out_before (name, until, figures)
     select name, $1, figures from unnest($2::text[], $3::text[]) as kept (name, figures)`,
    [until, kept.map(([name]) => name), kept.map(([, figures]) => figures)],
  )
}

async function countUnequal(client: pg.ClientBase, { query }: Balance): Promise<string> {
  const { rows } = await client.query<{ count: string }>(query)
  return rows[0]?.count ?? ''
}

/**
 * Verifies the result: the placement of each table, its foreign keys, and the figures stored
 * before. Throws when anything differs.
 */
export async function compare(
  client: pg.ClientBase,
  options: Compared & { say: Say },
): Promise<void> {
  const { say, standing, balances } = options
  const tables = await readTables(client)
  const wrong = tables
    .filter(({ kind, now }) => kind !== now)
    .map(({ name, kind, now }) => `${name} is ${now} and belongs ${kind}`)
  for (const name of await findShardsWithoutKeys(client, tables)) {
    wrong.push(`${name}: a shard lacks a foreign key`)
  }
  const groups = await client.query<{ count: number }>(
    `select count(distinct colocationid)::int as count from pg_dist_partition
     join app.placement on logicalrelid = to_regclass('public.' || quote_ident(name))
     where kind = 'distributed' and partmethod = 'h'`,
  )
  if ((groups.rows[0]?.count ?? 0) > 1) wrong.push('rows of one key are on different nodes')
  const before = await readBefore(client)
  for (const one of standing) {
    const kept = before.get(one.table)
    if (!kept) continue
    const was = JSON.parse(kept.figures) as Fingerprint
    const now = await fingerprintStanding(client, one, kept.until)
    if (was.rows === now.rows && was.sum === now.sum) {
      say(`${one.table}: the ${now.rows} rows from before ${kept.until} are the same`)
    } else
      wrong.push(
        `${one.table}: ${was.rows} rows from before ${kept.until} and ${now.rows} now, or different rows`,
      )
  }
  for (const one of balances) {
    const unequal = await countUnequal(client, one)
    const was = before.get(one.says)?.figures ?? '0'
    if (unequal === '0') say(`${one.says}: yes`)
    else wrong.push(`${one.says}: not for ${unequal} (${was} before)`)
  }
  if (wrong.length > 0) throw new OperatorError(wrong.join('\n'))
  say(`${tables.filter(({ kind }) => kind !== 'local').length} tables are where they belong`)
  await client.query('drop table if exists app.scale_out_before')
}

async function readBefore(client: pg.ClientBase) {
  const there = await client.query<{ isThere: boolean }>(
    `select to_regclass('app.scale_out_before') is not null as "isThere"`,
  )
  if (!there.rows[0]?.isThere) return new Map<string, { until: string; figures: string }>()
  const { rows } = await client.query<{ name: string; until: string; figures: string }>(
    'select name, until, figures from app.scale_out_before',
  )
  return new Map(rows.map(({ name, ...kept }) => [name, kept]))
}
