import { expect, test } from 'vitest'
import { circleProblems } from './circles.ts'

const FOLDER = 'server/src/features/billing'
const arrow = (from: string, to: string) => ({ from: `${FOLDER}/${from}`, to: `${FOLDER}/${to}` })

test('two folders inside a feature that import each other are a circle, with the imports that make it', () => {
  const imports = [
    arrow('drafts/draft.ts', 'due/periods.ts'),
    arrow('drafts/draft.ts', 'window.ts'),
    arrow('due/due-drafts.ts', 'drafts/other.ts'),
  ]
  expect(circleProblems(imports)).toEqual([
    `${FOLDER}: these imports form a circle; move what both sides need into a file of its own` +
      `\n  ${FOLDER}/drafts/draft.ts imports ${FOLDER}/due/periods.ts` +
      `\n  ${FOLDER}/due/due-drafts.ts imports ${FOLDER}/drafts/other.ts`,
  ])
})

test.each([
  ['of three folders', 'a/1.ts b/1.ts', 'b/2.ts c/1.ts', 'c/2.ts a/2.ts'],
  ['of a file and a folder', 'service.ts drafts/draft.ts', 'drafts/recompute.ts service.ts'],
  ['deep inside', 'x/y/a/1.ts x/y/b/1.ts', 'x/y/b/2.ts x/y/a/2.ts'],
])('a circle %s is found', (_what, ...arrows) => {
  const imports = arrows.map((pair) => {
    const [from = '', to = ''] = pair.split(' ')
    return arrow(from, to)
  })
  expect(circleProblems(imports)).toHaveLength(1)
})

test('imports in one direction are no circle, and neither are those inside one folder', () => {
  const imports = [
    arrow('a/1.ts', 'b/1.ts'),
    arrow('a/2.ts', 'c/1.ts'),
    arrow('b/1.ts', 'c/1.ts'),
    arrow('c/1.ts', 'c/2.ts'),
  ]
  expect(circleProblems(imports)).toEqual([])
})

test('a file and the folder of its name are one part', () => {
  const imports = [
    arrow('database.ts', 'database/migrate.ts'),
    arrow('database/ask.ts', 'database.ts'),
  ]
  expect(circleProblems(imports)).toEqual([])
})
