import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { givenPortalLink } from '../../../server/test/support/portal.ts'
import { givenOrganization, givenSignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser, type WindowOptions } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
let customerId: string
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  const customer = { name: 'Northwind', externalId: 'northwind' }
  customerId = (await must(given.owner.api.post('/v1/customers', customer))).id
})

async function open(path: string, cookie = given.owner.cookie, options: WindowOptions = {}) {
  const page = await newPage({ ...options, cookie })
  await page.goto(`/o/${given.organization.slug}/customers${path}`)
  await settled(page)
  return page
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Portal link', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Portal link for Northwind' })
  await dialog.getByRole('heading', { name: 'Previous links' }).waitFor()
  return dialog
}

test('a link is created with a return URL, shown once, opens once, and is revoked', async () => {
  const page = await open(`/${customerId}`)
  const dialog = await openDialog(page)
  await dialog.getByText('No previous links.').waitFor()
  await dialog.getByLabel('Return URL (optional)').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('Must be a whole address').waitFor()
  await dialog.getByLabel('Return URL (optional)').fill('https://app.example.com/billing')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('This link is shown only once').waitFor()
  const url = (await dialog.getByText(/\/r\//).textContent()) ?? ''
  expect(url).toMatch(/\/r\/\S{20,}$/)

  const customer = await newPage()
  await customer.goto(url)
  expect(new URL(customer.url()).pathname).toBe('/portal')

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const again = await openDialog(page)
  expect(await again.textContent()).not.toContain(url)
  const row = again.getByRole('listitem').filter({ hasText: 'https://app.example.com/billing' })
  await row.getByText('Opened').waitFor()
  await row.getByRole('button', { name: /^Revoke the link of / }).click()
  await row.getByText('Revoked').waitFor()
  const answer = await customer.request.get('/v1/portal/session')
  expect((await answer.json()).code).toBe('portal_session_revoked')
})

test('the row of a customer also offers the link', async () => {
  await givenPortalLink(given.api, customerId)
  const page = await open('')
  await page.getByRole('button', { name: 'Actions for Northwind' }).click()
  await page.getByRole('menuitem', { name: 'Portal link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Portal link for Northwind' })
  await dialog.getByText('Not opened').waitFor()
})

test('fits a small phone', async () => {
  const page = await open(`/${customerId}`, given.owner.cookie, { viewport: PHONE })
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('This link is shown only once').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
})

test('a viewer is offered no links', async () => {
  const organizationId = given.organization.id
  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId })
  const page = await open(`/${customerId}`, viewer.cookie)
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await page.getByRole('button', { name: 'Portal link' }).count()).toBe(0)
  await page.goto(`/o/${given.organization.slug}/customers`)
  await page.getByRole('button', { name: 'Actions for Northwind' }).click()
  await page.getByRole('menuitem', { name: /^Edit/ }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Portal link' }).count()).toBe(0)
})
