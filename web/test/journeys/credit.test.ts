import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { givenDeal } from '../../../server/test/support/deal.ts'
import { givenCustomer } from '../../../server/test/support/given.ts'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { givenOrganization, givenSignedIn, type SignedIn } from '../support/people.ts'
import { saveCard } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

const SINCE_JANUARY = { startDate: '2026-01-01' }
const MARCH = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }

const at = (id: string) => `/o/${given.organization.slug}/customers/${id}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const cellsOf = (page: Page, name: string) => row(page, name).getByRole('cell').allTextContents()
const grants = (page: Page) => page.getByRole('region', { name: 'Credit grants' })
const history = (page: Page) => page.getByRole('region', { name: 'Credit history' })

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

const grant = (customerId: string, fields: object) =>
  must(
    given.api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', amount: '20' },
      ...fields,
    }),
  )

test('credit is granted with its last day, and is available at once', async () => {
  const { id } = await givenCustomer(given.api, { name: 'Northwind' })
  const page = await open(`${at(id)}/credit`)
  await page.getByText('No credit yet').waitFor()
  await page.getByRole('button', { name: 'Grant credit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Grant credit' }).click()
  await dialog.getByText('Enter an amount').waitFor()
  await dialog.getByLabel('Amount').fill('50.123')
  await dialog.getByRole('button', { name: 'Grant credit' }).click()
  await dialog.getByText(/has more than the 2 decimals/i).waitFor()
  await dialog.getByLabel('Amount').fill('50.10')
  await dialog.getByLabel('Currency').fill('eur')
  await dialog.getByLabel('Name').fill('Welcome')
  await dialog.getByLabel('Priority').fill('high')
  await dialog.getByRole('button', { name: 'Grant credit' }).click()
  await dialog.getByText('Enter a whole number from 0 to 100').waitFor()
  await dialog.getByLabel('Priority').fill('10')
  await dialog.getByRole('textbox', { name: 'Last day' }).fill('2099-12-31')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Grant credit' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: 'Available in EUR' }).getByText('€50.10').first().waitFor()
  const cells = (await cellsOf(page, 'Welcome')).slice(0, 6)
  expect(cells).toEqual([
    ...['WelcomePromotional', 'Active', '€50.10of €50.10'],
    ...['31 Dec 2099', '10', 'By hand'],
  ])
  const { results } = await must(given.api.get(`/v1/customers/${id}/credit-grants`))
  expect(results).toMatchObject([{ expiresAt: '2100-01-01T00:00:00.000Z', amount: 50.1 }])
})

test('what is available is made of credit, unbilled usage and holds, in each currency', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const deal = await givenDeal(given.api, {
    prices: [],
    subscription: { startDate: today, proratedAmount: '7.5' },
  })
  await grant(deal.customerId, { amount: '20' })
  await grant(deal.customerId, { kind: 'promotional', amount: '5' })
  await grant(deal.customerId, { amount: '3', currency: 'EUR' })
  const page = await open(`${at(deal.customerId)}/credit`)
  const available = (currency: string) =>
    page.getByRole('region', { name: `Available in ${currency}` })
  const parts = async (currency: string) => (await available(currency).innerText()).split('\n')
  await expect
    .poll(() => parts('USD'))
    .toEqual(expect.arrayContaining(['$17.50', '$20.00', '$5.00', '−$7.50', '$0.00']))
  expect(await parts('EUR')).toEqual(expect.arrayContaining(['€3.00', 'EUR']))
  await page.goto(at(deal.customerId))
  await available('USD').getByText('$17.50').waitFor()
  await page.getByRole('link', { name: 'Grants and history' }).click()
  await page.waitForURL(/\/credit$/)
})

test('a grant shows the invoices that drew it, and they are one click away', async () => {
  const deal = await givenDeal(given.api, {
    prices: [{ chargeType: 'recurring', rate: 50 }],
    subscription: SINCE_JANUARY,
  })
  await grant(deal.customerId, { amount: '30', name: 'Bought', effectiveAt: '2026-01-01' })
  await grant(deal.customerId, { amount: '100', name: 'More', effectiveAt: '2026-01-01' })
  const invoice = await sendInvoice(given.api, await deal.generate(MARCH))
  const page = await open(`${at(deal.customerId)}/credit`)
  expect((await cellsOf(page, 'Bought')).slice(1, 3)).toEqual(['Used', '$0.00of $30.00'])
  const used = history(page).getByRole('row').filter({ hasText: 'Used by' })
  expect(await used.count()).toBe(2)
  await grants(page).getByRole('link', { name: 'Bought' }).click()
  const panel = page.getByRole('dialog', { name: 'Bought' })
  const changes = panel.getByRole('region', { name: 'History of the grant' })
  await changes.getByRole('row').filter({ hasText: 'Granted' }).getByText('$30.00').waitFor()
  const draw = changes.getByRole('row').filter({ hasText: 'Used by' })
  await draw.getByText('−$30.00').waitFor()
  await draw.getByRole('link', { name: invoice.invoiceNumber }).click()
  await page.waitForURL(new RegExp(`/invoices/${invoice.id}$`))
})

test('credit expires by hand only after a confirmation, and not twice', async () => {
  const { id } = await givenCustomer(given.api, { name: 'Northwind' })
  await grant(id, { amount: '20', name: 'Bought' })
  const page = await open(`${at(id)}/credit`)
  const menu = page.getByRole('button', { name: 'Actions for Bought' })
  const expire = page.getByRole('menuitem', { name: 'Expire now' })
  await menu.click()
  await expire.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/loses the \$20\.00 that is left/).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await row(page, 'Bought').getByText('Active').first().waitFor()
  await menu.click()
  await expire.click()
  await dialog.getByRole('button', { name: 'Expire $20.00' }).click()
  await row(page, 'Bought').getByText('Expired').first().waitFor()
  await history(page).getByRole('row').filter({ hasText: 'Expired' }).getByText('−$20.00').waitFor()
  await menu.click()
  await expire.getByText('It has expired').waitFor()
  expect(await expire.getAttribute('aria-disabled')).toBe('true')
})

test('credit from corrections is paid out once; paid credit is not', async () => {
  const deal = await givenDeal(given.api, {
    prices: [],
    customer: { name: 'Northwind', country: 'DE' },
    subscription: { startDate: new Date().toISOString().slice(0, 10), proratedAmount: '-30' },
  })
  await sendInvoice(given.api, await deal.generate())
  await grant(deal.customerId, { amount: '100', name: 'Bought' })
  await grant(deal.customerId, { amount: '100', currency: 'EUR' })
  const page = await open(`${at(deal.customerId)}/credit`)
  const button = page.getByRole('button', { name: 'Record a payout' })
  expect(await button.count()).toBe(1)
  await button.click()
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Amount in USD')
  expect(await amount.inputValue()).toBe('30.00')
  await amount.fill('31')
  await dialog.getByRole('button', { name: 'Record payout' }).click()
  await dialog.getByText(/from corrections, which alone/).waitFor()
  await amount.fill('12.5')
  await dialog.getByRole('button', { name: 'Record payout' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(
      async () => (await must(given.api.get(`/v1/customers/${deal.customerId}`))).creditBalances,
    )
    .toContainEqual({ currency: 'USD', amount: 117.5 })
  await history(page)
    .getByRole('row')
    .filter({ hasText: 'Paid out' })
    .getByText('−$12.50')
    .waitFor()
})

test('a top-up by link is open until it is paid, and then gives credit', async () => {
  const { id } = await givenCustomer(given.api, { name: 'Northwind' })
  const page = await open(`${at(id)}/credit`)
  await page.getByRole('button', { name: 'Top up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('Enter an amount').waitFor()
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText(/\/pay\//).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const topUps = page.getByRole('region', { name: 'Top-ups' }).getByRole('row')
  await topUps.filter({ hasText: '$40.00' }).getByText('Open').waitFor()
  const { results } = await must(given.api.get(`/v1/customers/${id}/top-ups`))
  const [topUp] = results
  const payment = { amount: 40, method: 'bank_transfer' }
  await must(given.api.post(`/v1/invoices/${topUp.id}/payments`, payment))
  await page.reload()
  await page.getByRole('region', { name: 'Available in USD' }).getByText('$40.00').first().waitFor()
  await topUps.filter({ hasText: '$40.00' }).getByText('Paid').waitFor()
  await grants(page).getByRole('link', { name: 'Top-up', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: topUp.invoiceNumber }).waitFor()
  await page.getByText('Credit top-up', { exact: true }).waitFor()
  await page.goto(`/o/${given.organization.slug}/invoices`)
  await row(page, topUp.invoiceNumber).getByText('Credit top-up').waitFor()
})

test('the saved card is charged for a top-up, and without one the form says so', async () => {
  const { id } = await givenCustomer(given.api, { name: 'Northwind' })
  const page = await open(`${at(id)}/credit`)
  await page.getByRole('button', { name: 'Top up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('25')
  await dialog.getByText('Charge the saved card').click()
  await dialog.getByRole('button', { name: 'Charge card' }).click()
  await dialog.getByText(/No payment method is saved/).waitFor()
  await saveCard(site, given.api, id)
  await dialog.getByLabel('Amount').fill('26')
  await dialog.getByRole('button', { name: 'Charge card' }).click()
  await dialog.getByText('$26.00 is paid, and the credit is available.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('region', { name: 'Available in USD' }).getByText('$26.00').first().waitFor()
})

test('pages of grants and of the history are turned separately and kept in the address', async () => {
  const { id } = await givenCustomer(given.api, { name: 'Northwind' })
  for (let index = 0; index < 27; index += 1) await grant(id, { name: `Grant ${index}` })
  const page = await open(`${at(id)}/credit`)
  await row(page, 'Grant 26').first().waitFor()
  const next = page.getByRole('button', { name: 'Next page' })
  await next.first().click()
  await row(page, 'Grant 0').first().waitFor()
  await page.waitForURL(/\?page=2$/)
  await next.nth(1).click()
  await page.waitForURL(/page=2&history=2/)
  await page.reload()
  await row(page, 'Grant 0').first().waitFor()
  await expect.poll(() => page.getByText('26–27 of 27').count()).toBe(2)
})

test('a viewer sees credit and which roles may grant it', async () => {
  const { id } = await givenCustomer(given.api, { name: 'Northwind' })
  await grant(id, { name: 'Bought' })
  const { id: organizationId } = given.organization
  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId })
  const page = await open(`${at(id)}/credit`, viewer)
  await row(page, 'Bought').first().waitFor()
  const button = page.getByRole('button', { name: 'Grant credit' })
  expect(await button.getAttribute('aria-description')).toMatch(/^Only .* can /)
  const body = { kind: 'paid', currency: 'USD', amount: '1' }
  expect((await viewer.api.post(`/v1/customers/${id}/credit-grants`, body)).status).toBe(403)
})
