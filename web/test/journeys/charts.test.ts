import { beforeAll, expect, test } from 'vitest'
import { givenOrganization, type SignedIn } from '../support/people.ts'
import { givenAccount, portalCookieOf } from '../support/portal.ts'
import { addressOf } from '../support/routes.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let owner: SignedIn
let portal: string
let parameters: Record<string, string>
beforeAll(async () => {
  const given = await givenOrganization(site, 'Acme Robotics')
  owner = given.owner
  const { customerId, planId } = await givenAccount(given.api)
  parameters = { slug: given.organization.slug, customerId, planId }
  portal = await portalCookieOf(site, given.api, customerId)
})

const WITH_CHARTS = [
  '/o/$slug/home',
  '/o/$slug/customers/$customerId',
  '/o/$slug/analytics/usage',
  '/o/$slug/analytics/cost',
  '/o/$slug/analytics/revenue',
  '/o/$slug/analytics/profitability',
  '/o/$slug/plans/$planId/prices',
  '/portal',
  '/portal/usage',
]

test.each(WITH_CHARTS)('a chart wider than its frame does not widen %s', async (route) => {
  const cookie = route.startsWith('/portal') ? portal : owner.cookie
  const page = await newPage({ cookie, viewport: PHONE })
  await page.goto(addressOf(route, parameters))
  const chart = page.locator('.recharts-wrapper').first()
  await chart.waitFor()
  // A window that became narrower shows this until the chart is drawn again.
  const widths = await chart.evaluate((drawn) => {
    if (drawn instanceof HTMLElement) drawn.style.minWidth = '2000px'
    return [drawn.getBoundingClientRect().width, document.documentElement.scrollWidth]
  })
  expect(widths).toEqual([2000, PHONE.width])
})
