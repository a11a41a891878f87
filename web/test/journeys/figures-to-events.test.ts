import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, flatPrice, givenDeal, TICKETS } from '../../../server/test/support/deal.ts'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { GPT_4O } from '../../../server/test/support/usage.ts'
import { givenOrganization } from '../support/people.ts'
import { portalCookieOf } from '../support/portal.ts'
import { addressOf } from '../support/routes.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const DAY_MS = 86_400_000
const daysAgo = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString()

let cookie: string
let portal: string
let parameters: Record<string, string>
beforeAll(async () => {
  const { api, owner, organization } = await givenOrganization(site, 'Acme Robotics')
  cookie = owner.cookie
  const deal = await givenDeal(api, {
    prices: [TICKETS, FEE],
    customer: { name: 'Northwind' },
    agent: { name: 'Support' },
    plan: { name: 'Growth' },
    subscription: { name: 'Main', startDate: daysAgo(20).slice(0, 10) },
  })
  await deal.use('ticket', 137, daysAgo(3), GPT_4O)
  const draft = await deal.generate({
    billingPeriodStart: daysAgo(20).slice(0, 10),
    billingPeriodEnd: daysAgo(2).slice(0, 10),
  })
  const { id: invoiceId, invoiceNumber, total } = await sendInvoice(api, draft)
  await must(api.post(`/v1/invoices/${invoiceId}/payments`, { amount: total, method: 'cash' }))
  await deal.use('ticket', 40, daysAgo(1), GPT_4O)
  const running = await givenDeal(api, {
    prices: [flatPrice('call', 1)],
    customer: { name: 'Initech' },
    subscription: { startDate: daysAgo(10).slice(0, 10) },
  })
  await running.use('call', 7, daysAgo(1), GPT_4O)
  portal = await portalCookieOf(site, api, deal.customerId)
  parameters = {
    slug: organization.slug,
    customerId: deal.customerId,
    runningId: running.customerId,
    agentId: deal.agentId,
    planId: deal.planId,
    subscriptionId: deal.subscriptionId,
    invoiceId,
    invoiceNumber,
    month: daysAgo(3).slice(0, 7),
  }
})

type Click = (page: Page) => Promise<void>
const link =
  (name: string): Click =>
  (page) =>
    page.getByRole('link', { name, exact: true }).first().click()
const runningLine: Click = (page) =>
  page.getByRole('button', { name: 'call', exact: true }).first().click()
const line: Click = (page) =>
  page.getByRole('button', { name: 'Tickets', exact: true }).first().click()
/** The tab of the customer, after the entry of the navigation. */
const customerEvents: Click = async (page) => {
  await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor()
  await page.getByRole('link', { name: 'Events', exact: true }).last().click()
}
/** Yesterday in a chart of the last 30 days, between the axis on the left and the margin. */
const chart: Click = async (page) => {
  const plot = page.locator('.recharts-wrapper').first()
  await plot.waitFor()
  const width = await plot.evaluate((drawn) => drawn.clientWidth)
  const position = { x: 56 + (width - 64) * (28.5 / 30), y: 100 }
  await plot.hover({ position })
  await page
    .getByText(/^Click to /)
    .first()
    .waitFor()
  await plot.click({ position })
}
/** The second of the figures with a date range. */
const runRate: Click = (page) =>
  page.getByRole('link', { name: 'Events of these days' }).nth(1).click()
const lineEvents: Click = (page) =>
  page.getByRole('button', { name: 'Events behind this line' }).click()
const invoice: Click = (page) => link(parameters.invoiceNumber ?? '')(page)

/** Events of a page of their own, or in the details of a line of an invoice. */
async function expectEvents(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: /^Events($| behind )/ })
  await list.getByRole('row').getByRole('link').first().waitFor()
}

/** The first click is on the figure, or on the name of its row. */
type Walk = [figure: string, route: string, clicks: Click[]]

const WALKS: Walk[] = [
  ['earned on Home', '/o/$slug/home', [link('Earned'), link('View events')]],
  ['cost on Home', '/o/$slug/home', [link('Cost'), link('View events')]],
  ['margin on Home', '/o/$slug/home', [link('Margin'), link('View events')]],
  ['MRR on Home', '/o/$slug/home', [link('Run rate MRR'), runRate]],
  ['a day on Home', '/o/$slug/home', [chart, link('Events of these days')]],
  ['the margin of a customer on Home', '/o/$slug/home', [link('Northwind'), link('ticket')]],
  ['the cost of a model on Home', '/o/$slug/home', [link('gpt-4o'), link('ticket')]],
  [
    'the margin in the list of customers',
    '/o/$slug/customers',
    [link('Northwind'), customerEvents],
  ],
  ['earned by a customer', '/o/$slug/customers/$customerId', [link('Earned'), link('ticket')]],
  ['the cost of a customer', '/o/$slug/customers/$customerId', [link('Cost'), link('ticket')]],
  ['the margin of a customer', '/o/$slug/customers/$customerId', [link('Margin'), link('ticket')]],
  [
    'the current period of a customer',
    '/o/$slug/customers/$runningId',
    [runningLine, link('Events behind this line')],
  ],
  ['a signal on the tab Profit', '/o/$slug/customers/$customerId/profit', [link('ticket')]],
  ['usage', '/o/$slug/analytics/usage', [link('View events')]],
  ['a day of usage', '/o/$slug/analytics/usage', [chart]],
  ['cost', '/o/$slug/analytics/cost', [link('View events')]],
  ['revenue', '/o/$slug/analytics/revenue', [link('View events')]],
  ['a day of revenue', '/o/$slug/analytics/revenue', [chart, link('Events of these days')]],
  ['MRR', '/o/$slug/analytics/mrr', [runRate]],
  ['profitability', '/o/$slug/analytics/profitability', [link('View events')]],
  [
    'the profitability of a customer',
    '/o/$slug/analytics/profitability',
    [link('Northwind'), link('ticket')],
  ],
  ['the month end', '/o/$slug/analytics/month-end?month=$month', [link('View events')]],
  ['the cost of an agent in the list', '/o/$slug/agents', [link('Support'), link('Cost')]],
  ['the margin of an agent', '/o/$slug/agents/$agentId', [link('Agent margin')]],
  ['the margin of a plan', '/o/$slug/plans/$planId', [link('ticket')]],
  [
    'an invoice of a subscription',
    '/o/$slug/subscriptions/$subscriptionId',
    [invoice, link('View events')],
  ],
  ['an invoice in the list', '/o/$slug/invoices', [invoice, link('View events')]],
  ['a line of an invoice', '/o/$slug/invoices/$invoiceId', [line, lineEvents]],
  ['a payment', '/o/$slug/payments', [invoice, link('View events')]],
]

test.each(WALKS)('%s is at most two clicks from its events', async (_, route, clicks) => {
  expect(clicks.length).toBeLessThanOrEqual(2)
  const page = await newPage({ cookie })
  await page.goto(addressOf(route, parameters))
  await settled(page)
  for (const click of clicks) await click(page)
  await expectEvents(page)
})

const PORTAL_WALKS: Walk[] = [
  ['the current period', '/portal', [link('Usage')]],
  ['an invoice', '/portal', [invoice, line]],
]

test.each(PORTAL_WALKS)(
  'a customer is at most two clicks from the usage by day of %s',
  async (_, route, clicks) => {
    const page = await newPage({ cookie: portal })
    await page.goto(route)
    await settled(page)
    for (const click of clicks) await click(page)
    await page.getByRole('figure', { name: /^Usage .*by day$/ }).waitFor()
  },
)
