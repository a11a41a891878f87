import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Api, must } from '../../server/test/support/app.ts'
import { FEE, givenDeal } from '../../server/test/support/deal.ts'
import { givenDiscount } from '../../server/test/support/given.ts'
import { payInvoice, sendInvoice } from '../../server/test/support/invoice.ts'
import { givenPortal } from '../../server/test/support/portal.ts'
import { givenRuns } from '../../server/test/support/traces.ts'
import { llm, unknownModel } from '../../server/test/support/usage.ts'
import { accessibilityFaults, colourFaults } from './support/axe.ts'
import { givenInvoiceWithTiers } from './support/invoices.ts'
import { givenOrganization, type Organization, type SignedIn } from './support/people.ts'
import { givenAccount, portalCookieOf, saveCard } from './support/portal.ts'
import { addressOf, routesOf } from './support/routes.ts'
import { settled } from './support/settled.ts'
import { PHONE, type Scheme, useBrowser, type WindowOptions } from './support/use-browser.ts'
import { useSite } from './support/use-site.ts'

const site = useSite()
const { newPage: newWindow } = useBrowser(site)

async function newPage(options: WindowOptions): Promise<Page> {
  const page = await newWindow(options)
  await page.addInitScript(stopTransitions)
  return page
}

/** Makes new colours final at once. Otherwise they pass on one level of the document in a frame. */
function stopTransitions(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** All routes, so that a new page is tested without being listed here. */
const ROUTES = [...routesOf('dashboard'), ...routesOf('portal')]
const SIGNED_IN = /^\/(o|account)(\/|$)/
const PORTAL = /^\/portal(\/|$)/
/** Routes that redirect to a page that is tested under its own name. */
const LEADS_ON = new Set([
  '/',
  '/setup',
  '/o/$slug',
  '/o/$slug/',
  '/o/$slug/analytics/',
  '/portal/',
])

const COSTED = 'gpt-4o-mini'
const UNKNOWN = 'gpt-4o-our-tune'

let organization: Organization
let owner: SignedIn
let api: Api
let invitation: string
let customerId: string
let agentId: string
let invoiceId: string
let subscriptionId: string
let planId: string
let endpointId: string
let portal: { cookie: string; invoiceId: string }
/** Portal cookie of a customer with a saved card. */
let cardCookie: string
/** A run without a customer. */
let runId: string
let invoices: { draftId: string; openId: string; paidId: string }
beforeAll(async () => {
  ;({ organization, owner, api } = await givenOrganization(site, 'Acme Robotics'))
  const email = 'invited@acme.test'
  const answer = await owner.api.post('/v1/invitations', { email, role: 'viewer' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const { mail } = site.mails.find(({ to }) => to.includes(email)) ?? {}
  const details = { metadata: { ticket: 1 }, runId: 'run', idempotencyKey: 'key' }
  await must(api.record(llm({ ...details, model: COSTED })))
  await must(api.record(unknownModel({ model: UNKNOWN, modelProvider: 'openai' })))
  customerId = (await owner.api.get('/v1/customers/by-external-id/acme')).body.id
  agentId = (await owner.api.get('/v1/agents')).body.results[0].id
  const invoice = await givenInvoiceWithTiers(api)
  invoiceId = invoice.id
  subscriptionId = invoice.subscriptionId ?? ''
  planId = (await owner.api.get('/v1/pricing-plans')).body.results[0].id
  invoices = await givenInvoices()
  await givenDiscount(api, { customerId })
  await givenCredit(customerId)
  const rate = { model: 'our-tuned-8b', modelProvider: 'in-house', inputCost: '0.2' }
  await must(owner.api.post('/v1/cost-rates', rate))
  const machine = { model: 'gpu-8b', modelProvider: 'in-house', amount: '1800' }
  await must(owner.api.post('/v1/cost-allocations', machine))
  await must(owner.api.post('/v1/repricing-runs', { from: '2026-01-01', to: '2026-02-01' }))
  await givenHeldRuns()
  await givenRejections()
  runId = await givenRuns(site, api)
  const rule = { attribute: 'team', operator: 'present', target: 'agent' }
  await must(owner.api.post('/v1/attribution-rules', rule))
  endpointId = await givenEndpoint()
  const account = await givenAccount(api)
  await givenCredit(account.customerId)
  await givenLimit(account.customerId)
  await givenRequest(account)
  const cookie = await portalCookieOf(site, api, account.customerId)
  portal = { cookie, invoiceId: account.invoice.id }
  const other = await givenAccount(api, 'Initech')
  await saveCard(site, api, other.customerId)
  cardCookie = await portalCookieOf(site, api, other.customerId)
  invitation = /\/invitation\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
})

/** Creates a budget, a run that holds some of it, a finished one, and one that does not fit. */
async function givenHeldRuns(): Promise<void> {
  const limits = { measure: 'cost', period: 'day', action: 'block' }
  await must(owner.api.post('/v1/budgets', { name: 'Daily', amount: '1', ...limits }))
  const ask = (runId: string) =>
    must(
      api.post('/v1/guard/holds', {
        customerExternalId: 'acme',
        agentCode: 'support',
        signalName: 'ticket',
        runId,
        estimatedCostUsd: '0.60',
      }),
    )
  await ask('finished')
  await must(api.record(llm({ runId: 'finished' })))
  await ask('under-way')
  await ask('blocked')
}

/** Grants credit in two currencies, of which one expires. */
async function givenCredit(of: string): Promise<void> {
  const grant = (fields: object) => must(api.post(`/v1/customers/${of}/credit-grants`, fields))
  await grant({ kind: 'paid', currency: 'USD', amount: '100' })
  await grant({ kind: 'promotional', currency: 'EUR', amount: '10', expiresAt: '2100-01-01' })
}

/** Sets a limit as the customer does. */
async function givenLimit(of: string): Promise<void> {
  const visit = await givenPortal(site, api, of)
  const limit = { measure: 'revenue', currency: 'USD', amount: '500', period: 'billing_period' }
  await must(visit.post('/v1/portal/budgets', { name: 'Ours', action: 'block', ...limit }))
}

/** Asks as the customer not to be billed for the work of today. */
async function givenRequest(of: { customerId: string; planId: string }): Promise<void> {
  await must(api.patch(`/v1/pricing-plans/${of.planId}`, { rejectionDays: 30 }))
  const { results } = await must(api.get(`/v1/events?customerId=${of.customerId}&limit=1`))
  const visit = await givenPortal(site, api, of.customerId)
  const path = `/v1/portal/events/${results[0].id}/rejection-requests`
  await must(visit.post(path, { reason: 'We had to solve it ourselves' }))
}

/** Creates a rejection, and an event of a run that can be rejected. */
async function givenRejections(): Promise<void> {
  const record = (name: string) => {
    const named = { customerExternalId: name, idempotencyKey: name, runId: name }
    return must(api.record(llm({ ...named, quantity: 3 })))
  }
  await record('rejected')
  await record('billed')
  const named = { customerExternalId: 'rejected', idempotencyKey: 'rejected' }
  await must(api.post('/v1/events/rejection', { ...named, reason: 'Opened again' }))
}

/** Creates an endpoint with a delivery. */
async function givenEndpoint(): Promise<string> {
  const url = 'http://127.0.0.1:9/webhooks'
  const { id } = await must(owner.api.post('/v1/webhook-endpoints', { url }))
  await must(owner.api.post(`/v1/webhook-endpoints/${id}/test`))
  return id
}

/** Creates invoices of a separate customer, one in each state that a dialog needs. */
async function givenInvoices() {
  const deal = await givenDeal(api, { prices: [FEE], subscription: { startDate: '2026-01-01' } })
  const month = (start: string, end: string) =>
    deal.generate({ billingPeriodStart: start, billingPeriodEnd: end })
  const paid = await sendInvoice(api, await month('2026-01-01', '2026-02-01'))
  await payInvoice(api, paid, 49)
  const opened = await sendInvoice(api, await month('2026-02-01', '2026-03-01'))
  const draft = await month('2026-03-01', '2026-04-01')
  return { draftId: draft.id, openId: opened.id, paidId: paid.id }
}

type OpenOptions = WindowOptions & { hasCard?: boolean | undefined }

async function open(route: string, { hasCard, ...options }: OpenOptions): Promise<Page> {
  const isPortal = PORTAL.test(route)
  const visit = hasCard ? cardCookie : portal.cookie
  const cookie = isPortal ? visit : owner.cookie
  const page = await newPage(SIGNED_IN.test(route) || isPortal ? { ...options, cookie } : options)
  const ids = {
    customerId,
    agentId,
    invoiceId,
    subscriptionId,
    planId,
    endpointId,
    runId,
    ...invoices,
  }
  if (isPortal) ids.invoiceId = portal.invoiceId
  const parameters = { slug: organization.slug, token: invitation, ...ids }
  const address = addressOf(route, parameters)
  await page.goto(address)
  await settled(page)
  if (!LEADS_ON.has(route)) expect(new URL(page.url()).pathname).toBe(address)
  return page
}

async function expectToFit(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBe(PHONE.width)
}

/**
 * Checks all rules in the light scheme. In the dark scheme it checks only colours, because nothing
 * else differs.
 */
async function expectNoFaults(page: Page) {
  expect(await accessibilityFaults(page), 'light').toEqual([])
  await switchTo(page, 'dark')
  expect(await colourFaults(page), 'dark').toEqual([])
  await switchTo(page, 'light')
}

async function switchTo(page: Page, colorScheme: Scheme) {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  // Charts redraw in the frames after the change.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** Checks all rules again at phone size, which shows other controls. */
async function expectNoFaultsOnPhone(page: Page) {
  await page.setViewportSize(PHONE)
  await settled(page)
  await expectToFit(page)
  expect(await accessibilityFaults(page), 'phone').toEqual([])
}

test.each(ROUTES)('%s is accessible in both schemes and on a phone', async (route) => {
  const page = await open(route, {})
  await expectNoFaults(page)
  await expectNoFaultsOnPhone(page)
})

test.each([
  'customers',
  'agents',
  'events',
  'runs',
  'rejections',
  'attribution-rules',
  'unknown-costs',
  'subscriptions',
  'invoices',
  'payments',
  'plans',
  'coupons',
  'control/budgets',
  'control/decisions',
  'control/holds',
  'control/estimates',
  'settings/taxes',
  'developers/cost-rates',
  'developers/cost-allocations',
  'developers/repricing',
  'developers/webhooks',
  'developers/announcements',
  'developers/mail',
])('/o/$slug/%s is accessible while it is empty, in both schemes and on a phone', async (name) => {
  const empty = await givenOrganization(site, 'New Robotics')
  const page = await newPage({ cookie: empty.owner.cookie })
  await page.goto(`/o/${empty.organization.slug}/${name}`)
  await settled(page)
  await expectNoFaults(page)
  await expectNoFaultsOnPhone(page)
})

/** Repeats the key press, because its listener loads after the page. */
const pressQuestionMark = (page: Page) =>
  expect
    .poll(async () => {
      await page.keyboard.press('?')
      return page.getByRole('dialog').isVisible()
    })
    .toBe(true)

type Dialog = {
  route: string
  opens: (page: Page) => Promise<unknown>
  /** Phones do not show row selection. */
  isOffPhone?: boolean
  /** Opens the portal of a customer with a saved card. */
  hasCard?: boolean
}
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
const HOME = '/o/$slug/home'
const TEAM = '/o/$slug/settings/team'
const CUSTOMERS = '/o/$slug/customers'
const leaveUnsaved = async (page: Page) => {
  await page.getByLabel('Name', { exact: false }).first().fill('Typed')
  await button('Cancel')(page)
}
const EVENTS = '/o/$slug/events'
const UNKNOWN_COSTS = '/o/$slug/unknown-costs'
const openRow = (name: string | RegExp, shown: string) => async (page: Page) => {
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').first().click()
  await page.getByRole('dialog').getByText(shown).first().waitFor()
  await settled(page)
}
const openGroup = (page: Page) => openRow(UNKNOWN, 'Closest catalog entries')(page)
const chooseEntry = async (page: Page, name = UNKNOWN) => {
  await openRow(name, 'Closest catalog entries')(page)
  await page.getByRole('dialog').getByRole('radio').first().check()
  await page.getByRole('button', { name: /^Map 1 event to/ }).waitFor()
}
/** Uses a new model name, because a model that was mapped once no longer waits for a cost. */
const mapEntry = async (page: Page) => {
  const model = `gpt-4o-tune-${crypto.randomUUID()}`
  await api.record(unknownModel({ model, modelProvider: 'openai' }))
  await page.reload()
  await chooseEntry(page, model)
  await button(/^Map 1 event to/)(page)
  await page.getByText('1 event now has a cost').waitFor()
}
const savePrices = async (page: Page) => {
  await page.getByLabel('Rate, tier 3').fill('0.02')
  // At the end of the page the bottom bar covers nothing.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}
const INVOICES = '/o/$slug/invoices'
// Each of these routes opens its own invoice, in the state that the dialog needs.
const DRAFT = `${INVOICES}/$draftId`
const OPEN = `${INVOICES}/$openId`
const PAID = `${INVOICES}/$paidId`
const mailShown = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.frameLocator('iframe').getByText('Total due').first().waitFor()
}
const sendMany = async (page: Page) => {
  await page
    .getByRole('checkbox', { name: /^Select INV/ })
    .last()
    .check()
  await button(/^Send /)(page)
}
const fromMenu =
  (name: string, of = '') =>
  async (page: Page) => {
    await button(new RegExp(`^Actions for ${of}`))(page)
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
  }
const PROFILE = '/portal/profile'
const leaveProfile = async (page: Page) => {
  await page.getByLabel('City').fill('Springfield')
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).click()
}
const openOutcome = async (page: Page) => {
  const requests = page.getByRole('region', { name: 'Your requests' })
  await requests.getByRole('button', { name: 'ticket' }).click()
  await page.getByRole('button', { name: 'Withdraw request' }).waitFor()
}
const AGENT = '/o/$slug/agents/$agentId'
const WEBHOOKS = '/o/$slug/developers/webhooks'
const addEndpoint = async (page: Page) => {
  await button('Add endpoint')(page)
  await page.getByRole('dialog').getByLabel('All types').uncheck()
  await page.getByLabel('invoice.paid').waitFor()
}
const COST_RATES = '/o/$slug/developers/cost-rates'
const openModel = async (page: Page) => {
  await page.getByLabel('Search models').fill('gpt-4o')
  await page.getByRole('link', { name: 'gpt-4o', exact: true }).first().click()
  await page.getByRole('region', { name: 'Rates in force' }).waitFor()
  await settled(page)
}
/** A price of 0 shows every control of the dialog. */
const setFreePrice = async (page: Page) => {
  await button('Set a cost rate')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Input', { exact: true }).fill('0')
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await dialog.getByText(/^Confirm this/).waitFor()
  await settled(page)
}
const BUDGETS = '/o/$slug/control/budgets'
const CREDIT = `${CUSTOMERS}/$customerId/credit`
const ALLOCATIONS = '/o/$slug/developers/cost-allocations'
const REPRICING = '/o/$slug/developers/repricing'
const ALL_DAYS = { first: '2020-01-01', last: '2030-01-01' }
const previewRun = async (page: Page) => {
  await button('Reprice usage')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'First usage date' }).fill(ALL_DAYS.first)
  await dialog.getByRole('textbox', { name: 'Last usage date' }).fill(ALL_DAYS.last)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Start run' }).waitFor()
  await dialog.getByText('Cost before').first().waitFor()
  await settled(page)
}
const RUN = '/o/$slug/runs/$runId'
const RULES = '/o/$slug/attribution-rules'
const previewRule = async (page: Page) => {
  await button('Add a rule')(page)
  await page.getByRole('dialog').getByLabel('Attribute').fill('tenant.id')
  await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('region', { name: 'Matched runs' }).waitFor()
}
const DIALOGS: Record<string, Dialog> = {
  'to reject the outcomes of a run': {
    route: '/o/$slug/runs/billed',
    opens: async (page) => {
      await page.getByRole('button', { name: 'Reject', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'to accept a request': { route: '/o/$slug/rejections', opens: fromMenu('Accept') },
  'to decline a request': { route: '/o/$slug/rejections', opens: fromMenu('Decline') },
  'to assign a run': { route: RUN, opens: button('Assign') },
  'to add a rule': { route: RULES, opens: previewRule },
  'to delete a rule': { route: RULES, opens: fromMenu('Delete') },
  'to add an allocation': { route: ALLOCATIONS, opens: button('Add an allocation') },
  'to end an allocation': { route: ALLOCATIONS, opens: fromMenu('End') },
  'of an allocation': { route: ALLOCATIONS, opens: openRow('gpu-8b', 'Allocation id') },
  'to reprice usage': { route: REPRICING, opens: previewRun },
  'of a repricing run': { route: REPRICING, opens: openRow('All models', 'Run id') },
  'to set a cost rate': { route: COST_RATES, opens: setFreePrice },
  'to withdraw a cost rate': { route: COST_RATES, opens: fromMenu('Withdraw') },
  'of a cost rate': { route: COST_RATES, opens: openRow('our-tuned-8b', 'Rate id') },
  'of a model of the catalog': {
    route: '/o/$slug/developers/models',
    opens: openModel,
  },
  'to make an agent': { route: '/o/$slug/agents', opens: button('New agent') },
  'to edit an agent': { route: AGENT, opens: button('Edit') },
  'to add signals': { route: AGENT, opens: button('Add signals') },
  'to edit a plan': { route: '/o/$slug/plans/$planId', opens: button('Edit') },
  'to save prices': { route: '/o/$slug/plans/$planId/prices', opens: savePrices },
  'a budget': { route: BUDGETS, opens: openRow('Daily', 'Used now') },
  'to create a budget': { route: BUDGETS, opens: button('New budget') },
  'to edit a budget': { route: BUDGETS, opens: fromMenu('Edit') },
  'to delete a budget': { route: BUDGETS, opens: fromMenu('Delete') },
  'to release a hold': { route: '/o/$slug/control/holds', opens: fromMenu('Release') },
  'to make a coupon': { route: '/o/$slug/coupons', opens: button('New coupon') },
  'of a coupon': {
    route: '/o/$slug/coupons',
    opens: openRow('Ten off', 'Customers with this coupon'),
  },
  'to apply a coupon': { route: `${CUSTOMERS}/$customerId`, opens: button('Apply a coupon') },
  'with a link to the portal': {
    route: `${CUSTOMERS}/$customerId`,
    opens: button('Portal link'),
  },
  'to grant credit': { route: CREDIT, opens: button('Grant credit') },
  'to top up credit': { route: CREDIT, opens: button('Top up') },
  'to expire credit': { route: CREDIT, opens: fromMenu('Expire now', 'Prepaid') },
  'of a grant of credit': { route: CREDIT, opens: openRow('Prepaid credit', 'Grant id') },
  'to send an invoice': { route: DRAFT, opens: mailShown('Send') },
  'to generate an invoice': { route: INVOICES, opens: button('Generate invoice') },
  'to send many invoices': { route: INVOICES, opens: sendMany, isOffPhone: true },
  'to record a payment': { route: OPEN, opens: button('Record payment') },
  'to record a payment of any invoice': {
    route: '/o/$slug/payments',
    opens: button('Record payment'),
  },
  'to void an invoice': { route: OPEN, opens: fromMenu('Void') },
  'to refund a payment': { route: PAID, opens: fromMenu('Refund') },
  'to delete a customer': { route: `${CUSTOMERS}/$customerId`, opens: fromMenu('Delete') },
  'to leave what is not saved': { route: `${CUSTOMERS}/new`, opens: leaveUnsaved },
  'of what a day earned': {
    route: '/o/$slug/analytics/revenue',
    opens: async (page) => {
      await page
        .getByRole('button', { name: /^\d+ \w+ \d{4}$/ })
        .last()
        .click()
    },
  },
  'of an event with a cost': { route: EVENTS, opens: openRow(/\$0\.\d/, 'Idempotency key') },
  'of an event without a cost': { route: EVENTS, opens: openRow(/No cost yet/, 'Idempotency key') },
  'of a model without a price': { route: UNKNOWN_COSTS, opens: openGroup },
  'of a model without a price, and one chosen': {
    route: UNKNOWN_COSTS,
    opens: (page) => chooseEntry(page),
  },
  'of a model that has been mapped': { route: UNKNOWN_COSTS, opens: mapEntry },
  'to add an endpoint': { route: WEBHOOKS, opens: addEndpoint },
  'to rotate a secret': { route: WEBHOOKS, opens: fromMenu('Rotate secret') },
  'to replay announcements': { route: WEBHOOKS, opens: fromMenu('Replay') },
  'of a delivery': {
    route: `${WEBHOOKS}/$endpointId`,
    opens: openRow('webhook.test', 'webhook-signature'),
  },
  'of an announcement': {
    route: '/o/$slug/developers/announcements',
    opens: openRow('webhook.test', 'Delivered to'),
  },
  'to invite somebody': { route: TEAM, opens: button('Invite') },
  'to leave': { route: TEAM, opens: button(/^Leave /) },
  'to make a tax rate': { route: '/o/$slug/settings/taxes', opens: button('New tax rate') },
  'to pay by the saved card': { route: '/portal', opens: button(/^Pay \$/), hasCard: true },
  'of an outcome with a request': { route: '/portal/usage', opens: openOutcome },
  'to delete a limit': { route: '/portal/usage', opens: fromMenu('Delete', 'Ours') },
  'to remove the saved card': { route: PROFILE, opens: button('Remove'), hasCard: true },
  'to leave a profile that is not saved': { route: PROFILE, opens: leaveProfile },
  'with what can be found': { route: HOME, opens: button('Find pages and actions') },
  'with the keys of the keyboard': { route: HOME, opens: pressQuestionMark },
}

test('the form of a limit is accessible in both schemes and on a phone', async () => {
  const page = await open('/portal/usage', {})
  await button('Set a limit')(page)
  await page.getByRole('region', { name: 'Set a limit' }).waitFor()
  await expectNoFaults(page)
  await expectNoFaultsOnPhone(page)
})

test.each(Object.entries(DIALOGS))(
  'the dialog %s is accessible in both schemes, fits a small phone, and returns the focus when it closes',
  async (_what, { route, opens, isOffPhone, hasCard }) => {
    const page = await open(route, { hasCard })
    await opens(page)
    await page.getByRole('dialog').waitFor()
    await expectNoFaults(page)
    if (isOffPhone) return
    await closeDialog(page)
    await page.setViewportSize(PHONE)
    await opens(page)
    await page.getByRole('dialog').waitFor()
    await expectToFit(page)
    expect(await accessibilityFaults(page), 'phone').toEqual([])
    await closeDialog(page)
  },
)

test.each([
  ['to reject an outcome', 'billed', 'Reject'],
  ['to withdraw a rejection', 'rejected', 'Withdraw rejection'],
])(
  'the dialog %s is accessible over the panel in both schemes, fits a small phone, and returns the focus to its button',
  async (_what, event, name) => {
    const page = await open(EVENTS, {})
    await openRow(event, 'Idempotency key')(page)
    const dialog = page.locator('[data-modal-content]')
    const press = async () => {
      await page.getByRole('button', { name, exact: true }).click()
      await dialog.waitFor()
      await settled(page)
    }
    await press()
    await expectNoFaults(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator(':focus').innerText()).toBe(name)
    await page.setViewportSize(PHONE)
    await press()
    await expectToFit(page)
    expect(await accessibilityFaults(page), 'phone').toEqual([])
  },
)

/** Closes the dialog by its key, and waits until the focus is on an element of the page again. */
async function closeDialog(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForFunction(() => {
    const { activeElement, body } = document
    return activeElement !== body && activeElement?.closest('[role="dialog"]') === null
  })
}
