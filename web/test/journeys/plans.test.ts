import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal } from '../../../server/test/support/deal.ts'
import {
  givenAgent,
  givenCustomer,
  givenPlan,
  strategiesOf,
} from '../../../server/test/support/given.ts'
import { givenOrganization, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
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
const at = (path = '') => `/o/${given.organization.slug}/plans${path}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

const act = async (page: Page, of: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('each plan shows its prices and its number of subscriptions', async () => {
  const deal = await givenDeal(given.api, {
    agent: { name: 'Support' },
    plan: { name: 'Growth' },
    prices: [{ ...FEE, name: 'Platform' }],
  })
  await givenPlan(given.api, { name: 'Empty' })
  const page = await open(at())
  await row(page, 'Growth').getByText('Platform: $49.00 every period').waitFor()
  const cells = await row(page, 'Growth').getByRole('cell').allTextContents()
  expect(cells.slice(2, 5)).toEqual(['Support', 'Active', '1'])
  await row(page, 'Empty').getByText('No prices yet').waitFor()
  await row(page, 'Growth').getByRole('link', { name: 'Growth' }).click()
  await title(page, 'Growth').waitFor()
  await page.getByText('$49.00 every period').waitFor()
  await page
    .getByRole('region', { name: 'Subscriptions of this plan' })
    .getByText('Active')
    .waitFor()
  await act(page, 'Growth', 'Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete plan' }).click()
  await dialog.getByRole('alert').waitFor()
  expect((await given.api.get(`/v1/pricing-plans/${deal.planId}`)).status).toBe(200)
})

test('a plan is renamed, copied with its prices, deactivated and deleted', async () => {
  const { id } = await givenPlan(given.api, { name: 'Growth' })
  await must(given.api.post(strategiesOf(id), [{ ...FEE, name: 'Platform' }]))
  const page = await open(at(`/${id}`))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Growth 2027')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await title(page, 'Growth 2027').waitFor()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await title(page, 'Growth 2027 (copy)').waitFor()
  await page.getByText('$49.00 every period').waitFor()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  await page.goto(at('?isActive=false'))
  await page.getByText('1–1 of 1').waitFor()
  await act(page, 'Growth 2027 (copy)', 'Delete')
  await dialog.getByRole('button', { name: 'Delete plan' }).click()
  await page.getByText('No plans match').waitFor()
})

test('agents are linked, and unlinked unless they are in use', async () => {
  const { id } = await givenPlan(given.api, { name: 'Growth' })
  await givenAgent(given.api, { name: 'Support' })
  const page = await open(at(`/${id}`))
  await page.getByText('No agents linked').waitFor()
  await page.getByRole('button', { name: 'Link an agent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Link agent' }).click()
  await dialog.getByText('Choose an agent').last().waitFor()
  await dialog.getByRole('combobox', { name: 'Agent' }).fill('Supp')
  await page.getByRole('option', { name: /Support/ }).click()
  await dialog.getByRole('button', { name: 'Link agent' }).click()
  await page.getByRole('link', { name: 'Support', exact: true }).waitFor()
  await act(page, 'Support', 'Unlink')
  await dialog.getByRole('button', { name: 'Unlink agent' }).click()
  await page.getByText('No agents linked').waitFor()
})

test('filters are in the URL: they survive a reload, Back and a shared link', async () => {
  const agent = await givenAgent(given.api, { name: 'Support' })
  await givenPlan(given.api, { name: 'Growth', agentId: agent.id })
  await givenPlan(given.api, { name: 'Team', isActive: false })
  const page = await open(at())
  await page.getByText('1–2 of 2').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Inactive')
  await page.getByText('Status: Inactive').waitFor()
  await row(page, 'Growth').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('isActive')).toBe('false')
  await page.reload()
  await row(page, 'Team').waitFor()
  await page.goBack()
  await row(page, 'Growth').waitFor()
  const shared = await open(at(`?agentId=${agent.id}&isActive=nonsense`))
  await shared.getByText('Agent: Support').waitFor()
  await shared.getByText('1–1 of 1').waitFor()
  await shared.getByRole('button', { name: 'Clear filters' }).click()
  await shared.getByText('1–2 of 2').waitFor()
})

test('plans and customers are found by name from everywhere', async () => {
  await givenPlan(given.api, { name: 'Growth' })
  await givenCustomer(given.api, { name: 'Northwind', externalId: 'nw-7' })
  const page = await open(at())
  const find = async (text: string, option: string) => {
    await page.getByRole('button', { name: 'Find pages and actions' }).click()
    await page.getByRole('textbox', { name: 'Find pages and actions' }).fill(text)
    await page.getByRole('button', { name: option }).click()
  }
  await find('nw-7', 'Northwind Customer nw-7')
  await title(page, 'Northwind').waitFor()
  await find('row', 'Growth Plan')
  await title(page, 'Growth').waitFor()
})

test('a plan that does not exist shows a message', async () => {
  for (const path of ['/01890000-0000-7000-8000-000000000000', '/x']) {
    const page = await newPage({ cookie: given.owner.cookie, tolerates: /40[04]|Failed to load/ })
    await page.goto(at(path))
    await title(page, 'Plan not found').waitFor()
  }
})

describe('when the service fails', () => {
  const PANELS = {
    rows: ['', '**/v1/pricing-plans?*'],
    'prices of rows': ['', '**/v1/pricing-plans/summaries?*'],
    'prices of a plan': ['/$id', '**/pricing-strategies?*'],
    'subscriptions of a plan': ['/$id', '**/v1/subscriptions?*'],
  } as const

  test.each(Object.entries(PANELS))(
    'the %s fail alone, and load after Retry',
    async (_, [path, url]) => {
      const { id } = await givenPlan(given.api, { name: 'Steady' })
      const page = await newPage({ cookie: given.owner.cookie, tolerates: /500|Failed to load/ })
      await page.route(url, (route) =>
        route.fulfill({ status: 500, json: { message: 'Something broke', code: 'internal' } }),
      )
      await page.goto(at(path.replace('$id', id)))
      const alert = page.getByRole('alert').filter({ hasText: 'Something broke' })
      await alert.waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.unroute(url)
      await alert.getByRole('button', { name: 'Retry' }).click()
      await alert.waitFor({ state: 'hidden' })
    },
  )
})
