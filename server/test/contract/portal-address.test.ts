import { expect, test } from 'vitest'
import { returnUrls } from '../../src/features/payments/checkout/open-checkout.ts'
import { newId } from '../../src/platform/id.ts'
import { givenCustomer } from '../support/given.ts'
import { createBrowser } from '../support/people.ts'
import { followLink, givenPortalLink } from '../support/portal.ts'
import { useTestApp } from '../support/use-app.ts'

const PORTAL = 'https://account.example.com'
const t = useTestApp({ config: { publicUrl: 'http://billing.internal', portalUrl: PORTAL } })

test('the portal may have an address of its own: links, cookies and what its pages send go by that', async () => {
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

test('who pays from the portal comes back to it there, and who pays by the mail’s link to that', () => {
  const session = { customerId: newId(), invoiceId: newId() }
  const urlsFrom = (openedFrom: 'portal' | 'link') =>
    Object.values(returnUrls(t.config, { ...session, openedFrom }))
  for (const url of urlsFrom('portal')) {
    expect(url).toContain(`${PORTAL}/portal/invoices/${session.invoiceId}?`)
  }
  for (const url of urlsFrom('link')) expect(url).toContain(`${t.config.publicUrl}/pay/`)
})
