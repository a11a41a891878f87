import { expect, test } from 'vitest'
import { keptBody } from './kept-body.ts'

const kept = (text: string) => keptBody(Buffer.from(text))

test('a body is stored unchanged', () => {
  const body = '{ "id" : "evt_1",\n "name": "Müller \\u0000 \\" 😀" }'
  expect(kept(body)).toBe(body)
})

test.each([
  '{"client_secret":"pi_1_secret_x","id":1}',
  '{ "client_secret" :\n "pi_1_secret_\\"x", "id": 1 }',
  '{"data":{"object":{"client_secret":"secret_a"},"previous":{"client_secret":"secret_b"}}}',
])('%s is kept without its secrets, and stays JSON', (body) => {
  expect(kept(body)).not.toContain('secret_')
  expect(JSON.stringify(JSON.parse(kept(body)))).toContain('"client_secret":"[removed]"')
})

test('truncating a long body leaves no secret in it', () => {
  const body = `{"text":"${'x'.repeat(65_500)}","client_secret":"pi_1_secret_of_a_payment"}`
  expect(kept(body)).not.toContain('pi_1')
  expect(kept(body)).toHaveLength(65_536)
})

test('truncating never splits a character', () => {
  expect(kept(`${'x'.repeat(65_535)}😀`)).toBe(`${'x'.repeat(65_535)}\ufffd`)
})
