import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal, TICKETS } from '../../../server/test/support/deal.ts'
import { GPT_4O, llm } from '../../../server/test/support/usage.ts'
import { passTimeUntil } from '../support/pass-time.ts'
import { givenOrganization, type Organization, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let organization: Organization
let owner: SignedIn
let api: Awaited<ReturnType<typeof givenOrganization>>['api']
beforeAll(async () => {
  const given = await givenOrganization(site, 'Acme Robotics')
  ;({ organization, owner, api } = given)
  const startDate = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  const deal = await givenDeal(given.api, {
    prices: [TICKETS, FEE],
    customer: { name: 'Northwind' },
    subscription: { startDate },
  })
  await deal.use('ticket', 100, new Date(Date.now() - 86_400_000).toISOString(), GPT_4O)
  await must(given.api.record(llm({ model: 'our-own', modelProvider: 'in-house' })))
})

const HOME = () => `/o/${organization.slug}/home`
const panel = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })

test('the figures are those of the service, and the chart has them as a table', async () => {
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(HOME())
  await settled(page)
  const { body } = await owner.api.get('/v1/analytics/overview')
  const cost = page.getByRole('region', { name: 'Cost', exact: true })
  await cost.getByText('1 event without a cost').waitFor()
  expect(body.current.uncostedEvents).toBe(1)
  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('region', { name: 'Earned and cost by day' })
  expect(await table.getByRole('row').count()).toBe(body.buckets.length + 1)
  await page.getByText('1 event without a cost').first().waitFor()
})

test('the date range is in the URL: it survives a reload and Back', async () => {
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(HOME())
  await settled(page)
  await page.getByLabel('Dates (UTC)').selectOption('Last 90 days')
  await expect.poll(() => new URL(page.url()).search).toBe('?range=90d')
  await page.reload()
  await settled(page)
  expect(await page.getByLabel('Dates (UTC)').inputValue()).toBe('90d')
  await page.goBack()
  await expect.poll(() => page.getByLabel('Dates (UTC)').inputValue()).toBe('30d')
})

test('revenue of several currencies is shown in each of them', async () => {
  const given = await givenOrganization(site, 'Two Currencies')
  for (const currency of ['USD', 'EUR']) {
    const deal = await givenDeal(given.api, { prices: [TICKETS, FEE], plan: { currency } })
    await deal.use('ticket', 1, new Date().toISOString(), GPT_4O)
  }
  const page = await newPage({ cookie: given.owner.cookie })
  await page.goto(`/o/${given.organization.slug}/home`)
  await settled(page)
  const { body } = await given.owner.api.get('/v1/analytics/overview')
  expect(body.current).toMatchObject({ revenue: null, byCurrency: [{}, {}] })
  for (const name of ['Earned', 'Run rate MRR']) {
    const figure = page.getByRole('region', { name, exact: true })
    await figure.getByText('€').waitFor()
    await figure.getByText('$').waitFor()
  }
})

/** Replaces the responses of one URL. */
const FAULTS = {
  'is broken': (page: Page, url: RegExp) =>
    page.route(url, (route) =>
      route.fulfill({ status: 500, json: { message: 'Something failed', requestId: 'abcdef123' } }),
    ),
  'asks to wait': (page: Page, url: RegExp) =>
    page.route(url, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        json: { message: 'Too many requests' },
      }),
    ),
  'is gone': (page: Page, url: RegExp) => page.route(url, (route) => route.abort()),
}

const PARTS = {
  Figures: { url: /analytics\/overview/, other: 'Needs attention' },
  'Needs attention': { url: /\/v1\/attention/, other: 'Margin by customer' },
}

describe.each(Object.entries(FAULTS))('where the service %s', (_what, fail) => {
  test.each(Object.entries(PARTS))(
    '%s alone fails, and loads after a retry',
    async (name, { url, other }) => {
      const page = await newPage({ cookie: owner.cookie, tolerates: /500|429|ERR_FAILED/ })
      await page.clock.install()
      await fail(page, url)
      await page.goto(HOME())
      const section = page.locator('section').filter({ has: panel(page, name) })
      const retry = section.last().getByRole('button', { name: 'Retry', exact: true })
      await passTimeUntil(page, retry)
      await panel(page, other).waitFor()
      await page.unroute(url)
      await expect.poll(() => retry.isEnabled()).toBe(true)
      await retry.click()
      await retry.waitFor({ state: 'detached' })
      await settled(page)
    },
  )
})

test('the figures are one request, and nothing moves when it is answered late', async () => {
  const page = await newPage({ cookie: owner.cookie })
  const reports: string[] = []
  page.on('request', (request) => {
    // The first steps, which this organization has not completed, read what its first runs cost.
    if (/\/v1\/analytics\/(?!cost\?)/.test(request.url())) reports.push(request.url())
  })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/analytics\/overview/, async (route) => {
    await released
    await route.continue()
  })
  await page.addInitScript(countShifts)
  await page.goto(HOME())
  await panel(page, 'Needs attention').waitFor()
  expect(await page.getByRole('region', { name: 'Earned', exact: true }).count()).toBe(0)
  release()
  await page.getByRole('region', { name: 'Earned', exact: true }).waitFor()
  await settled(page)
  expect(reports).toHaveLength(1)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'layoutShift'))).toBeLessThan(0.05)
})

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Adds up the layout shifts of the page, in the browser. */
function countShifts() {
  let sum = 0
  Reflect.set(globalThis, 'layoutShift', sum)
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[]) {
      if (!hadRecentInput) sum += value
    }
    Reflect.set(globalThis, 'layoutShift', sum)
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

test('all panels of Home agree on events without a cost', async () => {
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(HOME())
  await settled(page)
  const attention = page
    .locator('section')
    .filter({ has: panel(page, 'Needs attention') })
    .last()
  await attention.getByText('1 event without a cost').waitFor()
  await must(api.record(llm({ model: 'our-next', modelProvider: 'in-house' })))
  await attention.getByText('2 events without a cost').waitFor()
  const cost = page.getByRole('region', { name: 'Cost', exact: true })
  await cost.getByText('2 events without a cost').waitFor()
  await page.getByRole('link', { name: 'Unknown costs 2 events' }).waitFor()
})

test('a negative figure is copied as the API writes it, whether selected alone or with others', async () => {
  await must(api.record(llm({ customerExternalId: 'at-a-loss' })))
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(`/o/${organization.slug}/analytics/profitability`)
  const figure = page.locator('table [data-exact="-0.0075"]').first()
  await figure.filter({ hasText: '−$0.0075' }).waitFor()
  expect(await copied(figure)).toBe('-0.0075')
  expect(await copied(page.getByRole('row', { name: 'at-a-loss' }).first())).toContain('-$0.0075')
  // A triple-click selects up to the beginning of the next figure.
  await figure.click({ clickCount: 3 })
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('−$0.0075')
  expect(await copiedFrom(figure)).toBe('-0.0075')
})

test('text in a field is copied unchanged', async () => {
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(`/o/${organization.slug}/customers/new`)
  const field = page.getByLabel('City')
  await field.fill('−1')
  await field.selectText()
  expect(await copiedFrom(field)).toBe('')
})

/** Selects an element and returns the text that copying it writes to the clipboard. */
async function copied(place: Locator): Promise<string | undefined> {
  await place.evaluate((element) => getSelection()?.selectAllChildren(element))
  return copiedFrom(place)
}

/** Returns the text that copying the selection writes; empty if the browser copies it unchanged. */
const copiedFrom = (place: Locator) =>
  place.evaluate((element) => {
    const event = new ClipboardEvent('copy', { bubbles: true, clipboardData: new DataTransfer() })
    element.dispatchEvent(event)
    return event.clipboardData?.getData('text/plain')
  })
