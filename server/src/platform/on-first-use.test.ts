import { expect, test } from 'vitest'
import { onFirstUse } from './on-first-use.ts'

test('is made at the first use, once for all that ask at the same time', async () => {
  let made = 0
  const get = onFirstUse(async () => {
    made += 1
    return made
  })
  expect(made).toBe(0)
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

test('a failure is thrown to its caller, and the next call retries', async () => {
  let made = 0
  const get = onFirstUse(async () => {
    made += 1
    if (made === 1) throw new Error('broken')
    return made
  })
  await expect(get()).rejects.toThrow('broken')
  expect(await get()).toBe(2)
})
