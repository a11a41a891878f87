import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
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

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const at = (path = '') => `/o/${given.organization.slug}/agents${path}`
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

const givenAgent = async (name: string): Promise<string> =>
  (await must(given.api.post('/v1/agents', { name, agentCode: name.toLowerCase() }))).id

test('an agent is created by its first event, with its signal and cost', async () => {
  const page = await open(at())
  await page.getByText('No agents yet').waitFor()
  await must(given.api.record(llm({ agentCode: 'support-agent', signalName: 'resolved' })))
  await page.reload()
  const found = row(page, 'support-agent')
  await expect.poll(() => found.textContent()).toMatch(/\$0\.\d|< \$0\.01/)
  await found.getByRole('link', { name: 'support-agent' }).click()
  await title(page, 'support-agent').waitFor()
  await row(page, 'resolved').waitFor()
})

test('an agent is made, renamed, retired and deleted', async () => {
  const page = await open(at())
  await givenAgent('Taken')
  await page.getByRole('button', { name: 'New agent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Support agent')
  await dialog.getByLabel('Code').fill('taken')
  await dialog.getByRole('button', { name: 'Create agent' }).click()
  await dialog.getByText(/belongs to another agent/).waitFor()
  await dialog.getByLabel('Code').fill('support')
  await dialog.getByRole('button', { name: 'Create agent' }).click()
  await title(page, 'Support agent').waitFor()

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Name').fill('First-line support')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await title(page, 'First-line support').waitFor()
  await page.getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('button', { name: 'Activate' }).waitFor()
  await page.goto(at('?isActive=false'))
  await page.getByText('1–1 of 1').waitFor()
  await act(page, 'First-line support', 'Delete')
  await dialog.getByRole('button', { name: 'Delete agent' }).click()
  await page.getByText('No agents match').waitFor()
})

test('signals are added together, renamed, retired, and deleted unless a plan prices them', async () => {
  const agentId = await givenAgent('Support')
  const page = await open(at(`/${agentId}`))
  await page.getByRole('button', { name: 'Add signals' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Names').fill('resolved\n\nanswered\n')
  await dialog.getByRole('button', { name: 'Add signals' }).click()
  await page.getByText('1–2 of 2').waitFor()
  await page.getByRole('button', { name: 'Add signals' }).click()
  await dialog.getByLabel('Names').fill('escalated\nresolved')
  await dialog.getByRole('button', { name: 'Add signals' }).click()
  await dialog
    .getByText(/resolved belongs to another signal/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await row(page, 'escalated').count()).toBe(0)

  await act(page, 'answered', 'Rename')
  await dialog.getByLabel('Name', { exact: true }).fill('Call answered')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Call answered').waitFor()
  await act(page, 'Call answered', 'Retire')
  await row(page, 'Call answered').getByText('Retired').waitFor()
  await act(page, 'Call answered', 'Delete')
  await dialog.getByRole('button', { name: 'Delete signal' }).click()
  await row(page, 'Call answered').waitFor({ state: 'detached' })

  const { results } = await must(given.api.get(`/v1/signals?agentId=${agentId}`))
  const plan = await must(given.api.post('/v1/pricing-plans', { name: 'Pro', agentId }))
  const price = { chargeType: 'usage', pricingModel: 'flat', rate: 1, signalId: results[0].id }
  await must(given.api.post(`/v1/pricing-plans/${plan.id}/pricing-strategies`, [price]))
  await act(page, 'resolved', 'Delete')
  await dialog.getByRole('button', { name: 'Delete signal' }).click()
  await dialog.getByText(/Pricing strategies that use the signal: 1/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await act(page, 'Support', 'Delete')
  await dialog.getByRole('button', { name: 'Delete agent' }).click()
  await dialog.getByText(/The agent has 1 signal/).waitFor()
})

test('a viewer sees which roles may change agents and signals', async () => {
  const agentId = await givenAgent('Support')
  const viewer = await givenSignedIn(site, {
    role: 'viewer',
    organizationId: given.organization.id,
  })
  const page = await open(at(`/${agentId}`), viewer)
  for (const name of ['Edit', 'Retire', 'Add signals']) {
    const button = page.getByRole('button', { name, exact: true })
    expect(await button.getAttribute('aria-description'), name).toMatch(/^Only .* can /)
  }
  await page.goto(at('/01890000-0000-7000-8000-000000000000'))
  await title(page, 'Agent not found').waitFor()
})

describe('when the service fails', () => {
  const PANELS = {
    rows: ['', '**/v1/agents?*'],
    'figures of rows': ['', '**/v1/analytics/usage?*'],
    'margins of rows': ['', '**/v1/analytics/agent-earned*'],
    'figures of an agent': ['/$id', '**/v1/analytics/usage?*'],
    'signals of an agent': ['/$id', '**/v1/signals?*'],
  } as const

  test.each(Object.entries(PANELS))(
    'the %s fail alone, and load after Retry',
    async (_, [path, url]) => {
      const id = await givenAgent('Steady')
      const page = await newPage({ cookie: given.owner.cookie, tolerates: /500|Failed to load/ })
      await page.route(url, (route) =>
        route.fulfill({ status: 500, json: { message: 'Something broke', code: 'internal' } }),
      )
      await page.goto(at(path.replace('$id', id)))
      const alert = page.getByRole('alert').filter({ hasText: 'Something broke' })
      await alert.waitFor()
      expect(await page.getByRole('alert').count()).toBe(1)
      await page.unroute(url)
      await alert.getByRole('button', { name: 'Retry' }).click()
      await alert.waitFor({ state: 'detached' })
      await settled(page)
    },
  )
})
