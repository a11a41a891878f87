import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'

function problemsOf(env: Record<string, string>): string {
  const result = parseConfig(env)
  return result.ok ? '' : result.problems.join('\n')
}

describe('TRUST_PROXY', () => {
  const trusted = (value: string) => {
    const result = parseConfig({ TRUST_PROXY: value })
    return result.ok ? result.config.trustProxy : result.problems
  }

  test.each([
    ['', false],
    ['false', false],
    ['1', 1],
    ['12', 12],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('%j is %j', (value, expected) => {
    expect(trusted(value)).toEqual(expected)
  })

  test.each(['true', '0', '-1', '10.0.0.0/33', '10.0.0.0/', 'proxy', '10.0.0.1,', '1, 2'])(
    '%j is refused',
    (value) => {
      expect(problemsOf({ TRUST_PROXY: value })).toContain('TRUST_PROXY must be false, the number')
    },
  )

  test('true is refused with its reason', () => {
    expect(problemsOf({ TRUST_PROXY: 'true' })).toContain('forged')
  })
})

test('the pool has room for the worker beside the requests', () => {
  expect(problemsOf({ DATABASE_POOL_SIZE: '4' })).toContain('DATABASE_POOL_SIZE')
  expect(problemsOf({ DATABASE_POOL_SIZE: '5' })).toBe('')
})
