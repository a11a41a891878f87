import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal, priced, TICKETS } from '../../../server/test/support/deal.ts'
import { strategiesOf } from '../../../server/test/support/given.ts'
import { givenOrganization } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

const POOL = priced('call', {
  name: 'Calls',
  pricingModel: 'credit_pool',
  tiers: [
    { lower: 0, upper: 500, rate: 99 },
    { lower: 500, upper: null, rate: '0.25' },
  ],
})

async function open(path: string): Promise<Page> {
  const page = await newPage({ cookie: given.owner.cookie, tolerates: /status of 409/ })
  await page.goto(`/o/${given.organization.slug}${path}`)
  await settled(page)
  return page
}

async function givenPriced() {
  const deal = await givenDeal(given.api, {
    plan: { name: 'Growth' },
    customer: { name: 'Northwind' },
    prices: [{ ...FEE, name: 'Platform' }, TICKETS, POOL],
    subscription: { name: 'Main', startDate: '2026-01-01' },
  })
  const { results } = await must(given.api.get(`${strategiesOf(deal.planId)}?sortOrder=asc`))
  return { ...deal, strategies: results, fee: results[0] }
}

const timeline = async (page: Page, name: string) => {
  const items = page.getByRole('list', { name: `Prices of ${name} by date` }).getByRole('listitem')
  await items.first().waitFor()
  return items.allInnerTexts()
}

async function pick(page: Page, label: string, day: string) {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true })
  await field.fill(day)
  await field.press('Tab')
}

describe('the prices of a plan', () => {
  test('are increased by a percentage after a preview, and shown by date', async () => {
    const { fee, subscriptionId, planId } = await givenPriced()
    await must(given.api.post(`/v1/subscriptions/${subscriptionId}/prices/${fee.id}`, { rate: 40 }))
    const page = await open(`/plans/${planId}`)
    await page.getByRole('button', { name: 'Increase prices' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Increase prices' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('Percent').fill('3.5')
    await pick(page, 'From', '2199-03-15')
    await dialog.getByLabel('Decimals').fill('2')
    const prices = dialog.getByRole('region', { name: 'New prices', exact: true })
    await prices.getByText('$50.72 every period').waitFor()
    expect(await prices.getByRole('row').allInnerTexts()).toEqual([
      'Price\tBefore\tAfter',
      'Platform\t$49.00 every period\t$50.72 every period',
      'Tickets\t$1.00 each\t$1.04 each',
      'Calls\t$99.00 for 500, then $0.25 each\t$102.47 for 500, then $0.26 each',
    ])
    await dialog.getByText('1 subscription runs on this plan from then on. 1 of them has').waitFor()
    const reached = dialog.getByRole('region', { name: 'Subscriptions with new prices' })
    expect((await reached.getByRole('row').allInnerTexts())[1]).toBe(
      'Main, Northwind\t1 – 30 Apr 2199\tPlatform',
    )
    await confirm.click()
    await page.getByText('The prices of Growth change for periods from 15 Mar 2199 on').waitFor()
    const shown = await timeline(page, 'Platform')
    expect(shown.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'From the start $49.00 every period Current',
      'From 15 Mar 2199 $50.72 every period Upcoming',
    ])
    expect(await timeline(page, 'Calls')).toHaveLength(2)
    await page.getByRole('button', { name: 'Actions for Platform from 15 Mar 2199' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete price' }).click()
    await page
      .getByText('The price of Platform from 15 Mar 2199 is deleted', { exact: true })
      .waitFor()
    await expect
      .poll(() => page.getByRole('list', { name: 'Prices of Platform by date' }).count())
      .toBe(0)
  })

  test('are not increased while a later price is in the way, which the preview names', async () => {
    const { fee, planId } = await givenPriced()
    const later = { effectiveFrom: '2199-06-01', rate: 59, audience: 'new' }
    await must(given.api.post(`${strategiesOf(planId)}/${fee.id}/prices`, later))
    const page = await open(`/plans/${planId}`)
    expect((await timeline(page, 'Platform'))[1]).toContain(
      'for subscriptions that start on or after this day',
    )
    await page.getByRole('button', { name: 'Increase prices' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Percent').fill('5')
    await pick(page, 'From', '2199-03-15')
    await dialog.getByText('has a price from 2199-06-01').waitFor()
    expect(await dialog.getByRole('button', { name: 'Increase prices' }).isDisabled()).toBe(true)
  })
})

describe('the prices of a subscription', () => {
  test('are set with a preview, listed by date and deleted', async () => {
    const { subscriptionId } = await givenPriced()
    const page = await open(`/subscriptions/${subscriptionId}`)
    await page.getByText('The plan’s price today: $49.00 every period').waitFor()
    await page.getByRole('button', { name: 'Set own price of Platform' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('USD per billing period').fill('40')
    await dialog.getByLabel('Note').fill('For three years')
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await preview.getByText('$40.00 every period').waitFor()
    await dialog.getByRole('button', { name: 'Set price' }).click()
    await page.getByText('Platform has its own price for Main').waitFor()
    await page.getByRole('button', { name: 'Set own price of Platform' }).click()
    await dialog.getByLabel('The plan’s price again').check()
    await pick(page, 'From', '2199-03-15')
    await preview.getByText('The first that begins on 15 Mar 2199 or later').waitFor()
    await dialog.getByRole('button', { name: 'Set price' }).click()
    await expect.poll(async () => (await timeline(page, 'Platform')).length).toBe(2)
    const shown = await timeline(page, 'Platform')
    expect(shown.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'From the start $40.00 every period, For three years Current',
      'From 15 Mar 2199 The plan’s price again Upcoming',
    ])
    await page.getByText('Own price of Platform from the start: $40.00').waitFor()
    await page.getByText('Own price of Platform from 15 Mar 2199: the plan’s price again').waitFor()
    await page.getByRole('button', { name: 'Actions for Platform from 15 Mar 2199' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete price' }).click()
    await expect.poll(async () => (await timeline(page, 'Platform')).length).toBe(1)
    await page.getByText('Own price of Platform from 15 Mar 2199: deleted').waitFor()
  })

  test('have the amounts of tiers, with the bounds of the plan', async () => {
    const { subscriptionId, strategies } = await givenPriced()
    const page = await open(`/subscriptions/${subscriptionId}`)
    await page.getByRole('button', { name: 'Set own price of Calls' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('USD for the pool').fill('80')
    await dialog.getByLabel('USD each above 500').fill('')
    await dialog.getByRole('button', { name: 'Set price' }).click()
    await dialog.getByText('Enter an amount, such as 12.50').waitFor()
    await dialog.getByLabel('USD each above 500').fill('0.2')
    await dialog.getByText('$80.00 for 500, then $0.20 each').waitFor()
    await dialog.getByRole('button', { name: 'Set price' }).click()
    await page.getByText('Calls has its own price for Main').waitFor()
    const url = `/v1/subscriptions/${subscriptionId}/prices/${strategies[2].id}`
    const { results } = await must(given.api.get(url))
    expect(results).toMatchObject([
      {
        effectiveFrom: null,
        tiers: [
          { lower: 0, upper: 500, rate: 80 },
          { lower: 500, upper: null, rate: 0.2 },
        ],
      },
    ])
  })
})
