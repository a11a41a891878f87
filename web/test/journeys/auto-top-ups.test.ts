import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { readAutoTopUps, setAutoTopUp } from '../../../server/test/support/auto-top-ups.ts'
import { givenCustomer } from '../../../server/test/support/given.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { givenOrganization } from '../support/people.ts'
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

async function open(customerId: string, width = 1200): Promise<Page> {
  const page = await newPage({ cookie: given.owner.cookie, viewport: { width, height: 800 } })
  await page.goto(`/o/${given.organization.slug}/customers/${customerId}/credit`)
  await settled(page)
  return page
}
const agreement = (page: Page) => page.getByRole('region', { name: 'Automatic top-up in USD' })

test('the page of a customer shows an automatic top-up with its consent, and switches it off', async () => {
  const { id } = await givenCustomer(given.api, { name: 'Northwind' })
  await saveCard(site, given.api, id)
  await setAutoTopUp(given.api, id)
  const page = await open(id)
  await agreement(page)
    .getByText('$100.00 when less than $20.00 is available, at most 4 times a month')
    .waitFor()
  await agreement(page).getByText('Agreed, as you stated, by Ann Lee').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await agreement(page).getByRole('button', { name: 'Switch off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await agreement(page).getByText('It was switched off.').waitFor()
  expect(await readAutoTopUps(given.api, id)).toMatchObject([
    { status: 'off', stopReason: 'switched_off' },
  ])
})

test('long consents do not make a narrow page scroll sideways', async () => {
  const { id } = await givenCustomer(given.api, { name: 'Northwind' })
  await saveCard(site, given.api, id)
  await setAutoTopUp(given.api, id, { consentText: 'x'.repeat(400), consentedBy: 'y'.repeat(200) })
  const page = await open(id, 320)
  await agreement(page).getByText('x'.repeat(400)).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
