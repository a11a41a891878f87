import { expect, test } from 'vitest'
import { betweenSteps, groupInTurns, thoughUnawaited, whileAwaited } from './in-turns.ts'

test('very many are grouped as by Map.groupBy, and others have their turn meanwhile', async () => {
  const all = Array.from({ length: 60_000 }, (_, at) => `customer ${at % 14_000}`)
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  }, 1)
  const groups = await groupInTurns(all, (one) => `${one} of an agent`)
  clearInterval(others)
  expect(groups).toEqual(Map.groupBy(all, (one) => `${one} of an agent`))
  expect(turns).toBeGreaterThan(1)
})

test('an empty list has no groups', async () => {
  expect(await groupInTurns([], () => 'key')).toEqual(new Map())
})

test('work that callers share goes on although the first of them is gone', async () => {
  const gone = AbortSignal.abort()
  await expect(whileAwaited(gone, betweenSteps)).rejects.toThrow('aborted')
  await whileAwaited(gone, () => thoughUnawaited(betweenSteps))
})
