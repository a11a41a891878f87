import { expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { createLog } from '../platform/log.ts'
import { sweep } from './sweep.ts'

const PAGE = 200

/** A day on which so many are due, each of a customer of its own. */
function givenDue(count: number) {
  const due = Array.from({ length: count }, () => ({
    id: newId(),
    customerId: newId(),
    organizationId: 'organization',
    subscriptionId: null,
    dueAt: new Date('2026-03-01T00:00:00Z'),
  }))
  let asked = 0
  const list = async () => {
    asked += 1
    return due.splice(0, PAGE)
  }
  return { list, pagesAsked: () => asked }
}

test('a sweep ends soon after the service is told to stop, and counts what it has done', async () => {
  const { list, pagesAsked } = givenDue(10 * PAGE)
  const stop = new AbortController()
  let handled = 0
  const count = await sweep(
    { log: createLog('silent'), stopping: stop.signal },
    {
      name: 'test',
      list,
      together: 25,
      handle: async (due) => {
        handled += due.length
        stop.abort()
      },
    },
  )
  expect(count).toBe(handled)
  expect(handled).toBeLessThanOrEqual(PAGE)
  expect(pagesAsked()).toBeLessThanOrEqual(2)
})

test('a sweep that nobody stops handles all of it', async () => {
  const { list } = givenDue(2 * PAGE + 1)
  const handle = async () => undefined
  const work = { name: 'test', list, together: 25, handle }
  expect(await sweep({ log: createLog('silent') }, work)).toBe(2 * PAGE + 1)
})
