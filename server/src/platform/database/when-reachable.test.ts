import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { whenReachable } from './when-reachable.ts'

const run = { log: createLog('silent'), stopping: new AbortController().signal }
const lost = () => Object.assign(new Error('Connection terminated unexpectedly'))

test('retries work until the database can be reached', async () => {
  let attempts = 0
  const answer = await whenReachable(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('Migration failed', { cause: lost() })
    return 'done'
  }, run)
  expect({ answer, attempts }).toEqual({ answer: 'done', attempts: 2 })
})

test('does not retry another failure', async () => {
  await expect(
    whenReachable(async () => {
      throw new Error('a bug')
    }, run),
  ).rejects.toThrow('a bug')
})

test('stops retrying when the service is stopping', async () => {
  const stopping = AbortSignal.abort()
  await expect(
    whenReachable(
      async () => {
        throw lost()
      },
      { ...run, stopping },
    ),
  ).rejects.toThrow('Connection terminated')
})
