import { expect, test } from 'vitest'
import { useTestApp } from '../../test/support/use-app.ts'
import { newId } from '../platform/id.ts'
import { createLog } from '../platform/log.ts'
import { sweep } from './sweep.ts'

const t = useTestApp()
const log = createLog('silent')

/** Enough items for several pages. */
const MANY = 2_001

/** Creates `count` items due on one day, each of a different customer. */
function givenDue(count: number) {
  const due = Array.from({ length: count }, () => ({
    id: newId(),
    customerId: newId(),
    organizationId: 'organization',
    subscriptionId: null,
    dueAt: new Date('2026-03-01T00:00:00Z'),
  }))
  let asked = 0
  const list = async ({ limit }: { limit: number }) => {
    asked += 1
    const from = (asked - 1) * limit
    return due.slice(from, from + limit)
  }
  return { list, due, pagesAsked: () => asked }
}

test('a sweep ends soon after a stop signal, and counts its successes', async () => {
  const { list, pagesAsked } = givenDue(MANY)
  const stop = new AbortController()
  let handled = 0
  const count = await sweep(
    { db: t.dependencies.db, log, stopping: stop.signal },
    {
      name: 'test',
      list,
      batchSize: 25,
      handle: async (due) => {
        handled += due.length
        stop.abort()
      },
    },
  )
  expect(count).toBe(handled)
  // Only the batches that had begun were handled.
  expect(handled).toBeLessThanOrEqual(4 * 25)
  expect(pagesAsked()).toBe(1)
})

test('a sweep without a stop signal handles everything', async () => {
  const { list } = givenDue(MANY)
  const handle = async () => undefined
  const work = { name: 'test', list, batchSize: 25, handle }
  expect(await sweep({ db: t.dependencies.db, log }, work)).toBe(MANY)
})

test('one failing item does not hold up the others, and is found in few attempts', async () => {
  const { list, due } = givenDue(100)
  const broken = due[37]
  let attempts = 0
  const handled: unknown[] = []
  const handle = async (some: readonly unknown[]) => {
    attempts += 1
    if (some.includes(broken)) throw new Error('it cannot be billed')
    handled.push(...some)
  }
  const work = { name: 'test', list, batchSize: 100, handle }
  expect(await sweep({ db: t.dependencies.db, log }, work)).toBe(99)
  expect(new Set(handled).size).toBe(99)
  expect(attempts).toBeLessThan(20)
})
