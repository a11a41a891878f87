import { expect, test } from 'vitest'
import { programOf } from './support/examples.ts'
import { openPageService } from './support/page-service.ts'
import { type Block, blocksOf, placeOf, readPages } from './support/pages.ts'
import { proveAlone } from './support/prove-alone.ts'
import { answerBelow, isRun, languagesOf, runPage } from './support/run-page.ts'
import { typeProblems } from './support/typescript.ts'

const pages = readPages()
const running = pages
  .filter(({ blocks }) => blocks.some(isRun))
  .flatMap(({ path, blocks }) =>
    languagesOf(blocks).map((language) => ({ path, blocks, language })),
  )

test.each(running)('the blocks of $path do what it says, in $language', async (page) => {
  const service = await openPageService()
  try {
    expect(await runPage(service, page.blocks, page.language)).toEqual([])
  } finally {
    await service.close()
  }
})

test('an example is compared with its answer in each language', async () => {
  const example = ['```sh\necho \'{"a": 1}\'\n```', '```ts\nconsole.log({ a: 2 })\n```']
  const text = [...example, '```python\nprint({"a": 1})\n```', '```json\n{"a": 1}\n```'].join(
    '\n\n',
  )
  const blocks = blocksOf('example.md', text)
  const service = await openPageService()
  try {
    const problems: string[] = []
    for (const language of languagesOf(blocks)) {
      const found = await runPage(service, blocks, language)
      problems.push(...found.map((problem) => `${language} ${problem}`))
    }
    expect(problems).toEqual(['ts example.md:13 the answer.a: 1 is shown, 2 came'])
  } finally {
    await service.close()
  }
})

/** An example whose TypeScript alone does something. */
const exampleOf = (program: string) =>
  [`\`\`\`sh\ntrue\n\`\`\``, `\`\`\`ts\n${program}\n\`\`\``, '```python\npass\n```'].join('\n\n')

test.each([
  [
    'a block that fails',
    "throw new Error('refused')",
    /^page.md:17 in ts: .*ended with 1:.*refused/s,
  ],
  ['a program that ended between blocks', 'const a = 1', /^page.md:17 in ts: .*ended with 3:/s],
])('%s is reported with its place', async (what, second, problem) => {
  const first = what.startsWith('a program') ? 'setImmediate(() => process.exit(3))' : 'true'
  const blocks = blocksOf('page.md', `${exampleOf(first)}\n\n${exampleOf(second)}\n`)
  const service = await openPageService()
  try {
    expect(await runPage(service, blocks, 'ts')).toEqual([expect.stringMatching(problem)])
  } finally {
    await service.close()
  }
})

test('every program has the right types', async () => {
  const programs = pages.flatMap(({ blocks }) => typeScriptOf(blocks))
  expect(programs.length).toBeGreaterThan(0)
  expect(await typeProblems(programs)).toBe('')
  const wrong = { page: 'wrong.md', line: 1, text: "const a: number = 'a'\n" }
  expect(await typeProblems([wrong])).toContain('wrong-md-1.ts(1,7): error TS2322')
})

/** Returns the programs of a page; its examples are one. */
function typeScriptOf(blocks: readonly Block[]) {
  const ofExamples = programOf(blocks, 'ts')
  const [first] = ofExamples
  const others = blocks.filter(
    (block) => block.kind === 'ts' && !block.note.startsWith('by ') && !ofExamples.includes(block),
  )
  if (first === undefined) return others
  return [...others, { ...first, text: ofExamples.map(({ text }) => text).join('\n') }]
}

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
