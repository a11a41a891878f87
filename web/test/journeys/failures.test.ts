import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, must } from '../../../server/test/support/app.ts'
import { givenDeal, TICKETS } from '../../../server/test/support/deal.ts'
import { givenDiscount } from '../../../server/test/support/given.ts'
import { llm, recordEvent, unknownModel } from '../../../server/test/support/usage.ts'
import { passTimeUntil } from '../support/pass-time.ts'
import { givenOrganization, type Organization, type SignedIn } from '../support/people.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
/** Responses mocked by these tests. */
const { newPage } = useBrowser(site)
const TOLERATED = /answered 50\d|status of (429|50\d)|net::ERR_|Failed to load resource/

let organization: Organization
let owner: SignedIn
let api: Api
let eventId: string
let customerId: string
let planId: string
beforeAll(async () => {
  ;({ organization, owner, api } = await givenOrganization(site, 'Acme Robotics'))
  await must(api.record(llm({ customerExternalId: 'northwind' })))
  eventId = (await recordEvent(api, unknownModel())).id
  const deal = await givenDeal(api, { prices: [TICKETS], customer: { name: 'Globex' } })
  ;({ customerId, planId } = deal)
  await givenDiscount(api, { customerId })
  const now = new Date()
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10))
  await deal.use('ticket', 150, lastMonth.toISOString())
})

type Failing = { path: string; call: RegExp; shows: (page: Page) => Promise<unknown> }
const row = (text: string) => (page: Page) =>
  page.getByRole('row').filter({ hasText: text }).waitFor()
const PANELS: Record<string, () => Failing> = {
  'the events': () => ({ path: 'events', call: /\/v1\/events\?.*page=1/, shows: row('northwind') }),
  'an event': () => ({
    path: `events?event=${eventId}`,
    call: /\/v1\/events\/[\da-f-]{36}$/,
    shows: (page) => page.getByText(/house-model.* is not in the catalog/).waitFor(),
  }),
  'the unknown costs': () => ({
    path: 'unknown-costs',
    call: /needs-cost-backfill/,
    shows: row('house-model'),
  }),
  'the discounts': () => ({
    path: `customers/${customerId}`,
    call: /\/v1\/discounts\?/,
    shows: row('10% off'),
  }),
  'the real usage of a price': () => ({
    path: `plans/${planId}/prices`,
    call: /\/v1\/analytics\/usage\?/,
    shows: (page) => page.getByRole('table', { name: 'With actual usage' }).waitFor(),
  }),
  'the first steps': () => ({
    path: 'home',
    call: /\/v1\/getting-started/,
    shows: (page) => page.getByRole('heading', { name: 'Getting started' }).waitFor(),
  }),
}

const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        statusCode: status,
        message: `Refused on purpose with ${status}`,
        code: 'on_purpose',
        requestId: 'request-of-the-test',
      }),
    })

/** Opens the page with every call of a panel answered by `answer`, until `mend` is called. */
async function openBroken({ path, call }: Failing, answer: (route: Route) => Promise<unknown>) {
  const page = await newPage({ cookie: owner.cookie, tolerates: TOLERATED })
  await page.clock.install()
  await page.route(call, answer)
  await page.goto(`/o/${organization.slug}/${path}`)
  return { page, mend: () => page.unroute(call) }
}

describe.each(Object.entries(PANELS))('%s', (_what, panelOf) => {
  test('show the error of the service, alone, and load after Retry', async () => {
    const panel = panelOf()
    const { page, mend } = await openBroken(panel, refuse(500))
    const alert = page.getByRole('alert').filter({ hasText: 'Refused on purpose with 500' })
    await alert.waitFor()
    await alert.getByText('Copy request id request-').waitFor()
    // The rest of the page is visible.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Events' })
      .waitFor()
    await mend()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await panel.shows(page)
    await alert.waitFor({ state: 'hidden' })
  })

  test('count down after too many requests, and can be retried then', async () => {
    const panel = panelOf()
    const { page, mend } = await openBroken(panel, refuse(429, { 'retry-after': '2' }))
    const again = page.getByRole('button', { name: /^Retry in \d s$/ }).first()
    await passTimeUntil(page, again)
    expect(await again.isDisabled()).toBe(true)
    await mend()
    const retry = page.getByRole('button', { name: 'Retry', exact: true }).first()
    await passTimeUntil(page, retry)
    await retry.click()
    await panel.shows(page)
  })

  test('report an unreachable service, and load once it is back', async () => {
    const panel = panelOf()
    const { page, mend } = await openBroken(panel, (route) => route.abort('connectionrefused'))
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'The service cannot be reached' })
      .first()
    await passTimeUntil(page, alert)
    await mend()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await panel.shows(page)
  })

  test('show the frame immediately while the response is slow', async () => {
    const panel = panelOf()
    let answer = () => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { page } = await openBroken(panel, async (route) => {
      await slow
      await route.continue()
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor()
    answer()
    await panel.shows(page)
  })
})

test('a mapping that fails halfway shows an error, and can be repeated', async () => {
  const page = await newPage({ cookie: owner.cookie, tolerates: TOLERATED })
  await page.route('**/v1/events/map-model', refuse(503))
  await page.goto(`/o/${organization.slug}/unknown-costs?model=house-model&provider=in-house`)
  const panel = page.getByRole('dialog', { name: 'house-model' })
  await panel.getByLabel('Catalog entry').fill('gpt-4o-mini')
  await page.getByRole('option', { name: /^gpt-4o-mini\s*openai/ }).click()
  const map = panel.getByRole('button', { name: /^Map 1 event/ })
  await map.click()
  await panel.getByText('Refused on purpose with 503').waitFor()
  await page.unroute('**/v1/events/map-model')
  await map.click()
  await panel.getByText('1 event now has a cost').waitFor()
})
