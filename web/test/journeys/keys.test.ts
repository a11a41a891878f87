import { beforeAll, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { givenOrganization, givenSignedIn, type Organization } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let organization: Organization
beforeAll(async () => {
  organization = (await givenOrganization(site, 'Acme Robotics')).organization
})

async function openKeys(role: 'admin' | 'viewer') {
  const { cookie } = await givenSignedIn(site, { role, organizationId: organization.id })
  const page = await newPage({ cookie })
  await page.goto(`/o/${organization.slug}/developers/keys`)
  await settled(page)
  return page
}

const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${site.origin}/v1/customers`, { headers: { 'x-api-key': key } })).status

test('a key is shown once, in a dialog that is not closed by accident, and works until it is revoked', async () => {
  const page = await openKeys('admin')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('nightly export')
  await dialog.getByLabel('Secret').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()

  await dialog.getByLabel('I have stored it').waitFor()
  const [key = ''] = /\bpw_\S+/.exec(await dialog.innerText()) ?? []
  expect(key.length).toBeGreaterThan(20)
  const close = dialog.getByRole('button', { name: 'Close' })
  expect(await close.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  expect(await dialog.innerText()).toContain(key)
  expect(await statusOf(key)).toBe(200)

  await dialog.getByLabel('I have stored it').check()
  await close.click()
  await dialog.waitFor({ state: 'hidden' })
  const row = page.getByRole('row').filter({ hasText: 'nightly export' })
  await row.waitFor()
  await page.reload()
  await row.waitFor()
  expect(await page.content()).not.toContain(key)

  await row.getByRole('button', { name: 'Revoke nightly export' }).click()
  // Cancel has the focus, so Enter alone revokes nothing.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect(await statusOf(key)).toBe(200)
  await row.getByRole('button', { name: 'Revoke nightly export' }).click()
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await row.getByText('Revoked').waitFor()
  expect(await statusOf(key)).toBe(401)
})

test('the audit log has the object and the id of the request of each change', async () => {
  const { organization, owner, api } = await givenOrganization(site, 'Audited Robotics')
  const { body, headers } = await api.post('/v1/customers', { name: 'Acme' })
  await must(api.patch(`/v1/customers/${body.id}`, { phone: '+1 555 0100' }))
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(`/o/${organization.slug}/developers/audit-log`)
  await settled(page)
  const created = page.getByRole('row').filter({ hasText: 'POST' })
  await created.getByText(`Object: ${body.id}`).waitFor()
  await created.getByText(`Request: ${headers['x-request-id']}`).waitFor()
  await page.getByRole('row').filter({ hasText: 'PATCH' }).getByText('Changed: phone').waitFor()
})

test('a key without a name is refused at its field', async () => {
  const page = await openKeys('admin')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const field = dialog.getByLabel('Name')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('a name')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByLabel('I have stored it').waitFor()
})

test('filters are in the URL: they survive a reload and Back', async () => {
  const page = await openKeys('admin')
  await page.getByLabel('Status', { exact: true }).selectOption('Revoked')
  await expect.poll(() => new URL(page.url()).searchParams.get('isRevoked')).toBe('true')
  await page.reload()
  await settled(page)
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('true')
  await page.goBack()
  await expect.poll(() => page.getByLabel('Status', { exact: true }).inputValue()).toBe('')
  await page.goto(`/o/${organization.slug}/developers/keys?isRevoked=perhaps&page=-3&sort=evil`)
  await settled(page)
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('')
  await page.getByRole('row').filter({ hasText: 'secret' }).first().waitFor()
})
