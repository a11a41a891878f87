import { expect, test } from 'vitest'
import { problemsOf, wordsIn } from './words.ts'

test('finds a word in a text, also in a template, and not in a name', () => {
  const source = "const nobody = 1\nrefuse('Ask whoever's there')\nsay(`it is over for ever`)\n"
  expect(wordsIn(source, 'texts').map(({ line }) => line)).toEqual([2, 3])
})

test('tells comments from texts', () => {
  const source = "// Nobody waits\nconst a = 'no one waits' /* anew */\n"
  expect(wordsIn(source, 'texts')).toEqual([])
  expect(wordsIn(source, 'comments')).toMatchObject([{ line: 1 }, { line: 2 }])
})

test('reports each word with its file and line', () => {
  expect(problemsOf('a.ts', "// Nobody waits\nsay('somebody waits')")).toHaveLength(2)
  expect(problemsOf('a.ts', '// No process waits')).toEqual([])
})
