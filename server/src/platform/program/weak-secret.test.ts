import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { weaknessOf } from './weak-secret.ts'

test.each([
  ['the secret of older documentation', '0123456789abcdef'.repeat(4)],
  ['the same in capitals', '0123456789ABCDEF'.repeat(4)],
  ['the secret of the tests', 'the secret that links are signed with'],
  ['a placeholder', '<the output of: openssl rand -base64 32>'],
  ['a command that no shell has run', '$(openssl rand -base64 32) # for links'],
  ['a word instead of a secret', 'please-change-me-0f8d1b7c2e6a4935d'],
  ['one character', 'x'.repeat(64)],
  ['a short part, repeated', 'correcthorse'.repeat(5)],
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['too short', randomBytes(15).toString('hex')],
])('a live deployment refuses %s', (_what, secret) => {
  expect(weaknessOf(secret, 'live')).toBeDefined()
})

test('a live deployment accepts secrets made by the documented commands', () => {
  for (let round = 0; round < 500; round += 1) {
    for (const secret of [
      randomBytes(32).toString('base64'),
      randomBytes(32).toString('hex'),
      randomBytes(16).toString('hex'),
      crypto.randomUUID(),
    ]) {
      expect(weaknessOf(secret, 'live'), secret).toBeUndefined()
    }
  }
})

test('a test deployment refuses placeholders alone', () => {
  expect(weaknessOf('<the output of: openssl rand -base64 32>', 'test')).toBe('is a placeholder')
  expect(weaknessOf('x'.repeat(32), 'test')).toBeUndefined()
})
