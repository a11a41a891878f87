import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { givenDeal } from '../../../server/test/support/deal.ts'
import type { Fields } from '../../../server/test/support/given.ts'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { givenPortal } from '../../../server/test/support/portal.ts'
import { GPT_4O } from '../../../server/test/support/usage.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { givenOrganization, givenSignedIn } from '../support/people.ts'
import { openPortal } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const DAY_MS = 24 * 60 * 60_000
const dayBefore = (days: number) =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

const REASON = 'We had to solve it ourselves'
const EVIDENCE = 'Closed after two answers'

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

/** A customer has an open invoice for an outcome of three units of five days ago. */
async function givenOutcome(plan: Fields = { rejectionDays: 30 }) {
  const deal = await givenDeal(given.api, {
    customer: { name: 'Northwind' },
    plan,
    subscription: { startDate: dayBefore(60) },
  })
  const work = { ...GPT_4O, evidence: EVIDENCE, evidenceUrl: 'https://desk.example.com/4711' }
  const { eventId } = await deal.use('ticket', 3, `${dayBefore(5)}T12:00:00Z`, work)
  const window = { billingPeriodStart: dayBefore(20), billingPeriodEnd: dayBefore(2) }
  const invoice = await sendInvoice(given.api, await deal.generate(window))
  const visit = await givenPortal(site, given.api, deal.customerId)
  const ask = (body: object = { reason: REASON }): Promise<{ id: string }> =>
    must(visit.post(`/v1/portal/events/${eventId}/rejection-requests`, body))
  return { ...deal, eventId, invoice, visit, ask }
}
type Outcome = Awaited<ReturnType<typeof givenOutcome>>

async function openOutcome({ customerId, invoice }: Outcome): Promise<Page> {
  const page = await newPage({ viewport: PHONE })
  await openPortal(page, given.api, { customerId, path: `/portal/invoices/${invoice.id}` })
  await page.getByRole('button', { name: 'Tickets', exact: true }).first().click()
  await page.getByRole('button', { name: 'Work behind this line' }).click()
  const work = page.getByRole('region', { name: 'Work behind Tickets' })
  await work.getByRole('row').nth(1).getByRole('button').first().click()
  await page.getByRole('dialog').getByText(EVIDENCE).waitFor()
  return page
}

async function openDashboard(path: string): Promise<Page> {
  const page = await newPage({ cookie: given.owner.cookie })
  await page.goto(`/o/${given.organization.slug}${path}`)
  await settled(page)
  return page
}

async function expectToFit(page: Page) {
  await settled(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(PHONE.width)
  expect(await accessibilityFaults(page)).toEqual([])
}

const requestsOf = async () => (await must(given.api.get('/v1/rejection-requests'))).results
const rejectedQuantity = async (eventId: string) =>
  (await must(given.api.get(`/v1/events/${eventId}`))).rejectedQuantity

describe('a customer', () => {
  test('opens the evidence of an outcome, asks on a phone, and withdraws the request', async () => {
    const outcome = await givenOutcome()
    const page = await openOutcome(outcome)
    const dialog = page.getByRole('dialog', { name: 'ticket' })
    await dialog.getByRole('link', { name: 'Evidence at desk.example.com' }).waitFor()
    await expectToFit(page)
    await dialog.getByRole('button', { name: 'This was not solved' }).click()
    await dialog.getByLabel('Units').fill('4')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await dialog.getByText('Enter a reason').waitFor()
    await dialog.getByText('Enter a whole number from 1 to 3').waitFor()
    await expectToFit(page)
    await dialog.getByLabel('Why was it not solved?').fill(REASON)
    await dialog.getByLabel('Units').fill('2')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await dialog.getByText('You asked not to be billed for 2 units').waitFor()
    await dialog.getByText('Not decided yet').waitFor()
    await expectToFit(page)
    expect(await requestsOf()).toMatchObject([{ state: 'requested', quantity: '2' }])

    await dialog.getByRole('button', { name: 'Withdraw request' }).click()
    await dialog.getByText('Withdrawn', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'This was not solved' }).waitFor()
    expect(await requestsOf()).toMatchObject([{ state: 'withdrawn' }])
  })

  test('follows a request, and reads why it was declined', async () => {
    const outcome = await givenOutcome()
    const { id } = await outcome.ask()
    const page = await newPage({ viewport: PHONE })
    await openPortal(page, given.api, { customerId: outcome.customerId, path: '/portal/usage' })
    const requests = page.getByRole('region', { name: 'Your requests' })
    await requests.getByText('Not decided yet').waitFor()
    const reason = 'The ticket was about another order'
    await must(given.api.post(`/v1/rejection-requests/${id}/decline`, { reason }))
    await page.reload()
    await requests.getByText('Declined').waitFor()
    // It is within the width of the phone.
    const place = await requests.getByText('Declined').boundingBox()
    expect((place?.x ?? PHONE.width) + (place?.width ?? 0)).toBeLessThan(PHONE.width)
    await expectToFit(page)
    await requests.getByRole('button', { name: 'ticket' }).click()
    await page.getByRole('dialog').getByText(`Answer: ${reason}`).waitFor()
    await expectToFit(page)
  })

  test('sees that an accepted request left the line, if the plan accepts automatically', async () => {
    const outcome = await givenOutcome({ rejectionDays: 30, autoAcceptRejections: true })
    await outcome.ask({ reason: REASON, quantity: 2 })
    const page = await openOutcome(outcome)
    const dialog = page.getByRole('dialog', { name: 'ticket' })
    await dialog.getByText('Accepted', { exact: true }).waitFor()
    await dialog.getByText('3 (2 rejected)').waitFor()
    expect(await dialog.getByRole('button', { name: 'This was not solved' }).count()).toBe(0)
  })

  test('cannot ask if the plan has no days, or if they are over', async () => {
    for (const plan of [{}, { rejectionDays: 1 }]) {
      const page = await openOutcome(await givenOutcome(plan))
      const dialog = page.getByRole('dialog', { name: 'ticket' })
      expect(await dialog.getByRole('button', { name: 'This was not solved' }).count()).toBe(0)
      await page.close()
    }
  })
})

describe('the operator', () => {
  test('finds open requests first, and accepts one beside its evidence', async () => {
    const { ask, eventId } = await givenOutcome()
    await ask({ reason: REASON, quantity: 2 })
    const page = await openDashboard('/rejections')
    const open = page.getByRole('region', { name: 'Open requests' })
    await open.getByRole('row').filter({ hasText: REASON }).waitFor()
    await open.getByRole('button', { name: 'Actions for ticket' }).click()
    await page.getByRole('menuitem', { name: 'Accept' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept the request for ticket' })
    await dialog.getByText(EVIDENCE).waitFor()
    await dialog.getByText('2 of 3').waitFor()
    await dialog.getByRole('button', { name: 'Reject 2 units' }).click()
    await page.getByText('2 units rejected').waitFor()
    await open.waitFor({ state: 'detached' })
    const rejections = page.getByRole('region', { name: 'Rejections' })
    await rejections.getByRole('row').filter({ hasText: REASON }).waitFor()
    expect(await rejectedQuantity(eventId)).toBe('2')
  })

  test('declines a request in the panel of its event, with a reason that stays there', async () => {
    const { ask, eventId } = await givenOutcome()
    await ask()
    const page = await openDashboard(`/events?event=${eventId}`)
    const panel = page.getByRole('dialog', { name: 'ticket' })
    await panel.getByText('The customer asks to reject 3 units,').waitFor()
    const reject = panel.getByRole('button', { name: 'Reject', exact: true })
    expect(await reject.getAttribute('aria-disabled')).toBe('true')
    await panel.getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decline the request for ticket' })
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await dialog.getByText('Enter a reason').waitFor()
    await dialog.getByLabel('Reason').fill('The user was satisfied')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await panel.getByText(/^By .+: The user was satisfied$/).waitFor()
    await expect.poll(() => reject.getAttribute('aria-disabled')).toBe(null)
    expect(await requestsOf()).toMatchObject([
      { state: 'declined', declineReason: 'The user was satisfied' },
    ])
    expect(await rejectedQuantity(eventId)).toBe('0')
  })

  test('a request that was withdrawn meanwhile is refused in the dialog', async () => {
    const { ask, eventId, visit } = await givenOutcome()
    const { id } = await ask()
    const page = await newPage({ cookie: given.owner.cookie, tolerates: /status of 409/ })
    await page.goto(`/o/${given.organization.slug}/events?event=${eventId}`)
    const panel = page.getByRole('dialog', { name: 'ticket' })
    await panel.getByRole('button', { name: 'Accept' }).click()
    await must(visit.post(`/v1/portal/rejection-requests/${id}/withdraw`))
    const dialog = page.getByRole('dialog', { name: 'Accept the request for ticket' })
    await dialog.getByRole('button', { name: 'Reject 3 units' }).click()
    await dialog.getByRole('alert').getByText('The request is not open').waitFor()
    expect(await rejectedQuantity(eventId)).toBe('0')
  })

  test('a viewer reads a request, and who may decide', async () => {
    const { ask, eventId } = await givenOutcome()
    await ask()
    const at = { role: 'viewer', organizationId: given.organization.id } as const
    const viewer = await givenSignedIn(site, at)
    const page = await newPage({ cookie: viewer.cookie })
    await page.goto(`/o/${given.organization.slug}/events?event=${eventId}`)
    const accept = page
      .getByRole('dialog', { name: 'ticket' })
      .getByRole('button', { name: 'Accept' })
    await accept.waitFor()
    expect(await accept.getAttribute('aria-description')).toMatch(/^Only .+ can /)
  })

  test('gives the customers of a plan days in which they can ask', async () => {
    const outcome = await givenOutcome({})
    const page = await openDashboard(`/plans/${outcome.planId}`)
    await page.getByText(/^Customers cannot ask to reject outcomes/).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit plan' })
    await dialog.getByLabel('Days to reject').fill('366')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a whole number from 1 to 365, or nothing').waitFor()
    await dialog.getByLabel('Days to reject').fill('30')
    await dialog.getByLabel('Accept requests automatically').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Customers can ask for 30 days .+ accepted automatically/).waitFor()
    const portal = await openOutcome(outcome)
    await portal.getByRole('button', { name: 'This was not solved' }).waitFor()
  })
})
