/** Finds words of a private dialect in texts and comments. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WORDS =
  /\b(whoever|somebody|nobody|anybody|everybody|anew|meanwhile|for ever|of before|told apart|those who|of whom|(is|are|was|were) over)\b/i

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`/])\/\/[^\n]*/g
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

export type WordProblem = { line: number; word: string }

/**
 * Returns the first word to avoid in each comment, or in each text literal of more than one word.
 */
export function wordsIn(source: string, part: 'comments' | 'texts'): WordProblem[] {
  const without = source.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '))
  const parts =
    part === 'comments' ? source.matchAll(COMMENT) : [...without.matchAll(TEXT)].filter(isProse)
  return [...parts].flatMap(({ 0: text, index }) => {
    const found = WORDS.exec(text)
    if (!found) return []
    return [{ line: source.slice(0, index + found.index).split('\n').length, word: found[0] }]
  })
}

function isProse({ 0: text }: RegExpExecArray): boolean {
  return /\w \w/.test(text)
}

/** Returns the problems of the checkout at `root`. */
export function wordProblems(root: string): string[] {
  return globSync('{server,client,web,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
    .filter((file) => !/node_modules|\/dist\/|\.test\.ts$|test-support\.ts$|\.gen\.ts$/.test(file))
    .filter((file) => !/^(server|client)\/(test|bench)\/|^scripts\/words\.ts$/.test(file))
    .flatMap((file) => problemsOf(file, readFileSync(join(root, file), 'utf8')))
}

/** Returns the problems of one file. */
export function problemsOf(file: string, source: string): string[] {
  return [...wordsIn(source, 'texts'), ...wordsIn(source, 'comments')].map(
    ({ line, word }) => `${file}:${line} "${word}": name the thing, not a person`,
  )
}
