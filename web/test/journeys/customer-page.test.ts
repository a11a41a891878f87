import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal, TICKETS } from '../../../server/test/support/deal.ts'
import { givenSignal } from '../../../server/test/support/given.ts'
import { GPT_4O, recordEvent, unknownModel } from '../../../server/test/support/usage.ts'
import { givenOrganization, givenSignedIn, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

const at = (id: string) => `/o/${given.organization.slug}/customers/${id}`
const today = () => new Date().toISOString().slice(0, 10)

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

const givenNorthwind = () =>
  givenDeal(given.api, {
    prices: [TICKETS, FEE],
    customer: { name: 'Northwind', country: 'DE' },
    subscription: { name: 'Main', startDate: today() },
  })

test('the current period is a preview of its invoice, marked as not final', async () => {
  const deal = await givenNorthwind()
  await deal.use('ticket', 7, new Date().toISOString())
  const { body: preview } = await deal.preview()
  const page = await open(at(deal.customerId))
  await page.getByText('Amounts so far. They are not final').waitFor()
  const lines = page.getByRole('region', { name: 'Lines' })
  await lines.getByText('$7.00').waitFor()
  await page
    .getByText(`$${preview.total.toFixed(2)}`)
    .first()
    .waitFor()
  expect(preview.total).toBe(56)
})

test('a model without a rate has no cost where the margin goes, instead of zero', async () => {
  const deal = await givenNorthwind()
  const work = { customerExternalId: deal.externalId, agentCode: deal.agentCode }
  await recordEvent(given.api, unknownModel({ ...work, signalName: 'ticket' }))
  const page = await open(`${at(deal.customerId)}/profit`)
  const models = page.getByRole('region', { name: 'Cost by model' })
  const row = models.getByRole('row').filter({ hasText: 'house-model' })
  await row.getByText('No cost yet').waitFor()
})

test('a draft has no due date among the invoices of a customer', async () => {
  const deal = await givenNorthwind()
  const { invoiceNumber, dueDate } = await deal.generate()
  expect(dueDate).not.toBeNull()
  const page = await open(`${at(deal.customerId)}/invoices`)
  const row = page.getByRole('row').filter({ hasText: invoiceNumber })
  const due = row.getByRole('cell').nth(3)
  expect(await due.innerText()).toBe('–')
})

test('unpriced work is explained, and is priced or included from there', async () => {
  const deal = await givenNorthwind()
  await givenSignal(given.api, { agentId: deal.agentId, name: 'call' })
  await deal.use('call', 3, new Date().toISOString(), { ...GPT_4O, inputTokens: 4_000_000 })
  const page = await open(`${at(deal.customerId)}/profit`)
  await page.getByText('$10.00 of the cost of $10.00 is unpriced work: 3 call').waitFor()
  const table = page.getByRole('region', { name: 'Margin by signal and fee' })
  await table.getByText(/^No price in /).waitFor()
  await table.getByRole('link', { name: 'Price call' }).click()
  await page.waitForURL(/\/prices\?signalId=/)
  await page.getByRole('group', { name: 'New price' }).waitFor()
  await page.goto(`${at(deal.customerId)}/profit`)
  await table.getByRole('button', { name: 'Include call in the fees' }).click()
  await table.getByText(/^Included in the fees of /).waitFor()
  await expect.poll(() => page.getByText('is unpriced work').count()).toBe(0)
})

test('an invoice is generated from the page, and is owed there once it is sent', async () => {
  const deal = await givenNorthwind()
  const page = await open(at(deal.customerId))
  await page.getByText('No open invoices').waitFor()
  await page.getByRole('button', { name: 'Generate invoice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generate draft' }).click()
  await page.waitForURL(/\/invoices\//)
  const { data } = await must(given.api.get(`/v1/invoices?customerId=${deal.customerId}`))
  await must(given.api.post(`/v1/invoices/${data[0].id}/send`, {}))
  await page.goto(at(deal.customerId))
  const owed = page.getByRole('region', { name: 'Open invoices' })
  await owed.getByRole('row').filter({ hasText: data[0].invoiceNumber }).waitFor()
  // The period is invoiced, so nothing is left to preview.
  await page.getByText(/already covers/).waitFor()
})

test('a viewer reads the page and sees which roles each action requires', async () => {
  const deal = await givenNorthwind()
  const { id: organizationId } = given.organization
  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId })
  const page = await open(at(deal.customerId), viewer)
  for (const name of ['New subscription', 'Generate invoice']) {
    const button = page.getByRole('button', { name, exact: true })
    expect(await button.getAttribute('aria-description'), name).toMatch(/^Only .* can /)
  }
  await page.getByText(/^Only .* can preview, generate and send invoices/).waitFor()
  expect((await viewer.api.post('/v1/invoices/preview', deal.ids)).status).toBe(403)
})

describe('when the service fails', () => {
  const PANELS = {
    'running period': '**/v1/invoices/preview',
    'open invoices': '**/v1/invoices?*',
    discounts: '**/v1/discounts?*',
  } as const

  test.each(Object.entries(PANELS))('the %s fail alone, and load after Retry', async (_, url) => {
    const deal = await givenNorthwind()
    const page = await newPage({ cookie: given.owner.cookie, tolerates: /500|Failed to load/ })
    await page.route(url, (route) =>
      route.fulfill({ status: 500, json: { message: 'Something broke', code: 'internal' } }),
    )
    await page.goto(at(deal.customerId))
    const alert = page.getByRole('alert').filter({ hasText: 'Something broke' })
    await alert.waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    await page.unroute(url)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await alert.waitFor({ state: 'detached' })
    await settled(page)
  })
})
