import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { parseConfig } from '../config.ts'
import { withDatabase } from './database.ts'

async function given() {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const parsed = parseConfig({ DATABASE_URL: database.url })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const { config } = parsed
  const command = () => {
    let ran = false
    return withDatabase(config, 'test', async () => {
      ran = true
    }).then(() => ran)
  }
  const migrations = async () =>
    (await database.pool.query('select name from migrations order by name')).rows.map(
      ({ name }) => name,
    )
  return { database, command, migrations }
}

test('a command runs on a database of its version', async () => {
  const { command } = await given()
  expect(await command()).toBe(true)
})

test('a command refuses an older database, and does not migrate it', async () => {
  const { database, command, migrations } = await given()
  await database.pool.query(
    `insert into migrations (name, timestamp) values ('0001_foundation', ''),
       ('0066_one_row_for_each_event', '')`,
  )
  await database.pool.query(`delete from migrations where name = '0001_init'`)
  const before = await migrations()
  await expect(command()).rejects.toThrow(/older Piecework \(it lacks .*\).*run migrate/)
  expect(await migrations()).toEqual(before)
})

test('a command refuses a newer database', async () => {
  const { database, command } = await given()
  await database.pool.query(`insert into migrations values ('9999_future', '2099-01-01')`)
  await expect(command()).rejects.toThrow(/newer Piecework \(it has 9999_future\)/)
})

test('a command migrates an empty database', async () => {
  const { database, command, migrations } = await given()
  await database.pool.query(
    'drop schema app cascade; drop schema public cascade; create schema public',
  )
  expect(await command()).toBe(true)
  expect((await migrations()).length).toBeGreaterThan(0)
})
