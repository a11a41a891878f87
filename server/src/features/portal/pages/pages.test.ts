import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY, TICKETS } from '../../../../test/support/deal.ts'
import type { Fields } from '../../../../test/support/given.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { getInvoiceDocument } from '../../delivery/documents/document.ts'
import { pagesOf } from '../../delivery/documents/test-support.ts'
import { browserOf } from '../../payments/test-support.ts'

const t = useTestApp({ now: () => new Date('2026-03-20T12:00:00Z') })

/** Creates a sent invoice with the path of its payment link. */
async function sentInvoice(strategies: Fields[] = [TICKETS]) {
  const deal = await givenDeal(t.api, {
    prices: strategies,
    customer: { name: 'Müller & Söhne' },
    subscription: SINCE_JANUARY,
  })
  await deal.use('ticket', 7, '2026-03-05')
  const draft = await deal.generate()
  const key = { organizationId: t.organization.id, id: String(draft.id) }
  const url = `/v1/invoices/${draft.id}`
  const send = () => t.api.post(`${url}/send`, {})
  const documentOf = () => getInvoiceDocument(t.dependencies.db, t.config, key)
  const answer = await send()
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const path = new URL((await documentOf()).payUrl ?? '').pathname
  const { get, submit } = browserOf(t)
  const opened = await get(path)
  const checkout = new URL(String(opened.headers.location)).pathname
  return { url, path, checkout, get, submit, number: String(draft.invoiceNumber) }
}

test('the checkout page shows the lines, and links to the invoice and its PDF', async () => {
  const fees = Array.from({ length: 7 }, (_, at) => ({
    name: `Fee ${at + 1}`,
    chargeType: 'recurring',
    rate: 10,
  }))
  const { path, checkout, get } = await sentInvoice([TICKETS, ...fees])
  const { body } = await get(checkout)
  for (const text of ['Tickets', '7 × $1.00', '$7.00', 'Fee 4', '3 more lines', 'Total due']) {
    expect(body).toContain(text)
  }
  expect(body).not.toContain('Fee 5')
  expect(body).toContain(`href="${path}/invoice"`)
  expect(body).toContain(`href="${path}/invoice.pdf"`)
})

test('the invoice page shows all lines and a payment button', async () => {
  const { path, get, number } = await sentInvoice()
  const { statusCode, headers, body } = await get(`${path}/invoice`)
  expect(statusCode).toBe(200)
  for (const text of [number, 'Müller &amp; Söhne', 'Tickets', 'Total due', 'Pay $7.00']) {
    expect(body).toContain(text)
  }
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).not.toContain('0.0175')
})

test('the PDF equals the one attached to the email', async () => {
  const { path, get, number } = await sentInvoice()
  const { headers, rawPayload } = await get(`${path}/invoice.pdf`)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
  })
  expect((await pagesOf(rawPayload)).join(' ')).toContain(number)
})

test('link and API return identical PDF bytes, which change once it is paid', async () => {
  const { url, path, checkout, get, submit } = await sentInvoice()
  const bytesOf = async (at: string) => (await get(at)).rawPayload.toString('base64')
  const ofApi = async () => {
    const headers = { 'x-api-key': t.organization.secretKey }
    return (await t.app.inject({ url: `${url}/pdf`, headers })).rawPayload.toString('base64')
  }
  const issued = await bytesOf(`${path}/invoice.pdf`)
  expect(await ofApi()).toBe(issued)
  expect((await submit(checkout)).statusCode).toBe(303)
  expect(await ofApi()).not.toBe(issued)
})

test('the PDF of one link is sent twenty times a minute; other links are not affected', async () => {
  const [{ path, get }, other] = [await sentInvoice(), await sentInvoice()]
  const answers = await Promise.all(Array.from({ length: 25 }, () => get(`${path}/invoice.pdf`)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  expect(refused).toHaveLength(5)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await other.get(`${other.path}/invoice.pdf`)).statusCode).toBe(200)
  expect((await get(`${path}/invoice`)).statusCode).toBe(200)
})

test('after the payment both pages show a receipt', async () => {
  const { path, checkout, get, submit } = await sentInvoice()
  expect((await submit(checkout)).statusCode).toBe(303)
  for (const page of [path, checkout]) {
    const { body } = await get(page)
    expect(body).toContain('is paid')
    expect(body).toContain('Paid 20 Mar 2026 by card')
    expect(body).toContain('Download receipt (PDF)')
  }
  const pdf = (await pagesOf((await get(`${path}/invoice.pdf`)).rawPayload)).join(' ')
  expect(pdf).toContain('by card')
})

test('a void invoice can be read but not paid', async () => {
  const { url, path, get } = await sentInvoice()
  expect((await t.api.post(`${url}/void`, {})).status).toBe(200)
  expect((await get(path)).body).toContain('View invoice')
  const { body } = await get(`${path}/invoice`)
  expect(body).toContain('Void')
  expect(body).not.toContain('class="button"')
})

test('an unknown token has no invoice', async () => {
  const { get } = browserOf(t)
  for (const path of ['/pay/nothing/invoice', '/pay/nothing/invoice.pdf']) {
    expect((await get(path)).statusCode).toBe(404)
  }
})
