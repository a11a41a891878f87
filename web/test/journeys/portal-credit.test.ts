import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { givenDeal } from '../../../server/test/support/deal.ts'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { givenOrganization } from '../support/people.ts'
import { openPortal } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
let deal: Awaited<ReturnType<typeof givenDeal>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  deal = await givenDeal(given.api, {
    prices: [{ chargeType: 'recurring', rate: 50 }],
    subscription: { startDate: '2026-03-01', endDate: '2026-04-01' },
  })
})

const grant = (fields: object) =>
  must(
    given.api.post(`/v1/customers/${deal.customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', amount: '80', effectiveAt: '2026-01-01' },
      ...fields,
    }),
  )

async function open(path: string): Promise<Page> {
  const page = await newPage({ viewport: PHONE })
  await openPortal(page, given.api, { customerId: deal.customerId, path })
  return page
}

const rowsOf = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem')

test('a customer sees what is available, how long it is valid, and which invoice used it', async () => {
  await grant({ name: 'Order 1001' })
  await grant({ kind: 'promotional', amount: '20', name: 'Welcome', expiresAt: '2100-01-01' })
  await grant({ amount: '7', currency: 'EUR', effectiveAt: '2099-06-01', name: 'Later' })
  const march = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }
  const invoice = await sendInvoice(given.api, await deal.generate(march))
  const page = await open('/portal')
  const nav = page.getByRole('navigation', { name: 'Account' })
  await nav.getByRole('link', { name: 'Credit' }).click()
  await page.getByRole('heading', { level: 1, name: 'Credit' }).waitFor()
  const dollars = page.getByRole('region', { name: 'Available credit in USD' })
  // 50 was drawn: 20 promotional, and 30 of what was bought.
  await dollars.getByText('$50.00').first().waitFor()
  expect(await rowsOf(page, 'Your credit in USD').allInnerTexts()).toEqual([
    expect.stringMatching(/^Order 1001\s+Does not expire\s+\$50\.00$/),
  ])
  expect(await rowsOf(page, 'Your credit in EUR').allInnerTexts()).toEqual([
    expect.stringMatching(/^Later\s+Valid from 1 Jun 2099\s+€7\.00$/),
  ])
  const history = rowsOf(page, 'History of your credit')
  const used = history.filter({ hasText: `Used for ${invoice.invoiceNumber}` })
  expect(await used.count()).toBe(2)
  await used.filter({ hasText: 'Welcome' }).getByText('−$20.00').waitFor()
  await history.filter({ hasText: 'Order 1001' }).getByText('+$80.00').waitFor()
  await used.first().getByRole('link', { name: invoice.invoiceNumber }).click()
  await page.getByRole('heading', { level: 1, name: invoice.invoiceNumber }).waitFor()
})

test('usage beyond the credit is told in words, and no cost is shown', async () => {
  deal = await givenDeal(given.api, {
    prices: [{ chargeType: 'recurring', rate: 50 }],
    subscription: { startDate: new Date().toISOString().slice(0, 10) },
  })
  await grant({ amount: '20' })
  const page = await open('/portal/credit')
  const dollars = page.getByRole('region', { name: 'Available credit in USD' })
  await dollars.getByText('−$30.00').waitFor()
  await dollars.getByText('Your usage so far is more than your credit.', { exact: false }).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/cost|margin/i)
})

test('a long history has pages, and Home leads to it', async () => {
  for (let index = 0; index < 21; index += 1) await grant({ amount: '1', name: `Order ${index}` })
  const page = await open('/portal')
  await page.getByRole('link', { name: 'Your credit' }).click()
  const history = rowsOf(page, 'History of your credit')
  await history.filter({ hasText: 'Order 20' }).waitFor()
  await page.getByRole('link', { name: 'Older' }).click()
  await page.waitForURL(/\?page=2$/)
  await history.getByText('Order 0', { exact: true }).waitFor()
  expect(await history.count()).toBe(1)
  await page.getByRole('link', { name: 'Newer' }).click()
  await history.filter({ hasText: 'Order 20' }).waitFor()
})

test('a customer without credit has no page for it in the navigation', async () => {
  const page = await open('/portal/credit')
  await page.getByText('Credit that you buy or receive appears here').waitFor()
  await settled(page)
  const nav = page.getByRole('navigation', { name: 'Account' })
  expect(await nav.getByRole('link').allInnerTexts()).not.toContain('Credit')
})
