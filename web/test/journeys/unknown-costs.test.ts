import { expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { llm, unknownModel } from '../../../server/test/support/usage.ts'
import { atHome } from '../support/at-home.ts'
import { givenOrganization, givenSignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const MODEL = 'gpt-4o-our-tune'
const tuned = (customerExternalId: string) =>
  unknownModel({ model: MODEL, modelProvider: 'openai', customerExternalId })

async function givenUnknownCosts() {
  const given = await givenOrganization(site, 'Acme Robotics')
  await must(given.api.record(llm()))
  for (const customer of ['northwind', 'northwind', 'initech'])
    await given.api.record(tuned(customer))
  await given.api.record(unknownModel({ model: 'our-own' }))
  return given
}

test('a model without a price is mapped from the inbox, and every page knows its costs then', async () => {
  const { organization, owner, api } = await givenUnknownCosts()
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(`/o/${organization.slug}/home`)
  await atHome(page, 'Acme Robotics')
  const inbox = page.getByRole('navigation').getByRole('link', { name: /Unknown costs/ })
  await expect.poll(() => inbox.textContent()).toBe('Unknown costs4 events')
  await page.getByRole('list').getByRole('link', { name: 'Unknown costs' }).last().click()
  await settled(page)

  const row = page.getByRole('row').filter({ hasText: MODEL })
  const cells = await row.getByRole('cell').allTextContents()
  expect(cells.slice(1, 4)).toEqual(['Not in the catalog', '3', '2'])
  await row.getByRole('link', { name: MODEL, exact: true }).click()
  const panel = page.getByRole('dialog', { name: MODEL })
  const map = panel.getByRole('button', { name: /^Map 3 events/ })
  // No model is preselected, because a wrong price would produce a wrong cost.
  expect(await map.isDisabled()).toBe(true)
  await panel.getByRole('radio', { name: 'gpt-4o (openai)', exact: true }).check()
  await panel.getByText('These events would cost $0.023').first().waitFor()
  await panel.getByRole('button', { name: 'Map 3 events to gpt-4o (openai)' }).click()

  await panel.getByText('3 events now have a cost').waitFor()
  await row.waitFor({ state: 'hidden' })
  await expect.poll(() => inbox.textContent()).toBe('Unknown costs1 event')
  await panel.getByRole('link', { name: /^View the events/ }).click()
  await page.getByRole('row').filter({ hasText: MODEL }).first().waitFor()
  const costed = await page.getByRole('row').filter({ hasText: MODEL }).allTextContents()
  expect(costed).toHaveLength(3)
  for (const text of costed) expect(text).toContain('$0.0075')
  await page.goto(`/o/${organization.slug}/home`)
  await page.getByText('1 event without a cost, not included in this figure').waitFor()
  expect((await api.get('/v1/events?eventProcessed=UNCOSTED')).body.totalResults).toBe(1)
})

test('any entry of the catalog can be looked up, with its rates and what the events would cost', async () => {
  const { organization, owner } = await givenUnknownCosts()
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(`/o/${organization.slug}/unknown-costs?model=our-own&provider=in-house`)
  const panel = page.getByRole('dialog', { name: 'our-own' })
  await panel.getByLabel('Catalog entry').fill('gpt-4o-mini')
  await page.getByRole('option', { name: /^gpt-4o-mini\s*openai/ }).click()
  await panel.getByText('In $0.15, out $0.60 per million tokens').waitFor()
  await panel.getByRole('button', { name: 'Map 1 event to gpt-4o-mini (openai)' }).click()
  await panel.getByText('1 event now has a cost').waitFor()
})

test('an entry without a rate shows the error of the service, and changes nothing', async () => {
  const { organization, owner, api } = await givenUnknownCosts()
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(`/o/${organization.slug}/unknown-costs?model=our-own&provider=in-house`)
  const panel = page.getByRole('dialog', { name: 'our-own' })
  await panel.getByLabel('Catalog entry').fill('text-embedding-3-small')
  await page.getByRole('option', { name: /^text-embedding-3-small\s*openai/ }).click()
  await panel.getByRole('button', { name: /^Map 1 event to text-embedding/ }).click()
  expect(await panel.getByRole('alert').textContent()).toContain(
    'need a rate that the target lacks',
  )
  expect((await api.get('/v1/events?eventProcessed=UNCOSTED')).body.totalResults).toBe(4)
})

test('the page says if every event has a cost; a viewer sees which roles may map', async () => {
  const empty = await givenOrganization(site, 'Empty Robotics')
  const page = await newPage({ cookie: empty.owner.cookie })
  await page.goto(`/o/${empty.organization.slug}/unknown-costs`)
  await page.getByText('Every event has a cost').waitFor()

  const { organization } = await givenUnknownCosts()
  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId: organization.id })
  const other = await newPage({ cookie: viewer.cookie })
  await other.goto(`/o/${organization.slug}/unknown-costs?model=${MODEL}&provider=openai`)
  const panel = other.getByRole('dialog', { name: MODEL })
  await panel.getByRole('radio').first().check()
  const map = panel.getByRole('button', { name: /^Map 3 events/ })
  expect(await map.getAttribute('aria-disabled')).toBe('true')
  expect(await map.getAttribute('aria-description')).toMatch(/^Only .* can map/)
})
