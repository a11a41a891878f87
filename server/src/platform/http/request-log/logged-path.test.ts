import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

const TOKEN = randomBytes(32).toString('base64url')
const ID = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'

/** Percent-encodes every character, which never happens by accident. */
const encoded = (text: string) =>
  text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)

test.each([
  [`/v1/invoices/${ID}`, `/v1/invoices/${ID}`],
  ['/v1/events?customerId=secret', '/v1/events'],
  [`/pay/${TOKEN}`, '/pay/[token]'],
  [`/checkout/${TOKEN}?from=mail`, '/checkout/[token]'],
  [`/pay/${TOKEN}/invoice.pdf`, '/pay/[token]/invoice.pdf'],
  [`/pay/${TOKEN}.`, '/pay/[token].'],
  [`/pay/${TOKEN})%20thanks`, '/pay/[token])%20thanks'],
  [`/pay/=${TOKEN}`, '/pay/=[token]'],
  [`/pay/${encoded(TOKEN)}`, '/pay/[token]'],
  [`/v1/keys/${encoded(`pw_sk_test_${TOKEN}`)}`, '/v1/keys/[key]'],
  [`/v1/keys/pw%5fsk%5Ftest_${TOKEN}`, '/v1/keys/[key]'],
  ['/v1/customers/by-external-id/a%2Fb%20c%zz%', '/v1/customers/by-external-id/a%2Fb%20c%zz%'],
  [`/v1/keys/pw_sk_test_${TOKEN}`, '/v1/keys/[key]'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})
