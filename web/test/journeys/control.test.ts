import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { givenCustomer } from '../../../server/test/support/given.ts'
import { llm } from '../../../server/test/support/usage.ts'
import { givenOrganization, givenSignedIn, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

const at = (path: string) => `/o/${given.organization.slug}/control/${path}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const cellsOf = (page: Page, name: string) => row(page, name).getByRole('cell').allTextContents()

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

async function act(page: Page, of: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const DAILY = { measure: 'cost', period: 'day', action: 'block' }
const WORK = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' }

const ask = (runId: string, estimatedCostUsd: string) =>
  must(given.api.post('/v1/guard/holds', { ...WORK, runId, estimatedCostUsd }))

test('a budget is created, shows what is used, is edited, switched off and deleted', async () => {
  await givenCustomer(given.api, { name: 'Northwind', externalId: 'acme' })
  const page = await open(at('budgets'))
  await page.getByText('No budgets yet').waitFor()
  await page.getByRole('button', { name: 'New budget' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Five a day')
  await dialog.getByLabel('Limit', { exact: true }).fill('five')
  await dialog.getByLabel('Period').selectOption('Rolling window')
  await dialog.getByLabel('Length in hours').fill('0.1')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await dialog.getByText('Enter hours in steps of 0.25, such as 5').waitFor()
  await dialog.getByLabel('Period').selectOption('Day (UTC)')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await dialog.getByText(/must be a decimal of at least 0/i).waitFor()
  await dialog.getByLabel('Limit', { exact: true }).fill('5.00')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await row(page, 'Five a day').waitFor()
  const [name, ...figures] = await cellsOf(page, 'Five a day')
  expect(name).toBe('Five a dayEach customer')
  expect(figures.slice(0, 5)).toEqual(['$5.00 a day', '–', '–', '–', 'Blocks runs'])

  await ask('run-1', '0.40')
  await must(given.api.record(llm({ ...WORK, runId: 'run-1', quantity: 0 })))
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option', { name: /^Northwind/ }).click()
  await expect
    .poll(async () => (await cellsOf(page, 'Five a day')).slice(2, 5))
    .toEqual(['$0.0075', '$0.3925', '$4.60'])
  await page.getByRole('link', { name: 'Five a day' }).click()
  const panel = page.getByRole('dialog', { name: 'Five a day' })
  await panel.getByText('$0.0075 (0.2%)').waitFor()
  await panel.getByText('$4.60').waitFor()
  await page.keyboard.press('Escape')
  const credit = page.getByRole('link', { name: 'Credit of Northwind' })
  expect(await credit.getAttribute('href')).toMatch(/\/customers\/[\da-f-]{36}\/credit$/)

  await act(page, 'Five a day', 'Edit')
  await dialog.getByLabel('Limit in USD').fill('7.5')
  await dialog.getByText('Alert only').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await cellsOf(page, 'Five a day')).slice(1, 6))
    .toEqual(['$7.50 a day', '$0.0075', '$0.3925', '$7.10', 'Alerts'])
  await act(page, 'Five a day', 'Switch off')
  await expect.poll(async () => (await cellsOf(page, 'Five a day'))[5]).toBe('Off')
  await act(page, 'Five a day', 'Delete')
  await dialog.getByRole('button', { name: 'Delete budget' }).click()
  await page.getByText('No budgets yet').waitFor()
})

test('budgets of revenue and margin have their own terms, and no figures without a subscription', async () => {
  await givenCustomer(given.api, { name: 'Northwind', externalId: 'acme' })
  const page = await open(at('budgets'))
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New budget' }).click()
  await dialog.getByLabel('Name').fill('Plan')
  await dialog.getByLabel('Measure').selectOption('Revenue')
  await dialog.getByLabel('Limit', { exact: true }).fill('500')
  await dialog.getByLabel('Currency').fill('eur')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await row(page, 'Plan').getByText('Revenue of €500.00 a billing period').waitFor()

  await page.getByRole('button', { name: 'New budget' }).click()
  await dialog.getByLabel('Name').fill('Healthy')
  await dialog.getByLabel('Measure').selectOption('Margin')
  await dialog.getByLabel('Least margin in percent').fill('40')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await dialog.getByText('Enter an amount of at least 0').waitFor()
  await dialog.getByLabel('Tolerated loss in USD').fill('10')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await row(page, 'Healthy').getByText('Margin of 40% a billing period').waitFor()

  await act(page, 'Healthy', 'Edit')
  await dialog.getByLabel('Tolerated loss in USD').fill('12.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option', { name: /^Northwind/ }).click()
  await page.getByRole('link', { name: 'Healthy' }).click()
  const panel = page.getByRole('dialog', { name: 'Healthy' })
  await panel.getByText('$12.50').waitFor()
  await panel.getByText('The margin is not known').waitFor()
  await page.keyboard.press('Escape')
  expect((await cellsOf(page, 'Healthy')).slice(2, 5)).toEqual(['–', '–', '–'])
})

test('a run under way is listed with what it holds, and its hold is released', async () => {
  await givenCustomer(given.api, { name: 'Northwind', externalId: 'acme' })
  await ask('run-1', '0.40')
  await must(given.api.record(llm({ ...WORK, runId: 'run-1', quantity: 0 })))
  const page = await open(at('holds'))
  await row(page, 'run-1').getByRole('link', { name: 'Northwind' }).waitFor()
  const [, , , ...costs] = await cellsOf(page, 'run-1')
  expect(costs.slice(0, 3)).toEqual(['$0.40', '$0.0075', '$0.3925'])
  await act(page, 'run-1', 'Release')
  await page.getByRole('dialog').getByRole('button', { name: 'Release hold' }).click()
  await page.getByText('No run holds anything now').waitFor()
})

test('a blocked run is explained by the figures of its budget', async () => {
  await givenCustomer(given.api, { name: 'Northwind', externalId: 'acme' })
  await must(
    given.owner.api.post('/v1/budgets', { name: 'Half a dollar', amount: '0.5', ...DAILY }),
  )
  await ask('run-1', '0.40')
  await must(given.api.record(llm({ ...WORK, runId: 'run-1', quantity: 1 })))
  await ask('run-2', '0.40')
  await ask('run-3', '0.40')
  const page = await open(at('decisions'))
  await row(page, 'run-3').getByText('$0.0075 spent + $0.40 held + $0.40 asked > $0.50').waitFor()
  await row(page, 'run-3').getByText('Blocked').waitFor()
  await row(page, 'run-3').getByRole('link', { name: 'Half a dollar' }).click()
  await page.getByRole('dialog', { name: 'Half a dollar' }).getByText('$0.0925').waitFor()

  await page.goto(at('estimates'))
  await row(page, 'support').waitFor()
  const cells = await cellsOf(page, 'support')
  expect(cells.slice(1)).toEqual(['1', '$0.40', '$0.0075', '0 of 1', '$0.0075'])
})

test('a person who may not change budgets sees them, and who may', async () => {
  await must(given.owner.api.post('/v1/budgets', { name: 'Daily', amount: '5', ...DAILY }))
  const viewer = await givenSignedIn(site, {
    role: 'viewer',
    organizationId: given.organization.id,
  })
  const page = await open(at('budgets'), viewer)
  await row(page, 'Daily').waitFor()
  await page.getByRole('button', { name: 'New budget' }).hover()
  await page
    .getByText(/^Only .* can /)
    .first()
    .waitFor()
})
