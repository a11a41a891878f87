import { expect, test } from 'vitest'
import { parseExactJson } from './exact-json.ts'

test.each([
  '{"id":9223372036854775807}',
  '[-9007199254740993]',
  '{"a":1e400}',
  '{"a":1e-400}',
  '{"a":0.12345678901234567890}',
  '{"deep":[{"n":123456789012345678901234567890}]}',
])('keeps every digit of %s', (text) => {
  expect(JSON.stringify(parseExactJson(text))).toBe(text)
})

test.each(['1', '0.1', '1e2', '1.50', '9007199254740991', '-0.000001', '1e21', '1e-300'])(
  'parses %s as the number that it is',
  (text) => {
    expect(parseExactJson(text)).toBe(Number(text))
  },
)

test('a string of digits is a string', () => {
  expect(parseExactJson('{"a":"9223372036854775807"}')).toEqual({ a: '9223372036854775807' })
})
