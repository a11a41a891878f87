import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { useOpened } from '../../test/support/use-app.ts'
import { type LockedRows, type LockMode, lockRows } from './advisory-lock.ts'
import type { Tx } from './database.ts'
import { newId } from './id.ts'

const database = useOpened(createTestDatabase)

const rows = (...ids: string[]): LockedRows => ({ table: 'plans', organizationId: 'one', ids })

/**
 * Returns whether a transaction that holds the lock `held` blocks another one from locking
 * `wanted`.
 */
async function isKeptOut(held: [LockedRows, LockMode], wanted: [LockedRows, LockMode]) {
  return database.db.transaction().execute(async (tx) => {
    await lockRows(tx, ...held)
    const other = database.db.transaction().execute(async (second: Tx) => {
      await sql`set local lock_timeout = '50ms'`.execute(second)
      await lockRows(second, ...wanted)
    })
    return other.then(
      () => false,
      (error) => error.code === '55P03',
    )
  })
}

const [a, b] = [newId(), newId()]

test.each<[string, [LockedRows, LockMode], [LockedRows, LockMode], boolean]>([
  ['two that depend on a row go side by side', [rows(a), 'share'], [rows(a), 'share'], false],
  ['whoever changes a row waits for dependents', [rows(a), 'share'], [rows(a), 'update'], true],
  ['dependents wait for whoever changes the row', [rows(a), 'update'], [rows(a), 'share'], true],
  ['two that change a row follow each other', [rows(a), 'update'], [rows(a), 'update'], true],
  [
    'the case of an id makes no other row',
    [rows(a), 'update'],
    [rows(a.toUpperCase()), 'update'],
    true,
  ],
  ['another row is free', [rows(a), 'update'], [rows(b), 'update'], false],
  ['no row is free', [rows(a), 'update'], [rows(), 'update'], false],
  [
    'a row of the same id in another table is free',
    [rows(a), 'update'],
    [{ ...rows(a), table: 'agents' }, 'update'],
    false,
  ],
  [
    'a row of another organization is free',
    [rows(a), 'update'],
    [{ ...rows(a), organizationId: 'two' }, 'update'],
    false,
  ],
])('%s', async (_what, held, wanted, expected) => {
  expect(await isKeptOut(held, wanted)).toBe(expected)
})

test('locking the same rows in another order does not deadlock', async () => {
  const ids = Array.from({ length: 50 }, newId)
  let runs = 0
  const lock = (order: readonly string[]) =>
    database.db.transaction().execute(async (tx) => {
      runs += 1
      await lockRows(tx, rows(...order), 'update')
    })
  await Promise.all(Array.from({ length: 8 }, (_, i) => lock(i % 2 ? ids : ids.toReversed())))
  expect(runs).toBe(8)
})
