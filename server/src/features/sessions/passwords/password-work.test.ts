import { expect, test } from 'vitest'
import { eventually } from '../../../../test/support/waiting.ts'
import { createPasswordWork, withoutRefusal } from './password-work.ts'

const LONG_MS = 600_000

/** Returns work whose units end when the test resolves them. */
function givenWork({ atWork = 2, waiting = 3, waitMs = LONG_MS } = {}) {
  const doWork = createPasswordWork({ atWork, waiting, waitMs })
  const begun: PromiseWithResolvers<string>[] = []
  const work = () => {
    const one = Promise.withResolvers<string>()
    begun.push(one)
    return one.promise
  }
  /** Waits until unit `index` has begun, and returns it. */
  const nth = (index: number) =>
    eventually(async () => {
      const one = begun[index]
      if (one === undefined) throw new Error(`work ${index} has not begun`)
      return one
    })
  return { begun, nth, begin: () => doWork(work) }
}

test('works on a bounded number of hashes at the same time, the others in turn', async () => {
  const { begun, nth, begin } = givenWork()
  const answers = Array.from({ length: 5 }, begin)
  for (let done = 0; done < 5; done += 1) {
    const last = Math.min(4, done + 1)
    await nth(last)
    expect(begun).toHaveLength(last + 1)
    begun[done]?.resolve(`hash ${done}`)
    expect(await answers[done]).toBe(`hash ${done}`)
  }
})

test('refuses excess work immediately, with a retry delay', async () => {
  const { nth, begin } = givenWork()
  const accepted = Array.from({ length: 5 }, begin)
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  for (let index = 0; index < 5; index += 1) (await nth(index)).resolve('hash')
  expect(await Promise.all(accepted)).toEqual(Array(5).fill('hash'))
})

test('refuses work that waited too long, and frees its place', async () => {
  const { nth, begin } = givenWork({ atWork: 1, waiting: 1, waitMs: 1 })
  const first = begin()
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' })
  const one = await nth(0)
  one.resolve('hash')
  expect(await first).toBe('hash')
  const next = begin()
  const another = await nth(1)
  another.resolve('another hash')
  expect(await next).toBe('another hash')
})

test('a failure passes the turn on', async () => {
  const { nth, begin } = givenWork({ atWork: 1 })
  const failing = expect(begin()).rejects.toThrow('no memory')
  const second = begin()
  const one = await nth(0)
  one.reject(new Error('no memory'))
  await failing
  const another = await nth(1)
  another.resolve('hash')
  expect(await second).toBe('hash')
})

test('never refuses work that completes a committed change', async () => {
  const { nth, begin } = givenWork({ atWork: 1, waiting: 0, waitMs: 1 })
  const first = begin()
  const patient = withoutRefusal(begin)
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' })
  const one = await nth(0)
  one.resolve('hash')
  await first
  const another = await nth(1)
  another.resolve('patient hash')
  expect(await patient).toBe('patient hash')
})
