import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import { readObstacles } from './obstacles.ts'
import type { PlacedTable } from './tables.ts'

const t = useTestApp()

/** Returns every registered table that moves. */
async function readMoving(): Promise<PlacedTable[]> {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select name from app.placement where kind <> 'local'`,
  )
  const now = 'local' as const
  const rest = { now, isJoined: true, isUnderway: false, shards: 0, bytes: 0, refersTo: [] }
  return rows.map(({ name }) => ({ name, kind: 'distributed', column: null, ...rest }))
}

/** Returns the obstacles that the statements add; the test databases have triggers of their own. */
async function obstacles(statements: string[], tables?: PlacedTable[]): Promise<string[]> {
  const moving = tables ?? (await readMoving())
  const client = await t.database.pool.connect()
  try {
    await client.query('begin')
    const before = await readObstacles(client, moving)
    for (const statement of statements) await client.query(statement)
    const after = await readObstacles(client, moving)
    return after.filter((one) => !before.includes(one))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const REPORTS = 'create schema reports'

test('objects of the schema itself are not obstacles', async () => {
  const client = await t.database.pool.connect()
  const found = await readObstacles(client, await readMoving()).finally(() => client.release())
  const isOfTests = /the trigger (version_is_raised|event_is_corrected),/
  expect(found.filter((one) => !isOfTests.test(one))).toEqual([])
})

test('foreign views and tables are not obstacles', async () => {
  expect(
    await obstacles([
      REPORTS,
      'create table reports.notes (id uuid primary key references reports.notes)',
      'create materialized view reports.days as select count(*) from public.usage_events',
      'create table reports.of_users (id uuid references public.sessions)',
    ]),
  ).toEqual([])
})

test('a foreign key from an unknown table is named, with the statement that drops it', async () => {
  expect(
    await obstacles([
      REPORTS,
      'create table reports.notes (id uuid constraint of_customer references public.customers)',
    ]),
  ).toEqual([
    'The foreign key of_customer of reports.notes names customers, and only one of them moves; drop it first: alter table reports.notes drop constraint of_customer',
  ])
})

test('a foreign key to an unknown table is named', async () => {
  expect(
    await obstacles([
      'create table public.owners (id uuid primary key)',
      'alter table customers add constraint "the owner" foreign key (id) references owners',
    ]),
  ).toEqual([
    expect.stringMatching(
      /"the owner" of customers .*: alter table customers drop constraint "the owner"$/,
    ),
  ])
})

test('a trigger is named where its table moves', async () => {
  const made = [
    REPORTS,
    `create function reports.look() returns trigger language plpgsql as 'begin return new; end'`,
    'create trigger watched after insert on payments for each row execute function reports.look()',
  ]
  expect(await obstacles(made)).toEqual([
    'payments has the trigger watched, which does not move; drop it first: drop trigger watched on payments',
  ])
  expect(await obstacles(made, [])).toEqual([])
})
