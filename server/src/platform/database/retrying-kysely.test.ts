import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { newId } from '../id.ts'

const database = useOpened(createTestDatabase)

async function insertOrganization(name: string): Promise<string> {
  const id = newId()
  const at = new Date()
  const row = { id, name, slug: name.toLowerCase(), createdAt: at, updatedAt: at }
  await database.db.insertInto('organizations').values(row).execute()
  return id
}

test('two transactions that wait for each other both succeed, each once', async () => {
  const ids = [await insertOrganization('A'), await insertOrganization('B')]
  const { promise: bothHold, resolve: lockBoth } = Promise.withResolvers<void>()
  let holding = 0
  let runs = 0
  const append = (order: readonly string[], letter: string) =>
    database.db.transaction().execute(async (tx) => {
      runs += 1
      for (const id of order) {
        await sql`update organizations set name = name || ${letter} where id = ${id}`.execute(tx)
        holding += 1
        if (holding === 2) lockBoth()
        await bothHold
      }
    })
  await Promise.all([append(ids, '1'), append(ids.toReversed(), '2')])
  expect(runs).toBe(3)
  const rows = await database.db.selectFrom('organizations').select('name').execute()
  expect(rows.map(({ name }) => [...name].toSorted().join('')).toSorted()).toEqual(['12A', '12B'])
})

test('an error thrown by the work of a transaction is not retried', async () => {
  let runs = 0
  const refused = database.db.transaction().execute(async () => {
    runs += 1
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(runs).toBe(1)
})

test('a transaction that never gets its lock fails in the end', async () => {
  const id = await insertOrganization('held')
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from organizations where id = $1 for update', [id])
  let runs = 0
  const waiting = database.db.transaction().execute(async (tx) => {
    runs += 1
    await sql`set local lock_timeout = '10ms'`.execute(tx)
    await sql`update organizations set name = 'mine' where id = ${id}`.execute(tx)
  })
  await expect(waiting).rejects.toMatchObject({ code: '55P03' })
  expect(runs).toBe(4)
  await holder.query('rollback')
  holder.release()
})
