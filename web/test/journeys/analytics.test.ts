import { text as textOf } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal, TICKETS } from '../../../server/test/support/deal.ts'
import { givenSubscription } from '../../../server/test/support/given.ts'
import { GPT_4O, llm, times } from '../../../server/test/support/usage.ts'
import { formatDay } from '../../src/ui/values/dates.ts'
import { givenOrganization, givenSignedIn, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const DAY_MS = 86_400_000
const daysAgo = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString()
const dayOf = (instant: string) => instant.slice(0, 10)

let given: Awaited<ReturnType<typeof givenOrganization>>
let customerId: string
beforeAll(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  const { api } = given
  const deal = await givenDeal(api, {
    prices: [TICKETS, FEE],
    customer: { name: 'Northwind' },
    agent: { name: 'Helper' },
    subscription: { startDate: dayOf(daysAgo(20)) },
  })
  customerId = deal.customerId
  await deal.use('ticket', 100, daysAgo(3), GPT_4O)
  await deal.use('ticket', 40, daysAgo(1), GPT_4O)
  const euros = { plan: { currency: 'EUR' }, customer: { name: 'Globex' } }
  await givenDeal(api, { ...euros, prices: [FEE], subscription: { startDate: dayOf(daysAgo(9)) } })
  await must(api.record(llm({ customerExternalId: 'loser', ...GPT_4O, outputTokens: 900_000 })))
  await must(api.record(llm({ model: 'our-own', modelProvider: 'in-house' })))
})

const at = (tab: string) => `/o/${given.organization.slug}/analytics/${tab}`
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const figures = async (path: string) => (await given.owner.api.get(path)).body
/** Texts of the cells; a rounded figure has the exact one as its title. */
const cells = (page: Page, region: string) =>
  page
    .getByRole('region', { name: region, exact: true })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.title || cell.innerText.trim()),
        ),
    )

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

/** Returns the rows of the exported file, keyed by column name. */
async function exported(page: Page): Promise<Record<string, string>[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = await textOf(await (await download).createReadStream())
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  const names = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])),
  )
}

const plain = (text: string | undefined) => Number((text ?? '').replaceAll(/[^\d.-]/g, ''))

describe('each tab equals its endpoint, in the table and in the file', () => {
  test('usage', async () => {
    const page = await open(at('usage'))
    const { timeSeriesData } = await figures('/v1/analytics/usage?breakdownBy=signal&top=7')
    const rows = await cells(page, 'Events by day')
    expect(rows).toHaveLength(timeSeriesData.length)
    const shown = rows.map(([, ...counts]) => counts.reduce((sum, one) => sum + plain(one), 0))
    expect(shown).toEqual(timeSeriesData.map((day: { eventCount: number }) => day.eventCount))
    const file = await exported(page)
    const ofFile = file.reduce((sum, row) => sum + Number(row.eventCount), 0)
    expect(ofFile).toBe(shown.reduce((sum, one) => sum + one, 0))
  })

  test('cost, where an unknown cost is not zero', async () => {
    const page = await open(at('cost'))
    const { byDay, uncostedEvents } = await figures('/v1/analytics/cost')
    const rows = await cells(page, 'Cost by day')
    expect(rows.map(([, cost]) => plain(cost))).toEqual(
      byDay.map((day: { totalCost: number }) => day.totalCost),
    )
    expect(rows.map(([, , missing]) => plain(missing))).toEqual(
      byDay.map((day: { uncostedEvents: number }) => day.uncostedEvents),
    )
    await page.getByRole('note').getByText(`${uncostedEvents} event without a cost`).waitFor()
    const file = await exported(page)
    expect(file.map((row) => Number(row.totalCost))).toEqual(
      byDay.map((day: { totalCost: number }) => day.totalCost),
    )
  })

  test('revenue by currency, and four figures under four names', async () => {
    const page = await open(at('revenue'))
    const { timeSeries, byCurrency } = await figures('/v1/analytics/revenue?groupBy=daily')
    expect(byCurrency).toHaveLength(2)
    for (const { currency } of byCurrency) {
      const rows = await cells(page, `Earned by day in ${currency}`)
      const own = timeSeries.filter((row: { currency: string }) => row.currency === currency)
      expect(rows.map(([, ...kinds]) => kinds.map(plain))).toEqual(
        own.map((row: Record<string, number>) => [row.usage, row.recurring, row.seat, row.onetime]),
      )
    }
    for (const name of ['Earned', 'Agent-earned', 'Billed', 'Collected'])
      await page.getByRole('term').getByText(name, { exact: true }).waitFor()
    const file = await exported(page)
    expect(file.map((row) => Number(row.revenue))).toEqual(
      timeSeries.map((row: { revenue: number }) => row.revenue),
    )
  })

  test('mrr in three definitions with their explanations', async () => {
    const page = await open(at('mrr'))
    const answer = await figures('/v1/analytics/mrr?variant=all')
    const names = {
      canonical: 'Canonical MRR',
      runRate: 'Run rate MRR',
      committed: 'Committed MRR',
    } as const
    const rows = await cells(page, 'MRR by definition')
    for (const [variant, name] of Object.entries(names)) {
      await page.getByRole('heading', { name, exact: true }).waitFor()
      const shown = rows
        .filter(([which]) => which?.startsWith(name))
        .map(([, amount]) => plain(amount))
      const known = answer[variant].byCurrency.map((one: { mrr: number }) => one.mrr)
      expect(shown, name).toEqual(known.length > 0 ? known : [0])
    }
    await page.getByText(/fees of active subscriptions/).waitFor()
    const file = await exported(page)
    expect(file.map((row) => Number(row.mrr))).toEqual(
      Object.keys(names).flatMap((variant) =>
        answer[variant].byCurrency.map((one: { mrr: number }) => one.mrr),
      ),
    )
  })

  test('a day of the chart opens what it consists of, and its events', async () => {
    const page = await open(`${at('revenue')}?customerId=${customerId}`)
    const day = formatDay(dayOf(daysAgo(3)))
    await page
      .getByRole('region', { name: 'Earned by day', exact: true })
      .getByRole('button', { name: day })
      .click()
    const dialog = page.getByRole('dialog', { name: `Earned: ${day}` })
    await dialog.getByRole('table', { name: 'By price' }).getByText('$100.00').waitFor()
    await dialog.getByRole('link', { name: 'Events of these days' }).click()
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    expect([parameter(page, 'from'), parameter(page, 'to'), parameter(page, 'customerId')]).toEqual(
      [dayOf(daysAgo(3)), dayOf(daysAgo(3)), customerId],
    )
  })

  test('a head sorts all rows of profitability', async () => {
    const page = await open(at('profitability'))
    const table = page.getByRole('region', { name: 'Profitability by customer', exact: true })
    await table.getByRole('button', { name: 'Cost' }).click()
    const { byKey } = await figures('/v1/analytics/profitability?top=1000')
    const listed = byKey.filter((row: { key: string | null }) => row.key !== null)
    const costs = listed.map((row: { cost: number }) => row.cost)
    await expect
      .poll(async () => (await cells(page, 'Profitability by customer')).map(([name]) => name)[0])
      .toBe(listed.find((row: { cost: number }) => row.cost === Math.max(...costs)).name)
    const head = table.getByRole('columnheader', { name: 'Cost' })
    expect(await head.getAttribute('aria-sort')).toBe('descending')
  })

  test('profitability, losses first', async () => {
    const page = await open(at('profitability'))
    const { byKey } = await figures('/v1/analytics/profitability?top=200')
    const rows = await cells(page, 'Profitability by customer')
    expect(rows.map(([name]) => name)).toEqual(
      byKey.map((row: { name: string | null }) => row.name ?? 'All others'),
    )
    expect(rows[0]?.[0]).toBe('loser')
    expect(rows[0]?.[1]).toMatch(/^−\$/)
    const file = await exported(page)
    // The file contains every customer, ordered by id.
    const byId = byKey.toSorted((one: { key: string }, other: { key: string }) =>
      one.key < other.key ? -1 : 1,
    )
    expect(file.map((row) => [row.key, row.margin])).toEqual(
      byId.map((row: { key: string; margin: number | null }) => [
        row.key,
        row.margin === null ? '' : String(row.margin),
      ]),
    )
  })
})

test('on a phone the filters are behind a button', async () => {
  const page = await newPage({ cookie: given.owner.cookie, viewport: PHONE })
  await page.goto(at('usage'))
  await settled(page)
  expect(await page.getByLabel('Agent').count()).toBe(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Compare with previous period').check()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await sheet.waitFor({ state: 'hidden' })
  expect(parameter(page, 'compare')).toBe('before')
})

test('with many subscriptions the latest 50 are listed, with a note that all of them count', async () => {
  const { api, organization, owner } = await givenOrganization(site, 'Many Deals')
  const { planId, agentId } = await givenDeal(api, { prices: [FEE] })
  for (let n = 0; n < 50; n += 1) await givenSubscription(api, { planId, agentId })
  // Under load a first read may return before the earnings of all new customers are computed.
  const earned = async () => {
    const { bySubscription } = (await owner.api.get('/v1/analytics/revenue?top=60')).body
    return bySubscription.filter(({ revenue }: { revenue: number }) => revenue > 0).length
  }
  await expect.poll(earned, { timeout: 20_000 }).toBe(51)
  const page = await open(`/o/${organization.slug}/analytics/revenue`, owner)
  const rows = await cells(page, 'Earned by subscription')
  expect(rows).toHaveLength(51)
  expect(rows.at(-1)?.[0]).toBe('All others')
  const total = (await owner.api.get('/v1/analytics/revenue')).body.revenue
  const shown = rows.reduce((sum, row) => sum + Math.round(plain(row.at(-1)) * 100), 0)
  // Each row is rounded to the cent.
  expect(Math.abs(shown - Math.round(total * 100))).toBeLessThanOrEqual(rows.length)
  await page
    .getByText('Shows the latest 50 subscriptions. The chart includes all of them.')
    .waitFor()
})

test('more than 100 customers have pages, in the order of the figures of all of them', async () => {
  const { api, organization, owner } = await givenOrganization(site, 'Many Customers')
  const work = (n: number) =>
    llm({ customerExternalId: `c${n}`, ...GPT_4O, outputTokens: 1_000 * (n + 1) })
  await must(api.record(...times(60, work)))
  await must(api.record(...times(60, (n) => work(60 + n))))
  const page = await open(`/o/${organization.slug}/analytics/profitability`, owner)
  const names = async () => (await cells(page, 'Profitability by customer')).map(([name]) => name)
  const pages = page.getByRole('group', { name: 'Pages of Profitability by customer' })
  await pages.getByText('1–100 of 120').waitFor()
  expect(await names()).toEqual(times(100, (n) => `c${119 - n}`))
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByText('101–120 of 120').waitFor()
  expect(await names()).toEqual(times(20, (n) => `c${19 - n}`))
  await page
    .getByRole('region', { name: 'Profitability by customer', exact: true })
    .getByRole('button', { name: 'Realised margin', exact: true })
    .click()
  await pages.getByText('1–100 of 120').waitFor()
  await expect.poll(async () => (await names())[0]).toBe('c0')
})

test('signals of one name have their agent, in usage, profitability and where the margin goes', async () => {
  const { organization, owner, api } = await givenOrganization(site, 'Two of a name')
  for (const agentCode of ['support', 'sales']) {
    await must(api.record(llm({ customerExternalId: 'acme', agentCode, signalName: 'call' })))
  }
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(`/o/${organization.slug}/analytics/usage`)
  await settled(page)
  const table = page.getByRole('region', { name: 'By signal', exact: true })
  for (const agent of ['support', 'sales']) await table.getByText(`call (${agent})`).waitFor()
  await page.goto(`/o/${organization.slug}/analytics/profitability?groupBy=signal`)
  await settled(page)
  const rows = page.getByRole('region', { name: 'Profitability by signal', exact: true })
  for (const agent of ['support', 'sales']) await rows.getByText(`call (${agent})`).waitFor()
  const { id } = (await must(api.get('/v1/customers/by-external-id/acme'))) as { id: string }
  await page.goto(`/o/${organization.slug}/customers/${id}/profit`)
  await settled(page)
  const lines = page.getByRole('region', { name: 'Margin by signal and fee', exact: true })
  for (const agent of ['support', 'sales']) {
    await lines.getByText(new RegExp(`^call \\(${agent}\\)`)).waitFor()
  }
})

test('usage by customer adds up with a row for customers that are not listed', async () => {
  const { api, organization, owner } = await givenOrganization(site, 'Many Customers')
  await must(api.record(...times(60, (n) => llm({ customerExternalId: `customer-${n}` }))))
  const page = await open(`/o/${organization.slug}/analytics/usage?groupBy=customer`, owner)
  const rows = await cells(page, 'By customer')
  expect(rows).toHaveLength(51)
  expect(rows.at(-1)?.slice(0, 3)).toEqual(['All others', '10', '10'])
})

test('a row adds its filter, which other tabs keep and a chip removes', async () => {
  const page = await open(`${at('cost')}?groupBy=customer`)
  await page.getByRole('button', { name: 'Northwind', exact: true }).click()
  await expect.poll(() => parameter(page, 'customerId')).toBe(customerId)
  await page.getByText('Customer: Northwind').waitFor()
  await page.getByRole('link', { name: 'Revenue', exact: true }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(at('revenue'))
  expect(parameter(page, 'customerId')).toBe(customerId)
  await settled(page)
  // One customer has a single currency.
  await page.getByRole('region', { name: 'Earned by day', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove filter Customer: Northwind' }).click()
  await page.getByRole('region', { name: 'Earned by day in EUR' }).waitFor()
})

test('a row of profitability opens where the margin of the customer goes', async () => {
  const page = await open(at('profitability'))
  const table = page.getByRole('region', { name: 'Profitability by customer' })
  await table.getByRole('link', { name: 'Northwind', exact: true }).click()
  await page.waitForURL(new RegExp(`/customers/${customerId}/profit\\?`))
  await page.getByRole('region', { name: 'Margin by signal and fee' }).waitFor()
})

test('a model of profitability opens where its margin goes, and its chip closes it', async () => {
  const page = await open(`${at('profitability')}?groupBy=model`)
  const table = page.getByRole('region', { name: 'Profitability by model', exact: true })
  await table.getByRole('link', { name: 'openai/gpt-4o', exact: true }).click()
  await page.getByRole('heading', { name: 'Where the margin of openai/gpt-4o goes' }).waitFor()
  expect(parameter(page, 'model')).toBe('openai/gpt-4o')
  await settled(page)
  const path = '/v1/analytics/profitability?groupBy=signal&model=openai%2Fgpt-4o'
  const { byKey } = await figures(path)
  const signals = () => cells(page, 'Profitability by signal')
  // The names of agents load beside the figures.
  await expect
    .poll(async () => (await signals()).map(([name]) => name))
    .toEqual(['ticket (support)', 'ticket (Helper)'])
  const rows = await signals()
  expect(rows.map((row) => Number(row.at(-1)))).toEqual(
    byKey.map(({ eventCount }: { eventCount: number }) => eventCount),
  )
  // The figures of all models are not shown as those of one.
  expect(await page.getByText('Realised margin by day').count()).toBe(0)
  await page.getByRole('button', { name: 'Remove filter Model: openai/gpt-4o' }).click()
  await page.getByRole('region', { name: 'Profitability by customer', exact: true }).waitFor()
  expect(parameter(page, 'model')).toBeNull()
})

test('the previous period is a dashed line, with its figures in the table', async () => {
  for (const [tab, region] of [
    ['usage', 'Events by day'],
    ['cost', 'Cost by day'],
    ['revenue', 'Earned by day in USD'],
  ] as const) {
    const page = await open(`${at(tab)}?compare=before`)
    const chart = page.getByRole('figure', { name: region })
    await chart.getByText('Previous period', { exact: true }).first().waitFor()
    await chart.locator('path[stroke-dasharray="4 4"]').waitFor({ state: 'attached' })
    await chart.getByRole('columnheader', { name: 'Previous period' }).waitFor()
  }
  const alone = await open(at('cost'))
  expect(await alone.getByText('Previous period', { exact: true }).count()).toBe(0)
})

test('a click on an area of the usage chart, or on its name, filters by it', async () => {
  const page = await open(`${at('usage')}?groupBy=customer`)
  await page.getByRole('button', { name: 'Only Northwind' }).click()
  await expect.poll(() => parameter(page, 'customerId')).toBe(customerId)
  await page.goBack()
  await page.getByRole('button', { name: 'Only loser' }).waitFor()
  const area = page.getByRole('figure', { name: 'Events by day' }).locator('.recharts-area-area')
  // Clicks a point with a value, because most days have none.
  await area.first().dispatchEvent('click')
  await expect.poll(() => parameter(page, 'customerId')).not.toBeNull()
})

test('the selection is in the URL: it survives a reload, Back and a shared link', async () => {
  const page = await open(at('cost'))
  await page.getByLabel('Dates (UTC)').selectOption('Last 7 days')
  await expect.poll(() => parameter(page, 'range')).toBe('7d')
  await page.getByLabel('Group by', { exact: true }).selectOption('Customer')
  await expect.poll(() => parameter(page, 'groupBy')).toBe('customer')
  await page.getByLabel('Compare with previous period').check()
  await expect.poll(() => parameter(page, 'compare')).toBe('before')
  await page.reload()
  await page.getByRole('region', { name: 'Cost by customer' }).waitFor()
  await page
    .getByText(/^from .* in /)
    .first()
    .waitFor()
  await page.goBack()
  await expect.poll(() => parameter(page, 'compare')).toBeNull()
  const shared = await open(`${at('usage')}?groupBy=customer&measure=units&range=90d`)
  await shared.getByRole('region', { name: 'Units by day' }).waitFor()
  const bad = await open(`${at('usage')}?groupBy=moon&range=ever&customerId=me&measure=none`)
  await bad.getByRole('region', { name: 'Events by day' }).waitFor()
  await open(at('').replace(/\/$/, '')).then((first) =>
    expect.poll(() => new URL(first.url()).pathname).toBe(at('usage')),
  )
})

test('a viewer reads all of it', async () => {
  const { id: organizationId } = given.organization
  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId })
  const page = await open(at('profitability'), viewer)
  await page.getByRole('region', { name: 'Profitability by customer' }).waitFor()
})

describe('when the service fails', () => {
  const PANELS = {
    usage: ['usage', /v1\/analytics\/usage.*top=7/],
    'usage by name': ['usage', /v1\/analytics\/usage.*top=50/],
    cost: ['cost', /v1\/analytics\/cost/],
    billed: ['revenue', /v1\/analytics\/invoice-totals/],
    mrr: ['mrr', /v1\/analytics\/mrr/],
    profitability: ['profitability', /v1\/analytics\/profitability\?(?!.*groupBy=day)/],
  } as const

  test.each(Object.entries(PANELS))(
    'the %s fail alone, and load after Retry',
    async (_, [tab, url]) => {
      const page = await newPage({ cookie: given.owner.cookie, tolerates: /500|Failed to load/ })
      await page.route(url, (route) =>
        route.fulfill({ status: 500, json: { message: 'Something broke', code: 'internal' } }),
      )
      await page.goto(at(tab))
      const alert = page.getByRole('alert').filter({ hasText: 'Something broke' })
      await alert.waitFor()
      expect(await page.getByRole('alert').count()).toBe(1)
      await page.getByRole('link', { name: 'Profitability', exact: true }).waitFor()
      await page.unroute(url)
      await alert.getByRole('button', { name: 'Retry' }).click()
      await alert.waitFor({ state: 'detached' })
      await settled(page)
    },
  )
})
