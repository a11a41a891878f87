import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { passTimeUntil } from '../support/pass-time.ts'
import { givenOrganization } from '../support/people.ts'
import { givenAccount, portalCookieOf } from '../support/portal.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)
/** Responses mocked by these tests. */
const TOLERATED = /answered 50\d|status of (429|50\d)|net::ERR_|Failed to load resource/

let given: Awaited<ReturnType<typeof givenOrganization>>
let account: Awaited<ReturnType<typeof givenAccount>>
let cookie: string
beforeAll(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  account = await givenAccount(given.api)
  cookie = await portalCookieOf(site, given.api, account.customerId)
})

type Panel = { path: () => string; call: RegExp; shows: string }
const PANELS: Record<string, Panel> = {
  home: { path: () => '/portal', call: /\/v1\/portal\/overview/, shows: 'Amount due' },
  usage: { path: () => '/portal/usage', call: /\/v1\/portal\/usage/, shows: 'By day' },
  invoices: {
    path: () => '/portal/invoices',
    call: /\/v1\/portal\/invoices\?/,
    shows: 'INV-',
  },
  'an invoice': {
    path: () => `/portal/invoices/${account.invoice.id}`,
    call: /\/v1\/portal\/invoices\/[\da-f-]{36}$/,
    shows: 'Platform',
  },
  subscriptions: {
    path: () => '/portal/subscriptions',
    call: /\/v1\/portal\/subscriptions/,
    shows: 'Northwind plan',
  },
  'the profile': {
    path: () => '/portal/profile',
    call: /\/v1\/portal\/profile/,
    shows: 'Billing contact',
  },
  'the payment method': {
    path: () => '/portal/profile',
    call: /\/v1\/portal\/payment-methods/,
    shows: 'No card is saved',
  },
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

async function openBroken({ path, call }: Panel, answer: (route: Route) => Promise<unknown>) {
  const page = await newPage({ cookie, tolerates: TOLERATED })
  await page.clock.install()
  await page.route(call, answer)
  await page.goto(path())
  return { page, mend: () => page.unroute(call) }
}

const shown = (page: Page, { shows }: Panel) => page.getByText(shows).first().waitFor()
/** Waits for the frame around every page. */
const frame = (page: Page) => page.getByRole('navigation', { name: 'Account' }).waitFor()

describe.each(Object.entries(PANELS))('%s', (_name, panel) => {
  test('shows the error of the service, alone, and loads after Retry', async () => {
    const { page, mend } = await openBroken(panel, refuse(500))
    const alert = page.getByRole('alert').filter({ hasText: 'Refused on purpose with 500' })
    await alert.waitFor()
    await alert.getByText('Copy request id request-').waitFor()
    await frame(page)
    await mend()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await shown(page, panel)
    await alert.waitFor({ state: 'hidden' })
  })

  test('reports an unreachable service, and counts down after too many requests', async () => {
    const gone = await openBroken(panel, (route) => route.abort('connectionrefused'))
    await passTimeUntil(gone.page, gone.page.getByText('The service cannot be reached').first())
    await frame(gone.page)
    const much = await openBroken(panel, refuse(429, { 'retry-after': '2' }))
    const again = much.page.getByRole('button', { name: /^Retry in \d s$/ }).first()
    await passTimeUntil(much.page, again)
    expect(await again.isDisabled()).toBe(true)
    await much.mend()
    const retry = much.page.getByRole('button', { name: 'Retry', exact: true }).first()
    await passTimeUntil(much.page, retry)
    await retry.click()
    await shown(much.page, panel)
  })

  test('shows the frame immediately while the response is slow', async () => {
    let answer = () => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { page } = await openBroken(panel, async (route) => {
      await slow
      await route.continue()
    })
    await frame(page)
    await page.locator('[aria-busy="true"]').first().waitFor()
    answer()
    await shown(page, panel)
  })
})

test('without a session a page offers to retry', async () => {
  const page = await newPage({ cookie, tolerates: TOLERATED })
  await page.route('**/v1/portal/session', refuse(500))
  await page.goto('/portal')
  await page.getByRole('heading', { name: 'Your account cannot be loaded' }).waitFor()
  await page.unroute('**/v1/portal/session')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
})

test('leaving an unsaved profile asks for confirmation, even before the dialog has loaded', async () => {
  const page = await newPage({ cookie, tolerates: TOLERATED })
  let send = () => {}
  const slow = new Promise<void>((resolve) => {
    send = resolve
  })
  const asked = new Promise<void>((resolve) => {
    void page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      if ((await response.text()).includes('Leave without saving')) {
        resolve()
        await slow
      }
      await route.fulfill({ response })
    })
  })
  await page.goto('/portal/profile')
  await asked
  await page.getByLabel('City').fill('Springfield')
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).click()
  send()
  await page.getByRole('button', { name: 'Stay here' }).click()
  expect(await page.getByLabel('City').inputValue()).toBe('Springfield')
})
