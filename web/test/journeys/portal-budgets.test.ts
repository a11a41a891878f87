import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { flatPrice, givenDeal } from '../../../server/test/support/deal.ts'
import { givenOrganization } from '../support/people.ts'
import { openPortal } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
let deal: Awaited<ReturnType<typeof givenDeal>>
let page: Page
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  const today = new Date().toISOString().slice(0, 10)
  const terms = { prices: [flatPrice('ticket', 1)], subscription: { startDate: today } }
  deal = await givenDeal(given.api, terms)
  await deal.use('ticket', 8, new Date().toISOString())
  page = await newPage({ viewport: PHONE })
  await openPortal(page, given.api, { customerId: deal.customerId, path: '/portal/usage' })
})

const limits = () => page.getByRole('list', { name: 'Your limits' }).getByRole('listitem')

async function act(of: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a customer sets, changes, switches off and deletes a limit of its own', async () => {
  const dialog = page.getByRole('dialog')
  const form = page.getByRole('region', { name: 'Set a limit' })
  const change = page.getByRole('region', { name: 'Change the limit' })
  await page.getByText('You have not set a limit.').waitFor()
  await page.getByRole('button', { name: 'Set a limit' }).click()
  await form.getByRole('button', { name: 'Set limit' }).click()
  await form.getByText('Enter an amount').waitFor()
  await form.getByLabel('Name').fill('Ours')
  await form.getByLabel('Amount').fill('much')
  await form.getByRole('button', { name: 'Set limit' }).click()
  await form.getByText(/must be a decimal of at least 0/i).waitFor()
  await form.getByLabel('Amount').fill('10')
  await form.getByRole('button', { name: 'Set limit' }).click()
  await form.waitFor({ state: 'hidden' })
  await limits().getByText('Stops work at $10.00 a billing period').waitFor()
  await limits().getByText('$8.00 used, $2.00 left').waitFor()
  const run = { customerExternalId: deal.externalId, agentCode: deal.agentCode }
  const check = { ...run, signalName: 'ticket', quantity: 3, estimatedCostUsd: '0' }
  const decide = async () => (await must(given.api.post('/v1/guard/checks', check))).decision
  expect(await decide()).toBe('block')

  await act('Ours', 'Change')
  await change.getByLabel('Amount in USD').fill('5')
  await change.getByLabel('When it is reached').selectOption('Only tell us')
  await change.getByRole('button', { name: 'Save' }).click()
  await limits().getByText('Tells you at $5.00 a billing period').waitFor()
  await limits().getByText('$8.00 used, $3.00 over the limit').waitFor()
  expect(await decide()).toBe('warn')
  await act('Ours', 'Switch off')
  await limits().getByText('Switched off: $5.00 a billing period').waitFor()
  await act('Ours', 'Delete')
  await dialog.getByRole('button', { name: 'Delete limit' }).click()
  await page.getByText('You have not set a limit.').waitFor()
})

test('a limit of units has a period, and budgets of the company stay hidden', async () => {
  const cost = { measure: 'cost', amount: '5', period: 'day', action: 'block' }
  await must(given.owner.api.post('/v1/budgets', { name: 'Internal', ...cost }))
  const form = page.getByRole('region', { name: 'Set a limit' })
  await page.getByRole('button', { name: 'Set a limit' }).click()
  await form.getByLabel('Name').fill('A day')
  await form.getByLabel('Limit', { exact: true }).selectOption('Units')
  await form.getByLabel('Amount').fill('1000')
  await form.getByLabel('In each').selectOption('Day (UTC)')
  await form.getByRole('button', { name: 'Set limit' }).click()
  await limits().getByText('Stops work at 1,000 units a day').waitFor()
  await limits().getByText('8 units used, 992 units left').waitFor()
  await settled(page)
  expect(await page.locator('main').innerText()).not.toContain('Internal')
})
