import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/app.ts'
import { type GivenInvoice, givenInvoice } from '../../../../test/support/given-invoice.ts'
import { onOneServer } from '../../../../test/support/on-one-server.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { collectInvoice } from '../../payments/charges/collect.ts'
import { booksOf, browserOf, depsOf, expectBooksToBalance } from '../../payments/test-support.ts'

let now = new Date('2026-03-15T12:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectBooksToBalance })
const browser = browserOf(t)
const books = booksOf(t)

describe('the page', () => {
  test('shows the sender, the lines, and that it is a test', async () => {
    const invoice = await givenInvoice(t, { total: '1234.50', customer: { name: 'Acme' } })
    const page = await browser.get(await browser.open(invoice))
    expect(page.statusCode).toBe(200)
    for (const text of [
      'Test mode: no real money',
      'Test organization',
      'Acme',
      invoice.invoiceNumber,
      '$1,234.50',
      '14 Apr 2026',
    ]) {
      expect(page.body).toContain(text)
    }
  })

  test.each([
    ['JPY', '1500', '¥1,500'],
    ['KWD', '1.25', 'KWD\u00a01.250'],
    ['EUR', '0.1', '€0.10'],
  ])('writes an amount in %s in its usual notation', async (currency, total, text) => {
    const invoice = await givenInvoice(t, { currency, total })
    expect((await browser.get(await browser.open(invoice))).body).toContain(text)
  })

  test('escapes every name and entered value', async () => {
    const name = `<script>alert("1")</script>' & Co`
    const invoice = await givenInvoice(t, { customer: { name } })
    const path = await browser.open(invoice)
    await books.rows('update organizations set name = $2 where id = $1', [t.organization.id, name])
    const pages = [
      await browser.get(path),
      await browser.refused(path, { name: '"><b>', expiry: '"><i>', number: '<u>' }),
      await browser.submit(path),
      await browser.get(path),
      await browser.get(`/pay/${invoice.token}`),
    ]
    await books.rows(`update organizations set name = 'Test organization' where id = $1`, [
      t.organization.id,
    ])
    for (const { body } of pages) expect(body).not.toMatch(/<script|<b>|<i>|<u>/)
    expect(pages[0]?.body).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp; Co',
    )
    expect(pages[1]?.body).toContain('value="&lt;u&gt;"')
  })

  test('cannot be cached or framed, and runs no script', async () => {
    const path = await browser.open(await givenInvoice(t))
    const { headers, body } = await browser.get(path)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-.+'; .*frame-ancestors 'none'$/,
      ),
    })
    expect(body).not.toMatch(/<script|onclick|https?:\/\//)
  })

  test('of an unknown token is 404', async () => {
    for (const path of ['/checkout/nothing', '/pay/nothing']) {
      const { statusCode, headers } = await browser.get(path)
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
    expect((await browser.submit('/checkout/nothing')).statusCode).toBe(404)
  })
})

describe('a test card', () => {
  test.each([
    '4242424242424242',
    '5555 5555 5555 4444',
    '378282246310005',
    '6011-1111-1111-1117',
    '3566002020360505',
    '4000000000000341',
  ])('%s pays the invoice', async (number) => {
    const invoice = await givenInvoice(t)
    const path = await browser.open(invoice)
    const cvc = number.startsWith('37') ? '1234' : '123'
    const answer = await browser.submit(path, { number, cvc })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
    expect((await browser.get(path)).body).toContain('is paid')
    expect(await books.invoice(invoice)).toEqual({ status: 'paid', paid: '100', refunded: '0' })
    const [payment] = (await t.api.get(`${invoice.url}/payments`)).body.results
    expect(payment).toMatchObject({ provider: 'sandbox', method: 'card', status: 'succeeded' })
  })

  test.each([
    ['4000000000000002', 'The card was declined.'],
    ['4000000000009995', 'The card has insufficient funds.'],
    ['4000000000000069', 'The card has expired.'],
    ['4000000000000127', 'The security code of the card is wrong.'],
  ])('%s is declined, and another one can be tried', async (number, message) => {
    const invoice = await givenInvoice(t)
    const path = await browser.open(invoice)
    const answer = await browser.refused(path, { number })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(message)
    expect(await books.payments(invoice)).toEqual([])
    expect((await browser.submit(path)).statusCode).toBe(303)
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test.each([
    [{ number: '4242424242424241' }, 'number is not valid'],
    [{ number: '4111111111111111' }, 'not a test card'],
    [{ number: 'my card' }, 'Enter the number'],
    [{ number: '' }, 'Enter the number'],
    [{ expiry: '02/26' }, 'has expired'],
    [{ expiry: '13/30' }, 'month / year'],
    [{ expiry: '' }, 'month / year'],
    [{ cvc: '12' }, '3 digits'],
    [{ cvc: '12a' }, '3 digits'],
    [{ name: '  ' }, 'name on the card'],
  ])('typed as %j is sent back', async (fields, message) => {
    const invoice = await givenInvoice(t)
    const answer = await browser.refused(await browser.open(invoice), fields)
    expect(answer.body).toContain(message)
    expect(answer.body).not.toContain('value="123"')
    expect(await books.invoice(invoice)).toMatchObject({ status: 'issued' })
  })

  test('is valid until the end of its month', async () => {
    const path = await browser.open(await givenInvoice(t))
    expect((await browser.submit(path, { expiry: '03/26' })).statusCode).toBe(303)
  })
})

describe('a rejected card', () => {
  test('is reported once after a redirect, so that a reload resubmits nothing', async () => {
    const path = await browser.open(await givenInvoice(t))
    const page = await browser.refused(path, { number: '4000000000000002', name: 'Ann Other' })
    expect(page.body).toContain('The card was declined.')
    expect(page.body).toContain('value="Ann Other"')
    expect(String(page.headers['set-cookie'])).toMatch(/^checkout_refusal=; .*Max-Age=0/)
    expect((await browser.get(path)).body).not.toContain('declined. Try')
  })

  test.each([
    ['4111 1111 1111 1111', false],
    ['4000 0000 0000 0002', true],
    ['4242 4242 4242 4241', true],
  ])('%s is kept for the form: %s', async (number, isKept) => {
    const path = await browser.open(await givenInvoice(t))
    const { body, cookie } = await browser.refused(path, { number })
    expect(body.includes(`value="${number}"`)).toBe(isKept)
    const kept = Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString()
    expect(kept.includes(number)).toBe(isKept)
    expect(kept).not.toContain('"cvc":"123"')
  })

  test.each(['checkout_refusal=%', 'checkout_refusal=bnVsbA', 'checkout_refusal=', 'a=b; c'])(
    'an invalid cookie has no effect: %s',
    async (cookie) => {
      const path = await browser.open(await givenInvoice(t))
      const { statusCode, body } = await browser.get(path, { cookie })
      expect(statusCode).toBe(200)
      expect(body).not.toContain('role="alert"')
    },
  )
})

describe('a page that was opened before takes no money', () => {
  const refusals: [string, (invoice: GivenInvoice) => Promise<unknown>, string][] = [
    ['was void', (invoice) => books.setStatus(invoice, 'void'), 'was cancelled'],
    ['was paid', (invoice) => t.api.post(`${invoice.url}/payments`, { amount: 100 }), 'is paid'],
    [
      'is due in part',
      (invoice) => t.api.post(`${invoice.url}/payments`, { amount: 1 }),
      'has expired',
    ],
  ]
  test.each(refusals)('once the invoice %s', async (_, change, text) => {
    const invoice = await givenInvoice(t)
    const path = await browser.open(invoice)
    await change(invoice)
    const answer = await browser.submit(path)
    expect(answer.body).toContain(text)
    expect((await browser.get(path)).body).toContain(text)
    const payments = (await t.api.get(`${invoice.url}/payments`)).body.results
    expect(payments.filter((one: { provider: string }) => one.provider === 'sandbox')).toEqual([])
  })

  test('once it is a day old', async () => {
    const invoice = await givenInvoice(t)
    const path = await browser.open(invoice)
    const before = now
    now = new Date('2026-03-16T12:00:00Z')
    try {
      expect((await browser.submit(path)).body).toContain('has expired')
      expect(await browser.open(invoice)).not.toBe(path)
    } finally {
      now = before
    }
    expect(await books.payments(invoice)).toEqual([])
  })

  test('from a form of another site', async () => {
    const invoice = await givenInvoice(t)
    const url = await browser.open(invoice)
    const post = (origin: string) =>
      t.app.inject({
        method: 'POST',
        url,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'number=4242424242424242&expiry=12%2F40&cvc=123&name=A',
      })
    for (const origin of ['https://evil.example', 'null']) {
      expect((await post(origin)).statusCode, origin).toBe(403)
    }
    expect(await books.payments(invoice)).toEqual([])
    expect((await post(t.config.publicUrl)).statusCode).toBe(303)
  })

  test('from a body that is not a form', async () => {
    const invoice = await givenInvoice(t)
    const url = await browser.open(invoice)
    const post = (type: string, payload: string) =>
      t.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
    expect((await post('application/json', '{}')).statusCode).toBe(415)
    const form = 'application/x-www-form-urlencoded'
    expect((await post(form, 'number=1&number=2&__proto__=x')).statusCode).toBe(303)
    expect(await books.payments(invoice)).toEqual([])
    expect((await post(form, `name=${'x'.repeat(20_000)}`)).statusCode).toBe(413)
  })
})

describe('the payment link', () => {
  test.each([
    ['draft', 'not final yet'],
    ['void', 'was cancelled'],
    ['refunded', 'was refunded'],
    ['paid', 'is paid'],
  ])('of an invoice that is %s says so', async (status, text) => {
    const invoice = await givenInvoice(t, { total: '0' })
    await books.setStatus(invoice, status)
    const answer = await browser.get(`/pay/${invoice.token}`)
    expect([answer.statusCode, answer.body.includes(text)]).toEqual([200, true])
  })

  test('of an invoice over 0 says that nothing is due', async () => {
    const invoice = await givenInvoice(t, { total: '0' })
    expect((await browser.get(`/pay/${invoice.token}`)).body).toContain('Nothing to pay')
  })

  test('opens no page for a prefetch', async () => {
    const invoice = await givenInvoice(t)
    const url = `/pay/${invoice.token}`
    expect((await t.app.inject({ method: 'HEAD', url })).statusCode).toBeLessThan(300)
    for (const headers of [{ 'sec-purpose': 'prefetch' }, { purpose: 'prefetch' }]) {
      expect((await browser.get(url, headers)).statusCode).toBe(204)
    }
    expect(await books.sessions(invoice)).toEqual([])
  })
})

// It changes an invoice's customer, which Citus does not allow.
onOneServer('a card that was used is charged again for the next invoice, or declined', async () => {
  const collect = async (number: string) => {
    const invoice = await givenInvoice(t)
    await browser.pay(invoice, number)
    const next = await givenInvoice(t)
    await books.rows(
      `update invoices set version = version + 1, customer_id = $2, subscription_id = (
         select subscription_id from invoices where id = $3), period_start = '2025-01-01Z'
       where id = $1`,
      [next.id, invoice.customerId, invoice.id],
    )
    const key = { ...next, customerId: invoice.customerId }
    const outcome = await collectInvoice(
      depsOf(t),
      key,
      t.dependencies.clock.moment(t.organization.id),
    )
    return { outcome, ...(await books.invoice(next)) }
  }
  expect(await collect('4242424242424242')).toMatchObject({ outcome: 'paid', status: 'paid' })
  expect(await collect('4000000000000341')).toMatchObject({ outcome: 'failed', status: 'issued' })
})

test('a live deployment has no sandbox page and takes no sandbox payment', async () => {
  const live = await createTestApp({ config: { environment: 'live' } })
  try {
    const invoice = await givenInvoice(live)
    const answer = await live.app.inject(`/pay/${invoice.token}`)
    expect(answer.body).toContain('Online payment is not available')
    expect((await live.app.inject('/checkout/anything')).statusCode).toBe(404)
    const moment = live.dependencies.clock.moment(live.organization.id)
    expect(await collectInvoice(depsOf(live), invoice, moment)).toBe('no_method')
  } finally {
    await live.close()
  }
})
