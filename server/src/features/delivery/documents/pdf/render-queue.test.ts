import { expect, test } from 'vitest'
import { createRenderQueue, type Urgency } from './render-queue.ts'

/**
 * Queues tasks behind a running one and returns their order; `names` are mails (m1) and readers
 * (r1).
 */
async function orderOf(names: string[], most = 10): Promise<string[]> {
  const queue = createRenderQueue(most)
  const done: string[] = []
  let begin = () => {}
  const first = queue.add('reader', () => new Promise<void>((resolve) => (begin = resolve)))
  const others = names.map((name) => {
    const urgency: Urgency = name.startsWith('m') ? 'mail' : 'reader'
    return queue.add(urgency, async () => void done.push(name))
  })
  begin()
  await Promise.all([first, ...others])
  return done
}

test('a mail goes before all waiting readers, however long they have waited', async () => {
  expect(await orderOf(['r1', 'r2', 'r3', 'm1'])).toEqual(['m1', 'r1', 'r2', 'r3'])
})

test('after four mails in a row one reader has a turn, and mails again', async () => {
  const mails = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']
  expect(await orderOf(['r1', 'r2', ...mails])).toEqual([
    ...['m1', 'm2', 'm3', 'm4', 'r1', 'm5', 'm6'],
    'r2',
  ])
})

test('a reader is refused when too many wait; a mail is never refused', () => {
  const queue = createRenderQueue(2)
  const never = () => new Promise<void>(() => {})
  const taken = [queue.add('reader', never), queue.add('reader', never), queue.add('reader', never)]
  expect(taken.every((one) => one !== undefined)).toBe(true)
  expect(queue.add('reader', never)).toBeUndefined()
  expect(queue.add('mail', never)).toBeDefined()
})

test('a task that fails passes the turn on', async () => {
  const queue = createRenderQueue(2)
  const failed = queue.add('mail', () => Promise.reject(new Error('no paper')))
  const next = queue.add('reader', async () => 'drawn')
  await expect(failed).rejects.toThrow('no paper')
  expect(await next).toBe('drawn')
})
