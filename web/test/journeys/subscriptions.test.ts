import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal, TICKETS } from '../../../server/test/support/deal.ts'
import {
  type Fields,
  givenCustomer,
  givenPlan,
  givenSubscription,
} from '../../../server/test/support/given.ts'
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
const at = (path = '') => `/o/${given.organization.slug}/subscriptions${path}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const today = () => new Date().toISOString().slice(0, 10)

async function open(path: string, person: SignedIn = given.owner): Promise<Page> {
  // Some of these tests are about rejected requests.
  const page = await newPage({ cookie: person.cookie, tolerates: /status of 4(09|22)/ })
  await page.goto(path)
  await settled(page)
  return page
}

async function choose(page: Page, label: string, name: string) {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  await field.fill(name)
  await page.getByRole('option', { name }).first().click()
}

/**
 * Creates a plan with a fee and a price for tickets, an agent, and a customer without a
 * subscription.
 */
async function givenOffer(customer: Fields = {}) {
  const deal = await givenDeal(given.api, {
    prices: [TICKETS, FEE],
    plan: { name: 'Growth' },
    agent: { name: 'Helper' },
    customer: { name: 'Taken' },
    subscription: { name: 'Main', startDate: today() },
  })
  const { id } = await givenCustomer(given.api, { name: 'Northwind', ...customer })
  return { ...deal, freeCustomerId: id }
}

describe('a subscription', () => {
  test('is created by a form whose preview equals the later invoice', async () => {
    await givenOffer()
    const page = await open(at())
    await page.getByRole('button', { name: 'New subscription' }).click()
    await title(page, 'New subscription').waitFor()
    await page.getByLabel('Name').fill('Northwind, support')
    await choose(page, 'Customer', 'Northwind')
    await choose(page, 'Plan', 'Growth')
    // The plan's only agent is preselected.
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Agent', exact: true }).inputValue())
      .toBe('Helper')
    await page.getByLabel('Adjustment').fill('-9.25')
    const preview = page.getByRole('complementary', { name: 'Preview of the subscription' })
    await preview.getByText('−$9.25').first().waitFor()
    expect(
      await preview
        .getByRole('list', { name: /periods/ })
        .getByRole('listitem')
        .count(),
    ).toBe(3)
    const shown = await preview.getByText('$39.75').first().innerText()

    await page.getByRole('button', { name: 'Create subscription' }).click()
    await title(page, 'Northwind, support').waitFor()
    const { results } = await must(given.api.get('/v1/subscriptions?search=northwind'))
    const [{ id: subscriptionId, customerId }] = results
    const invoice = await must(
      given.api.post('/v1/invoices/generate', { subscriptionId, customerId }),
    )
    expect(`$${invoice.total}`).toBe(shown)
    await page.reload()
    await row(page, invoice.invoiceNumber).getByText(shown).waitFor()
  })

  test('is rejected in the preview before the button is pressed', async () => {
    const { customerId, planId } = await givenOffer()
    const page = await open(at(`/new?customerId=${customerId}&planId=${planId}`))
    await page
      .getByRole('status')
      .getByText(/would overlap/)
      .waitFor()
    await page.getByLabel('Name').fill('Second')
    await page.getByRole('button', { name: 'Create subscription' }).click()
    await page
      .getByRole('alert')
      .getByText(/would overlap/)
      .waitFor()
    expect((await must(given.api.get('/v1/subscriptions'))).totalResults).toBe(1)
  })

  test('shows missing values at their fields, and asks before input is lost', async () => {
    await givenOffer()
    // With a second plan, none is preselected.
    await givenPlan(given.api, { name: 'Team' })
    const page = await open(at('/new'))
    await page.getByLabel('Seats').fill('three')
    await page.getByRole('button', { name: 'Create subscription' }).click()
    for (const text of [
      'Choose a customer',
      'Choose a plan',
      'Choose an agent',
      'Enter a whole number',
    ])
      await page.getByText(text, { exact: true }).last().waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await title(page, 'Subscriptions').waitFor()
  })

  test('cannot be created without a plan and a customer, and the page says so', async () => {
    const page = await open(at())
    await page.getByText('No subscriptions yet').waitFor()
    await page.getByText('Create a plan and a customer first.').waitFor()
    const button = page.getByRole('button', { name: 'New subscription' }).first()
    expect(await button.getAttribute('aria-description')).toBe('Create a plan and a customer first')
    await givenOffer()
    await page.reload()
    await row(page, 'Main').waitFor()
    expect(await button.getAttribute('aria-description')).toBeNull()
  })
})

describe('the page of a subscription', () => {
  test('changes it, and records the author of each change', async () => {
    const { subscriptionId } = await givenOffer()
    const page = await open(at(`/${subscriptionId}`))
    await page.getByRole('button', { name: 'Edit' }).click()
    await title(page, 'Edit Main').waitFor()
    await page.getByLabel('Seats').fill('7')
    await page.getByRole('button', { name: 'Save' }).click()
    await title(page, 'Main').waitFor()
    const history = page.getByRole('region', { name: 'History' })
    const change = history.getByRole('row').filter({ hasText: 'Seats: 7, was 0' })
    await change.waitFor()
    const { body } = await given.owner.api.get('/v1/session')
    expect(await change.innerText()).toContain(body.person.name)
    await history.getByText('Created').waitFor()
  })

  test('adds an adjustment, moves the invoice dates, and ends it on a day and now', async () => {
    const { subscriptionId } = await givenOffer()
    const page = await open(at(`/${subscriptionId}`))
    const dialog = page.getByRole('dialog')
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for Main' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Add an adjustment')
    await dialog.getByLabel(/^Amount in/).fill('lots')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/Must be a decimal/).waitFor()
    await dialog.getByLabel(/^Amount in/).fill('-12.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('−$12.50').first().waitFor()

    await act('Move invoice dates')
    await dialog.getByLabel('Or billing day').fill('1')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await page.getByText(/^Next invoice: 1 /).waitFor()

    const read = () => must(given.api.get(`/v1/subscriptions/${subscriptionId}`))
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await dialog.getByLabel('On a day').check()
    await dialog.getByRole('button', { name: 'End on that day' }).click()
    await dialog.getByText('Choose a day').waitFor()
    const lastDay = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    await dialog.getByRole('textbox', { name: 'Last day' }).fill(lastDay)
    // Leaving the field closes the calendar.
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'End on that day' }).click()
    await expect.poll(async () => (await read()).endDate).toBe(lastDay)
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'End', exact: true }).click()
    await dialog.getByRole('button', { name: 'End now' }).click()
    await page.getByText('Ended', { exact: true }).first().waitFor()
    const end = page.getByRole('button', { name: 'End', exact: true })
    expect(await end.getAttribute('aria-description')).toBe('The subscription has ended')
    expect((await read()).status).toBe('ended')
  })

  test('can change its customer until an invoice is final, and then shows the reason', async () => {
    const { subscriptionId, freeCustomerId, ...deal } = await givenOffer()
    const page = await open(at(`/${subscriptionId}/edit`))
    await choose(page, 'Customer', 'Northwind')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Main is saved').waitFor()
    await page.getByRole('link', { name: 'Northwind' }).first().waitFor()
    const read = () => must(given.api.get(`/v1/subscriptions/${subscriptionId}`))
    expect((await read()).customerId).toBe(freeCustomerId)

    const ids = { subscriptionId, customerId: freeCustomerId }
    const draft = await must(given.api.post('/v1/invoices/generate', ids))
    const to = { recipientEmail: 'billing@northwind.test' }
    await must(given.api.post(`/v1/invoices/${draft.id}/send`, to))
    await page.goto(at(`/${subscriptionId}/edit`))
    await settled(page)
    await choose(page, 'Customer', 'Taken')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/bills the current customer, plan and agent/).waitFor()
    expect((await read()).customerId).not.toBe(deal.customerId)
  })

  test('starts a future subscription', async () => {
    const { planId, agentId, freeCustomerId } = await givenOffer()
    const later = `${new Date().getUTCFullYear() + 1}-01-01`
    const ids = { planId, agentId, customerId: freeCustomerId, name: 'Later', startDate: later }
    const { id } = await givenSubscription(given.api, ids)
    const page = await open(at(`/${id}`))
    await page.getByText('Upcoming', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Actions for Later' }).click()
    await page.getByRole('menuitem', { name: 'Start now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start now' }).click()
    await page.getByText('Active', { exact: true }).first().waitFor()
  })

  test('shows draft, issued and overdue invoices as the clock moves', async () => {
    const { subscriptionId } = await givenOffer()
    const page = await open(at(`/${subscriptionId}`))
    await page.getByText(/^No invoices yet/).waitFor()
    const invoices = page.getByRole('region', { name: 'Invoices' })
    const advance = async (to: Date) => {
      await must(given.owner.api.post('/v1/test-clock', { now: to.toISOString() }))
      await page.reload()
      await settled(page)
    }
    const { nextInvoiceDate } = await must(given.api.get(`/v1/subscriptions/${subscriptionId}`))
    const end = Date.parse(`${nextInvoiceDate}T00:00:00Z`)
    await advance(new Date(end + 3_600_000))
    await invoices.getByText('Draft').waitFor()
    await advance(new Date(end + 30 * 3_600_000))
    await invoices.getByText('Open').waitFor()
    await advance(new Date(end + 33 * 86_400_000))
    await invoices.getByText('Overdue').first().waitFor()
  })

  test('of another organization, or with a mistyped id, is not found', async () => {
    const page = await open(at('/01890000-0000-7000-8000-000000000000'))
    await title(page, 'Subscription not found').waitFor()
  })
})

test('filters are in the URL: they survive a reload, Back and a shared link', async () => {
  const { planId, agentId, freeCustomerId, customerId } = await givenOffer()
  const ids = { planId, agentId, customerId: freeCustomerId }
  await givenSubscription(given.api, {
    ...ids,
    name: 'Old',
    startDate: '2024-01-01',
    endDate: '2024-02-01',
  })
  const page = await open(at())
  await page.getByText('1–2 of 2').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Ended')
  await expect.poll(() => parameter(page, 'status')).toBe('ended')
  await page.getByText('1–1 of 1').waitFor()
  await page.reload()
  await row(page, 'Old').waitFor()
  await page.goBack()
  await page.getByText('1–2 of 2').waitFor()

  const shared = await open(at(`?customerId=${customerId}&planId=${planId}&agentId=${agentId}`))
  await shared.getByText('1–1 of 1').waitFor()
  for (const chip of ['Customer: Taken', 'Plan: Growth', 'Agent: Helper'])
    await shared.getByText(chip).waitFor()
  await shared.getByRole('button', { name: 'Remove filter Customer: Taken' }).click()
  await shared.getByText('1–2 of 2').waitFor()

  const bad = await open(at('?status=asleep&customerId=nobody&page=-1&sort=evil'))
  await bad.getByText('1–2 of 2').waitFor()
  const none = await open(at('?search=nobody'))
  await none.getByText('No subscriptions match').waitFor()
})

test('a viewer reads everything and sees which roles may change it', async () => {
  const { subscriptionId, ids } = await givenOffer()
  const viewer = await givenSignedIn(site, {
    role: 'viewer',
    organizationId: given.organization.id,
  })
  const page = await open(at(), viewer)
  const create = page.getByRole('button', { name: 'New subscription' })
  expect(await create.getAttribute('aria-description')).toMatch(/^Only .* can /)
  await page.goto(at('/new'))
  await page.getByText(/^Only .* can /).waitFor()
  await page.goto(at(`/${subscriptionId}/edit`))
  await page.getByText(/^Only .* can /).waitFor()
  await page.goto(at(`/${subscriptionId}`))
  await page.getByRole('cell', { name: 'Created' }).waitFor()
  for (const name of ['Edit', 'End']) {
    const button = page.getByRole('button', { name, exact: true })
    expect(await button.getAttribute('aria-description'), name).toMatch(/^Only .* can /)
  }
  await page.getByRole('button', { name: 'Actions for Main' }).click()
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  expect(await items.count()).toBe(7)
  expect(await items.getByText(/^Only .* can /).count()).toBe(7)
  const refused = await Promise.all([
    viewer.api.patch(`/v1/subscriptions/${subscriptionId}`, { status: 'ended' }),
    viewer.api.post('/v1/subscriptions/preview', { name: 'No', ...ids }),
    viewer.api.post('/v1/invoices/generate', ids),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
})

describe('seats', () => {
  const SEATS = { chargeType: 'seat_based', name: 'Seats', rate: 12 }

  async function openSeats() {
    const month = today().slice(0, 7)
    const { subscriptionId } = await givenDeal(given.api, {
      prices: [SEATS],
      subscription: { name: 'Main', startDate: `${month}-01`, seatsCount: 5 },
    })
    const page = await open(at(`/${subscriptionId}`))
    await page.getByRole('button', { name: 'Actions for Main' }).click()
    await page.getByRole('menuitem', { name: 'Change seats' }).click()
    return { page, subscriptionId, dialog: page.getByRole('dialog', { name: 'Change seats' }) }
  }

  test('are changed from a day on, after a preview that equals the later invoice', async () => {
    const { page, dialog, subscriptionId } = await openSeats()
    await dialog.getByLabel('Seats').fill('8')
    await dialog.getByText(/^Total: \$60.00 without the change, /).waitFor()
    const url = `/v1/subscriptions/${subscriptionId}/seats`
    const shown = await must(given.api.get(`${url}/preview?seatsCount=8`))
    const total = `$${shown.invoice.total.toFixed(2)}`
    await dialog.getByText(`${total} with it`).waitFor()
    expect((await must(given.api.get(url))).results).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Change seats' }).click()
    await dialog.waitFor({ state: 'detached' })
    const counts = page.getByRole('region', { name: 'Seats by date' })
    // On the first of a month the change replaces the first number.
    if (today().endsWith('-01')) expect(await counts.count()).toBe(0)
    else await expect.poll(() => counts.getByRole('row').count()).toBe(3)
    await page.getByText(/^Seats from .*: 8, was 5$/).waitFor()
  })

  test('before the start are refused in the dialog, by the preview and by the change', async () => {
    const { dialog } = await openSeats()
    await dialog.getByLabel('Seats').fill('8')
    await dialog.getByRole('textbox', { name: 'From' }).fill('2020-01-01')
    await dialog.getByLabel('Seats').focus()
    await dialog
      .getByRole('status')
      .getByText(/starts on .*send that day or a later one/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Change seats' }).click()
    await dialog
      .getByText(/starts on/)
      .nth(1)
      .waitFor()
  })

  test('must be a number', async () => {
    const { dialog } = await openSeats()
    await dialog.getByLabel('Seats').fill('many')
    await dialog.getByText('Enter a number of seats to see the invoice.').waitFor()
    await dialog.getByRole('button', { name: 'Change seats' }).click()
    await dialog.getByText('Enter a whole number').waitFor()
  })
})

describe('a change of plan', () => {
  async function openPlan(startDate = `${today().slice(0, 7)}-01`) {
    const deal = await givenDeal(given.api, {
      prices: [{ chargeType: 'recurring', name: 'Platform', rate: 49 }],
      subscription: { name: 'Main', startDate },
    })
    const { id: planId } = await must(
      given.api.post('/v1/pricing-plans', { name: 'Large', agentId: deal.agentId }),
    )
    await must(
      given.api.post(`/v1/pricing-plans/${planId}/pricing-strategies`, [
        { chargeType: 'recurring', name: 'Platform', rate: 99 },
      ]),
    )
    const page = await open(at(`/${deal.subscriptionId}`))
    const dialog = page.getByRole('dialog', { name: 'Change plan' })
    const choose = async (when: string) => {
      await page.getByRole('button', { name: 'Actions for Main' }).click()
      await page.getByRole('menuitem', { name: 'Change plan' }).click()
      await dialog.getByText('Choose a plan and a date to see the invoices.').waitFor()
      await dialog.getByRole('combobox', { name: 'New plan' }).click()
      await page.getByRole('option', { name: 'Large' }).click()
      await dialog.getByLabel(when).check()
    }
    const read = () => must(given.api.get(`/v1/subscriptions/${deal.subscriptionId}`))
    return { ...deal, planId, page, dialog, choose, read }
  }

  test('waits for the end of the period after its preview, and is undone', async () => {
    const { page, dialog, choose, read } = await openPlan()
    await choose('At the end of the billing period')
    await dialog.getByText('First invoice of the new plan', { exact: false }).waitFor()
    await dialog.getByText('A full period without usage: $49.00 before, $99.00 after').waitFor()
    expect((await read()).replacedById).toBeNull()
    await dialog.getByRole('button', { name: 'Change plan' }).click()
    await page.getByText(/^Follows .* by a plan change on /).waitFor()
    const { replacedById, endDate } = await read()
    expect(endDate).not.toBeNull()
    expect(page.url()).toContain(replacedById)
    await page.goBack()
    await page.getByText(/^The plan changes to Large on /).waitFor()
    await page.getByRole('button', { name: 'Undo plan change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo plan change' }).click()
    await expect.poll(async () => (await read()).replacedById).toBeNull()
    await page.getByText(/^The plan changes to /).waitFor({ state: 'detached' })
    await page.getByText('Plan change undone').waitFor()
    await page
      .getByText(/^End: none, was /)
      .first()
      .waitFor()
  })

  test('on a day before the period is refused in the dialog, by the preview and by the change', async () => {
    const { page, dialog, choose } = await openPlan()
    await choose('On a date')
    await dialog.getByRole('button', { name: 'Change plan' }).click()
    await dialog.getByText('Choose a day').waitFor()
    await dialog.getByRole('textbox', { name: 'First day' }).fill('2020-01-01')
    await page.keyboard.press('Tab')
    await dialog
      .getByRole('status')
      .getByText(/The plan can change from .* on/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Change plan' }).click()
    await dialog
      .getByText(/The plan can change from .* on/)
      .nth(1)
      .waitFor()
  })
})

describe('when the service fails', () => {
  const PANELS = {
    rows: ['', '**/v1/subscriptions?*'],
    subscription: ['/$id', /\/v1\/subscriptions\/[\da-f-]{36}$/],
    seats: ['/$id', '**/seats'],
    periods: ['/$id', '**/periods'],
    invoices: ['/$id', '**/v1/invoices?*'],
    history: ['/$id', '**/changelog?*'],
    preview: ['/new?customerId=$customer&planId=$plan', '**/v1/subscriptions/preview'],
  } as const

  test.each(Object.entries(PANELS))(
    'the %s fail alone, and load after Retry',
    async (_, [path, url]) => {
      const { subscriptionId, freeCustomerId, planId } = await givenOffer()
      const page = await newPage({ cookie: given.owner.cookie, tolerates: /500|Failed to load/ })
      await page.route(url, (route) =>
        route.fulfill({ status: 500, json: { message: 'Something broke', code: 'internal' } }),
      )
      const filled = path
        .replace('$id', subscriptionId)
        .replace('$customer', freeCustomerId)
        .replace('$plan', planId)
      await page.goto(at(filled))
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
