import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import type { Db } from '../database.ts'

const database = useOpened(createTestDatabase)

const COMMAND = 'select name from organizations where id ='

function command(db: Db) {
  return sql`select name from organizations where id = ${crypto.randomUUID()}::uuid`.execute(db)
}

/** Counts the prepared statements of the command on the transaction's connection. */
async function prepared(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements
    where statement like ${`${COMMAND}%`}`.execute(db)
  return rows[0]?.count ?? 0
}

test('a recurring command is prepared once', async () => {
  await database.db.transaction().execute(async (tx) => {
    await command(tx)
    expect(await prepared(tx)).toBe(0)
    for (let times = 0; times < 10; times += 1) await command(tx)
    expect(await prepared(tx)).toBe(1)
  })
})

test('a statement outside of transactions is planned for its values', async () => {
  const { db } = database
  await db.connection().execute(async (connection) => {
    const before = await prepared(connection)
    for (let times = 0; times < 10; times += 1) await command(connection)
    expect(await prepared(connection)).toBe(before)
  })
})

test('one failing statement rolls back those started with it, and the connection stays usable', async () => {
  const { db } = database
  const id = crypto.randomUUID()
  const insert = (name: string) =>
    sql`insert into organizations (id, name, slug, created_at, updated_at)
      values (${id}, ${name}, ${name}, now(), now())`
  const work = db
    .transaction()
    .execute((tx) =>
      Promise.all([insert('first').execute(tx), insert('second').execute(tx), command(tx)]),
    )
  await expect(work).rejects.toMatchObject({ code: '23505' })
  const { rows } = await sql`select from organizations where id = ${id}`.execute(db)
  expect(rows).toEqual([])
})

test('statements started together run in the order in which they were started', async () => {
  const { db } = database
  const numbers = await db.transaction().execute(async (tx) => {
    await sql`create temporary sequence order_of_statements`.execute(tx)
    const next = () =>
      sql<{ number: string }>`select nextval('order_of_statements') as number`.execute(tx)
    const answers = await Promise.all(Array.from({ length: 20 }, next))
    return answers.map(({ rows }) => Number(rows[0]?.number))
  })
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})
