import { expect, test } from 'vitest'
import { openPageService } from './support/page-service.ts'
import { placeOf, readPages } from './support/pages.ts'
import { proveAlone } from './support/prove-alone.ts'
import { answerBelow, isRun, runPage } from './support/run-page.ts'
import { typeProblems } from './support/typescript.ts'

const pages = readPages()
const running = pages.filter(({ blocks }) => blocks.some(isRun))

test.each(running)('the commands of $path do what it says', async ({ blocks }) => {
  const service = await openPageService()
  try {
    expect(await runPage(service, blocks)).toEqual([])
  } finally {
    await service.close()
  }
})

test('every program has the right types', async () => {
  const programs = pages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'ts'))
  expect(programs.length).toBeGreaterThan(0)
  expect(await typeProblems(programs)).toBe('')
  const wrong = { page: 'wrong.md', line: 1, kind: 'ts', note: '', text: "const a: number = 'a'\n" }
  expect(await typeProblems([wrong])).toContain('wrong-md-1.ts(1,7): error TS2322')
})

test('every other block is of a known kind, and valid as far as can be checked', async () => {
  const blocks = pages.flatMap(({ blocks: all }) => {
    const answers = all.map((_, index) => answerBelow(all, index))
    return all.filter((block) => !isRun(block) && !answers.includes(block))
  })
  const problems = await Promise.all(
    blocks.map(async (block) =>
      (await proveAlone(block)).map((problem) => `${placeOf(block)} ${problem}`),
    ),
  )
  expect(problems.flat()).toEqual([])
})
