import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { guardCommits } from '../../platform/database/commit-guard.ts'
import { newId } from '../../platform/id.ts'
import { type Claim, claimKey, createGuard, extendLeases, finishKey } from './service.ts'

const database = useOpened(createTestDatabase)

const BODY = Buffer.from('body')
const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 12, 0, second))

/** Creates a key and functions that simulate processes at a given second. */
function given() {
  const { db } = database
  const key = { organizationId: newId(), idempotencyKey: 'key' }
  const name = newId()
  return {
    take: (second: number, body = BODY) => claimKey(db, key, body, at(second)),
    claim: async (second: number) => {
      const taken = await claimKey(db, key, BODY, at(second))
      if (taken.kind !== 'claimed') throw new Error('the key is taken')
      return taken.claim
    },
    extend: (claim: Claim, second: number) => extendLeases(db, [claim], at(second)),
    answer: (claim: Claim, second: number) =>
      finishKey(db, claim, { kind: 'answered', status: 201, body: 'made' }, at(second)),
    fail: (claim: Claim, second: number) => finishKey(db, claim, { kind: 'failed' }, at(second)),
    /** Commits one row as the work of a claim. */
    work: (claim: Claim, second: number) => {
      const { guard } = createGuard(claim, () => at(second))
      return guardCommits(guard, () =>
        db.transaction().execute(async (tx) => {
          const id = newId()
          const created = { createdAt: at(0), updatedAt: at(0) }
          await tx
            .insertInto('organizations')
            .values({ id, name, slug: `work-${id.slice(-12)}`, ...created })
            .execute()
        }),
      )
    },
    countWork: async () => {
      const { rows } = await database.pool.query(
        'select count(*)::int as count from organizations where name = $1',
        [name],
      )
      return rows[0].count
    },
  }
}

test('after a crash before any commit, a repeated request succeeds within seconds', async () => {
  const { take, claim, work, countWork } = given()
  await claim(0)
  await expect(take(9)).rejects.toThrow('still in progress')
  await work(await claim(10), 10)
  expect(await countWork()).toBe(1)
})

test('after a crash following the commit, the answer to a repeated request says that the first took effect', async () => {
  const { take, claim, work, countWork } = given()
  await work(await claim(0), 0)
  await expect(take(9)).rejects.toThrow('still in progress')
  await expect(take(10)).rejects.toThrow('took effect')
  expect(await countWork()).toBe(1)
})

test('a process that was considered dead commits nothing after it wakes up', async () => {
  const { claim, work, countWork, answer, take } = given()
  const frozen = await claim(0)
  const repeat = await claim(10)
  await expect(work(frozen, 11)).rejects.toThrow('taken over')
  await work(repeat, 11)
  expect(await countWork()).toBe(1)
  await answer(repeat, 11)
  await answer(frozen, 12)
  expect(await take(13)).toEqual({ kind: 'answered', answer: { status: 201, body: 'made' } })
})

test('a repeated request waits for a commit in progress', async () => {
  const { claim, take, countWork } = given()
  const first = await claim(0)
  const { guard } = createGuard(first, () => at(9))
  const committing = await database.pool.connect()
  await committing.query('begin')
  await guard.beforeCommit(async (text, values) => {
    const { rowCount } = await committing.query(text, [...values])
    return BigInt(rowCount ?? 0)
  })
  const repeat = expect(take(10)).rejects.toThrow('took effect')
  await committing.query('commit')
  committing.release()
  await repeat
  expect(await countWork()).toBe(0)
})

test('a live process keeps its key', async () => {
  const { claim, take, extend } = given()
  const living = await claim(0)
  await extend(living, 8)
  await expect(take(17)).rejects.toThrow('still in progress')
})

test('another request is refused, also when the first one had no effect', async () => {
  const { claim, take } = given()
  await claim(0)
  await expect(take(20, Buffer.from('other'))).rejects.toThrow('different request')
})

test('a failure frees the key at once when nothing was committed', async () => {
  const { claim, fail, work, take, countWork } = given()
  await fail(await claim(0), 1)
  const again = await claim(1)
  await work(again, 1)
  await fail(again, 2)
  await expect(take(2)).rejects.toThrow('took effect')
  expect(await countWork()).toBe(1)
})
