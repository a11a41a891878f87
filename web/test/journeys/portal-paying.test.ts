import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { readInvoice } from '../../../server/test/support/invoice.ts'
import { givenPortalLink } from '../../../server/test/support/portal.ts'
import { givenOrganization } from '../support/people.ts'
import { givenAccount, openPortal, portalCookieOf } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
let account: Awaited<ReturnType<typeof givenAccount>>
let cookie: string
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  account = await givenAccount(given.api)
  cookie = await portalCookieOf(site, given.api, account.customerId)
})

async function open(path: string, viewport = PHONE) {
  const page = await newPage({ viewport, cookie })
  await page.goto(path)
  await settled(page)
  return page
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

async function typeCard(page: Page, number: string, done: RegExp) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12/40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Ada Byron')
  await page.getByRole('button', { name: done }).click()
}

/** Saves a card through the portal. */
async function saveCard(page: Page) {
  await page.goto('/portal/profile')
  await button(page, 'Add a card').click()
  await typeCard(page, '4242424242424242', /card/i)
  await page.getByText('Visa ending in 4242').waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal/profile')
}

const paymentsOf = async () => {
  const { payments } = await readInvoice(given.api, account.invoice.id)
  return payments.filter(({ status }) => status === 'succeeded')
}

test('on a phone a payment is declined, made with another card, and confirmed', async () => {
  const page = await open('/portal')
  await button(page, 'Pay $106.00').click()
  await typeCard(page, '4000000000000002', /^Pay /)
  await page
    .getByText(/declined/i)
    .first()
    .waitFor()
  await typeCard(page, '4242424242424242', /^Pay /)
  await page.getByRole('status').getByText('Thank you. We have received $106.00.').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/portal/invoices/${account.invoice.id}`)
  await button(page, 'Download receipt').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await paymentsOf()).toHaveLength(1)
  await page.goto('/portal')
  await page.getByText('Nothing to pay').waitFor()
})

test('a saved card pays with one click, after the amount and the card are shown', async () => {
  const page = await open('/portal/profile')
  await saveCard(page)
  await page.goto('/portal')
  await button(page, 'Pay $106.00').click()
  const dialog = page.getByRole('dialog', { name: 'Pay $106.00?' })
  await dialog.getByText('$106.00 will be charged to Visa ending in 4242').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await paymentsOf()).toHaveLength(0)
  await button(page, 'Pay $106.00').click()
  await dialog.getByRole('button', { name: 'Pay $106.00' }).click()
  await page.getByText('Thank you. We have received $106.00.').waitFor()
  await page.goto('/portal/profile')
  await button(page, 'Remove').click()
  await button(page, 'Remove card').click()
  await page.getByText('No card is saved').waitFor()
})

test('two tabs that pay at once pay once', async () => {
  await saveCard(await open('/portal/profile'))
  const address = `/portal/invoices/${account.invoice.id}`
  const pages = await Promise.all([open(address), open(address)])
  for (const page of pages) await button(page, 'Pay $106.00').click()
  await Promise.all(
    pages.map((page) =>
      page.getByRole('dialog').getByRole('button', { name: 'Pay $106.00' }).click(),
    ),
  )
  await expect.poll(async () => (await paymentsOf()).length).toBe(1)
  for (const page of pages) {
    await page.goto(address)
    await settled(page)
    await page
      .getByText(/^Paid /)
      .first()
      .waitFor()
    expect(await button(page, 'Pay $106.00').count()).toBe(0)
  }
  expect(await paymentsOf()).toHaveLength(1)
})

test('a late confirmation is polled with a limit, and an abandoned payment is reported', async () => {
  const page = await newPage({ cookie })
  await page.clock.install()
  const address = `/portal/invoices/${account.invoice.id}`
  await page.goto(`${address}?from=checkout`)
  await page.getByText('Your payment is being confirmed').waitFor()
  expect(await button(page, 'Pay $106.00').count()).toBe(0)
  await page.clock.runFor(91_000)
  await page.getByText('Your payment is not confirmed yet').waitFor()
  await button(page, 'Pay $106.00').waitFor()
  await button(page, 'Check again').click()
  await page.getByText('Your payment is being confirmed').waitFor()
  await page.goto(`${address}?from=left`)
  await page.getByText('Nothing was charged').waitFor()
})

test('the profile is changed, errors appear at their fields, and concurrent changes survive', async () => {
  const page = await open('/portal/profile')
  await page.getByLabel('City').fill('Hamburg')
  await page.getByLabel('Email', { exact: true }).fill('nonsense')
  await button(page, 'Save').click()
  await page
    .getByText(/email|email/i)
    .nth(1)
    .waitFor()
  await page.getByLabel('Email', { exact: true }).fill('ap@northwind.test')
  // The organization changes another field concurrently.
  await given.owner.api.patch(`/v1/customers/${account.customerId}`, { zipCode: '20457' })
  await button(page, 'Save').click()
  await page.getByText('Saved. The changes apply to your next invoices.').waitFor()
  const { body } = await given.owner.api.get(`/v1/customers/${account.customerId}`)
  expect(body).toMatchObject({ city: 'Hamburg', email: 'ap@northwind.test', zipCode: '20457' })
})

test('the input of a form survives the end of the session', async () => {
  const page = await newPage({ viewport: PHONE })
  const { customerId } = account
  const path = '/portal/profile'
  const { sessionId } = await openPortal(page, given.api, { customerId, path })
  await page.getByLabel('Street and number').fill('Hafenstr. 12')
  await site.dependencies.db
    .updateTable('portalSessions')
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where('customerId', '=', customerId)
    .where('id', '=', sessionId)
    .execute()
  await button(page, 'Save').click()
  await page.getByRole('heading', { level: 1, name: 'Your session has expired' }).waitFor()
  const kept = page.getByRole('region', { name: 'Unsaved changes' })
  expect(await kept.textContent()).toContain('Street and numberHafenstr. 12')
  await kept.getByRole('button', { name: 'Copy my changes' }).waitFor()

  const { url } = await givenPortalLink(given.api, customerId)
  await page.goto(url)
  await page.goto(path)
  await page.getByText('Your earlier changes are back in the form').waitFor()
  expect(await page.getByLabel('Street and number').inputValue()).toBe('Hafenstr. 12')
  await button(page, 'Save').click()
  await page.getByText('Saved. The changes apply to your next invoices.').waitFor()
  const { body } = await given.owner.api.get(`/v1/customers/${customerId}`)
  expect(body.addressLine1).toBe('Hafenstr. 12')

  // Another customer in the same browser does not see the draft.
  await page.getByLabel('City').fill('Altona')
  const other = await givenAccount(given.api, 'Initech')
  const next = await page.context().newPage()
  await openPortal(next, given.api, { customerId: other.customerId, path })
  expect(await next.getByLabel('City').inputValue()).toBe('')
})
