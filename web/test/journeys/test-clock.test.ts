import { beforeAll, expect, test } from 'vitest'
import { FEE, givenDeal } from '../../../server/test/support/deal.ts'
import { givenOrganization, givenSignedIn, type Organization } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let organization: Organization
beforeAll(async () => {
  const given = await givenOrganization(site, 'Acme Robotics')
  organization = given.organization
  const startDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const customer = { name: 'Northwind' }
  await givenDeal(given.api, { prices: [FEE], customer, subscription: { startDate } })
})

async function openClock(role: 'member' | 'viewer') {
  const signedIn = await givenSignedIn(site, { role, organizationId: organization.id })
  const page = await newPage({ cookie: signedIn.cookie })
  await page.goto(`/o/${organization.slug}/developers/test-clock`)
  await settled(page)
  return { page, api: signedIn.api }
}

test('a viewer sees upcoming events and which roles may move the clock; the service refuses it, too', async () => {
  const { page, api } = await openClock('viewer')
  await page.getByRole('row').filter({ hasText: 'Subscription starts' }).waitFor()
  const button = page.getByRole('button', { name: '+ 1 month' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  expect(await button.getAttribute('aria-description')).toMatch(/^Only .* can move the test clock$/)
  expect((await api.post('/v1/test-clock', { now: '2099-01-01' })).status).toBe(403)
})

test('the clock moves to the next due date, and lists what happened', async () => {
  const { page, api } = await openClock('member')
  const before = await api.get('/v1/test-clock/timeline')
  await page.getByRole('button', { name: /^To the next due date/ }).click()
  const happened = page.getByRole('region', { name: 'Processed' })
  const row = happened.getByRole('row').filter({ hasText: 'Subscription started' })
  await row.waitFor()
  expect(await row.innerText()).toContain('Northwind')
  const after = await api.get('/v1/test-clock')
  expect(Date.parse(after.body.now)).toBeGreaterThanOrEqual(Date.parse(before.body.nextDueAt))

  // Each month ends the period, and its invoice is sent after the draft's waiting time.
  for (let month = 0; month < 2; month += 1) {
    await page.getByRole('button', { name: '+ 1 month' }).click()
    await expect.poll(() => page.getByRole('button', { name: '+ 1 month' }).isEnabled()).toBe(true)
  }
  await happened.getByRole('row').filter({ hasText: 'Invoice issued' }).first().waitFor()
  const { body } = await api.get('/v1/invoices?status=issued&status=overdue')
  expect(body.data.length).toBeGreaterThan(0)
  await page.getByText(/Test: no real money moves\. Business time is/).waitFor()
  const chip = page.getByRole('link', { name: /^Test clock: / })
  expect(await chip.innerText()).toMatch(/\d{4}$/)
})

test('a day in the past shows the error of the service, and the clock stays', async () => {
  const { page, api } = await openClock('member')
  const { body: before } = await api.get('/v1/test-clock')
  const field = page.getByRole('textbox', { name: 'To a date (UTC)' })
  await field.fill('2001-01-01')
  await field.blur()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'moves forward only' }).waitFor()
  const { body: after } = await api.get('/v1/test-clock')
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeLessThan(3_600_000)
})
