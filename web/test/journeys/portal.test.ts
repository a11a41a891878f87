import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { givenPortalLink } from '../../../server/test/support/portal.ts'
import { atHome } from '../support/at-home.ts'
import { givenOrganization } from '../support/people.ts'
import { givenAccount, openPortal } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser, type WindowOptions } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
let account: Awaited<ReturnType<typeof givenAccount>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  account = await givenAccount(given.api)
})

const linkOf = (fields: object = {}) => givenPortalLink(given.api, account.customerId, fields)
const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

async function open(path = '/portal', options: WindowOptions = {}) {
  const page = await newPage(options)
  const session = await openPortal(page, given.api, { customerId: account.customerId, path })
  return { page, ...session }
}

test('a link opens the account once, and shows instructions the second time', async () => {
  const { url } = await linkOf({ returnUrl: 'https://app.example.com/billing' })
  // Mail scanners send HEAD requests, and browsers prefetch.
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(204)
  expect((await fetch(url, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(204)
  const first = await newPage()
  await first.goto(url)
  await title(first, 'Home')
  expect(first.url()).toBe(`${site.origin}/portal`)
  expect(await first.title()).toContain('Acme Robotics')
  await first.getByText('Account of Northwind').waitFor()
  const back = first.getByRole('link', { name: 'Back to app.example.com' })
  expect(await back.getAttribute('href')).toBe('https://app.example.com/billing')

  // The same browser is still signed in.
  await first.goto(url)
  await title(first, 'This link has already been used')
  await first.getByRole('link', { name: 'Back to app.example.com' }).waitFor()
  await first.getByRole('link', { name: 'Continue' }).click()
  await title(first, 'Home')

  const second = await newPage()
  await second.goto(url)
  await title(second, 'This link has already been used')
  await second.getByText('Ask Acme Robotics for a new link').waitFor()
  await settled(second)
  expect(await second.getByRole('link', { name: 'Continue' }).count()).toBe(0)
  await second.goto('/portal')
  await title(second, 'You need a link to see your account')
})

test('an expired, a revoked and an unknown link each say so', async () => {
  const [expired, revoked] = [await linkOf(), await linkOf()]
  await end(expired.id)
  await given.api.delete(`/v1/portal-sessions/${revoked.id}`)
  const page = await newPage()
  await page.goto(expired.url)
  await title(page, 'This link has expired')
  await page.goto(revoked.url)
  await title(page, 'This link has been revoked')
  await page.goto(`${site.origin}/r/nonsense`)
  await title(page, 'This link is not valid')
  await page.goto('/portal/link?state=nonsense')
  await title(page, 'You need a link to see your account')
})

/** Expires a portal session. */
async function end(id: string) {
  const { customerId } = account
  await site.dependencies.db
    .updateTable('portalSessions')
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .execute()
}

test('the amount due leads to the invoice, its tiers and its PDF', async () => {
  const { page } = await open('/portal', { viewport: PHONE })
  await page.getByText('$106.00').first().waitFor()
  await page.getByRole('link', { name: `View invoice ${account.invoice.invoiceNumber}` }).click()
  await title(page, account.invoice.invoiceNumber)
  await page.getByText(/^Due /).first().waitFor()
  await page.getByRole('button', { name: 'Tickets' }).click()
  const tiers = page.getByRole('table', { name: 'How Tickets is priced' })
  expect(await tiers.textContent()).toContain('Above 1,000200$0.01$2.00')
  const steps = page.getByRole('table', { name: 'How Tickets is computed' })
  await steps.getByText('Units above 1,000: 200 units × $0.01 = $2.00').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/INV-.*\.pdf$/)
  const pdf = await buffer(await download.createReadStream())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a line shows the days of its usage, and a year is downloaded as one archive', async () => {
  const { page } = await open(`/portal/invoices/${account.invoice.id}`)
  await page.getByText('First 100 at $0.10, next 900 at $0.05, next 200 at $0.01').waitFor()
  await page.getByRole('button', { name: 'Tickets' }).click()
  const days = page.getByRole('figure', { name: 'Usage of Tickets by day' })
  await days.getByRole('button', { name: 'Show as table' }).click()
  await days.getByRole('row', { name: '10 Mar 2026 1,200' }).waitFor()
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download invoices of \d{4}$/ }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^invoices-\d{4}\.zip$/)
  const files = unzipSync(await buffer(await download.createReadStream()))
  expect(Object.keys(files)).toEqual([`Invoice-${account.invoice.invoiceNumber}.pdf`])
})

test('usage is shown by signal and day, and its filters are in the URL', async () => {
  const { page } = await open('/portal/usage')
  const row = page
    .getByRole('region', { name: 'Usage', exact: true })
    .getByRole('row', { name: /ticket/ })
  expect(await row.textContent()).toContain('250$17.50')
  await page.getByLabel('Period', { exact: true }).selectOption('Custom dates')
  await page.getByLabel('From').fill('2026-03-01')
  await page.getByLabel('To').fill('2026-03-31')
  await page.getByRole('heading', { name: /^1.+31 Mar 2026$/ }).waitFor()
  await row.getByText('1,200').waitFor()
  const address = page.url()
  await page.reload()
  await row.getByText('1,200').waitFor()
  await page.goto(`${address}&period=nonsense&subscription=nonsense`)
  await row.getByText('250').waitFor()
})

test('subscriptions show their prices in words', async () => {
  const { page } = await open('/portal/subscriptions')
  const card = page.getByRole('region', { name: 'Northwind plan' })
  await card.getByText('Since').waitFor()
  await card.getByText('$49.00 every month').waitFor()
  await card.getByText('First 100 at $0.10 each, then $0.05 each, above 1,000 $0.01').waitFor()
})

test('an invoice of another customer looks like one that does not exist', async () => {
  const other = await givenAccount(given.api, 'Initech')
  const { page } = await open(`/portal/invoices/${other.invoice.id}`)
  await title(page, 'Invoice not found')
  await page.getByRole('link', { name: 'All invoices' }).click()
  await page.getByRole('link', { name: account.invoice.invoiceNumber }).waitFor()
  expect(await page.getByRole('link', { name: /^INV-/ }).count()).toBe(1)
})

test('a revoked session ends with the next request, and a new link continues in the same tab', async () => {
  const { page, sessionId } = await open('/portal/invoices')
  await given.api.delete(`/v1/portal-sessions/${sessionId}`)
  await page.getByRole('link', { name: 'Usage' }).click()
  await title(page, 'Your access has been revoked')
  await page.getByText('Ask Acme Robotics for a new link').waitFor()
  const { url } = await linkOf()
  const fresh = await page.context().newPage()
  await fresh.goto(url)
  await title(fresh, 'Home')
  await page.bringToFront()
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await title(page, 'Usage')
})

/** Shortens the session in the service's response to `left` milliseconds. */
async function leave(page: Page, left: number) {
  await page.route('**/v1/portal/session', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const session = await response.json()
    const expiresAt = new Date(Date.parse(session.now) + left).toISOString()
    return route.fulfill({ response, json: { ...session, expiresAt } })
  })
}

test('a notice appears five minutes before the session expires, and a page afterwards', async () => {
  const page = await newPage()
  await leave(page, 240_000)
  await openPortal(page, given.api, { customerId: account.customerId })
  await page.getByRole('status').getByText('Your session expires at').waitFor()

  const late = await newPage()
  await leave(late, 1_500)
  await openPortal(late, given.api, { customerId: account.customerId })
  await title(late, 'Your session has expired')
  expect(await late.locator('[aria-busy="true"]').count()).toBe(0)
})

test('signing out ends the session in the browser and in the service', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await title(page, 'You are signed out')
  expect((await page.request.get('/v1/portal/session')).status()).toBe(401)
})

test('an operator who opens a link sees the portal, and stays signed in to the dashboard', async () => {
  const page = await newPage({ cookie: given.owner.cookie })
  await page.goto(`/o/${given.organization.slug}/home`)
  await atHome(page, 'Acme Robotics')
  await openPortal(page, given.api, { customerId: account.customerId })
  await page.getByText('Account of Northwind').waitFor()
  await page.goto(`/o/${given.organization.slug}/home`)
  await atHome(page, 'Acme Robotics')
  // Neither cookie grants access to the other application.
  expect((await page.request.get('/v1/portal/session')).status()).toBe(200)
  const customer = await newPage()
  await openPortal(customer, given.api, { customerId: account.customerId })
  expect((await customer.request.get('/v1/session')).status()).toBe(401)
})

const PAGES = ['', '/usage', '/invoices', '/subscriptions', '/profile'].map(
  (page) => `/portal${page}`,
)
const FORBIDDEN = /cost|margin|metadata|catalog|externalId|eventCount|apiKey|member/i

test('no answer that a browser sees names a cost, a margin or anything internal', async () => {
  const page = await newPage()
  const bodies: string[] = []
  await page.route('**/v1/**', async (route) => {
    const response = await route.fetch()
    bodies.push(await response.text())
    await route.fulfill({ response })
  })
  await openPortal(page, given.api, { customerId: account.customerId })
  for (const path of [...PAGES, `/portal/invoices/${account.invoice.id}`]) {
    await page.goto(path)
    await settled(page)
    expect(await page.locator('body').innerText()).not.toMatch(/\b(cost|margin)\b/i)
  }
  expect(bodies.length).toBeGreaterThan(PAGES.length)
  for (const body of bodies) expect(body).not.toMatch(FORBIDDEN)
})

test('everything is reachable by keyboard, and the page marks the current position', async () => {
  const { page } = await open()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('link', { name: 'Skip to the content' }).focus()
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).toBe('#content')
  await page.getByRole('link', { name: 'Invoices', exact: true }).focus()
  await page.keyboard.press('Enter')
  await title(page, 'Invoices')
  const focused = page.getByRole('heading', { level: 1, name: 'Invoices' })
  await expect.poll(() => focused.evaluate((one) => one === document.activeElement)).toBe(true)
  const current = page.getByRole('navigation', { name: 'Account' }).locator('[aria-current="page"]')
  expect(await current.allTextContents()).toEqual(['Invoices'])
})

test('a customer sees the work behind a line with its evidence, also on a phone', async () => {
  const { use, generate } = account
  await use('ticket', 2, '2026-04-10T12:00:00Z', {
    evidenceUrl: 'https://desk.example/tickets/2',
    evidence: 'Closed by the user',
  })
  const window = { billingPeriodStart: '2026-04-01', billingPeriodEnd: '2026-05-01' }
  const april = await sendInvoice(given.api, await generate(window))
  const { page } = await open(`/portal/invoices/${april.id}`, { viewport: PHONE })
  await page.getByRole('button', { name: 'Tickets' }).click()
  await page.getByRole('button', { name: 'Work behind this line' }).click()
  const work = page.getByRole('region', { name: /^Work behind/ })
  await work.getByRole('link', { name: 'Evidence at desk.example' }).waitFor()
  await work.getByText('Closed by the user').waitFor()
})
