import { describe, expect, test } from 'vitest'
import {
  booksOf,
  expectBooksToBalance,
  TYPED_CARD,
} from '../../src/features/payments/test-support.ts'
import { createTestApp } from '../support/app.ts'
import { type GivenInvoice, givenInvoice } from '../support/given-invoice.ts'
import type { Browser } from '../support/people.ts'
import { givenPortal } from '../support/portal.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectBooksToBalance })
const books = booksOf(t)

type Visit = { invoice: GivenInvoice; portal: Browser }

async function givenVisit(fields: Parameters<typeof givenInvoice>[1] = {}): Promise<Visit> {
  const invoice = await givenInvoice(t, fields)
  return { invoice, portal: await givenPortal(t, t.api, invoice.customerId) }
}

const submit = (url: string, fields: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: new URL(url, 'http://any').pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...TYPED_CARD, ...fields }).toString(),
  })

async function saveCard({ portal }: Visit, number = TYPED_CARD.number) {
  const { status, body } = await portal.post('/v1/portal/payment-methods/setup')
  expect(status).toBe(200)
  return submit(body.url, { number })
}

const pay = ({ portal, invoice }: Visit, method: 'saved' | 'checkout') =>
  portal.post(`/v1/portal/invoices/${invoice.id}/pay`, { method })

const methods = async ({ portal }: Visit) => (await portal.get('/v1/portal/payment-methods')).body

describe('a card of the customer', () => {
  test('is saved on the test page, shown, replaced and removed', async () => {
    const visit = await givenVisit()
    expect(await methods(visit)).toEqual([])
    const answer = await saveCard(visit)
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/portal/profile?from=setup',
    ])
    expect(await methods(visit)).toEqual([{ brand: 'visa', last4: '4242' }])
    await saveCard(visit, '5555555555554444')
    expect(await methods(visit)).toEqual([{ brand: 'mastercard', last4: '4444' }])
    expect((await visit.portal.delete('/v1/portal/payment-methods')).status).toBe(204)
    expect(await methods(visit)).toEqual([])
  })

  test('that is declined is not saved, and the page says so', async () => {
    const visit = await givenVisit()
    const { body } = await visit.portal.post('/v1/portal/payment-methods/setup')
    const refused = await submit(body.url, { number: '4000000000000002' })
    const { pathname } = new URL(body.url)
    expect([refused.statusCode, refused.headers.location]).toEqual([303, pathname])
    const [cookie = ''] = String(refused.headers['set-cookie']).split(';')
    const page = await t.app.inject({ url: pathname, headers: { cookie } })
    expect(page.body).toContain('The card was declined')
    expect(page.body).toContain('Test mode: no real money')
    expect(await methods(visit)).toEqual([])
  })

  test('is saved also when the visit has ended before the page is sent', async () => {
    const visit = await givenVisit()
    const { body } = await visit.portal.post('/v1/portal/payment-methods/setup')
    await visit.portal.delete('/v1/portal/session')
    expect((await submit(body.url)).statusCode).toBe(303)
    const again = { ...visit, portal: await givenPortal(t, t.api, visit.invoice.customerId) }
    expect(await methods(again)).toHaveLength(1)
    const { body: page } = await t.app.inject(new URL(body.url).pathname)
    expect(page).toContain('Your card is saved')
  })

  test('is not touched by a page of another site', async () => {
    const visit = await givenVisit()
    const { body } = await visit.portal.post('/v1/portal/payment-methods/setup')
    const answer = await t.app.inject({
      method: 'POST',
      url: new URL(body.url).pathname,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
      },
      payload: new URLSearchParams(TYPED_CARD).toString(),
    })
    expect(answer.statusCode).toBe(403)
    expect(await methods(visit)).toEqual([])
    expect((await t.app.inject('/save-card/unknown')).statusCode).toBe(404)
  })
})

describe('an invoice', () => {
  test('is paid with the saved card, and a second time says only that it is', async () => {
    const visit = await givenVisit()
    await saveCard(visit)
    expect((await pay(visit, 'saved')).body).toEqual({ status: 'paid', url: null, reason: null })
    expect((await pay(visit, 'saved')).body).toMatchObject({ status: 'paid' })
    expect((await pay(visit, 'checkout')).body).toMatchObject({ status: 'paid' })
    expect(await books.payments(visit.invoice)).toHaveLength(1)
  })

  test('says why a saved card was declined', async () => {
    const visit = await givenVisit()
    await saveCard(visit, '4000000000000341')
    expect((await pay(visit, 'saved')).body).toEqual({
      status: 'declined',
      url: null,
      reason: 'The card was declined.',
    })
    expect(await books.invoice(visit.invoice)).toMatchObject({ status: 'issued' })
  })

  test('without a saved card is paid on the page, which leads back to the portal', async () => {
    const visit = await givenVisit()
    expect(await pay(visit, 'saved')).toMatchObject({
      status: 409,
      body: { code: 'no_payment_method' },
    })
    const { body } = await pay(visit, 'checkout')
    expect(body).toMatchObject({ status: 'redirect', url: expect.any(String) })
    const answer = await submit(body.url)
    expect(answer.headers.location).toBe(`/portal/invoices/${visit.invoice.id}?from=checkout`)
    expect(await books.invoice(visit.invoice)).toMatchObject({ status: 'paid' })
    expect(await methods(visit)).toHaveLength(1)
  })

  test.each(['draft', 'pending'])('that is %s is not found', async (status) => {
    const visit = await givenVisit({ status })
    expect((await pay(visit, 'checkout')).status).toBe(404)
  })

  test('of another customer is not found, and a void one cannot be paid', async () => {
    const [mine, other] = [await givenVisit(), await givenVisit()]
    await saveCard(mine)
    for (const method of ['saved', 'checkout'] as const) {
      expect((await pay({ ...mine, invoice: other.invoice }, method)).status).toBe(404)
    }
    expect(await books.payments(other.invoice)).toEqual([])
    await books.setStatus(mine.invoice, 'void')
    expect(await pay(mine, 'saved')).toMatchObject({
      status: 409,
      body: { code: 'invoice_not_payable' },
    })
  })

  test('is not paid online if online payment is not configured', async () => {
    const live = await createTestApp({ config: { environment: 'live' } })
    try {
      const invoice = await givenInvoice(live)
      const portal = await givenPortal(live, live.api, invoice.customerId)
      const answer = await portal.post(`/v1/portal/invoices/${invoice.id}/pay`, {
        method: 'checkout',
      })
      expect(answer.status).toBe(409)
      expect((await portal.post('/v1/portal/payment-methods/setup')).status).toBe(409)
    } finally {
      await live.close()
    }
  })
})

describe('two tabs that pay at once', () => {
  const paidOnce = async ({ invoice }: Visit) => {
    const payments = await books.payments(invoice)
    expect(
      payments.filter(({ status }: { status: string }) => status === 'succeeded'),
    ).toHaveLength(1)
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid' })
  }

  test('with the saved card pay once', async () => {
    const visit = await givenVisit()
    await saveCard(visit)
    const tabs = [visit.portal, await givenPortal(t, t.api, visit.invoice.customerId)]
    const answers = await Promise.all(tabs.map((portal) => pay({ ...visit, portal }, 'saved')))
    for (const { body } of answers) expect(['paid', 'pending']).toContain(body.status)
    await paidOnce(visit)
    expect(await books.payments(visit.invoice)).toHaveLength(1)
  })

  test('one with the saved card and one on the page pay once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const visit = await givenVisit()
      await saveCard(visit)
      const { body: page } = await pay(visit, 'checkout')
      await Promise.all([pay(visit, 'saved'), submit(page.url)])
      await paidOnce(visit)
      // Any excess payment was refunded in full.
      expect(await books.invoice(visit.invoice)).toMatchObject({ paid: '100', refunded: '0' })
    }
  })

  test('on the page get one page', async () => {
    const visit = await givenVisit()
    const answers = await Promise.all([pay(visit, 'checkout'), pay(visit, 'checkout')])
    const [first, other] = answers.map(({ body }) => String(body.url))
    expect(first).toBe(other)
    await Promise.all([submit(first ?? ''), submit(first ?? '')])
    await paidOnce(visit)
    expect(await books.payments(visit.invoice)).toHaveLength(1)
  })

  test('the page of the mail closes when one is opened in the portal, and vice versa', async () => {
    const visit = await givenVisit()
    const open = async () => {
      const { headers } = await t.app.inject(`/pay/${visit.invoice.token}`)
      return String(headers.location)
    }
    const fromMail = await open()
    const { body } = await pay(visit, 'checkout')
    expect(body.url).not.toBe(fromMail)
    await submit(fromMail)
    expect(await books.payments(visit.invoice)).toEqual([])
    await open()
    await submit(body.url)
    expect(await books.payments(visit.invoice)).toEqual([])
    expect((await t.app.inject(new URL(body.url).pathname)).body).toContain(
      `/portal/invoices/${visit.invoice.id}?from=left`,
    )
  })
})
