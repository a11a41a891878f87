import { expect, test } from 'vitest'
import { type Result, runParts } from './run-parts.ts'

const OK = { name: 'ok', command: 'echo fine' }
const PARTS = [
  { name: 'refused', command: 'echo why; echo where >&2; exit 3' },
  { name: 'absent', command: 'no-such-command' },
  { name: 'killed', command: 'kill -9 $$' },
  OK,
]

test.each([1, 4])('all parts run, %i at once, and each reports its result', async (atOnce) => {
  const ended: Result[] = []
  const results = await runParts(PARTS, { atOnce, onEnd: (result) => ended.push(result) })
  expect(results.map(({ name, isOk }) => [name, isOk])).toEqual([
    ['refused', false],
    ['absent', false],
    ['killed', false],
    ['ok', true],
  ])
  expect(results[0]?.output.split('\n').sort()).toEqual(['', 'where', 'why'])
  expect(ended.map(({ name }) => name).sort()).toEqual(['absent', 'killed', 'ok', 'refused'])
})
