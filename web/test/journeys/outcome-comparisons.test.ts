import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityFaults } from '../support/axe.ts'
import { givenOrganization } from '../support/people.ts'
import { givenAccount, openPortal } from '../support/portal.ts'
import { settled } from '../support/settled.ts'
import { PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
let account: Awaited<ReturnType<typeof givenAccount>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
  account = await givenAccount(given.api)
})

/** 1,200 tickets of 10 March are on an invoice. The customer counts 1,000 and one day more. */
const CSV = 'date,quantity\n2026-03-10,1000\n2026-03-11,1\n'

async function upload(page: Page, text = CSV) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('From').fill('2026-03-01')
  await dialog.getByLabel('To').fill('2026-03-31')
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'own-count.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await dialog.getByText('own-count.csv').waitFor()
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click()
  return dialog
}

async function expectToFit(page: Page) {
  await settled(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(PHONE.width)
  expect(await accessibilityFaults(page)).toEqual([])
}

test('the count of a customer is compared, with the invoice of the difference', async () => {
  const page = await newPage({ cookie: given.owner.cookie })
  await page.goto(`/o/${given.organization.slug}/customers/${account.customerId}`)
  await page.getByRole('button', { name: 'Actions for Northwind' }).click()
  await page.getByRole('menuitem', { name: 'Compare a count' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Signal' }).click()
  await page.getByRole('option', { name: 'ticket' }).click()
  await upload(page)
  await dialog.getByText('1 day, 1,000 units').waitFor()
  await dialog.getByText('1 day, 200 units').waitFor()
  await dialog.getByText('1 day, 1 unit').waitFor()
  const days = dialog.getByRole('region', { name: 'Days that differ' })
  expect(await days.getByRole('row').count()).toBe(3)
  const invoices = dialog.getByRole('region', { name: 'Invoices of the difference' })
  await invoices.getByRole('link', { name: account.invoice.invoiceNumber }).waitFor()
})

test('a customer compares its own count on a phone, and a mistake is named', async () => {
  const page = await newPage({ viewport: PHONE })
  const path = '/portal/usage?period=days&from=2026-03-01&to=2026-03-31'
  await openPortal(page, given.api, { customerId: account.customerId, path })
  await page.getByRole('button', { name: 'Compare with your own count' }).click()
  const dialog = await upload(page, 'ticket\n1\n')
  await dialog.getByText(/the columns of csv must be/).waitFor()
  await upload(page)
  await dialog.getByText('1 day, 1,000 units').waitFor()
  await dialog.getByText('Worth of the difference').waitFor()
  expect(await dialog.getByRole('link').count()).toBe(0)
  await expectToFit(page)
})
