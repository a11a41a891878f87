import { expect, test } from 'vitest'
import { newId } from '../../../platform/id.ts'
import { linkToken, readLinkToken } from './link-token.ts'

const SECRET = 'a secret of thirty-two characters'
const row = { customerId: newId(), id: newId() }
const token = linkToken(SECRET, 'pay', row)

test('a token contains its ids and is always the same', () => {
  expect(readLinkToken(SECRET, 'pay', token)).toEqual(row)
  expect(linkToken(SECRET, 'pay', row)).toBe(token)
  expect(token).toMatch(/^[\w-]{64}$/)
})

test('a token with another secret, purpose, row or spelling is invalid', () => {
  expect(readLinkToken(`${SECRET}.`, 'pay', token)).toBeUndefined()
  expect(readLinkToken(SECRET, 'checkout', token)).toBeUndefined()
  const other = linkToken(SECRET, 'pay', { ...row, id: newId() })
  expect(readLinkToken(SECRET, 'pay', token.slice(0, 43) + other.slice(43))).toBeUndefined()
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(readLinkToken(SECRET, 'pay', changed), `at ${at}`).toBeUndefined()
  }
  for (const text of ['', 'x', `${token}=`, ` ${token}`, token.slice(1)]) {
    expect(readLinkToken(SECRET, 'pay', text), text).toBeUndefined()
  }
})
