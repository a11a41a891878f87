import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Api, must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal, tiered } from '../../../server/test/support/deal.ts'
import { type Invoice, sendInvoice } from '../../../server/test/support/invoice.ts'
import { followLink, givenPortal, givenPortalLink } from '../../../server/test/support/portal.ts'
import { settled } from './settled.ts'
import type { Site } from './use-site.ts'

/** Creates a customer with earlier usage, an open invoice with tiers, and usage today. */
export async function givenAccount(api: Api, name = 'Northwind') {
  const deal = await givenDeal(api, {
    customer: { name },
    agent: { name: `${name} agent` },
    plan: { name: `${name} plan` },
    prices: [
      { ...FEE, name: 'Platform' },
      { ...tiered('ticket', 'graduated'), name: 'Tickets' },
    ],
  })
  await deal.use('ticket', 1200, '2026-03-10T12:00:00Z')
  await deal.use('ticket', 250, new Date().toISOString())
  const draft = await deal.generate({
    billingPeriodStart: '2026-03-01',
    billingPeriodEnd: '2026-04-01',
  })
  const invoice: Invoice = await sendInvoice(api, draft)
  return { ...deal, name, invoice }
}

/** Opens a page of the portal as a customer who has just followed a link. */
export async function openPortal(
  page: Page,
  api: Api,
  { customerId, path = '/portal', ...fields }: { customerId: string; path?: string } & object,
): Promise<{ sessionId: string }> {
  const { url, id } = await givenPortalLink(api, customerId, fields)
  await page.goto(new URL(url).pathname)
  expect(new URL(page.url()).pathname).toBe('/portal')
  if (path !== '/portal') await page.goto(path)
  await settled(page)
  return { sessionId: id }
}

const CARD = { number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'Ada Byron' }

/** Returns the path of the page where a customer saves a card. */
export async function givenSetup(site: Site, api: Api, customerId: string): Promise<string> {
  const portal = await givenPortal(site, api, customerId)
  const { url } = await must(portal.post('/v1/portal/payment-methods/setup'))
  return new URL(url).pathname
}

/** Saves a card on that page; returns the path of the page. */
export async function saveCard(site: Site, api: Api, customerId: string): Promise<string> {
  const url = await givenSetup(site, api, customerId)
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(CARD).toString(),
  })
  expect(statusCode).toBe(303)
  return url
}

/** Returns the cookie of a customer who has just followed a link. */
export async function portalCookieOf(site: Site, api: Api, customerId: string): Promise<string> {
  const { token } = await givenPortalLink(api, customerId)
  const { cookie } = await followLink(site, token)
  return cookie ?? ''
}
