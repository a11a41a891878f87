import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { llm } from '../../server/test/support/usage.ts'
import { accessibilityFaults } from './support/axe.ts'
import { givenOrganization, type Organization, type SignedIn } from './support/people.ts'
import { addressOf, routesOf } from './support/routes.ts'
import { settled } from './support/settled.ts'
import { PHONE, SCHEMES, useBrowser, type WindowOptions } from './support/use-browser.ts'
import { useSite } from './support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

/** All there are: a page that is added is looked at here without being named. */
const ROUTES = [...routesOf('dashboard'), ...routesOf('portal')]
const SIGNED_IN = /^\/(o|account)(\/|$)/
/** These lead on to a page that is looked at by its own name. */
const LEADS_ON = new Set(['/', '/setup', '/o/$slug', '/o/$slug/'])

let organization: Organization
let owner: SignedIn
let invitation: string
let customerId: string
let agentId: string
beforeAll(async () => {
  ;({ organization, owner } = await givenOrganization(site, 'Acme Robotics'))
  const email = 'invited@acme.test'
  const answer = await owner.api.post('/v1/invitations', { email, role: 'viewer' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const { mail } = site.mails.find(({ to }) => to.includes(email)) ?? {}
  const record = { ...llm({ customerExternalId: 'acme' }), model: 'our-own-model' }
  const recorded = await owner.api.post('/v1/usage/record', { records: [record, llm()] })
  expect(recorded.status, JSON.stringify(recorded.body)).toBe(200)
  customerId = (await owner.api.get('/v1/customers/by-external-id/acme')).body.id
  agentId = (await owner.api.get('/v1/agents')).body.results[0].id
  invitation = /\/invitation\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
})

async function open(route: string, options: WindowOptions): Promise<Page> {
  const page = await newPage(SIGNED_IN.test(route) ? { ...options, cookie: owner.cookie } : options)
  const parameters = { slug: organization.slug, token: invitation, customerId, agentId }
  const address = addressOf(route, parameters)
  await page.goto(address)
  await settled(page)
  if (!LEADS_ON.has(route)) expect(new URL(page.url()).pathname).toBe(address)
  return page
}

async function expectToFit(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(PHONE.width)
}

describe.each(ROUTES)('%s', (route) => {
  test.each(SCHEMES)('can be used by everybody, in the %s scheme', async (colorScheme) => {
    expect(await accessibilityFaults(await open(route, { colorScheme }))).toEqual([])
  })

  test('fits the width of a small phone', async () => {
    const page = await open(route, { viewport: PHONE })
    await expectToFit(page)
    expect(await accessibilityFaults(page)).toEqual([])
  })
})

/** What listens for it is loaded after the page. */
const pressQuestionMark = (page: Page) =>
  expect
    .poll(async () => {
      await page.keyboard.press('?')
      return page.getByRole('dialog').isVisible()
    })
    .toBe(true)

type Dialog = { route: string; opens: (page: Page) => Promise<unknown> }
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
const HOME = '/o/$slug/home'
const TEAM = '/o/$slug/settings/team'
const CUSTOMERS = '/o/$slug/customers'
const deleteFirst = async (page: Page) => {
  await button(/^Actions for/)(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}
const leaveUnsaved = async (page: Page) => {
  await page.getByLabel('Name', { exact: false }).first().fill('Typed')
  await button('Cancel')(page)
}
const AGENT = '/o/$slug/agents/$agentId'
const DIALOGS: Record<string, Dialog> = {
  'to make an agent': { route: '/o/$slug/agents', opens: button('New agent') },
  'to edit an agent': { route: AGENT, opens: button('Edit') },
  'to add signals': { route: AGENT, opens: button('Add signals') },
  'to delete a customer': { route: CUSTOMERS, opens: deleteFirst },
  'to leave what is not saved': { route: `${CUSTOMERS}/new`, opens: leaveUnsaved },
  'to invite somebody': { route: TEAM, opens: button('Invite') },
  'to leave': { route: TEAM, opens: button(/^Leave /) },
  'to make a tax rate': { route: '/o/$slug/settings/taxes', opens: button('New tax rate') },
  'with what can be found': { route: HOME, opens: button('Find pages and actions') },
  'with the keys of the keyboard': { route: HOME, opens: pressQuestionMark },
}

describe.each(Object.entries(DIALOGS))('the dialog %s', (_what, { route, opens }) => {
  test.each(SCHEMES)('can be used by everybody, in the %s scheme', async (colorScheme) => {
    const page = await open(route, { colorScheme })
    await opens(page)
    await page.getByRole('dialog').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('fits a small phone, and gives the focus back when it closes', async () => {
    const page = await open(route, { viewport: PHONE })
    await opens(page)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expectToFit(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') === null)
  })
})
