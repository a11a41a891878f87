import { beforeAll, expect, test } from 'vitest'
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

type Role = 'admin' | 'owner' | 'viewer'

async function openSettings(role: Role, name: 'organization' | 'invoicing' | 'taxes') {
  const signedIn = await givenSignedIn(site, { role, organizationId: organization.id })
  const page = await newPage({ cookie: signedIn.cookie })
  await page.goto(`/o/${organization.slug}/settings/${name}`)
  await settled(page)
  return { page, api: signedIn.api }
}

test('saved values are loaded again, and emptied ones are removed', async () => {
  const { page, api } = await openSettings('admin', 'organization')
  await page.getByLabel('Tax id').fill('VAT DE123456789')
  await page.getByLabel('City').fill('Berlin')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings are saved').waitFor()
  await page.reload()
  await settled(page)
  expect(await page.getByLabel('Tax id').inputValue()).toBe('VAT DE123456789')
  await page.getByLabel('Tax id').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await api.get('/v1/organization')).body.taxId).toBe(null)
  expect((await api.get('/v1/organization')).body.city).toBe('Berlin')
})

test('invoicing settings are saved as numbers, and an invalid one shows an error at its field', async () => {
  const { page, api } = await openSettings('admin', 'invoicing')
  await page.getByLabel('Grace period (hours)').fill('36')
  await page.getByLabel('Reminders').fill('3, 7')
  await page.getByLabel('Footer').fill('Thank you')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings are saved').waitFor()
  const { body } = await api.get('/v1/organization')
  expect(body).toMatchObject({
    graceHours: 36,
    reminderDays: [3, 7],
    invoiceFooter: 'Thank you',
  })
  await page.getByLabel('Grace period (hours)').fill('a day')
  await page.getByRole('button', { name: 'Save' }).click()
  const field = page.getByLabel('Grace period (hours)')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect((await api.get('/v1/organization')).body.graceHours).toBe(36)
})

test('codes of accounts are saved for the journal, and an emptied one is the default again', async () => {
  const { page, api } = await openSettings('admin', 'invoicing')
  const codes = page.getByRole('group', { name: 'Account codes' })
  const code = (name: string) => codes.getByLabel(name, { exact: true })
  expect(await code('Breakage income').inputValue()).toBe('4900')
  await code('Breakage income').fill('4950')
  await code('Revenue').fill('8400')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings are saved').waitFor()
  const codesNow = async () => (await api.get('/v1/organization')).body.ledgerAccounts
  expect(await codesNow()).toMatchObject({ breakage: '4950', revenue: '8400', cash: '1000' })
  await page.reload()
  await settled(page)
  expect(await code('Revenue').inputValue()).toBe('8400')
  await code('Revenue').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(codesNow).toMatchObject({ breakage: '4950', revenue: '4000' })
})

test('a tax rate is created with exactly the typed digits, and changed', async () => {
  const { page, api } = await openSettings('admin', 'taxes')
  await page.getByRole('button', { name: 'New tax rate' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Sales tax')
  await dialog.getByLabel('Percent').fill('7.775')
  await dialog.getByRole('button', { name: 'Create tax rate' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Sales tax' })
  await row.filter({ hasText: '7.775%' }).waitFor()
  await row.getByRole('button', { name: 'Edit Sales tax' }).click()
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.filter({ hasText: 'Inactive' }).waitFor()
  const { body } = await api.get('/v1/tax-rates')
  expect(body.results).toMatchObject([{ name: 'Sales tax', percentage: 7.775, isActive: false }])
})

test('a viewer reads the settings and sees which roles may change them; the service refuses it, too', async () => {
  for (const name of ['organization', 'invoicing'] as const) {
    const { page, api } = await openSettings('viewer', name)
    await page.getByText('Only admins and owners can change settings').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await page.getByRole('textbox').first().isDisabled()).toBe(true)
    expect((await api.patch('/v1/organization', { city: 'Paris' })).status).toBe(403)
  }
  const { page, api } = await openSettings('viewer', 'taxes')
  const button = page.getByRole('button', { name: 'New tax rate' }).first()
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  expect((await api.post('/v1/tax-rates', { name: 'Mine', percentage: 1 })).status).toBe(403)
})

test('an owner changes the slug, and stays on the page under the new URL', async () => {
  const { page } = await openSettings('owner', 'organization')
  await page.getByLabel('Name in the address').fill('acme-renamed')
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect
    .poll(() => new URL(page.url()).pathname)
    .toBe('/o/acme-renamed/settings/organization')
  await settled(page)
  organization = { ...organization, slug: 'acme-renamed' }
})
