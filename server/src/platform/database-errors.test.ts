import { expect, test } from 'vitest'
import { isDatabaseUnreachable, isRetryable } from './database-errors.ts'

function databaseError(code: string, message = 'refused'): Error {
  return Object.assign(new Error(message), { code })
}

test.each(['40001', '40P01', '55P03'])('%s may be tried again', (code) => {
  expect(isRetryable(databaseError(code))).toBe(true)
})

test('a row that breaks a rule is not tried again', () => {
  expect(isRetryable(databaseError('23505'))).toBe(false)
})

test.each([
  'connection to the remote node worker-1:5432 failed with the following error: timeout',
  'failure on connection marked as essential: worker-1:5432',
  'could not commit transaction for shard on node worker-1:5432',
])('a lost worker of a cluster means unreachable: %s', (message) => {
  expect(isDatabaseUnreachable(databaseError('XX000', message))).toBe(true)
})

test.each(['57014', '25P03', '57P01', '08006', 'ETIMEDOUT'])(
  'what took too long or was cut off (%s) is no refusal of the work',
  (code) => {
    expect(isDatabaseUnreachable(databaseError(code))).toBe(true)
  },
)

test('any other internal error is the database refusing the work', () => {
  expect(isDatabaseUnreachable(databaseError('XX000', 'duplicate key value'))).toBe(false)
})
