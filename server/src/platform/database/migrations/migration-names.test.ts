import { expect, test } from 'vitest'
import { isRolling, requireKind } from './migration-names.ts'

test.each([
  ['0002_webhooks.rolling', true],
  ['0002_webhooks.stop', false],
  ['0001_init', false],
  ['0002_webhooks', false],
  ['.rolling', false],
  ['0002_webhooks.rolling.stop', false],
])('processes of the version before may run after %s: %s', (name, expected) => {
  expect(isRolling(name)).toBe(expected)
})

test('a file name without a kind is refused, except the baseline', () => {
  for (const file of ['0001_init.sql', '0002_webhooks.rolling.sql', '0002_webhooks.stop.sql']) {
    expect(() => requireKind(file)).not.toThrow()
  }
  for (const file of ['0002_webhooks.sql', '2_webhooks.stop.sql', '0002_webhooks.later.sql']) {
    expect(() => requireKind(file)).toThrow('NNNN_name.rolling.sql or NNNN_name.stop.sql')
  }
})
