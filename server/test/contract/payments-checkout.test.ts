import { beforeEach, describe, expect, test } from 'vitest'
import { browse, must } from '../support/app.ts'
import { givenDeal, givenIssuedInvoice } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  INVOICES,
  type Invoice,
  payInvoice,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { mailsOf } from '../support/mails.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'

let invoice: Invoice

const t = useTestApp({ now: () => new Date('2026-04-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  invoice = await givenIssuedInvoice(api, 100)
})

const GOOD = '4242 4242 4242 4242'
const DECLINED = '4000000000000002'

/** Returns the text of the invoice mail in the captured mailbox. */
async function mailText({ id } = invoice): Promise<string> {
  const [mail] = await mailsOf(api, id)
  const { status, body } = await api.get(`/v1/emails/${mail?.id}`)
  expect(status).toBe(200)
  return body.html
}

const pathOf = (link: string) => link.replace(/^https?:\/\/[^/]+/, '')

async function payLink(of = invoice): Promise<string> {
  const [link] = /\/pay\/[\w.~-]+/.exec(await mailText(of)) ?? []
  expect(link, 'the mail has a pay link').toBeDefined()
  return link ?? ''
}

/** Follows the payment link as a browser does, up to the card form. */
async function openCheckout(of = invoice) {
  const redirect = await browse(t, await payLink(of))
  expect([302, 303, 307]).toContain(redirect.statusCode)
  const url = pathOf(String(redirect.headers.location))
  expect(url).toMatch(/^\/checkout\/.+/)
  const page = await browse(t, url)
  expect(page.statusCode).toBe(200)
  expect(String(page.headers['content-type'])).toContain('text/html')
  return { url, html: page.body }
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}=["']?([^"'\\s>]*)`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&')

/** Returns the value for a field of that name. */
function typed(name: string, card: string): string {
  if (/exp/i.test(name)) return '12 / 34'
  if (/cvc|cvv|security|code/i.test(name)) return '123'
  if (/holder|name/i.test(name)) return 'Ada Lovelace'
  if (/number|card|pan/i.test(name)) return card
  if (/mail/i.test(name)) return 'ada@example.com'
  return '10001'
}

/** Fills in the page's form and submits it. */
async function submit({ url, html }: { url: string; html: string }, card: string) {
  const form = /<form[^>]*method=["']?post[\s\S]*?<\/form>/i.exec(html)?.[0] ?? ''
  expect(form, 'the page has a form that posts').not.toBe('')
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<(?:input|button)[^>]*>/gi)) {
    const name = attribute(tag, 'name')
    if (!name) continue
    const isFixed = /type=["']?(hidden|submit)/i.test(tag) || /^<button/i.test(tag)
    fields.set(name, isFixed ? (attribute(tag, 'value') ?? '') : typed(name, card))
  }
  const action = attribute(/<form[^>]*>/i.exec(form)?.[0] ?? '', 'action')
  return t.app.inject({
    method: 'POST',
    url: action ? pathOf(new URL(action, `http://localhost${url}`).href) : url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: fields.toString(),
  })
}

const read = (of = invoice) => readInvoice(api, of.id)
const untilPaid = (of = invoice) =>
  eventually(async () => expect((await read(of)).status).toBe('paid'))

describe('the mail of an invoice', () => {
  test('has a pay link, the number and the amount, and neither cost nor margin', async () => {
    const text = await mailText()
    expect(await payLink()).toMatch(/^\/pay\/.{16,}/)
    expect(text).toContain(invoice.invoiceNumber)
    expect(text).toContain('100.00')
    expect(text).not.toMatch(/margin[^-:]*(%|\d\.\d)|total cost/i)
  })

  test('has the message above the details, and shows it as plain text', async () => {
    const draft = await (
      await givenDeal(api, { prices: [{ chargeType: 'recurring', rate: 5 }] })
    ).generate()
    await sendInvoice(api, draft, { message: 'Thanks <script>alert(1)</script> & regards' })
    const text = await mailText(draft)
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain('<script>alert')
  })
})

describe('the pay link', () => {
  test('leads to a checkout page, marked as a test, with the amount of the invoice', async () => {
    const { html } = await openCheckout()
    expect(html).toContain('100.00')
    expect(html).toContain(invoice.invoiceNumber)
    expect(html).toMatch(/test/i)
    expect(html).toContain('viewport')
  })

  test('that does not exist answers 404', async () => {
    expect((await browse(t, '/pay/nonsense')).statusCode).toBe(404)
    expect((await browse(t, '/checkout/nonsense')).statusCode).toBe(404)
    const forged = `${(await payLink()).slice(0, -4)}AAAA`
    expect((await browse(t, forged)).statusCode).toBe(404)
  })

  test('pays nothing by being opened', async () => {
    const before = await read()
    for (const _ of times(3, () => 0)) await openCheckout()
    const link = await payLink()
    await t.app.inject({ method: 'HEAD', url: link })
    expect(await read()).toEqual(before)
  })
})

describe('the sandbox checkout', () => {
  test('pays the invoice with the card that succeeds', async () => {
    const answer = await submit(await openCheckout(), GOOD)
    expect(answer.statusCode).toBeLessThan(400)
    await untilPaid()
    const paid = await read()
    expect([Number(paid.amountPaid), Number(paid.amountDue)]).toEqual([100, 0])
    expect(paid.payments).toHaveLength(1)
    expect(paid.payments[0]).toMatchObject({ method: 'card' })
  })

  test('takes no money from a declined card, and the next try succeeds', async () => {
    const declined = await submit(await openCheckout(), DECLINED)
    expect(declined.statusCode).toBeLessThan(500)
    const after = await read()
    expect([after.status, Number(after.amountPaid)]).toEqual(['issued', 0])
    await submit(await openCheckout(), GOOD)
    await untilPaid()
    expect(Number((await read()).amountPaid)).toBe(100)
  })

  test.each(['4242424242424241', '1234', '', 'not a card'])(
    'refuses the number %j',
    async (card) => {
      expect((await submit(await openCheckout(), card)).statusCode).toBeLessThan(500)
      expect((await read()).status).toBe('issued')
    },
  )

  test('charges the remaining amount due', async () => {
    await payInvoice(api, invoice, 40)
    const page = await openCheckout()
    expect(page.html).toContain('60.00')
    await submit(page, GOOD)
    await untilPaid()
    const { payments } = await read()
    expect(payments.map(({ amount }) => Number(amount)).sort()).toEqual([40, 60])
  })

  test('pays once when submitted twice, or many times concurrently', async () => {
    const page = await openCheckout()
    await Promise.all(times(5, () => submit(page, GOOD)))
    await submit(page, GOOD)
    await untilPaid()
    const paid = await read()
    expect([paid.payments.length, Number(paid.amountPaid)]).toEqual([1, 100])
  })

  test('opened twice and paid in both pays once', async () => {
    const pages = [await openCheckout(), await openCheckout()]
    await Promise.all(pages.map((page) => submit(page, GOOD)))
    await untilPaid()
    expect(Number((await read()).amountPaid)).toBe(100)
  })

  test.each(['paid', 'void'])('takes no money for an invoice that is %s', async (status) => {
    const page = await openCheckout()
    const link = await payLink()
    if (status === 'void') await voidInvoice(api, invoice)
    else await payInvoice(api, invoice, 100)
    const before = await read()
    expect(before.status).toBe(status)
    expect((await submit(page, GOOD)).statusCode).toBeLessThan(500)
    expect((await browse(t, link)).statusCode).toBeLessThan(500)
    expect(await read()).toEqual(before)
  })

  test('whose amount was paid in part concurrently never takes more than is due', async () => {
    const page = await openCheckout()
    await payInvoice(api, invoice, 40)
    await submit(page, GOOD)
    expect(Number((await read()).amountPaid)).toBeLessThanOrEqual(100)
  })

  test('can be refunded through the API', async () => {
    await submit(await openCheckout(), GOOD)
    await untilPaid()
    const [payment] = (await read()).payments
    await must(api.post(`${INVOICES}/${invoice.id}/payments/${payment?.id}/refund`, {}))
    await eventually(async () => expect((await read()).status).toBe('refunded'))
  })
})
