/**
 * Finds words of a private dialect in texts and comments. words-to-rewrite.txt lists files whose
 * comments still contain them; the list only shrinks.
 */
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

/**
 * Returns the problems of the checkout at `root`, and listed files that no longer need to be
 * listed.
 */
export function wordProblems(root: string): string[] {
  const listed = new Set(
    readFileSync(join(root, 'scripts/words-to-rewrite.txt'), 'utf8').split('\n').filter(Boolean),
  )
  return globSync('{server,client,web,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
    .filter((file) => !/node_modules|\/dist\/|\.test\.ts$|test-support\.ts$|\.gen\.ts$/.test(file))
    .filter((file) => !/^(server|client)\/(test|bench)\/|^scripts\/words\.ts$/.test(file))
    .flatMap((file) => problemsOf(file, readFileSync(join(root, file), 'utf8'), listed))
    .concat([...listed].map((file) => `${file} is listed in words-to-rewrite.txt without need`))
}

/**
 * Returns the problems of one file. Removes a file from `listed` if it still needs to be there; the
 * files that remain are listed without need.
 */
export function problemsOf(file: string, source: string, listed: Set<string>): string[] {
  const comments = wordsIn(source, 'comments')
  const isExcused = comments.length > 0 && listed.delete(file)
  const breaches = [...wordsIn(source, 'texts'), ...(isExcused ? [] : comments)]
  return breaches.map(({ line, word }) => `${file}:${line} "${word}": name the thing, not a person`)
}
