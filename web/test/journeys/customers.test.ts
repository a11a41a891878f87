import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { llm } from '../../../server/test/support/usage.ts'
import { passTimeUntil } from '../support/pass-time.ts'
import { givenOrganization, givenSignedIn, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { focusedName, pressTo, tabTo } from '../support/tab-to.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const at = (path = '') => `/o/${given.organization.slug}/customers${path}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

async function givenCustomer(fields: Record<string, unknown>): Promise<string> {
  return (await must(given.api.post('/v1/customers', fields))).id
}

test('a customer is created, and a deletion is cancelled, by keyboard only', async () => {
  const page = await open(at())
  await tabTo(page, 'New customer')
  await page.keyboard.press('Enter')
  await title(page, 'New customer').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  await tabTo(page, 'Name')
  await page.keyboard.type('Northwind Traders')
  await tabTo(page, 'External id')
  await page.keyboard.type('northwind')
  await page.keyboard.press('Enter')
  await title(page, 'Northwind Traders').waitFor()
  expect((await must(given.api.get('/v1/customers/by-external-id/northwind'))).name).toBe(
    'Northwind Traders',
  )

  await page.goto(at())
  await settled(page)
  await tabTo(page, /^Actions for/)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]') !== null)
  await pressTo(page, 'ArrowDown', 'Delete')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => focusedName(page)).toBe('Actions for Northwind Traders')
  await row(page, 'northwind').waitFor()
})

test('each row shows its amount due and its revenue', async () => {
  await must(given.api.record(llm({ customerExternalId: 'busy' })))
  await givenCustomer({ name: 'Quiet' })
  const page = await open(at())
  await expect.poll(() => row(page, 'Quiet').innerText()).toContain('$0.00')
  await expect.poll(() => row(page, 'busy').innerText()).toMatch(/−\$\d/)
})

test('filters are in the URL: they survive a reload, Back and a shared link', async () => {
  for (let index = 1; index <= 30; index += 1) await givenCustomer({ name: `Customer ${index}` })
  await givenCustomer({ name: 'Asleep', status: 'suspended' })
  const page = await open(at())
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => parameter(page, 'page')).toBe('2')
  await page.getByLabel('Status', { exact: true }).selectOption('Suspended')
  await expect.poll(() => parameter(page, 'status')).toBe('suspended')
  expect(parameter(page, 'page')).toBeNull()
  await page.getByText('1–1 of 1').waitFor()
  await page.reload()
  await row(page, 'Asleep').waitFor()
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('suspended')
  await page.goBack()
  await page.getByText('26–31 of 31').waitFor()

  const shared = await open(at('?search=customer+30&sort=name'))
  await shared.getByText('1–1 of 1').waitFor()
  await shared.getByRole('button', { name: /^Remove filter/ }).click()
  await shared.getByText('1–25 of 31').waitFor()
  expect(await shared.getByRole('row').nth(1).innerText()).toContain('Asleep')

  const bad = await open(at('?status=asleep&page=-1&sort=evil&limit=7&search='))
  await bad.getByText('1–25 of 31').waitFor()
})

describe('the form', () => {
  test('shows errors of the API at their fields, and keeps the input', async () => {
    await givenCustomer({ name: 'First', externalId: 'taken' })
    const page = await open(at('/new'))
    await page.getByLabel('External id').fill('taken')
    await page.getByLabel('Email', { exact: true }).fill('no address')
    await page.getByLabel('Send copies of invoices to').fill('right@acme.test\nwrong')
    await page.getByRole('button', { name: 'Create customer' }).click()
    const bad = page.locator('[aria-invalid="true"]')
    await expect.poll(() => bad.count()).toBe(3)
    await page.getByLabel('Name').first().fill('Second')
    await page.getByLabel('Email', { exact: true }).fill('right@acme.test')
    await page.getByLabel('Send copies of invoices to').fill('right@acme.test')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await page.getByText(/belongs to another customer/).waitFor()
    expect(await page.getByLabel('External id').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('External id').fill('free')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await title(page, 'Second').waitFor()
  })

  test('sends only what was changed, and asks before changes are lost', async () => {
    const id = await givenCustomer({ name: 'Before', country: 'DE', metadata: { tier: 'gold' } })
    const page = await open(at(`/${id}/details`))
    await page.getByLabel('City').fill('Hamburg')
    await page.getByRole('link', { name: 'Overview' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('City').inputValue()).toBe('Hamburg')

    await must(given.api.patch(`/v1/customers/${id}`, { name: 'Renamed by another' }))
    await page.getByRole('button', { name: 'Save' }).click()
    await title(page, 'Renamed by another').waitFor()
    expect(await must(given.api.get(`/v1/customers/${id}`))).toMatchObject({
      city: 'Hamburg',
      country: 'DE',
      metadata: { tier: 'gold' },
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Last 30 days' }).waitFor()
  })
})

test('missing billing details are listed with links to their fields', async () => {
  const id = await givenCustomer({ name: 'Bare', email: 'bare@acme.test' })
  const page = await open(at(`/${id}`))
  const note = page.getByRole('note')
  expect(await note.innerText()).toContain('No country')
  expect(await note.innerText()).not.toContain('No email')
  await note.getByRole('link', { name: 'Fill in' }).click()
  await page.getByLabel('Country').waitFor()
})

test('saving a concurrently deleted customer shows the error of the API, then no customer', async () => {
  const id = await givenCustomer({ name: 'Doomed' })
  const page = await open(at(`/${id}/details`))
  expect((await given.owner.api.delete(`/v1/customers/${id}`)).status).toBe(204)
  await page.getByLabel('City').fill('Nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Customer not found').waitFor()
  await page.getByRole('link', { name: 'Events' }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await page.reload()
  await title(page, 'Customer not found').waitFor()
})

test('a customer with a running subscription stays, and the dialog says why', async () => {
  const { customerId } = await givenSubscribed()
  const page = await open(at(`/${customerId}`))
  await page.getByRole('button', { name: 'Actions for Subscribed' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete customer' }).click()
  await dialog.getByText(/active or upcoming/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('navigation', { name: 'Customer sections' })
    .getByRole('link', { name: 'Subscriptions' })
    .click()
  await row(page, 'Main').getByText('Active').waitFor()
})

async function givenSubscribed() {
  const { api } = given
  const customerId = await givenCustomer({ name: 'Subscribed' })
  const agent = await must(api.post('/v1/agents', { name: 'Support', agentCode: 'support' }))
  const plan = await must(api.post('/v1/pricing-plans', { name: 'Pro', agentId: agent.id }))
  const ids = { customerId, agentId: agent.id, planId: plan.id }
  await must(api.post('/v1/subscriptions', { name: 'Main', ...ids, startDate: '2026-01-01' }))
  return ids
}

test('a viewer reads everything and sees which roles may change it', async () => {
  const id = await givenCustomer({ name: 'Read only', city: 'Hamburg' })
  const { id: organizationId } = given.organization
  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId })
  const page = await open(at(), viewer)
  const create = page.getByRole('button', { name: 'New customer' })
  expect(await create.getAttribute('aria-disabled')).toBe('true')
  expect(await create.getAttribute('aria-description')).toMatch(/^Only .* can /)
  await row(page, 'Read only').getByRole('button', { name: 'Actions for Read only' }).click()
  const remove = page.getByRole('menuitem', { name: /^Delete/ })
  await remove.getByText(/^Only admins and owners can/).waitFor()
  await page.goto(at('/new'))
  await page.getByText(/^Only .* can /).waitFor()
  await page.goto(at(`/${id}/details`))
  await page.getByText('Hamburg').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect((await viewer.api.post('/v1/customers', { name: 'No' })).status).toBe(403)
  expect((await viewer.api.delete(`/v1/customers/${id}`)).status).toBe(403)
})

describe('when the service fails', () => {
  const FAILURES = {
    'with an error': { status: 500, body: { message: 'Something broke', code: 'internal' } },
    'for too many requests': { status: 429, body: { message: 'Slow down', code: 'rate_limited' } },
  }
  const PANELS = {
    rows: ['', '**/v1/customers?*'],
    'figures of rows': ['', '**/v1/analytics/customers?*'],
    'figures of a customer': ['/$id', '**/v1/analytics/customers?*'],
    'usage of a customer': ['/$id', '**/v1/analytics/usage?*'],
    'subscriptions of a customer': ['/$id/subscriptions', '**/v1/subscriptions?*'],
    'invoices of a customer': ['/$id/invoices', '**/v1/invoices?*'],
    'events of a customer': ['/$id/events', '**/v1/events?*'],
    'tax rates of the form': ['/new', '**/v1/tax-rates?*'],
  } as const
  const tolerates = /500|Failed to load resource/
  const headers = { 'retry-after': '1' }

  test.each(Object.entries(PANELS))(
    'the %s fail alone, and load after Retry',
    async (_, [path, url]) => {
      const id = await givenCustomer({ name: 'Steady' })
      const page = await newPage({ cookie: given.owner.cookie, tolerates })
      await page.clock.install()
      for (const { status, body } of Object.values(FAILURES)) {
        await page.route(url, (route) => route.fulfill({ status, json: body, headers }))
        await page.goto(at(path.replace('$id', id)))
        const alert = page.getByRole('alert').filter({ hasText: body.message })
        await passTimeUntil(page, alert)
        expect(await page.getByRole('alert').count()).toBe(1)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.unroute(url)
        const retry = alert.getByRole('button', { name: 'Retry', exact: true })
        await passTimeUntil(page, retry)
        await retry.click()
        await alert.waitFor({ state: 'detached' })
        await settled(page)
      }
    },
  )

  test('rows do not wait for figures that are slow', async () => {
    await givenCustomer({ name: 'Quick' })
    const page = await newPage({ cookie: given.owner.cookie })
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/analytics/customers?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(at())
    await row(page, 'Quick').waitFor()
    expect(await row(page, 'Quick').innerText()).not.toContain('$')
    held.resolve()
    await expect.poll(() => row(page, 'Quick').innerText()).toContain('$0.00')
  })

  test('input is kept when the request fails, and a retry creates one customer', async () => {
    const page = await newPage({ cookie: given.owner.cookie, tolerates: /ERR_|Failed to load/ })
    await page.goto(at('/new'))
    await page.getByLabel('Name').first().fill('Only once')
    // The service handles the request, but its response is lost.
    await page.route('**/v1/customers', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Create customer' }).click()
    await page
      .getByRole('alert')
      .getByText(/cannot be reached/)
      .waitFor()
    await page.unroute('**/v1/customers')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await title(page, 'Only once').waitFor()
    const { totalResults } = await must(given.api.get('/v1/customers?search=only+once'))
    expect(totalResults).toBe(1)
  })
})

test('hidden columns stay hidden for the person, and key columns cannot be hidden', async () => {
  await givenCustomer({ name: 'Northwind' })
  const page = await open(at())
  const head = (name: string) => page.getByRole('columnheader', { name })
  await page.getByRole('button', { name: 'Columns' }).click()
  expect(await page.getByRole('menuitemcheckbox', { name: 'Name' }).isDisabled()).toBe(true)
  await page.getByRole('menuitemcheckbox', { name: 'Email' }).click()
  await head('Email').waitFor({ state: 'detached' })
  await page.reload()
  await settled(page)
  await head('Name').waitFor()
  expect(await head('Email').count()).toBe(0)
  await page.getByRole('button', { name: 'Columns (1 hidden)' }).click()
  await page.getByRole('menuitem', { name: 'Show all' }).click()
  await head('Email').waitFor()
})
