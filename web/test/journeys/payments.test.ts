import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { payInvoice, readInvoice, sendInvoice } from '../../../server/test/support/invoice.ts'
import { givenInvoiceWithTiers } from '../support/invoices.ts'
import { givenOrganization } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser, type WindowOptions } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const givenOpen = async (name: string) =>
  sendInvoice(given.api, await givenInvoiceWithTiers(given.api, name))

async function open(search = '', options: WindowOptions = {}): Promise<Page> {
  const page = await newPage({ cookie: given.owner.cookie, ...options })
  await page.goto(`/o/${given.organization.slug}/payments${search}`)
  await settled(page)
  return page
}

test('a payment is recorded for an invoice that is found by its number', async () => {
  const { id, invoiceNumber } = await givenOpen('Northwind')
  const page = await open()
  await page.getByText('No payments yet').waitFor()
  await page.getByRole('button', { name: 'Record payment' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Invoice' }).fill(invoiceNumber.slice(-3))
  await page.getByRole('option', { name: new RegExp(invoiceNumber) }).click()
  await dialog.getByLabel('Amount').fill('12.50')
  await dialog.getByRole('button', { name: 'Record $12.50' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row(page, invoiceNumber).getByText('$12.50').waitFor()
  expect((await readInvoice(given.api, id)).payments).toMatchObject([{ amount: 12.5 }])
})

test('a part is refunded once by a double click, never by Enter, and no more than is left', async () => {
  const invoice = await payInvoice(given.api, await givenOpen('Northwind'), 30)
  const page = await open()
  await page.getByRole('button', { name: /^Actions for the payment/ }).click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Two jobs failed')
  await dialog.getByLabel('Amount').fill('31')
  await dialog.getByRole('button', { name: 'Refund $31.00' }).click()
  await dialog.getByText(/more than the 30 that can still be refunded/).waitFor()
  await dialog.getByLabel('Amount').fill('10')
  await dialog.getByLabel('Amount').press('Enter')
  expect(Number((await readInvoice(given.api, invoice.id)).amountRefunded)).toBe(0)
  await dialog.getByRole('button', { name: 'Refund $10.00' }).dblclick()
  await dialog.waitFor({ state: 'hidden' })
  await row(page, invoice.invoiceNumber).getByText('$10.00').waitFor()
  const phone = await open('', { viewport: PHONE })
  await row(phone, invoice.invoiceNumber).getByText('$10.00 refunded').waitFor()
  expect(Number((await readInvoice(given.api, invoice.id)).amountRefunded)).toBe(10)
})

test('filters are in the URL, survive a reload and apply to exports', async () => {
  const first = await payInvoice(given.api, await givenOpen('Northwind'), 30)
  const second = await payInvoice(given.api, await givenOpen('Initech'), 20)
  const page = await open()
  await page.getByText('1–2 of 2').waitFor()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Init')
  await page.getByRole('option', { name: /Initech/ }).click()
  await page.getByText('1–1 of 1').waitFor()
  expect(parameter(page, 'customerId')).toBe(second.customerId)
  await page.reload()
  await settled(page)
  await row(page, second.invoiceNumber).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const csv = await text(await download.createReadStream())
  expect(csv).toContain(second.invoiceNumber)
  expect(csv).not.toContain(first.invoiceNumber)
  await page.getByLabel('Method').selectOption('Cash')
  await page.getByText('No payments match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByText('1–2 of 2').waitFor()
})
