import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { sweepAutoTopUps } from '../../../server/src/features/control/auto-top-ups/sweep.ts'
import { readAutoTopUps, topUpsOf } from '../../../server/test/support/auto-top-ups.ts'
import { FEE, givenDeal } from '../../../server/test/support/deal.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { givenOrganization } from '../support/people.ts'
import { openPortal, saveCard } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
let deal: Awaited<ReturnType<typeof givenDeal>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  deal = await givenDeal(given.api, { prices: [FEE], subscription: { startDate: '2099-01-01' } })
})

async function open(width = PHONE.width): Promise<Page> {
  const page = await newPage({ viewport: { ...PHONE, width } })
  await openPortal(page, given.api, { customerId: deal.customerId, path: '/portal/credit' })
  await settled(page)
  return page
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const stateOf = async () => {
  const found = await readAutoTopUps(given.api, deal.customerId)
  return found.map(({ status, stopReason }) => [status, stopReason])
}
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
const agreement = (page: Page) => page.getByRole('region', { name: 'Automatic top-up in USD' })

test('a customer agrees to automatic top-ups on a phone, is charged, and switches them off', async () => {
  await saveCard(site, given.api, deal.customerId)
  const page = await open()
  await button(page, 'Set up').click()
  await page.getByLabel('When less than this is available, in USD').fill('20')
  await page.getByLabel('Charge this amount, in USD').fill('100')
  await page.getByLabel('At most, in a month').selectOption('2 times')
  // Nothing can be set without the consent.
  expect(await button(page, 'Turn on').isDisabled()).toBe(true)
  const consent = page.getByRole('checkbox', { name: /I agree that Acme Robotics charges/ })
  await consent.check()
  await page.getByLabel('Charge this amount, in USD').fill('50')
  await expect.poll(() => consent.isChecked()).toBe(false)
  await consent.check()
  expect(await accessibilityFaults(page)).toEqual([])
  await button(page, 'Turn on').click()
  await agreement(page).getByText('On', { exact: true }).waitFor()
  const [set] = await readAutoTopUps(given.api, deal.customerId)
  expect(set).toMatchObject({
    threshold: 20,
    amount: 50,
    maxPerMonth: 2,
    consentSource: 'customer',
  })
  expect(set?.consentText).toMatch(
    /Acme Robotics charges 50 USD .*Visa ending in 4242.* less than 20 USD .* at most 2 times/,
  )
  await sweepAutoTopUps(site.dependencies, { lastFinish: undefined })
  expect(await topUpsOf(given.api, deal.customerId)).toMatchObject([
    { method: 'auto', status: 'paid', amount: 50 },
  ])
  await page.reload()
  await settled(page)
  await agreement(page).getByText('$50.00 when less than $20.00 is available').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await widthOf(page)).toBe(PHONE.width)
  await button(page, 'Switch off').click()
  await agreement(page).getByText('It was switched off.').waitFor()
  expect(await stateOf()).toEqual([['off', 'switched_off']])
})

test('the terms can be changed, which needs a new consent; nothing scrolls sideways on a narrow phone', async () => {
  await saveCard(site, given.api, deal.customerId)
  const page = await open(320)
  await button(page, 'Set up').click()
  await page.getByLabel('When less than this is available, in USD').fill('5')
  await page.getByLabel('Charge this amount, in USD').fill('0')
  await page.getByRole('checkbox').check()
  await button(page, 'Turn on').click()
  await page.getByText(/more than 0/i).waitFor()
  expect(await widthOf(page)).toBe(320)
  await page.getByLabel('Charge this amount, in USD').fill('1000000')
  await page.getByRole('checkbox').check()
  await button(page, 'Turn on').click()
  await agreement(page).getByText('On', { exact: true }).waitFor()
  expect(await widthOf(page)).toBe(320)
  await button(page, 'Change').click()
  expect(await button(page, 'Turn on').isDisabled()).toBe(true)
  await page.getByLabel('Charge this amount, in USD').fill('10')
  await page.getByRole('checkbox').check()
  await button(page, 'Turn on').click()
  await agreement(page).getByText('$10.00 when less than $5.00 is available').waitFor()
  expect(await stateOf()).toEqual([['active', null]])
})

test('without a saved card it says what is missing', async () => {
  const page = await open()
  await page.getByText('It needs a saved card.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Add a card' }).click()
  await button(page, 'Add a card').waitFor()
})
