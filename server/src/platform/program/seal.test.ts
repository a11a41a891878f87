import { expect, test } from 'vitest'
import { createSealer } from './seal.ts'

const SECRET = 'a secret with thirty-two characters'
const sealer = createSealer(SECRET)

test('opens what it sealed, in another process too', () => {
  expect(createSealer(SECRET).open(sealer.seal('whsec_üñ'))).toBe('whsec_üñ')
})

test('seals the same text differently each time, and never shows it', () => {
  const sealed = [sealer.seal('whsec_one'), sealer.seal('whsec_one')]
  expect(new Set(sealed).size).toBe(2)
  for (const one of sealed)
    expect(Buffer.from(one.slice(3), 'base64url').includes('one')).toBe(false)
})

test('refuses another key, a changed text and another version', () => {
  const sealed = sealer.seal('whsec_one')
  expect(() => createSealer(`${SECRET}!`).open(sealed)).toThrow()
  const changed = sealed.at(-1) === 'A' ? `${sealed.slice(0, -2)}BB` : `${sealed.slice(0, -2)}AA`
  expect(() => sealer.open(changed)).toThrow()
  expect(() => sealer.open(`v2${sealed.slice(2)}`)).toThrow('another version')
})
