import { expect, test } from 'vitest'
import { decimal } from '../../../../domain/money.ts'
import { formatDate, formatMoney, formatPeriod, formatPrice, formatQuantity } from '../format.ts'
import { sampleDocument, sampleLine } from '../test-support.ts'
import { invoiceMail, receiptMail, reminderMail } from './mail.ts'
import { paymentMail, refundMail } from './notice-mail.ts'

const EVIL = `<script>alert("x")</script>'&<img src=x onerror=alert(1)>`

test('user text never becomes markup', () => {
  const { seller, buyer } = sampleDocument()
  const document = sampleDocument({
    number: EVIL,
    seller: { ...seller, name: EVIL, address: [EVIL], taxId: EVIL, email: EVIL },
    buyer: { ...buyer, name: EVIL },
    lines: [sampleLine({ description: EVIL, notes: [EVIL] })],
    discounts: [{ label: EVIL, amount: '-$1.00' }],
    taxes: [{ label: EVIL, amount: '$1.00' }],
    payments: [{ label: EVIL, amount: '-$1.00' }],
    memo: EVIL,
    footer: EVIL,
    payUrl: `https://pay.example/"><script>`,
  })
  for (const mail of [
    invoiceMail(document, { subject: EVIL, message: EVIL }),
    reminderMail(document),
    receiptMail(document),
  ]) {
    expect(mail.html).not.toMatch(/<script|<img src=x/)
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.text).toContain(EVIL)
  }
})

test('no name that was stored with line breaks adds a line to the text of a mail', () => {
  const name = 'Acme\n\nPay here: https://evil.example\u0007\u2028now'
  const { seller } = sampleDocument()
  const document = sampleDocument({
    seller: { ...seller, name },
    lines: [sampleLine({ description: name, notes: [name] })],
    discounts: [{ label: name, amount: '-$1.00' }],
  })
  for (const { text } of [
    invoiceMail(document, {}),
    reminderMail(document),
    receiptMail(document),
  ]) {
    expect(text).toContain('Acme Pay here: https://evil.example now')
    expect(text).not.toMatch(/^Pay here|\p{Cc}(?<!\n)|\u2028/mu)
  }
})

test('the message of the sender appears above the details, with its line breaks', () => {
  const { html, text } = invoiceMail(sampleDocument(), { message: 'Hello\nthere' })
  expect(html).toContain('Hello<br>there')
  expect(html.indexOf('Hello')).toBeLessThan(html.indexOf('Billed to'))
  expect(text).toContain('Hello\nthere')
})

test('an amount that is due is named, also where the service takes no payments online', () => {
  const offline = sampleDocument({ payUrl: null, amountPaid: '$1.00', amountDue: '$2.00' })
  for (const mail of [receiptMail(offline), paymentMail(offline, '$1.00')]) {
    for (const text of [mail.html, mail.text]) {
      expect(text).toContain('$2.00 remains due.')
      expect(text).not.toMatch(/paid in full|Pay the remaining/)
    }
  }
  expect(refundMail(offline, '$1.00').text).toContain('$2.00 is due.')
  expect(invoiceMail(offline, {}).html).toContain('Due on 1 May 2026')
  const paid = sampleDocument({ payUrl: null, isDue: false, amountDue: '$0.00' })
  for (const { text } of [receiptMail(paid), paymentMail(paid, '$3.00')]) {
    expect(text).toContain('The invoice is paid in full.')
    expect(text).not.toContain('remains due')
  }
})

test('the plain text has the facts of the HTML', () => {
  const mail = invoiceMail(sampleDocument(), {})
  const html = mail.html.replaceAll('&amp;', '&')
  const { buyer, seller } = sampleDocument()
  for (const fact of [buyer.name, seller.taxId ?? '', 'INV-000042', '1 May 2026', '$3.00']) {
    expect(html).toContain(fact)
    expect(mail.text).toContain(fact)
  }
})

test('the subject names the invoice and the business, unless the sender has another', () => {
  const document = sampleDocument()
  expect(invoiceMail(document, {}).subject).toBe('Invoice INV-000042 from Acme Robotics Inc.')
  expect(invoiceMail(document, { subject: '  ' }).subject).toMatch(/^Invoice INV/)
  expect(invoiceMail(document, { subject: 'March' }).subject).toBe('March')
})

test('a long invoice stays short enough for mail programs, which cut messages off', () => {
  const lines = Array.from({ length: 500 }, () => sampleLine())
  const { html } = invoiceMail(sampleDocument({ lines }), {})
  expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  expect(html).toContain('450 more lines in the attached PDF')
})

test.each([
  ['1234567890123456789.125', 'KWD', 'KWD 1,234,567,890,123,456,789.125'],
  ['0.1', 'USD', '$0.10'],
  ['-5', 'EUR', '−€5.00'],
  ['1000', 'JPY', '¥1,000'],
  ['9', 'HUF', 'HUF 9.00'],
])('writes %s %s as %s, digit by digit', (amount, currency, text) => {
  expect(formatMoney(decimal(amount), currency).replace(/\s/g, ' ')).toBe(text)
})

test('a price keeps every decimal it has', () => {
  expect(formatPrice(decimal('0.0000000123'), 'USD')).toBe('$0.0000000123')
  expect(formatPrice(decimal('2'), 'USD')).toBe('$2.00')
  expect(formatPrice(decimal('0.5'), 'JPY')).toBe('¥0.5')
  expect(formatQuantity(decimal('1234567.5'))).toBe('1,234,567.5')
})

test('a period shows its last day, in the zone of the customer', () => {
  const start = new Date('2026-03-01T05:00:00Z')
  const end = new Date('2026-04-01T04:00:00Z')
  expect(formatPeriod(start, end, 'America/New_York')).toBe('1 Mar 2026 – 31 Mar 2026')
  expect(formatDate(new Date('2026-09-30T20:00:00Z'), 'Asia/Tokyo')).toBe('1 Oct 2026')
})

test('the button has the colour of the company, with text on it that can be read', () => {
  const { seller } = sampleDocument()
  const htmlWith = (accentColor: string | null) => {
    const document = sampleDocument({
      seller: { ...seller, accentColor },
      payUrl: 'https://pay.example/x',
    })
    return invoiceMail(document, {}).html
  }
  expect(htmlWith('#ffd400')).toMatch(/background:#ffd400;[^>]*><a [^>]*color:#000000/)
  expect(htmlWith('#0a5c36')).toMatch(/background:#0a5c36;[^>]*><a [^>]*color:#ffffff/)
  expect(htmlWith(null)).toMatch(/background:#1f5eff;/)
})

test('an email has a dark colour for each of its texts, lines and backgrounds', () => {
  const document = sampleDocument({ accountUrl: 'https://pay.example/a', memo: 'Thanks' })
  const { html } = invoiceMail(document, { message: 'Hello' })
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  const classOf = new Map([
    ['[^-]color:#16202e', 'ink'],
    ['[^-]color:#5a6779', 'soft'],
    ['border-bottom:1px solid #dde3ea', 'rule'],
    ['background:#f3f5f8', 'ground|note'],
    ['background:#ffffff', 'paper'],
  ])
  const tags = html.match(/<\w+ [^>]*style="[^"]*"[^>]*>/g) ?? []
  for (const [style, name] of classOf) {
    const painted = tags.filter((tag) => new RegExp(style).test(tag))
    expect(painted.length).toBeGreaterThan(0)
    for (const tag of painted) expect(tag).toMatch(new RegExp(`class="[^"]*\\b(${name})\\b`))
  }
})
