import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each([
  ['/o/acme/home?page=2#top', '/o/acme/home?page=2#top'],
  ['/', '/'],
  ['//evil.example/x', undefined],
  ['/\\evil.example/x', undefined],
  ['/\t/evil.example', undefined],
  ['https://evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['o/acme', undefined],
  ['', undefined],
])('%j leads to %j', (given, expected) => {
  expect(localPath(given)).toBe(expected)
})
