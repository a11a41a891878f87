import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../support/use-app.ts'

const LIMIT_BYTES = 1_048_576
/**
 * Limit of CPU time per body, so that one request cannot block others. Other processes do not
 * count.
 */
const BUSY_MS_MAX = 300
/** The fastest attempt counts: slower ones may include garbage collection of earlier tests. */
const ATTEMPTS = 3
const ANSWER_BYTES_MAX = 16_384

let planId: string

const t = useTestApp()
beforeAll(async () => {
  planId = (await t.api.post('/v1/pricing-plans', { name: 'A' })).body.id
})

/** Fills a body up to the limit with items between a prefix and a suffix. */
function filled(before: string, item: (index: number) => string, after: string): string {
  const items: string[] = []
  let size = before.length + after.length
  for (let index = 0; ; index += 1) {
    const text = item(index)
    size += text.length + 1
    if (size > LIMIT_BYTES) return `${before}${items.join(',')}${after}`
    items.push(text)
  }
}

const field = (index: number) => `"f${index}":1`
const ID = '01890000-0000-7000-8000-000000000000'
type Hostile = [what: string, method: 'POST' | 'PATCH', url: string, body: () => string]

const hostile: Hostile[] = [
  [
    '340,000 empty signals',
    'POST',
    '/v1/signals/bulk',
    () => filled('{"signals":[', () => '{}', ']}'),
  ],
  [
    'signals of the wrong type',
    'POST',
    '/v1/signals/bulk',
    () => filled('{"signals":[', () => '1', ']}'),
  ],
  [
    'a signal of unknown fields',
    'POST',
    '/v1/signals/bulk',
    () => filled('{"signals":[{', field, '}]}'),
  ],
  ['unknown fields', 'POST', '/v1/signals', () => filled('{', field, '}')],
  ['unknown fields of an organization', 'PATCH', '/v1/organization', () => filled('{', field, '}')],
  [
    'days to remind on',
    'PATCH',
    '/v1/organization',
    () => filled('{"reminderDays":[', () => '0', ']}'),
  ],
  [
    'recipients',
    'POST',
    '/v1/customers',
    () => filled('{"name":"A","invoiceEmailRecipients":[', () => '""', ']}'),
  ],
  [
    'tax rates',
    'POST',
    '/v1/customers',
    () => filled('{"name":"A","taxRateIds":[', (index) => `"${index}"`, ']}'),
  ],
  [
    'empty strategies',
    'POST',
    `/v1/pricing-plans/PLAN/pricing-strategies`,
    () => filled('[', () => '{}', ']'),
  ],
  [
    'a strategy of unknown fields',
    'POST',
    `/v1/pricing-plans/PLAN/pricing-strategies`,
    () => filled('[{', field, '}]'),
  ],
  [
    'a hundred strategies of unknown fields',
    'POST',
    `/v1/pricing-plans/PLAN/pricing-strategies`,
    () => filled('[', (index) => `{"a${index}":1,"b":1,"c":1,"d":1,"e":1,"f":1}`.repeat(1), ']'),
  ],
  [
    'a change of unknown fields',
    'PATCH',
    `/v1/pricing-plans/PLAN/pricing-strategies/${ID}`,
    () => filled('{', field, '}'),
  ],
  [
    'empty tiers',
    'POST',
    `/v1/pricing-plans/PLAN/pricing-strategies`,
    () =>
      filled(
        `[{"chargeType":"usage","pricingModel":"graduated","signalId":"${ID}","tiers":[`,
        () => '{}',
        ']}]',
      ),
  ],
  ['empty records', 'POST', '/v1/usage/record', () => filled('{"records":[', () => '{}', ']}')],
  [
    'a batch of unknown fields',
    'POST',
    '/v1/usage/record',
    () => filled('{"records":[{}],', field, '}'),
  ],
  [
    'a hundred records of nothing but services',
    'POST',
    '/v1/usage/record',
    () => filled('{"records":[{"services":[', () => '{}', ']}]}'),
  ],
  [
    'numbers that lose digits',
    'POST',
    '/v1/signals',
    () => filled('{"name":[', () => '12345678901234567890', ']}'),
  ],
  [
    'short numbers and one that loses digits',
    'POST',
    '/v1/signals',
    () => filled('{"name":[12345678901234567890,', () => '1', ']}'),
  ],
  [
    'a name of 1 MiB',
    'POST',
    '/v1/signals',
    () => `{"agentId":"${ID}","name":"${'x'.repeat(LIMIT_BYTES - 100)}"}`,
  ],
  [
    'one unknown field of 1 MiB',
    'POST',
    '/v1/signals',
    () => `{"${'x'.repeat(LIMIT_BYTES - 100)}":1}`,
  ],
  [
    'a model that a pattern backtracks on',
    'POST',
    '/v1/events/map-model',
    () => `{"sourceModel":"${'x'.repeat(LIMIT_BYTES - 100)}\\n"}`,
  ],
  [
    'an email of dots',
    'POST',
    '/v1/customers',
    () => `{"name":"A","email":"a@${'a.'.repeat(LIMIT_BYTES / 2 - 50)}"}`,
  ],
  [
    'an email of hyphens',
    'POST',
    '/v1/customers',
    () => `{"name":"A","email":"a@${'a-'.repeat(LIMIT_BYTES / 2 - 50)}"}`,
  ],
  [
    'a name of spaces',
    'POST',
    '/v1/signals',
    () => `{"agentId":"${ID}","name":"${' '.repeat(LIMIT_BYTES - 100)}"}`,
  ],
  ['a date of 1 MiB', 'POST', '/v1/test-clock', () => `{"now":"${'2'.repeat(LIMIT_BYTES - 100)}"}`],
  [
    'a start of 1 MiB',
    'POST',
    '/v1/subscriptions',
    () =>
      `{"name":"a","planId":"${ID}","agentId":"${ID}","customerId":"${ID}","startDate":"${'2026-01-01T00:00'.padEnd(LIMIT_BYTES - 300, '0')}"}`,
  ],
  [
    'an amount of 1 MiB',
    'POST',
    '/v1/coupons',
    () => `{"name":"a","amountOff":"${'1'.repeat(LIMIT_BYTES - 100)}","currency":"USD"}`,
  ],
  [
    'a rate of 1 MiB',
    'POST',
    `/v1/pricing-plans/PLAN/pricing-strategies`,
    () => `[{"chargeType":"recurring","rate":"${'1'.repeat(LIMIT_BYTES - 100)}"}]`,
  ],
  [
    'a percentage of 1 MiB',
    'POST',
    '/v1/tax-rates',
    () => `{"name":"a","percentage":"${'1'.repeat(LIMIT_BYTES - 100)}"}`,
  ],
  [
    'deep nesting',
    'POST',
    '/v1/signals',
    () => `${'['.repeat(LIMIT_BYTES / 2)}${']'.repeat(LIMIT_BYTES / 2)}`,
  ],
  [
    'deep nesting of objects',
    'POST',
    '/v1/signals',
    () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ],
  [
    'escaped backslashes before NUL',
    'POST',
    '/v1/signals',
    () => `{"a":"${'\\'.repeat(LIMIT_BYTES - 100)}\\\\u0000"}`,
  ],
  [
    'a preview of a long window',
    'POST',
    '/v1/invoices/preview',
    () =>
      `{"customerId":"${ID}","subscriptionId":"${ID}","billingPeriodStart":"${'1'.repeat(LIMIT_BYTES - 300)}"}`,
  ],
]

describe('a body of 1 MiB is refused quickly and with a short message', () => {
  test.each(hostile)('%s', async (_, method, url, body) => {
    const send = (payload: string) =>
      t.app.inject({
        method,
        url: url.replace('PLAN', planId),
        payload,
        headers: { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' },
      })
    const payload = body()
    expect(payload.length).toBeLessThanOrEqual(LIMIT_BYTES)
    // The first request of each kind also includes JIT compilation.
    await send('"x"')
    let quickestMs = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS && quickestMs >= BUSY_MS_MAX; attempt += 1) {
      const before = process.threadCpuUsage()
      const answer = await send(payload)
      const { user, system } = process.threadCpuUsage(before)
      quickestMs = Math.min(quickestMs, (user + system) / 1_000)
      expect([400, 404, 422], answer.body).toContain(answer.statusCode)
      expect(answer.body.length).toBeLessThan(ANSWER_BYTES_MAX)
    }
    expect(quickestMs).toBeLessThan(BUSY_MS_MAX)
  })
})
