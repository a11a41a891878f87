import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal } from '../../../server/test/support/deal.ts'
import { accessibilityFaults } from '../support/axe.ts'
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
    prices: [FEE],
    subscription: { startDate: '2099-01-01' },
  })
})

async function open(path: string): Promise<Page> {
  const page = await newPage({ viewport: PHONE })
  await openPortal(page, given.api, { customerId: deal.customerId, path })
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

async function saveCard(page: Page, number: string) {
  await page.goto('/portal/profile')
  await button(page, 'Add a card').click()
  await typeCard(page, number, /card/i)
  await page.getByText(`Visa ending in ${number.slice(-4)}`).waitFor()
  await page.goto('/portal/credit')
}

const creditOf = async () => {
  const { credit } = await must(given.api.get(`/v1/customers/${deal.customerId}/credit`))
  return credit.map(({ available }: { available: number }) => available)
}

const topUpsOf = async () => {
  const { results } = await must(given.api.get(`/v1/customers/${deal.customerId}/top-ups`))
  return results.map(({ status, amount }: { status: string; amount: number }) => [status, amount])
}

test('a customer without a card buys credit on the payment page, on a phone', async () => {
  const page = await open('/portal/credit')
  await button(page, 'Top up').click()
  await button(page, '$50.00').click()
  expect(await accessibilityFaults(page)).toEqual([])
  await button(page, 'Continue to payment').click()
  await typeCard(page, '4242424242424242', /^Pay /)
  await expect.poll(creditOf).toEqual([50])
  await page.goto('/portal/credit')
  await page
    .getByRole('region', { name: 'Available credit in USD' })
    .getByText('$50.00')
    .first()
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await topUpsOf()).toEqual([['paid', 50]])
})

test('a saved card pays at once, and two clicks pay once', async () => {
  const page = await open('/portal/profile')
  await saveCard(page, '4242424242424242')
  await button(page, 'Top up').click()
  await page.getByLabel('Amount in USD').fill('30')
  await button(page, 'Pay now').dblclick()
  await page.getByRole('status').getByText('$30.00 is paid and added to your credit.').waitFor()
  expect(await topUpsOf()).toEqual([['paid', 30]])
  await button(page, 'Top up').click()
  await page.getByLabel('Amount in USD').fill('30')
  await button(page, 'Pay now').click()
  await expect.poll(topUpsOf).toEqual([
    ['paid', 30],
    ['paid', 30],
  ])
})

test('a declined card says why; another attempt and another card are new top-ups', async () => {
  const page = await open('/portal/profile')
  await saveCard(page, '4000000000000341')
  await button(page, 'Top up').click()
  await page.getByLabel('Amount in USD').fill('40')
  await button(page, 'Pay now').click()
  await page.getByRole('alert').getByText('The card was declined').first().waitFor()
  await button(page, 'Pay now').click()
  await expect.poll(topUpsOf).toEqual([
    ['failed', 40],
    ['failed', 40],
  ])
  await page.getByLabel('Payment').selectOption('Another card')
  await button(page, 'Continue to payment').click()
  await typeCard(page, '4242424242424242', /^Pay /)
  await expect.poll(creditOf).toEqual([40])
})

test('an amount that cannot be is refused at its field', async () => {
  const page = await open('/portal/credit')
  await button(page, 'Top up').click()
  await button(page, 'Continue to payment').click()
  await page.getByText('Enter an amount').waitFor()
  await page.getByLabel('Amount in USD').fill('0')
  await button(page, 'Continue to payment').click()
  await page.getByText(/more than 0/i).waitFor()
  expect(await topUpsOf()).toEqual([])
})
