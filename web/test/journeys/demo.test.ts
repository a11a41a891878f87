import { expect, test } from 'vitest'
import { givenOrganization, givenSignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

async function openHome(role: 'admin' | 'viewer') {
  const { organization } = await givenOrganization(site, `Acme for ${role}s`)
  const { cookie, api } = await givenSignedIn(site, { role, organizationId: organization.id })
  const page = await newPage({ cookie })
  await page.goto(`/o/${organization.slug}/home`)
  await settled(page)
  return { page, api, organization }
}

test('a viewer sees which roles may create a demo; the service refuses it, too', async () => {
  const { page, api } = await openHome('viewer')
  const button = page.getByRole('button', { name: 'Create demo' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  expect((await api.post('/v1/demo')).status).toBe(403)
})

test('an admin creates a demo, watches it from within, and deletes it there', async () => {
  const { page, organization } = await openHome('admin')
  await page.getByRole('button', { name: 'Create demo' }).click()
  await page.getByText(/^(Starting|Simulating \d{4}-\d\d)$/).waitFor()
  await page.getByRole('link', { name: 'Open demo' }).click()
  await page.getByText('This is a demo').waitFor()
  await page.getByText(/^Simulating \d{4}-\d\d$/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/o/lumen-demo/home')

  await page.getByRole('button', { name: 'Delete demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete demo' }).click()
  await page.getByText('The demo is deleted').waitFor()
  await page.getByRole('button', { name: 'Create demo' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/o/${organization.slug}/home`)
})
