import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import type { Db } from '../database.ts'
import { newId } from '../id.ts'
import { atOneMoment, atSameMoment } from './at-one-moment.ts'

const database = useOpened(createTestDatabase)

async function insertOrganization(name: string): Promise<void> {
  const at = new Date()
  const row = { id: newId(), name, slug: name, createdAt: at, updatedAt: at }
  await database.db.insertInto('organizations').values(row).execute()
}

async function look(db: Db) {
  const { rows } = await sql<{ backend: number; names: string[] }>`
    select pg_backend_pid() as backend, array_agg(name order by name) as names
    from organizations`.execute(db)
  return rows[0]
}

test('reads on a second connection see what the first one saw, and nothing that followed', async () => {
  await insertOrganization('a')
  await atOneMoment(database.db, async (tx) => {
    const first = await look(tx)
    await insertOrganization('b')
    const second = await atSameMoment(database.db, tx, look)
    expect(second?.names).toEqual(first?.names)
    expect(second?.backend).not.toBe(first?.backend)
  })
  expect((await look(database.db))?.names).toEqual(['a', 'b'])
})

test('a failure on the second connection fails the read', async () => {
  const failing = atOneMoment(database.db, (tx) =>
    atSameMoment(database.db, tx, async () => {
      throw new Error('refused')
    }),
  )
  await expect(failing).rejects.toThrow('refused')
})
