import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { givenDeal, tiered } from '../../../server/test/support/deal.ts'
import { givenAgent, givenSignal, strategiesOf } from '../../../server/test/support/given.ts'
import { sms } from '../../../server/test/support/usage.ts'
import { givenOrganization, givenSignedIn, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { focusedName, tabTo } from '../support/tab-to.ts'
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
const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const lines = (page: Page) => page.getByRole('region', { name: 'Lines' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const pricesOf = async (planId: string) =>
  (await must(given.api.get(`${strategiesOf(planId)}?sortBy=createdAt&sortOrder=asc`))).results

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

const fillTier = async (where: Locator, tier: number, upTo: string | undefined, rate: string) => {
  if (upTo !== undefined) await where.getByLabel(`Up to, tier ${tier}`).fill(upTo)
  await where.getByLabel(`Rate, tier ${tier}`).fill(rate)
}

/** Creates a plan for one agent with one signal, using the API. */
async function givenPlanFor(name: string) {
  const agent = await givenAgent(given.api, { name: 'Support' })
  const signal = await givenSignal(given.api, { agentId: agent.id, name: 'tickets' })
  const plan = await must(given.api.post('/v1/pricing-plans', { name, agentId: agent.id }))
  return { agent, signal, planId: plan.id as string }
}

test('a plan with tiers shows errors at their rows, and bills what its preview shows', async () => {
  const agent = await givenAgent(given.api, { name: 'Support', agentCode: 'support' })
  await givenSignal(given.api, { agentId: agent.id, name: 'tickets' })
  const page = await open(at())
  await page.getByRole('link', { name: /^Tiers/ }).click()
  await title(page, 'New plan').waitFor()
  expect(await page.getByRole('radio', { name: 'Tiers' }).isChecked()).toBe(true)
  await page.getByLabel('Name', { exact: false }).first().fill('Growth')
  await page.getByRole('combobox', { name: 'Agent' }).fill('Supp')
  await page.getByRole('option', { name: /Support/ }).click()
  await page.getByRole('button', { name: 'Create plan' }).click()
  await title(page, 'Prices').waitFor()

  // The only signal of the only agent is preselected; the default price is shown but not saved.
  const price = card(page, 'New price')
  await price.getByText('First 1,000 free, then $0.90 each, above 10,000 $0.70 each').waitFor()
  await expect
    .poll(() => price.getByRole('combobox', { name: 'Signal' }).inputValue())
    .toBe('tickets')
  await page.getByText('1 price is not saved').waitFor()
  await price.getByLabel('Up to, tier 2').fill('500')
  await price.getByText('Must be above 1000, where the tier starts').waitFor()
  await price.getByLabel('Rate, tier 3').fill('0,70')
  await price.getByText('Enter a number with digits and a point, such as 0.9').waitFor()
  await price.getByText('Incomplete').waitFor()
  await price.getByRole('button', { name: 'Add a tier' }).click()
  await expect.poll(() => focusedName(page)).toBe('Up to, tier 3')
  await price.getByRole('button', { name: 'Remove tier 3' }).click()
  await fillTier(price, 2, '1200', '0.9000')
  await fillTier(price, 3, undefined, '0.0000125')
  await price.getByText('First 1,000 free, then $0.90 each, above 1,200 $0.0000125 each').waitFor()

  await page.getByLabel('Units in the period', { exact: true }).fill('1150')
  await expect.poll(() => lines(page).textContent()).toContain('$135.00')
  await lines(page).getByText('150', { exact: true }).waitFor()
  const previewed = await lines(page).getByRole('table').last().innerText()
  await save(page).click()
  await page.getByText('1 price is not saved').waitFor({ state: 'hidden' })

  const plan = (await must(given.api.get('/v1/pricing-plans'))).results[0]
  expect((await pricesOf(plan.id))[0].tiers).toEqual([
    { lower: 0, upper: 1000, rate: 0, flatFee: 0 },
    { lower: 1000, upper: 1200, rate: 0.9, flatFee: 0 },
    { lower: 1200, upper: null, rate: 0.0000125, flatFee: 0 },
  ])
  expect(await card(page, 'tickets').getByLabel('Rate, tier 3').inputValue()).toBe('0.0000125')

  // The invoice equals the preview.
  const deal = await subscribe(plan.id, agent.id)
  const invoice = await deal.bill(1150)
  expect(invoice.lineItems[0]).toMatchObject({ amount: 135, description: 'tickets' })
  await page.goto(`/o/${given.organization.slug}/invoices/${invoice.id}`)
  await settled(page)
  await lines(page).getByRole('button', { name: 'tickets' }).click()
  expect(await lines(page).getByRole('table').last().innerText()).toBe(previewed)
})

/** Subscribes a customer to a plan. */
async function subscribe(planId: string, agentId: string) {
  const { api } = given
  const customer = { name: 'Northwind', externalId: 'northwind' }
  const { id: customerId } = await must(api.post('/v1/customers', customer))
  const terms = { name: 'Main', planId, agentId, customerId, startDate: '2026-03-01' }
  const { id: subscriptionId } = await must(api.post('/v1/subscriptions', terms))
  const bill = async (quantity: number) => {
    const work = { customerExternalId: 'northwind', agentCode: 'support', signalName: 'tickets' }
    await must(api.record(sms({ ...work, quantity, usageDate: '2026-03-10T12:00:00Z' })))
    const month = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }
    return must(api.post('/v1/invoices/generate', { customerId, subscriptionId, ...month }))
  }
  return { bill }
}

test('leaving unsaved prices asks for confirmation, and discards them only then', async () => {
  const { planId, signal } = await givenPlanFor('Growth')
  const flat = { chargeType: 'usage', pricingModel: 'flat', signalId: signal.id, rate: '0.5' }
  await must(given.api.post(strategiesOf(planId), [{ ...flat, name: 'Tickets' }]))
  const page = await open(at(`/${planId}/prices`))
  const rate = card(page, 'Tickets').getByLabel('USD per unit')
  await rate.fill('0.75')
  await page.getByText('1 price is not saved').waitFor()
  await page.getByRole('link', { name: 'Growth', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await rate.inputValue()).toBe('0.75')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  expect(await rate.inputValue()).toBe('0.5')
  await page.getByText('1 price is not saved').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Growth', exact: true }).click()
  await title(page, 'Growth').waitFor()
})

test('saving first shows the effect on subscriptions of the plan', async () => {
  const deal = await givenDeal(given.api, {
    prices: [{ ...tiered('ticket', 'graduated'), name: 'T' }],
  })
  const page = await open(at(`/${deal.planId}/prices`))
  await fillTier(card(page, 'T'), 3, undefined, '0.02')
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Save prices?' })
  await dialog
    .getByText(
      '1 subscription is on this plan. Drafts are recalculated; invoices past draft do not change.',
    )
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect((await pricesOf(deal.planId))[0].tiers[2].rate).toBe(0.01)
  await save(page).click()
  await dialog.getByRole('button', { name: 'Save prices' }).click()
  await page.getByText('1 price is not saved').waitFor({ state: 'hidden' })
  expect((await pricesOf(deal.planId))[0].tiers[2].rate).toBe(0.02)
})

test('errors found only by the service also appear at their fields', async () => {
  const { planId } = await givenPlanFor('Growth')
  const page = await open(at(`/${planId}/prices?start=seats`))
  const seats = card(page, 'Seats')
  await seats.getByLabel('USD per seat').fill('1234567890.123456789')
  await save(page).click()
  await seats.getByText('Has more digits than a JSON number keeps: send at most 15').waitFor()
  await expect.poll(() => focusedName(page)).toBe('USD per seat')
  expect(await pricesOf(planId)).toEqual([])
  await seats.getByLabel('USD per seat').fill('12.5')
  await save(page).click()
  await page.getByText(/not saved/).waitFor({ state: 'hidden' })
  const saved = await pricesOf(planId)
  expect(saved.map((one: { rate: number }) => one.rate).toSorted()).toEqual([12.5, 99])
})

const USAGE_KINDS: ReadonlySet<string> = new Set(['flat', 'volume', 'credit_pool'])

test.each([
  ['flat', 'Per unit', (price: Locator) => price.getByLabel('USD per unit').fill('2')],
  [
    'volume',
    'Volume',
    async (price: Locator) => {
      await fillTier(price, 1, '10', '3')
      await fillTier(price, 2, undefined, '2')
    },
  ],
  [
    'credit_pool',
    'Credit pool',
    async (price: Locator) => {
      await price.getByLabel('USD for the pool').fill('500')
      await price.getByLabel('Units in the pool').fill('1000')
      await price.getByLabel('USD per additional unit').fill('0.6')
    },
  ],
  [
    'recurring',
    'Recurring fee',
    (price: Locator) => price.getByLabel('USD per billing period').fill('2'),
  ],
  ['seat_based', 'Seats', (price: Locator) => price.getByLabel('USD per seat').fill('2')],
  ['onetime', 'One-time fee', (price: Locator) => price.getByLabel('USD once').fill('2')],
] as const)('a price can be %s', async (kind, label, fill) => {
  const { planId } = await givenPlanFor('Growth')
  const page = await open(at(`/${planId}/prices`))
  await page.getByRole('button', { name: 'Add a price' }).click()
  const price = page.getByRole('group').filter({ hasText: 'Charge type' })
  await price.getByLabel('Charge type').selectOption(label)
  if (USAGE_KINDS.has(kind)) {
    // Its code is loaded when it is first shown.
    await price.getByRole('combobox', { name: 'Signal' }).click()
    await page.getByRole('option', { name: /tickets/ }).click()
  }
  await fill(price)
  await save(page).click()
  await page.getByText(/not saved/).waitFor({ state: 'hidden' })
  const [saved] = await pricesOf(planId)
  expect([saved.pricingModel ?? saved.chargeType, saved.isActive]).toEqual([kind, true])
})

test('a plan and its price are created by keyboard, and the focus returns', async () => {
  await givenPlanFor('Other')
  const page = await open(at())
  await tabTo(page, 'New plan')
  await page.keyboard.press('Enter')
  await title(page, 'New plan').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  await tabTo(page, 'Name')
  await page.keyboard.type('By keyboard')
  await tabTo(page, 'Per outcome')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
  await tabTo(page, 'Create plan')
  await page.keyboard.press('Enter')
  await title(page, 'Prices').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  await tabTo(page, 'USD per seat')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('25')
  await tabTo(page, 'Save')
  await page.keyboard.press('Enter')
  await page.getByText(/not saved/).waitFor({ state: 'hidden' })
  const plan = (await must(given.api.get('/v1/pricing-plans?search=By'))).results[0]
  const rates = (await pricesOf(plan.id)).map((one: { rate: number }) => one.rate)
  expect(rates.toSorted()).toEqual([25, 99])

  await page.reload()
  await settled(page)
  await tabTo(page, 'Delete Platform')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('Delete Platform')
})

test('the usage of the last month is priced with the edited price', async () => {
  const deal = await givenDeal(given.api, {
    customer: { name: 'Northwind' },
    prices: [{ ...tiered('ticket', 'graduated'), name: 'Tickets' }],
  })
  const now = new Date()
  const inLastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10))
  await deal.use('ticket', 150, inLastMonth.toISOString())
  const page = await open(at(`/${deal.planId}/prices`))
  const table = page.getByRole('table', { name: 'With actual usage' })
  await expect.poll(() => table.textContent()).toContain('$12.50')
  await fillTier(card(page, 'Tickets'), 1, undefined, '1')
  await expect.poll(() => table.textContent()).toContain('$12.50$102.50')
})

describe('when the service fails', () => {
  test('the preview shows its own error, and loads after Retry', async () => {
    const { planId } = await givenPlanFor('Growth')
    const page = await newPage({ cookie: given.owner.cookie, tolerates: /500|Failed to load/ })
    await page.route('**/v1/pricing-strategies/preview', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something broke', code: 'internal' } }),
    )
    await page.goto(at(`/${planId}/prices?start=seats`))
    await page.getByText('Something broke').first().waitFor()
    await card(page, 'Seats').waitFor()
    await page.unroute('**/v1/pricing-strategies/preview')
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect.poll(() => lines(page).textContent()).toContain('$100.00')
  })

  test('input is kept when saving fails', async () => {
    const { planId } = await givenPlanFor('Growth')
    const page = await newPage({ cookie: given.owner.cookie, tolerates: /503|Failed to load/ })
    await page.goto(at(`/${planId}/prices?start=seats`))
    await settled(page)
    const path = `**${strategiesOf(planId)}`
    await page.route(path, (route) =>
      route.fulfill({ status: 503, json: { message: 'Come back later', code: 'busy' } }),
    )
    await save(page).click()
    await page.getByText('Come back later').waitFor()
    await page.unroute(path)
    await save(page).click()
    await page.getByText(/not saved/).waitFor({ state: 'hidden' })
    expect(await pricesOf(planId)).toHaveLength(2)
  })
})

test('a viewer reads the prices and sees which roles may change them', async () => {
  const { planId } = await givenPlanFor('Growth')
  await must(given.api.post(strategiesOf(planId), [{ chargeType: 'recurring', rate: 49 }]))
  const viewer = await givenSignedIn(site, {
    role: 'viewer',
    organizationId: given.organization.id,
  })
  const page = await open(at(`/${planId}`), viewer)
  await page.getByText('$49.00 every period').waitFor()
  const names = ['Edit prices', 'Edit', 'Copy', 'Deactivate', 'Link an agent']
  for (const name of names) {
    const button = page.getByRole('button', { name, exact: true })
    expect(await button.getAttribute('aria-description'), name).toMatch(/^Only .* can /)
  }
  await page.goto(at(`/${planId}/prices`))
  await page.getByText('Your role does not allow this').waitFor()
  await page.goto(at('/new'))
  await page.getByText('Your role does not allow this').waitFor()
})
