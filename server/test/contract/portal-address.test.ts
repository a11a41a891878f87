import { expect, test } from 'vitest'
import { returnUrls } from '../../src/features/payments/checkout/open-checkout.ts'
import { browserOf } from '../../src/features/payments/test-support.ts'
import { newId } from '../../src/platform/id.ts'
import { givenCustomer } from '../support/given.ts'
import { givenInvoice } from '../support/given-invoice.ts'
import { createBrowser } from '../support/people.ts'
import { followLink, givenPortal, givenPortalLink } from '../support/portal.ts'
import { useTestApp } from '../support/use-app.ts'

const PORTAL = 'https://account.example.com'
const t = useTestApp({ config: { publicUrl: 'http://billing.internal', portalUrl: PORTAL } })

test('the portal may have a separate address, which links, cookies and pages use', async () => {
  const { id } = await givenCustomer(t.api)
  const { url, token } = await givenPortalLink(t.api, id)
  expect(url).toBe(`${PORTAL}/r/${token}`)
  const { cookie = '', setCookie } = await followLink(t, token)
  expect(setCookie).toMatch(/^__Secure-piecework_portal=.*; Secure$/)
  const leaveFrom = (origin: string) =>
    createBrowser(t, { cookie, origin }).delete('/v1/portal/session')
  const { status, body } = await leaveFrom('http://billing.internal')
  expect([status, body.code]).toEqual([403, 'wrong_origin'])
  expect(body.message).toContain('PORTAL_URL')
  expect((await leaveFrom(PORTAL)).status).toBe(204)
})

test('the test pages lead back to the portal’s own address, and their forms may', async () => {
  const invoice = await givenInvoice(t)
  const portal = await givenPortal(t, t.api, invoice.customerId)
  const submitted = async (path: string, body = {}) => {
    const { status, body: opened } = await createBrowser(t, {
      cookie: portal.cookie(),
      origin: PORTAL,
    }).post(path, body)
    expect(status, JSON.stringify(opened)).toBe(200)
    const { pathname } = new URL(opened.url)
    const page = await t.app.inject(pathname)
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${PORTAL};`)
    const answer = await browserOf(t).submit(pathname)
    return { location: answer.headers.location, over: (await t.app.inject(pathname)).body }
  }
  const saved = await submitted('/v1/portal/payment-methods/setup')
  expect(saved.location).toBe(`${PORTAL}/portal/profile?from=setup`)
  expect(saved.over).toContain(`href="${PORTAL}/portal/profile"`)
  const pay = `/v1/portal/invoices/${invoice.id}/pay`
  const paid = await submitted(pay, { method: 'checkout' })
  expect(paid.location).toBe(`${PORTAL}/portal/invoices/${invoice.id}?from=checkout`)
  expect(paid.over).toContain(`href="${PORTAL}/portal/invoices/${invoice.id}?from=checkout"`)
})

test('paying from the portal returns there, and paying by the mailed link to its address', () => {
  const session = { customerId: newId(), invoiceId: newId() }
  const urlsFrom = (openedFrom: 'portal' | 'link') =>
    Object.values(returnUrls(t.config, { ...session, openedFrom }))
  for (const url of urlsFrom('portal')) {
    expect(url).toContain(`${PORTAL}/portal/invoices/${session.invoiceId}?`)
  }
  for (const url of urlsFrom('link')) expect(url).toContain(`${t.config.publicUrl}/pay/`)
})
