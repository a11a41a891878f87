import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal } from '../../../server/test/support/deal.ts'
import { givenCoupon, givenCustomer, givenDiscount } from '../../../server/test/support/given.ts'
import { givenOrganization, givenSignedIn, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

const at = (path = '') => `/o/${given.organization.slug}/coupons${path}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const discounts = (page: Page) => page.getByRole('region', { name: 'Discounts', exact: true })

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

const act = async (page: Page, of: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function choose(page: Page, field: string, name: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

test('a coupon is created, granted to a customer, applied to its invoices, and ended there', async () => {
  const deal = await givenDeal(given.api, { customer: { name: 'Northwind' }, prices: [FEE] })
  const page = await open(at())
  await page.getByText('No coupons yet').waitFor()
  await page.getByRole('button', { name: 'New coupon' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Launch offer')
  await dialog.getByLabel('Percent off').fill('120')
  await dialog.getByLabel('Duration').selectOption('Several invoices')
  await dialog.getByRole('button', { name: 'Create coupon' }).click()
  await dialog.getByText('Enter a whole number, such as 3').waitFor()
  await dialog.getByLabel('Number of invoices').fill('3')
  await dialog.getByRole('button', { name: 'Create coupon' }).click()
  await dialog.getByText(/at most 100/).waitFor()
  await dialog.getByLabel('Percent off').fill('20')
  await dialog.getByRole('button', { name: 'Create coupon' }).click()
  await row(page, 'Launch offer').waitFor()
  const cells = await row(page, 'Launch offer').getByRole('cell').allTextContents()
  expect(cells.slice(1, 5)).toEqual(['20% off', '3 invoices', '0', 'Active'])

  await act(page, 'Launch offer', 'Apply to a customer')
  await dialog.getByRole('button', { name: 'Apply coupon' }).click()
  await dialog.getByText('Choose a customer').last().waitFor()
  await choose(page, 'Customer', 'Northwind')
  await dialog.getByRole('button', { name: 'Apply coupon' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(async () => (await row(page, 'Launch offer').getByRole('cell').allTextContents())[3])
    .toBe('1')
  await act(page, 'Launch offer', 'Apply to a customer')
  await choose(page, 'Customer', 'Northwind')
  await dialog.getByRole('button', { name: 'Apply coupon' }).click()
  await dialog.getByText(/is already applied/).waitFor()
  await page.keyboard.press('Escape')

  const month = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }
  expect((await deal.generate(month)).total).toBe(39.2)
  await page.goto(`/o/${given.organization.slug}/customers/${deal.customerId}`)
  await settled(page)
  await row(page, 'Launch offer').getByText('2 invoices left, 1 used').waitFor()
  await act(page, 'Launch offer', 'End discount')
  await dialog.getByRole('button', { name: 'End discount' }).click()
  await row(page, 'Launch offer').getByText('Ended, 1 used').waitFor()
  const { results } = await must(given.api.get(`/v1/discounts?customerId=${deal.customerId}`))
  expect(results[0].endedAt).not.toBeNull()
})

test('on the page of a customer a coupon is given to one of its subscriptions', async () => {
  const deal = await givenDeal(given.api, { subscription: { name: 'Main' }, prices: [FEE] })
  await givenCoupon(given.api, { name: 'Sorry', amountOff: '5.50', currency: 'USD' })
  await givenCoupon(given.api, { name: 'Over', isActive: false })
  const page = await open(`/o/${given.organization.slug}/customers/${deal.customerId}`)
  await page.getByText('No discounts').waitFor()
  await page.getByRole('button', { name: 'Apply a coupon' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Coupon' }).click()
  await page.getByRole('option', { name: 'Sorry $5.50 off, one invoice' }).click()
  expect(await page.getByRole('option', { name: 'Over' }).count()).toBe(0)
  await choose(page, 'Applies to', 'Main')
  await dialog.getByRole('button', { name: 'Apply coupon' }).click()
  const cells = discounts(page).getByRole('row').last().getByRole('cell')
  await expect.poll(() => cells.allTextContents()).toContain('One invoice left, none used')
  expect((await cells.allTextContents()).slice(0, 3)).toEqual(['Sorry', '$5.50 off', 'Main'])
  const { results } = await must(given.api.get('/v1/discounts'))
  expect(results[0].subscriptionId).toBe(deal.subscriptionId)
})

test('a coupon shows its recipients, and is renamed, ended, reactivated and deleted', async () => {
  const { id: customerId } = await givenCustomer(given.api, { name: 'Northwind' })
  const { couponId } = await givenDiscount(given.api, { customerId })
  const page = await open(at())
  await page.getByRole('link', { name: 'Ten off' }).click()
  const panel = page.getByRole('dialog', { name: 'Ten off' })
  await panel.getByRole('link', { name: 'Northwind' }).waitFor()
  await panel.getByText('All subscriptions. One invoice left, none used.').waitFor()
  expect(new URL(page.url()).searchParams.get('coupon')).toBe(couponId)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })

  await act(page, 'Ten off', 'Rename')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ten percent')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Ten percent').waitFor()
  await act(page, 'Ten percent', 'End')
  await row(page, 'Ten percent').getByText('Ended').waitFor()
  await page.goto(at('?isActive=true'))
  await page.getByText('No coupons match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await act(page, 'Ten percent', 'Activate')
  await row(page, 'Ten percent').getByText('Active').waitFor()
  await act(page, 'Ten percent', 'Delete')
  await dialog.getByRole('button', { name: 'Delete coupon' }).click()
  await page.getByText('No coupons yet').waitFor()
  expect((await must(given.api.get(`/v1/discounts?couponId=${couponId}`))).totalResults).toBe(1)
})

test('filters are in the URL: they survive a reload, Back and a shared link', async () => {
  for (const name of ['Alpha', 'Beta']) await givenCoupon(given.api, { name })
  const page = await open(at())
  await page.getByLabel('Search coupons').fill('alp')
  await row(page, 'Beta').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('search')).toBe('alp')
  await page.reload()
  await row(page, 'Alpha').waitFor()
  const shared = await open(at('?search=bet&sort=nonsense&page=x'))
  await shared.getByText('Name: bet').waitFor()
  await shared.getByText('1–1 of 1').waitFor()
})

test('a viewer reads coupons and sees which roles may create and grant them', async () => {
  const { id: customerId } = await givenCustomer(given.api, { name: 'Northwind' })
  await givenDiscount(given.api, { customerId })
  const viewer = await givenSignedIn(site, {
    role: 'viewer',
    organizationId: given.organization.id,
  })
  const page = await open(at(), viewer)
  const create = page.getByRole('button', { name: 'New coupon' })
  expect(await create.getAttribute('aria-description')).toMatch(/^Only .* can /)
  await page.getByRole('button', { name: 'Actions for Ten off' }).click()
  for (const name of ['Apply to a customer', 'Rename', 'End', 'Delete']) {
    const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
    expect(await item.getAttribute('aria-disabled'), name).toBe('true')
    expect(await item.textContent()).toMatch(/Only .* can /)
  }
  await page.goto(`/o/${given.organization.slug}/customers/${customerId}`)
  const give = page.getByRole('button', { name: 'Apply a coupon' })
  expect(await give.getAttribute('aria-description')).toMatch(/^Only .* can /)
})

test.each([
  ['the coupons', '', '**/v1/coupons?*'],
  ['who has one', '?coupon=$id', '**/v1/discounts?*'],
])('%s show their own error when the service fails, and load after Retry', async (_, path, url) => {
  const { id } = await givenCoupon(given.api)
  const page = await newPage({ cookie: given.owner.cookie, tolerates: /500|Failed to load/ })
  await page.route(url, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something broke', code: 'internal' } }),
  )
  await page.goto(at(path.replace('$id', id)))
  const alert = page.getByRole('alert').filter({ hasText: 'Something broke' })
  await alert.waitFor()
  await page.unroute(url)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await alert.waitFor({ state: 'hidden' })
})
