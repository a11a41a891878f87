import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { llm, unknownModel } from '../../../server/test/support/usage.ts'
import { givenOrganization, givenSignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { DESKTOP, PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const TUNED = { model: 'support-tuned-8b', modelProvider: 'in-house' }
const WIDE = 'W'.repeat(255)

async function givenUsage() {
  const given = await givenOrganization(site, 'Acme Robotics')
  await must(given.api.record(llm()))
  for (const _ of [1, 2, 3]) await must(given.api.record(unknownModel(TUNED)))
  return given
}

type Given = Awaited<ReturnType<typeof givenUsage>>

async function open({ organization, owner }: Given, path: string, cookie = owner.cookie) {
  const page = await newPage({ cookie })
  await page.goto(`/o/${organization.slug}${path}`)
  await settled(page)
  return page
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const uncosted = async ({ api }: Given) =>
  (await api.get('/v1/events?eventProcessed=UNCOSTED')).body.totalResults

test('a price that is set from unknown costs gives the events their cost, and each event names it', async () => {
  const given = await givenUsage()
  const page = await open(given, '/unknown-costs')
  await page.getByRole('button', { name: `Set a price for ${TUNED.model}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a price' })
  expect(await dialog.getByLabel('Model').inputValue()).toBe(TUNED.model)
  expect(await dialog.getByLabel('Provider').inputValue()).toBe(TUNED.modelProvider)
  await dialog.getByText('Today: no price.').waitFor()
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await dialog.getByText('Enter a rate for input or output').waitFor()
  await dialog.getByLabel('Input', { exact: true }).fill('free')
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await dialog.getByText(/^Must be a decimal from 0 to/).waitFor()
  await dialog.getByLabel('Input', { exact: true }).fill('0.20')
  await dialog.getByLabel('Output', { exact: true }).fill('0.60')
  await dialog.getByRole('button', { name: 'Set rate' }).click()

  await page.getByText('3 events now have a cost').waitFor()
  await page.getByText('Every event has a cost').waitFor()
  expect(await uncosted(given)).toBe(0)

  await page.getByRole('link', { name: /^View the events/ }).click()
  await row(page, TUNED.model).first().getByRole('link').first().click()
  const panel = page.getByRole('dialog')
  await panel.getByText(`${TUNED.model} at your own rate.`).waitFor()
  await panel.getByRole('link', { name: 'own rate' }).click()
  await page.getByRole('dialog', { name: TUNED.model }).getByText('$0.20').waitFor()
})

test('a percentage is set for a suggested model, shown as in force, replaced and withdrawn', async () => {
  const given = await givenUsage()
  const page = await open(given, '/developers/cost-rates')
  await page.getByText('No cost rates yet').waitFor()
  await page.getByRole('button', { name: 'Set a cost rate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Model').fill('gpt-4o-mini')
  await page.getByRole('option', { name: /^gpt-4o-mini\s*openai/ }).click()
  expect(await dialog.getByLabel('Provider').inputValue()).toBe('openai')
  await dialog.getByText('Today: catalog price, in $0.15, out $0.60 per million tokens.').waitFor()
  await dialog.getByText('Percent off').click()
  await dialog.getByLabel('Percent off', { exact: true }).last().fill('120')
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await dialog.getByText(/^Must be a decimal from 0 to 100/).waitFor()
  await dialog.getByRole('textbox', { name: 'Percent off' }).fill('20')
  await dialog.getByLabel('Note').fill('Contract 2026-114')
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const cells = row(page, 'gpt-4o-mini').getByRole('cell')
  await expect
    .poll(() => cells.allTextContents())
    .toEqual(expect.arrayContaining(['20% off', 'Every tier', 'Always', 'Contract 2026-114']))

  const search = new URLSearchParams({ search: 'gpt-4o-mini', provider: 'openai' })
  await page.goto(`/o/${given.organization.slug}/developers/models?${search}`)
  await page.getByRole('link', { name: 'gpt-4o-mini', exact: true }).first().click()
  const panel = page.getByRole('dialog', { name: 'gpt-4o-mini' })
  await panel.getByText('Your own rate: 20% off.').waitFor()
  const inForce = panel.getByRole('region', { name: 'Rates in force' })
  expect(await inForce.getByRole('row').allTextContents()).toContain('Input$0.12')
  const catalog = panel.getByRole('region', { name: 'Rates of the catalog' })
  expect((await catalog.getByRole('row').allTextContents()).join('\n')).toContain('Input$0.15')

  await panel.getByRole('link', { name: '20% off' }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const menu = page.getByRole('button', { name: 'Actions for gpt-4o-mini' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Replace' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Percent off' }).inputValue()).toBe('20')
  await page.keyboard.press('Escape')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await dialog.getByText('Events that it priced keep their costs').waitFor()
  await dialog.getByRole('button', { name: 'Withdraw rate' }).click()
  await row(page, 'gpt-4o-mini').getByText('Withdrawn').waitFor()
})

test('a percentage can apply to all models of a provider; rates cannot', async () => {
  const given = await givenUsage()
  const page = await open(given, '/developers/cost-rates')
  await page.getByRole('button', { name: 'Set a cost rate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').fill('openai')
  await dialog.getByLabel('Input', { exact: true }).fill('1')
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await dialog.getByText(/^Enter a model/).waitFor()
  await dialog.getByText('Percent off').click()
  await dialog.getByRole('textbox', { name: 'Percent off' }).fill('7.5')
  await dialog.getByLabel('Tier of service').fill('batch')
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await row(page, 'All models of openai').getByText('7.5% off').waitFor()
  const { results } = await must(given.api.get('/v1/cost-rates'))
  expect(results[0]).toMatchObject({ model: null, serviceTier: 'batch', percentOff: 7.5 })
})

test('a price of nothing needs a confirmation', async () => {
  const given = await givenUsage()
  const search = new URLSearchParams({ model: TUNED.model, provider: TUNED.modelProvider })
  const page = await open(given, `/unknown-costs?${search}`)
  await page
    .getByRole('dialog', { name: TUNED.model })
    .getByRole('button', { name: /^Set a price for/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Set a price' })
  await dialog.getByText('Unit rate').click()
  await dialog.getByLabel('Rate for a unit').fill('0')
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await dialog.getByText('Confirm this, or enter a price that is not 0').waitFor()
  expect(await uncosted(given)).toBe(3)
  await dialog.getByLabel('This usage costs nothing').check()
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await page.getByText(/Free\. (3 events now have a cost|No event waited for it)/).waitFor()
  const { results } = await must(given.api.get('/v1/cost-rates'))
  expect(results[0]).toMatchObject({ unitCost: '0', isFree: true })
})

test('a viewer sees the rates, and which roles may set and withdraw them', async () => {
  const given = await givenUsage()
  const rate = { ...TUNED, inputCost: '0.2', outputCost: '0.6' }
  await must(given.owner.api.post('/v1/cost-rates', rate))
  const { cookie } = await givenSignedIn(site, {
    role: 'viewer',
    organizationId: given.organization.id,
  })
  const page = await open(given, '/developers/cost-rates', cookie)
  const set = page.getByRole('button', { name: 'Set a cost rate' })
  expect(await set.getAttribute('aria-disabled')).toBe('true')
  expect(await set.getAttribute('aria-description')).toBe(
    'Only admins and owners can set cost rates and reprice usage',
  )
  await page.getByRole('button', { name: `Actions for ${TUNED.model}` }).click()
  const withdraw = page.getByRole('menuitem', { name: 'Withdraw' })
  expect(await withdraw.getAttribute('aria-disabled')).toBe('true')
})

test('names of 255 letters do not widen a page, a panel or a dialog', async () => {
  const given = await givenUsage()
  const wide = { model: WIDE, modelProvider: WIDE, serviceTier: WIDE, note: WIDE }
  const { id } = await must(given.owner.api.post('/v1/cost-rates', { ...wide, inputCost: '1' }))
  await must(given.api.record(unknownModel({ model: `${WIDE.slice(1)}X`, modelProvider: WIDE })))
  for (const viewport of [DESKTOP, PHONE]) {
    for (const path of ['/developers/cost-rates', `/developers/cost-rates?rate=${id}`]) {
      const page = await open(given, path)
      await page.setViewportSize(viewport)
      await expectToFit(page, viewport.width)
    }
    const page = await open(given, '/developers/cost-rates')
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Replace' }).click()
    await page.getByRole('dialog').getByLabel('Provider').waitFor()
    await expectToFit(page, viewport.width)
  }
})

async function expectToFit(page: Page, width: number) {
  await settled(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
}
