import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { FEE, givenDeal, TICKETS } from '../../../server/test/support/deal.ts'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { GPT_4O } from '../../../server/test/support/usage.ts'
import { formatAmount, formatPercent, formatRounded } from '../../src/ui/values/money.ts'
import { givenOrganization } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const DAY_MS = 86_400_000
const daysAgo = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString()

let given: Awaited<ReturnType<typeof givenOrganization>>
let ids: { customerId: string; invoiceId: string }
beforeAll(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  const deal = await givenDeal(given.api, {
    prices: [TICKETS, FEE, { chargeType: 'onetime', rate: 99 }],
    customer: { name: 'Northwind' },
    subscription: { startDate: daysAgo(20).slice(0, 10) },
  })
  await deal.use('ticket', 137, daysAgo(3), GPT_4O)
  const { id: invoiceId } = await sendInvoice(given.api, await deal.generate())
  await deal.use('ticket', 40, daysAgo(1), GPT_4O)
  ids = { customerId: deal.customerId, invoiceId }
})

const dollars = (value: number) => formatRounded(value, 'USD')

/** Figures of a grid by their labels. */
const inGrid = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .first()

const onCard = (page: Page, label: string) => page.getByRole('region', { name: label, exact: true })

type Case = {
  page: string
  path: () => string
  read: (page: Page, label: string) => ReturnType<Page['locator']>
  /** Returns the texts that the page must show, from the answers of the API. */
  expected: (get: (path: string) => Promise<Answer>) => Promise<Record<string, string>>
}
type Answer = Awaited<ReturnType<typeof given.owner.api.get>>['body']

const CASES: Case[] = [
  {
    page: 'Home',
    path: () => '/home',
    read: onCard,
    expected: async (get) => {
      const { current } = await get('/v1/analytics/overview')
      return {
        Earned: dollars(current.revenue),
        Cost: dollars(current.cost),
        Margin: formatPercent(current.marginPercent),
        'Run rate MRR': dollars(current.mrr),
      }
    },
  },
  {
    page: 'a customer',
    path: () => `/customers/${ids.customerId}`,
    read: inGrid,
    expected: async (get) => {
      const { results } = await get(`/v1/analytics/customers?customerId=${ids.customerId}`)
      const [{ revenue, cost, margin, openBalances }] = results
      return {
        Earned: dollars(revenue),
        Cost: dollars(cost),
        Margin: dollars(margin),
        'Open balance': dollars(openBalances[0].amount),
      }
    },
  },
  {
    page: 'Revenue',
    path: () => '/analytics/revenue',
    read: inGrid,
    expected: async (get) => {
      const [earned] = (await get('/v1/analytics/revenue')).byCurrency
      const [invoiced] = (await get('/v1/analytics/invoice-totals')).byCurrency
      return {
        'Agent-earned': dollars(earned.agentEarned),
        Billed: dollars(invoiced.billed),
        Collected: dollars(invoiced.collected),
      }
    },
  },
  {
    page: 'Profitability',
    path: () => '/analytics/profitability',
    read: inGrid,
    expected: async (get) => {
      const [total] = (await get('/v1/analytics/profitability')).totals
      return { Realised: dollars(total.revenue), 'Realised margin': dollars(total.margin) }
    },
  },
  {
    page: 'an invoice',
    path: () => `/invoices/${ids.invoiceId}`,
    read: inGrid,
    expected: async (get) => {
      const { total, amountDue } = await get(`/v1/invoices/${ids.invoiceId}`)
      return { Total: formatAmount(total, 'USD'), 'Amount due': formatAmount(amountDue, 'USD') }
    },
  },
]

test.each(CASES)('the figures of $page are those of the API', async ({ path, read, expected }) => {
  const page = await newPage({ cookie: given.owner.cookie })
  await page.goto(`/o/${given.organization.slug}${path()}`)
  await settled(page)
  const texts = await expected(async (url) => (await given.owner.api.get(url)).body)
  for (const [label, text] of Object.entries(texts)) {
    await expect.poll(() => read(page, label).innerText(), { message: label }).toContain(text)
  }
})
