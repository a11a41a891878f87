import { expect, test } from 'vitest'
import { openPageService } from './support/page-service.ts'
import { placeOf, readPages } from './support/pages.ts'
import { proveAlone } from './support/prove-alone.ts'
import { answerBelow, isRun, runPage } from './support/run-page.ts'

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

test('every other block is of a known kind, and right as far as can be seen', async () => {
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
