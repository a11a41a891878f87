import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unwrapWebhook, WebhookVerificationError } from '../src/index.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const SECONDS = String(NOW.getTime() / 1_000)
const BODY = '{"type":"invoice.paid","data":{"invoiceNumber":"ACME-0001","note":"§ 12 – ü"}}'

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const secret = newSecret()

function sign(body: string, { id = 'msg_1', timestamp = SECONDS, by = secret } = {}) {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** The published example of the reference libraries of Standard Webhooks. */
test('verifies the example of Standard Webhooks', async () => {
  vi.setSystemTime(1_614_265_330_000)
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const options = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
  expect(await unwrapWebhook('{"test": 2432232314}', headers, options)).toEqual({
    test: 2432232314,
  })
})

test.each([
  ['an object', (headers: Record<string, string>) => headers],
  ['Headers', (headers: Record<string, string>) => new Headers(headers)],
  [
    'names in another case, and lists',
    (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
      ),
  ],
])('takes headers as %s', async (_, shapeOf) => {
  const headers = shapeOf(sign(BODY))
  expect(await unwrapWebhook(BODY, headers, { secret })).toEqual(JSON.parse(BODY))
})

test('takes the body as bytes', async () => {
  expect(await unwrapWebhook(Buffer.from(BODY), sign(BODY), { secret })).toEqual(JSON.parse(BODY))
})

test('reads the secret from the environment', async () => {
  vi.stubEnv('PIECEWORK_WEBHOOK_SECRET', secret)
  expect(await unwrapWebhook(BODY, sign(BODY))).toEqual(JSON.parse(BODY))
})

test('while a secret is replaced, either is accepted, and so is either signature', async () => {
  const next = newSecret()
  const [old, own] = [sign(BODY), sign(BODY, { by: next })]
  const both = `v1a,AAAA ${old['webhook-signature']} ${own['webhook-signature']}`
  const headers = { ...old, 'webhook-signature': both }
  for (const one of [secret, next, [newSecret(), next]]) {
    expect(await unwrapWebhook(BODY, headers, { secret: one })).toEqual(JSON.parse(BODY))
  }
})

test.each([
  ['a changed body', BODY.replace('0001', '0002'), sign(BODY)],
  ['another secret', BODY, sign(BODY, { by: newSecret() })],
  ['another id', BODY, { ...sign(BODY), 'webhook-id': 'msg_2' }],
  ['another time', BODY, { ...sign(BODY), 'webhook-timestamp': String(Number(SECONDS) + 1) }],
  ['a signature that is no base64', BODY, { ...sign(BODY), 'webhook-signature': 'v1,%%%' }],
  ['an empty signature', BODY, { ...sign(BODY), 'webhook-signature': 'v1,' }],
  [
    'an unknown version',
    BODY,
    { ...sign(BODY), 'webhook-signature': sign(BODY)['webhook-signature'].replace('v1', 'v2') },
  ],
  ['no signature', BODY, { ...sign(BODY), 'webhook-signature': undefined }],
  ['no id', BODY, { ...sign(BODY), 'webhook-id': '' }],
  ['no time', BODY, { ...sign(BODY), 'webhook-timestamp': undefined }],
  ['a time that is no number', BODY, sign(BODY, { timestamp: 'now' })],
  ['a message of six minutes ago', BODY, sign(BODY, { timestamp: String(Number(SECONDS) - 360) })],
  ['a message of the future', BODY, sign(BODY, { timestamp: String(Number(SECONDS) + 360) })],
])('refuses %s', async (_, body, headers) => {
  await expect(unwrapWebhook(body, headers, { secret })).rejects.toThrow(WebhookVerificationError)
})

test('a tolerance may be longer', async () => {
  const headers = sign(BODY, { timestamp: String(Number(SECONDS) - 360) })
  const options = { secret, tolerance: 600 }
  expect(await unwrapWebhook(BODY, headers, options)).toEqual(JSON.parse(BODY))
})

test.each([
  ['no secret', BODY, {}, /No webhook secret/],
  ['a secret that is no secret', BODY, { secret: 'whsec_%' }, /must be the one of the endpoint/],
  ['an empty secret', BODY, { secret: 'whsec_' }, /must be the one of the endpoint/],
  ['a parsed body', JSON.parse(BODY), { secret }, /before any parser/],
])('a mistake of the receiver is a TypeError: %s', async (_, body, options, message) => {
  const answer = unwrapWebhook(body, sign(BODY), options)
  await expect(answer).rejects.toThrow(TypeError)
  await expect(answer).rejects.toThrow(message)
})
