import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { pagesOf } from '../../../server/src/features/delivery/documents/test-support.ts'
import { must } from '../../../server/test/support/app.ts'
import { FEE, givenDeal, tiered } from '../../../server/test/support/deal.ts'
import {
  MARCH,
  payInvoice,
  readInvoice,
  sendInvoice,
} from '../../../server/test/support/invoice.ts'
import { llm, recordEvent } from '../../../server/test/support/usage.ts'
import { givenInvoiceWithTiers } from '../support/invoices.ts'
import { givenOrganization, givenSignedIn, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser, type WindowOptions } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)
const TOLERATED = /answered 500|status of (409|500)|Failed to load resource/

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

const at = (path = '') => `/o/${given.organization.slug}/invoices${path}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

type Opening = WindowOptions & { person?: SignedIn }

async function open(path: string, { person = given.owner, ...options }: Opening = {}) {
  const page = await newPage({ ...options, cookie: person.cookie })
  await page.goto(path)
  await settled(page)
  return page
}

const openMenu = (page: Page) => page.getByRole('button', { name: /^Actions for INV/ }).click()

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12/40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Ada Byron')
  await page.getByRole('button', { name: /^Pay / }).click()
}

test('a period is previewed, generated, sent, declined, paid by card and partly refunded', async () => {
  const deal = await givenDeal(given.api, {
    customer: { name: 'Northwind' },
    prices: [{ ...FEE, name: 'Platform' }],
    subscription: { startDate: '2026-03-01' },
  })
  const page = await open(at())
  await button(page, 'Generate invoice').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('North')
  await page.getByRole('option', { name: /Northwind/ }).click()
  await dialog.getByText('Total due').waitFor()
  expect(await dialog.getByRole('region', { name: 'Lines' }).textContent()).toContain('$49.00')
  await button(page, 'Generate draft').click()
  await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
  await settled(page)
  const steps = page.getByRole('list', { name: 'Status of this invoice' })
  expect(await steps.locator('[aria-current="step"]').innerText()).toBe('Draft')

  await button(page, 'Send').click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Total due').first().waitFor()
  await dialog.getByLabel('Message').fill('Thank you for a good month')
  await frame.getByText('Thank you for a good month').waitFor()
  await button(page, 'Send invoice').click()
  await dialog.waitFor({ state: 'hidden' })
  await button(page, 'Record payment').waitFor()
  const id = page.url().split('/').at(-1) ?? ''
  const { results: mails } = await must(given.api.get(`/v1/emails?invoiceId=${id}`))
  const mail = await must(given.api.get(`/v1/emails/${mails[0].id}`))
  expect([mails.length, mail.to]).toEqual([1, deal.email])
  expect(mail.text).toContain('Thank you for a good month')
  const { payUrl } = await must(given.api.get(`/v1/invoices/${id}`))
  const customer = await newPage({ tolerates: /status of 4\d\d|answered 4\d\d/ })
  await customer.goto(payUrl)
  await typeCard(customer, '4000 0000 0000 0002')
  await customer
    .getByText(/declined/i)
    .first()
    .waitFor()
  await typeCard(customer, '4242 4242 4242 4242')
  await customer
    .getByText(/thank you|paid/i)
    .first()
    .waitFor()

  await page.reload()
  await settled(page)
  const timeline = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Timeline' }) })
  await timeline.getByText('Payment page opened').first().waitFor()
  await timeline.getByText('$49.00 paid by card').waitFor()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  await dialog.getByLabel('Amount').fill('9')
  await dialog.getByLabel('Reason').fill('Two jobs failed')
  await button(page, 'Refund $9.00').click()
  await dialog.waitFor({ state: 'hidden' })
  await timeline.getByText('$9.00 refunded').waitFor()
  await timeline.getByText('Two jobs failed').waitFor()
  const { status, amountRefunded } = await readInvoice(given.api, id)
  expect([status, amountRefunded]).toEqual(['paid', 9])
})

/** Returns the amounts in a text, in order. */
const amountsIn = (text: string) => new Set(text.match(/\u2212?[$€]\d[\d,]*(\.\d+)?/g))

test('page, PDF and email show identical figures', async () => {
  await must(given.api.post('/v1/tax-rates', { name: 'VAT', percentage: '7.775', isDefault: true }))
  const { id: couponId } = await must(
    given.api.post('/v1/coupons', { name: 'Welcome', percentOff: 12.5, duration: 'forever' }),
  )
  const deal = await givenDeal(given.api, {
    customer: { name: 'Northwind' },
    prices: [
      { ...FEE, name: 'Platform' },
      { ...tiered('ticket', 'graduated'), name: 'Tickets' },
    ],
  })
  const discount = { couponId, customerId: deal.customerId }
  await must(given.api.post('/v1/discounts', discount))
  await deal.use('ticket', 1234, '2026-03-10T12:00:00Z')
  const invoice = await sendInvoice(given.api, await deal.generate(MARCH))
  await payInvoice(given.api, invoice, 20)

  const page = await open(at(`/${invoice.id}`))
  await button(page, /^Tickets/).click()
  const body = page.getByRole('region', { name: 'Invoice as the customer sees it' })
  await body.getByText('Up to 100', { exact: true }).waitFor()
  const shown = (await body.innerText()).replaceAll('\u00a0', ' ')

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'PDF').click()])
  expect(download.suggestedFilename()).toBe(`Invoice-${invoice.invoiceNumber}.pdf`)
  const printed = (await pagesOf(await buffer(await download.createReadStream()))).join(' ')
  const { text: mailed } = await must(given.api.get(`/v1/invoices/${invoice.id}/mail`))
  const figures = amountsIn(shown)
  expect(figures.size).toBeGreaterThan(10)
  expect([...amountsIn(printed)].toSorted()).toEqual([...figures].toSorted())
  // The email contains no other amounts, and may repeat the amount due.
  expect([...amountsIn(mailed)].filter((one) => !figures.has(one))).toEqual([])
  for (const text of [
    'Welcome (12.5% off)',
    'VAT 7.775%',
    'Net total',
    'Amount due',
    'Northwind',
  ]) {
    expect(shown).toContain(text)
    expect(printed.replaceAll(/\s+/g, '')).toContain(text.replaceAll(/\s+/g, ''))
  }
  expect(shown).not.toMatch(/cost|margin/i)
})

test('the amount of a line leads to its explanation and its events, and an event back to the line', async () => {
  const deal = await givenDeal(given.api, { prices: [tiered('ticket', 'graduated')] })
  await deal.use('ticket', 150, '2026-03-10T12:00:00Z')
  const { id, invoiceNumber } = await sendInvoice(given.api, await deal.generate(MARCH))
  await deal.use('ticket', 5, '2026-03-11T12:00:00Z')
  const page = await open(at(`/${id}`))
  const lines = page.getByRole('region', { name: 'Lines' })
  const amount = lines.getByRole('button', { name: '$12.50' })
  await amount.click()
  const steps = page.getByRole('table', { name: /is computed$/ })
  await steps.waitFor()
  const rows = await steps.getByRole('row').allInnerTexts()
  expect(rows.map((row) => row.split(/\s*[\n\t]\s*/))).toEqual([
    ['Step', 'Amount'],
    [
      'The price of 150 units',
      'Units up to 100: 100 units × $0.10 = $10.00',
      'Units above 100, up to 1,000: 50 units × $0.05 = $2.50',
      '$12.50',
    ],
    ['Amount of the line', '$12.50'],
  ])
  await lines.getByText('Units for the next invoice').waitFor()
  await button(page, 'Events behind this line').click()
  await page.getByText('2 events, as they are now.').waitFor()
  const events = page.getByRole('region', { name: /^Events behind/ })
  expect(await events.getByRole('row').count()).toBe(3)
  await amount.click()
  await steps.waitFor({ state: 'hidden' })
  await amount.click()
  await button(page, 'Events behind this line').click()
  await events.getByRole('link').first().click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('link', { name: invoiceNumber }).click()
  await steps.waitFor()
})

test('drafts are sent together: each shows its result, and a rejected one does not stop the others', async () => {
  const sent = await givenInvoiceWithTiers(given.api, 'Northwind')
  const deal = await givenDeal(given.api, {
    customer: { name: 'Initech', email: null },
    prices: [FEE],
  })
  const refused = await deal.generate(MARCH)
  const page = await open(at('?status=draft'))
  for (const { invoiceNumber } of [sent, refused]) {
    await page.getByRole('checkbox', { name: `Select ${invoiceNumber}` }).check()
  }
  await page.getByText('2 selected').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download PDFs').click(),
  ])
  expect(download.suggestedFilename()).toBe('invoices.zip')
  await button(page, 'Send 2').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send 2' }).dblclick()
  await dialog.getByText('1 of 2 sent, 1 failed').waitFor()
  await dialog.getByText(/has no email address/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect((await readInvoice(given.api, sent.id)).status).toBe('issued')
  expect((await readInvoice(given.api, refused.id)).status).toBe('draft')
  const { totalResults } = await must(given.api.get(`/v1/emails?invoiceId=${sent.id}`))
  expect(totalResults).toBe(1)
})

test('tabs count matching invoices; filters are in the URL and survive navigation', async () => {
  const draft = await givenInvoiceWithTiers(given.api, 'Northwind')
  const other = await givenInvoiceWithTiers(given.api, 'Initech')
  await sendInvoice(given.api, other)
  const page = await open(at())
  const tab = (name: string) => page.getByRole('link', { name, exact: true })
  await tab('All 2').waitFor()
  await tab('Draft 1').click()
  await expect.poll(() => parameter(page, 'status')).toBe('draft')
  expect(await tab('Draft 1').getAttribute('aria-current')).toBe('page')
  expect(await tab('All 2').getAttribute('aria-current')).toBeNull()
  await row(page, draft.invoiceNumber).waitFor()
  await row(page, other.invoiceNumber).waitFor({ state: 'hidden' })
  await tab('All 2').click()
  await page.getByRole('searchbox').fill(other.invoiceNumber.toLowerCase())
  await tab('All 1').waitFor()
  await tab('Draft 0').waitFor()
  await page.reload()
  await settled(page)
  await page.getByText('1–1 of 1').waitFor()
  await page.goBack()
  await page.getByText('1–1 of 1').waitFor()
  await page.goto(at('?status=nothing&customerId=me&from=tomorrow&page=x'))
  await page.getByText('1–2 of 2').waitFor()
})

test('a page after the last one keeps the navigation, and a column sorts', async () => {
  const small = await givenInvoiceWithTiers(given.api, 'Northwind')
  const large = await givenInvoiceWithTiers(given.api, 'Initech', 5_000)
  const page = await open(at('?page=99'))
  await page.getByText('This page is after the last one.').waitFor()
  await page.getByText('None on this page of 2').waitFor()
  await page.goto(at())
  const numbers = () => page.getByRole('link', { name: /^INV-/ }).allTextContents()
  await page.getByRole('button', { name: 'Total' }).click()
  await expect.poll(numbers).toEqual([large.invoiceNumber, small.invoiceNumber])
  await page.getByRole('button', { name: 'Total' }).click()
  await expect.poll(numbers).toEqual([small.invoiceNumber, large.invoiceNumber])
  expect(parameter(page, 'sort')).toBe('total')
})

test('a viewer can only read, on the page and in the service; a member may not refund', async () => {
  const draft = await givenInvoiceWithTiers(given.api)
  const paid = await payInvoice(
    given.api,
    await sendInvoice(given.api, await givenInvoiceWithTiers(given.api, 'Initech')),
    20,
  )
  const organizationId = given.organization.id
  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId })
  const page = await open(at(`/${draft.id}`), { person: viewer })
  const send = button(page, 'Send')
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  expect(await send.getAttribute('aria-description')).toMatch(/^Only .*owners can/)
  const refused = async (person: SignedIn, path: string, body: object) => {
    const answer = await person.api.post(`/v1/invoices/${path}`, body)
    expect(answer.status, path).toBe(403)
  }
  const payment = `${paid.id}/payments/${paid.payments[0]?.id}/refund`
  await refused(viewer, `${draft.id}/send`, {})
  await refused(viewer, `${paid.id}/payments`, { amount: 1 })
  await refused(viewer, payment, { amount: 1 })

  const member = await givenSignedIn(site, { role: 'member', organizationId })
  const theirs = await open(at(`/${paid.id}`), { person: member })
  await openMenu(theirs)
  const item = theirs.getByRole('menuitem', { name: /^Refund/ })
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  expect(await item.innerText()).toMatch(/Only admins and owners can/)
  await refused(member, payment, { amount: 1 })
  await refused(member, `${draft.id}/void`, {})
})

test('a payment is recorded once by a double click, and never by Enter', async () => {
  const { id, amountDue } = await sendInvoice(given.api, await givenInvoiceWithTiers(given.api))
  const page = await open(at(`/${id}`))
  await button(page, 'Record payment').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference').fill('ZX-1')
  await page.keyboard.press('Enter')
  const record = dialog.getByRole('button', { name: /^Record \$/ })
  expect(await record.innerText()).toBe(`Record $${Number(amountDue).toFixed(2)}`)
  expect((await readInvoice(given.api, id)).payments).toEqual([])
  await record.dblclick()
  await dialog.waitFor({ state: 'hidden' })
  expect((await readInvoice(given.api, id)).payments).toHaveLength(1)
  expect((await readInvoice(given.api, id)).status).toBe('paid')
})

test('an open dialog reports a concurrent change with the error of the service', async () => {
  const invoice = await sendInvoice(given.api, await givenInvoiceWithTiers(given.api))
  const page = await open(at(`/${invoice.id}`), { tolerates: TOLERATED })
  const dialog = page.getByRole('dialog')
  await button(page, 'Record payment').click()
  await payInvoice(given.api, invoice, Number(invoice.amountDue))
  await dialog.getByRole('button', { name: /^Record \$/ }).click()
  await dialog
    .getByRole('alert')
    .getByText(/is paid; it does not accept payments/)
    .waitFor()
  await page.keyboard.press('Escape')

  const other = await sendInvoice(given.api, await givenInvoiceWithTiers(given.api, 'Initech'))
  await page.goto(at(`/${other.id}`))
  await settled(page)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Void' }).click()
  await payInvoice(given.api, other, 1)
  await dialog.getByLabel('Reason').fill('Wrong plan')
  await dialog.getByRole('button', { name: /^Void INV-/ }).click()
  await dialog
    .getByRole('alert')
    .getByText(/refund it first/)
    .waitFor()
  expect((await readInvoice(given.api, other.id)).status).toBe('issued')
})

test('an overdue invoice shows for how many days, in the list and among items that need attention', async () => {
  const { customerId, ...deal } = await givenDeal(given.api, {
    customer: { name: 'Northwind' },
    prices: [{ ...FEE, name: 'Platform' }],
    subscription: { startDate: '2026-03-01', netTerms: 10 },
  })
  const { id, invoiceNumber } = await sendInvoice(given.api, await deal.generate(MARCH))
  const { dueDate } = await readInvoice(given.api, id)
  const later = new Date(Date.parse(dueDate) + 3 * 86_400_000)
  await must(given.api.post('/v1/test-clock', { now: later.toISOString() }))
  const page = await open(at('?status=overdue'))
  await row(page, invoiceNumber)
    .getByText(/^[34] days overdue$/)
    .waitFor()
  await page.getByRole('link', { name: 'Overdue 1', exact: true }).waitFor()
  await page.goto(`/o/${given.organization.slug}/customers/${customerId}`)
  await page.getByRole('region', { name: 'Open invoices' }).getByText('Overdue').waitFor()
})

test('named records, events by id, and tabs are found from anywhere', async () => {
  const deal = await givenDeal(given.api, {
    customer: { name: 'Northwind' },
    prices: [FEE],
    subscription: { name: 'Zebra deal', startDate: '2026-03-01' },
  })
  await must(
    given.api.post('/v1/coupons', { name: 'Zebra off', percentOff: 10, duration: 'forever' }),
  )
  const { id } = await recordEvent(given.api, llm())
  const page = await open(`/o/${given.organization.slug}/customers`)
  const find = async (typed: string, name: RegExp) => {
    await button(page, 'Find pages and actions').click()
    await page.getByPlaceholder(/^Go to a page/).fill(typed)
    await page.getByRole('button', { name }).click()
  }
  await find('zebra', /^Zebra deal/)
  await page.waitForURL(`**/subscriptions/${deal.subscriptionId}`)
  await find('zebra', /^Zebra off/)
  await page.waitForURL(/\/coupons\?coupon=/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await find(id, /^Open the event/)
  await page.waitForURL(`**/events?event=${id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await find('MRR', /^MRR/)
  await page.waitForURL('**/analytics/mrr')
  await find('settings', /^Taxes/)
  await page.waitForURL('**/settings/taxes')
})

test('an invoice is found by its number from anywhere', async () => {
  const { invoiceNumber } = await givenInvoiceWithTiers(given.api)
  const page = await open(`/o/${given.organization.slug}/customers`)
  await button(page, 'Find pages and actions').click()
  await page.getByPlaceholder(/^Go to a page/).fill(invoiceNumber.slice(-4))
  await page.getByRole('button', { name: new RegExp(invoiceNumber) }).click()
  await page.getByRole('heading', { level: 1, name: invoiceNumber }).waitFor()
})

test('a panel fails alone, and loads after Retry', async () => {
  const { id } = await givenInvoiceWithTiers(given.api)
  const page = await newPage({ cookie: given.owner.cookie, tolerates: TOLERATED })
  await page.route(/\/timeline$/, (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken on purpose', code: 'on_purpose' } }),
  )
  await page.goto(at(`/${id}`))
  await page.getByText('Broken on purpose').waitFor()
  await page.getByText('Total due').waitFor()
  await page.unroute(/\/timeline$/)
  await button(page, 'Retry').click()
  await page.getByText('Draft generated').waitFor()
})

test('a draft is recalculated with new usage, and voided with a reason', async () => {
  const deal = await givenDeal(given.api)
  await deal.use('ticket', 3, '2026-03-05T12:00:00Z')
  const { id, invoiceNumber } = await deal.generate(MARCH)
  await deal.use('ticket', 4, '2026-03-06T12:00:00Z')
  const page = await open(at(`/${id}`))
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Recalculate' }).click()
  await page.getByText(`${invoiceNumber} is recalculated: $7.00`).waitFor()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Void' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Void INV-/ }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByLabel('Reason').fill('Wrong plan')
  await dialog.getByRole('button', { name: `Void ${invoiceNumber}, $7.00` }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Voided').waitFor()
  await page.getByText('Wrong plan').first().waitFor()
})

test('an invoice is read on a phone without scrolling sideways, its lines opened', async () => {
  const { id } = await sendInvoice(given.api, await givenInvoiceWithTiers(given.api))
  const page = await open(at(`/${id}`), { viewport: PHONE })
  const closed = page.locator('button[aria-expanded="false"][aria-controls]')
  while ((await closed.count()) > 0) await closed.first().click()
  await page.getByText('Up to 100', { exact: true }).waitFor()
  await page.getByText(/Units up to 100/).waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(PHONE.width)
})
