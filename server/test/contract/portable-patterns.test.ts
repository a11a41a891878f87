import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FILE = new URL('../../../openapi.json', import.meta.url)

/** Every pattern of a schema in the API document. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { pattern } = value as { pattern?: unknown }
  const inside = Object.values(value).flatMap(patternsIn)
  return typeof pattern === 'string' ? [pattern, ...inside] : inside
}

const PATTERNS = [...new Set(patternsIn(JSON.parse(readFileSync(FILE, 'utf8'))))]

test('there are patterns', () => expect(PATTERNS.length).toBeGreaterThan(5))

test.each(PATTERNS)('%s compiles with and without the flag u', (pattern) => {
  expect(() => new RegExp(pattern)).not.toThrow()
  expect(() => new RegExp(pattern, 'u')).not.toThrow()
})

test.each(PATTERNS)('%s has no syntax that RE2 or Java lacks or reads differently', (pattern) => {
  expect(pattern).not.toMatch(/\(\?|\\[pPukbBdwDW1-9]/)
  expect(pattern).toMatch(/^[\x20-\x7e]*$/)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('every pattern compiles in Python and accepts the same names', () => {
  const program = [
    'import json, re, sys',
    'sent = json.load(sys.stdin)',
    'print(json.dumps([[bool(re.search(p, t)) for t in sent["texts"]] for p in sent["patterns"]]))',
  ].join('\n')
  const texts = ['Acme', 'Zoë Ünal', '株式会社', 'Ops 🚀 team', '', ' ', '12.50', 'USD', 'a\u0007b']
  const input = JSON.stringify({ patterns: PATTERNS, texts })
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(
    PATTERNS.map((pattern) => texts.map((text) => new RegExp(pattern).test(text))),
  )
})
