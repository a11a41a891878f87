import { expect, test } from 'vitest'
import { isDatabaseUnreachable, isRetryable, isUniqueViolation } from './errors.ts'

function databaseError(code: string, message = 'refused'): Error {
  return Object.assign(new Error(message), { code })
}

test.each(['40001', '40P01', '55P03'])('%s may be tried again', (code) => {
  expect(isRetryable(databaseError(code))).toBe(true)
})

test.each([
  'could not find valid entry for shard 102008',
  'deadlock detected',
  'canceling statement due to lock timeout',
])('errors that Citus reports without the code of its node are retryable: %s', (message) => {
  expect(isRetryable(databaseError('XX000', message))).toBe(true)
})

test('a row that violates a constraint is not retried', () => {
  expect(isRetryable(databaseError('23505'))).toBe(false)
})

test.each([
  'connection to the remote node worker-1:5432 failed with the following error: timeout',
  'failure on connection marked as essential: worker-1:5432',
  'could not commit transaction for shard on node worker-1:5432',
  'postmaster was shut down, exiting',
])('a lost node of a cluster means unreachable: %s', (message) => {
  expect(isDatabaseUnreachable(databaseError('XX000', message))).toBe(true)
})

test('a copy that a lost node cut off means unreachable', () => {
  const lost = 'failed to complete COPY on worker-1:5432'
  expect(isDatabaseUnreachable(databaseError('58030', lost))).toBe(true)
  expect(isDatabaseUnreachable(databaseError('58030', 'could not read block 7'))).toBe(false)
})

test.each(['57014', '25P03', '57P01', '08006', 'ETIMEDOUT'])(
  'a timeout or a lost connection (%s) is not a refusal of the work',
  (code) => {
    expect(isDatabaseUnreachable(databaseError(code))).toBe(true)
  },
)

test('any other internal error is the database refusing the work', () => {
  expect(isDatabaseUnreachable(databaseError('XX000', 'duplicate key value'))).toBe(false)
})

const doubled = (name: string) => `duplicate key value violates unique constraint "${name}"`

test.each<[string, Error, boolean]>([
  ['by the field', Object.assign(new Error('refused'), { constraint: 'signals_name_key' }), true],
  ['with a shard', Object.assign(new Error(''), { constraint: 'signals_name_key_102008' }), true],
  ['by the message of a shard', databaseError('XX000', doubled('signals_name_key_102008')), true],
  ['for another name', Object.assign(new Error(''), { constraint: 'old_signals_name_key' }), false],
  ['for a longer name', databaseError('23505', doubled('signals_name_key_of_agent')), false],
  ['for another error', databaseError('40P01', 'deadlock detected'), false],
])('knows a unique constraint by its name: %s', (_, error, isIt) => {
  expect(isUniqueViolation(error, 'signals_name_key')).toBe(isIt)
})
