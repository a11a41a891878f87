import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { givenDeal } from '../../../server/test/support/deal.ts'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { GPT_4O } from '../../../server/test/support/usage.ts'
import { givenOrganization, givenSignedIn } from '../support/people.ts'
import { openPortal } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const MARCH = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

async function open(path: string): Promise<Page> {
  const page = await newPage({ cookie: given.owner.cookie, tolerates: /status of 40[09]/ })
  await page.goto(`/o/${given.organization.slug}${path}`)
  await settled(page)
  return page
}

async function givenTickets(quantity = 3, record: object = {}) {
  const deal = await givenDeal(given.api, { customer: { name: 'Northwind' } })
  await deal.use('ticket', quantity, '2026-03-10T12:00:00Z', { ...GPT_4O, ...record })
  const { results } = await must(given.api.get('/v1/events?startDate=2026-03-01'))
  return { ...deal, eventId: String(results[0].id) }
}

async function expectToFit(page: Page) {
  await settled(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(PHONE.width)
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Rejects units in the panel of an event. */
async function reject(page: Page, units: string, reason: string) {
  const panel = dialogOf(page, 'ticket')
  await panel.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = dialogOf(page, 'Reject ticket')
  await dialog.getByLabel('Units to reject').fill(units)
  await dialog.getByLabel('Reason', { exact: true }).fill(reason)
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
}

const rejectedQuantity = async (eventId: string) =>
  (await must(given.api.get(`/v1/events/${eventId}`))).rejectedQuantity

test('an outcome is rejected beside its evidence, listed, and withdrawn', async () => {
  const evidence = { evidenceUrl: 'https://desk.example.com/4711', evidence: 'Solved on 10 March' }
  const { eventId, externalId } = await givenTickets(3, evidence)
  const page = await open(`/rejections`)
  await page.getByText('No rejections yet').waitFor()

  await page.goto(`/o/${given.organization.slug}/events?event=${eventId}`)
  const panel = dialogOf(page, 'ticket')
  await panel.getByText('No units are rejected.').waitFor()
  await panel.getByText('Solved on 10 March').waitFor()
  await reject(page, '2', 'Two were opened again')
  await panel.getByText('2 units rejected,').waitFor()
  await panel.getByText(/^By .+: Two were opened again$/).waitFor()
  await panel.getByText('3 (2 rejected)', { exact: true }).waitFor()
  expect(await rejectedQuantity(eventId)).toBe('2')

  await page.goto(`/o/${given.organization.slug}/rejections`)
  const rows = page.getByRole('region', { name: 'Rejections' }).getByRole('row')
  const row = rows.filter({ hasText: 'Two were opened again' })
  await row.getByRole('link', { name: externalId }).waitFor()
  await row.getByText('Rejected', { exact: true }).waitFor()
  await row.getByRole('link').first().click()
  await panel.getByRole('button', { name: 'Withdraw rejection' }).click()
  const withdrawal = dialogOf(page, 'Withdraw rejection')
  await withdrawal.getByLabel('Reason').fill('The user found the answer')
  await withdrawal.getByRole('button', { name: 'Withdraw rejection' }).click()
  await panel.getByText(/^By .+: The user found the answer$/).waitFor()
  await panel.getByRole('button', { name: 'Reject', exact: true }).waitFor()
  expect(await rejectedQuantity(eventId)).toBe('0')
})

test('rejections are filtered by status, customer and run, also after a reload', async () => {
  const { eventId, customerId } = await givenTickets(3, { runId: 'run-4711' })
  await must(given.api.post(`/v1/events/${eventId}/rejection`, { reason: 'Opened again' }))
  const page = await open(`/rejections?state=accepted&customerId=${customerId}&runId=run-4711`)
  const row = page.getByRole('row').filter({ hasText: 'Opened again' })
  await row.waitFor()
  await page.reload()
  await row.waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Withdrawn')
  await page.getByText('No rejections match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await row.waitFor()
  expect(new URL(page.url()).search).toBe('')
})

describe('refusals are shown where they belong', () => {
  test('more units than the event has are refused at the field', async () => {
    const { eventId } = await givenTickets()
    const page = await open(`/events?event=${eventId}`)
    await reject(page, '4', '')
    const dialog = dialogOf(page, 'Reject ticket')
    await dialog.getByText('Enter a whole number from 1 to 3').waitFor()
    await dialog.getByText('Enter a reason').waitFor()
    expect(await rejectedQuantity(eventId)).toBe('0')
  })

  test('more units than the event has since are refused in the dialog', async () => {
    const { eventId } = await givenTickets()
    const page = await open(`/events?event=${eventId}`)
    await dialogOf(page, 'ticket').getByText('No units are rejected.').waitFor()
    await must(given.api.post(`/v1/events/${eventId}/amend`, { quantity: 2 }))
    await reject(page, '3', 'Opened again')
    const dialog = dialogOf(page, 'Reject ticket')
    await dialog.getByRole('alert').getByText('Only 2 units are billed').waitFor()
    expect(await rejectedQuantity(eventId)).toBe('0')
  })

  test('a second rejection of the same event is refused in the dialog', async () => {
    const { eventId } = await givenTickets()
    const page = await open(`/events?event=${eventId}`)
    await dialogOf(page, 'ticket').getByText('No units are rejected.').waitFor()
    await must(given.api.post(`/v1/events/${eventId}/rejection`, { quantity: 1, reason: 'First' }))
    await reject(page, '1', 'Second')
    await dialogOf(page, 'Reject ticket').getByRole('alert').waitFor()
    const { results } = await must(given.api.get('/v1/rejections'))
    expect(results.map(({ reason }: { reason: string }) => reason)).toEqual(['First'])
  })

  test('a viewer sees a rejection, and who may reject', async () => {
    const { eventId } = await givenTickets()
    await must(given.api.post(`/v1/events/${eventId}/rejection`, { reason: 'Opened again' }))
    const at = { role: 'viewer', organizationId: given.organization.id } as const
    const viewer = await givenSignedIn(site, at)
    const page = await newPage({ cookie: viewer.cookie })
    await page.goto(`/o/${given.organization.slug}/events?event=${eventId}`)
    const panel = dialogOf(page, 'ticket')
    await panel.getByText(/: Opened again$/).waitFor()
    const button = panel.getByRole('button', { name: 'Withdraw rejection' })
    expect(await button.getAttribute('aria-description')).toMatch(/^Only .+ can /)
  })
})

test('the outcomes of a run are rejected together', async () => {
  await givenTickets(3, { runId: 'run-4711' })
  const page = await open('/runs/run-4711')
  const reject = page.getByRole('button', { name: 'Reject', exact: true })
  await reject.click()
  const dialog = dialogOf(page, 'Reject the outcomes of this run')
  await dialog.getByLabel('Reason', { exact: true }).fill('The lead was none')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('1 outcome rejected').waitFor()
  const row = page.getByRole('region', { name: 'Events of the run' }).getByRole('row').nth(1)
  await row.getByText('3 (3 rejected)', { exact: true }).waitFor()
  await expect.poll(() => reject.getAttribute('aria-disabled')).toBe('true')
})

test('the draft falls by rejected units and its cost stays; its line leads to the rejection', async () => {
  const { generate } = await givenTickets()
  const { id, total, totalCost } = await generate(MARCH)
  const page = await open(`/invoices/${id}`)
  const line = () => page.getByRole('button', { name: 'Tickets', exact: true }).first().click()
  const cost = page.locator('dt', { hasText: /^Cost$/ }).locator('+ dd')
  const costBefore = await cost.innerText()
  await line()
  await page.getByRole('button', { name: 'Events behind this line' }).click()
  const events = page.getByRole('region', { name: 'Events behind Tickets' })
  await events.getByRole('link').first().click()
  await reject(page, '2', 'Two were opened again')
  await dialogOf(page, 'ticket').getByText('2 units rejected,').waitFor()

  await page.goto(`/o/${given.organization.slug}/invoices/${id}`)
  await page.getByRole('button', { name: /^Actions for INV/ }).click()
  await page.getByRole('menuitem', { name: 'Recalculate' }).click()
  await page.getByText(/ is recalculated: \$1\.00/).waitFor()
  await expect.poll(() => cost.innerText()).toBe(costBefore)
  const after = await must(given.api.get(`/v1/invoices/${id}`))
  expect([total, after.total]).toEqual([3, 1])
  expect(after.totalCost).toBe(totalCost)
  await line()
  await page.getByText('Units rejected').waitFor()
  await page.getByRole('button', { name: 'Events behind this line' }).click()
  await events.getByText('3 (2 rejected)', { exact: true }).waitFor()
  await page.getByRole('link', { name: /rejections of this signal$/ }).click()
  await page.getByRole('row').filter({ hasText: 'Two were opened again' }).waitFor()
})

test('the customer and the operator see rejected units behind the line that billed them', async () => {
  const { generate, eventId, customerId } = await givenTickets()
  const { id } = await sendInvoice(given.api, await generate(MARCH))
  const rejection = { quantity: 2, reason: 'Opened again' }
  await must(given.api.post(`/v1/events/${eventId}/rejection`, rejection))
  const page = await open(`/invoices/${id}`)
  await page.getByRole('button', { name: 'Tickets', exact: true }).first().click()
  await page.getByText('Units rejected').waitFor()
  const portal = await newPage({ viewport: PHONE })
  await openPortal(portal, given.api, { customerId, path: `/portal/invoices/${id}` })
  await portal.getByRole('button', { name: 'Tickets', exact: true }).first().click()
  await portal.getByText('Units rejected').waitFor()
  await portal.getByRole('button', { name: 'Work behind this line' }).click()
  await portal.getByText('3 (2 rejected)', { exact: true }).waitFor()
  await expectToFit(portal)
})

test('a rejection is found and withdrawn on a phone', async () => {
  const { eventId } = await givenTickets()
  await must(given.api.post(`/v1/events/${eventId}/rejection`, { reason: 'Opened again' }))
  const page = await newPage({ cookie: given.owner.cookie, viewport: PHONE })
  await page.goto(`/o/${given.organization.slug}/rejections`)
  await page.getByRole('region', { name: 'Rejections' }).getByRole('row').nth(1).waitFor()
  await expectToFit(page)
  await page.getByRole('region', { name: 'Rejections' }).getByRole('link').first().click()
  await dialogOf(page, 'ticket')
    .getByText(/: Opened again$/)
    .waitFor()
  await expectToFit(page)
})
