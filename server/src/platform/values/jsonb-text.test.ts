import { expect, test } from 'vitest'
import { parseExactJson } from '../json/exact-json.ts'
import { jsonbText } from './jsonb-text.ts'

const many = (digit: string) => digit.repeat(2_000)

test.each([
  ['plain values', '{"a":[1,-2.5,null,true,"ü"],"b":{}}', undefined],
  ['a 64-bit id', '[12345678901234567890]', undefined],
  ['a pair', '"🎉"', undefined],
  ['a backslash before ud83d', String.raw`"\\ud83d"`, undefined],
  ['half of a pair', String.raw`["\ud83d","a\udc00b"]`, String.raw`["\ufffd","a\ufffdb"]`],
  ['two halves that are no pair', String.raw`"\udc00\ud83d"`, String.raw`"\ufffd\ufffd"`],
  ['half of a pair after a backslash', String.raw`"\\\ud83d"`, String.raw`"\\\ufffd"`],
  ['half of a pair in a key', String.raw`{"\ud83d":1}`, String.raw`{"\ufffd":1}`],
  ['a number too large', '[1e200000]', '["1e200000"]'],
  ['a number too small', '[-1e-200000]', '["-1e-200000"]'],
  ['a number too long', `[0.1${many('2')}]`, `["0.1${many('2')}"]`],
])('%s: as jsonb takes it', (_what, sent, expected) => {
  expect(jsonbText(parseExactJson(sent))).toBe(expected ?? sent)
})
