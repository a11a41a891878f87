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

test('SHUTDOWN_DELAY is whole seconds, up to an hour', () => {
  expect(problemsOf({ SHUTDOWN_DELAY: '3600' })).toBe('')
  for (const value of ['-1', '0.5', '3601', '10s']) {
    expect(problemsOf({ SHUTDOWN_DELAY: value })).toContain('SHUTDOWN_DELAY must be a whole number')
  }
})

test('the pool has room for the worker in addition to the requests', () => {
  expect(problemsOf({ DATABASE_POOL_SIZE: '4' })).toContain('DATABASE_POOL_SIZE')
  expect(problemsOf({ DATABASE_POOL_SIZE: '5' })).toBe('')
})

describe('Stripe', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

  test('needs both secrets or neither', () => {
    const result = parseConfig({ ...keys, STRIPE_API_URL: 'http://127.0.0.1:9/' })
    expect(result.ok && result.config.stripe).toEqual({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      apiUrl: 'http://127.0.0.1:9',
    })
    expect(problemsOf({})).toBe('')
    expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toContain('STRIPE_WEBHOOK_SECRET is')
    expect(problemsOf({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toContain('STRIPE_SECRET_KEY is')
  })

  test.each([
    ['a test key in a live deployment', { PIECEWORK_ENV: 'live' }],
    ['a live key in a test deployment', { STRIPE_SECRET_KEY: 'sk_live_1' }],
    ['a publishable key', { STRIPE_SECRET_KEY: 'pk_test_1' }],
    ['another webhook secret', { STRIPE_WEBHOOK_SECRET: 'secret' }],
    ['an address that is none', { STRIPE_API_URL: 'stripe' }],
    ['an address with a path', { STRIPE_API_URL: 'http://localhost/stripe' }],
  ])('refuses %s without repeating the secret', (_, env) => {
    const problems = problemsOf({ ...keys, ...env })
    expect(problems).toContain('STRIPE_')
    expect(problems).not.toMatch(/sk_live_1|sk_test_1|pk_test_1|"secret"/)
  })
})

describe('PIECEWORK_SECRET', () => {
  const published = '0123456789abcdef'.repeat(4)

  test('a live deployment refuses the secret that older documentation printed, and says how to make one', () => {
    const problems = problemsOf({ PIECEWORK_ENV: 'live', PIECEWORK_SECRET: published })
    expect(problems).toContain('PIECEWORK_SECRET is the published example')
    expect(problems).toContain('openssl rand -base64 32')
    expect(problems).not.toContain(published)
  })

  test.each(['live', 'test'])(
    'a %s deployment refuses the placeholder of the documentation',
    (environment) => {
      const placeholder = '<output of: openssl rand -base64 32>'
      const problems = problemsOf({ PIECEWORK_ENV: environment, PIECEWORK_SECRET: placeholder })
      expect(problems).toContain('PIECEWORK_SECRET is a placeholder')
    },
  )

  test('a short one is reported once', () => {
    const problems = problemsOf({ PIECEWORK_ENV: 'live', PIECEWORK_SECRET: 'x' })
    expect(problems.split('\n')).toHaveLength(1)
    expect(problems).toContain('at least 32 characters')
  })
})
