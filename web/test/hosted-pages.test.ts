import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountUrl } from '../../server/src/features/invoices/pay-link/account-url.ts'
import { paymentUrl } from '../../server/src/features/invoices/pay-link/pay-link.ts'
import { must } from '../../server/test/support/app.ts'
import { FEE, givenDeal } from '../../server/test/support/deal.ts'
import {
  type Invoice,
  payInvoice,
  sendInvoice,
  voidInvoice,
} from '../../server/test/support/invoice.ts'
import { accessibilityFaults } from './support/axe.ts'
import { givenOrganization } from './support/people.ts'
import { givenSetup, saveCard } from './support/portal.ts'
import { focusedName } from './support/tab-to.ts'
import { PHONE, SCHEMES, useBrowser, type WindowOptions } from './support/use-browser.ts'
import { useSite } from './support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

/** Paths of the pages that the server renders for customers. */
let paths: Record<'open' | 'paid' | 'void' | 'save' | 'saved' | 'account', string>
beforeAll(async () => {
  const { organization, api } = await givenOrganization(site, 'Acme Robotics')
  await must(api.patch('/v1/organization', { accountLinkInMails: true, accentColor: '#1f6f54' }))
  const deal = await givenDeal(api, { prices: [FEE], subscription: { startDate: '2026-01-01' } })
  const month = async (from: string, to: string) =>
    sendInvoice(api, await deal.generate({ billingPeriodStart: from, billingPeriodEnd: to }))
  const [paid, voided, open] = [
    await month('2026-01-01', '2026-02-01'),
    await month('2026-02-01', '2026-03-01'),
    await month('2026-03-01', '2026-04-01'),
  ]
  const pathOf = (invoice: Invoice) => new URL(paymentUrl(site.config, invoice)).pathname
  await payInvoice(api, paid, 49)
  await voidInvoice(api, voided)
  const { customerId } = deal
  const url = accountUrl(site.config, { organizationId: organization.id, customerId })
  paths = {
    open: pathOf(open),
    paid: pathOf(paid),
    void: pathOf(voided),
    save: await givenSetup(site, api, customerId),
    saved: await saveCard(site, api, (await givenDeal(api, { prices: [FEE] })).customerId),
    account: new URL(url).pathname,
  }
})

type Hosted = {
  path: () => string
  heading: RegExp
  /** Prepares the page before it is checked. */
  act?: (page: Page) => Promise<unknown>
  tolerates?: RegExp
}

const payWith = (number: string) => async (page: Page) => {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12/40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Ada Byron')
  await page.locator('button[type=submit]').click()
  await page.getByRole('alert').waitFor()
}
const ask = async (page: Page) => {
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
}

const PAGES: Record<string, Hosted> = {
  'to pay on': { path: () => paths.open, heading: /Pay by card/ },
  'to pay on, with a card that was declined': {
    path: () => paths.open,
    heading: /Pay by card/,
    act: payWith('4000000000000002'),
  },
  'to pay on, with a card that is none': {
    path: () => paths.open,
    heading: /Pay by card/,
    act: payWith('1234'),
  },
  'of who has left without paying': {
    path: () => `${paths.open}?from=cancelled`,
    heading: /is not paid yet/,
  },
  'of who has just paid': {
    path: () => `${paths.open}?from=checkout`,
    heading: /is being processed/,
  },
  'of an invoice': { path: () => `${paths.open}/invoice`, heading: /^Invoice/ },
  'of a receipt': { path: () => paths.paid, heading: /is paid/ },
  'of an invoice that was cancelled': { path: () => paths.void, heading: /was cancelled/ },
  'to save a card on': { path: () => paths.save, heading: /Save a card/ },
  'to save a card on, that was declined': {
    path: () => paths.save,
    heading: /Save a card/,
    act: payWith('4000000000000002'),
  },
  'of a card that is saved': { path: () => paths.saved, heading: /Your card is saved/ },
  'behind “View your account”': { path: () => paths.account, heading: /View your account/ },
  'that says that a mail is on its way': {
    path: () => paths.account,
    heading: /Check your email|View your account/,
    act: ask,
  },
  'of a link that is not valid': {
    path: () => '/pay/nothing',
    heading: /is not valid/,
    tolerates: /404/,
  },
}

async function open({ path, heading, act, tolerates }: Hosted, options: WindowOptions) {
  const page = await newPage({ ...options, ...(tolerates ? { tolerates } : {}) })
  await page.goto(path())
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await act?.(page)
  return page
}

describe.each(Object.entries(PAGES))('the page %s', (_what, hosted) => {
  test.each(SCHEMES)('is accessible in the %s scheme', async (colorScheme) => {
    expect(await accessibilityFaults(await open(hosted, { colorScheme }))).toEqual([])
  })

  test.each(SCHEMES)('fits a small phone, in the %s scheme', async (colorScheme) => {
    const page = await open(hosted, { viewport: PHONE, colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })
})

test('a card payment works by keyboard, and each field has a name', async () => {
  const page = await open({ path: () => paths.open, heading: /Pay by card/ }, {})
  const names: string[] = []
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    names.push((await focusedName(page)).trim())
  }
  const fields = ['Card number', 'Expires', 'Security code', 'Name on card']
  expect(names.slice(0, 7)).toEqual(['View invoice', 'Download PDF', ...fields, 'Pay $49.00'])
})

test('Enter with an invalid card shows an error at the field, with its name', async () => {
  const page = await open(
    { path: () => paths.open, heading: /Pay by card/, act: payWith('1234') },
    { viewport: PHONE },
  )
  const field = page.getByLabel('Card number')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const described = await field.getAttribute('aria-describedby')
  expect(await page.locator(`#${described}`).textContent()).toMatch(/number/)
  expect(await page.title()).toMatch(/^Problem: /)
})

test('on a phone “View your account” mails a link, which opens the portal', async () => {
  const { organization, api } = await givenOrganization(site, 'Robot Works')
  await must(api.patch('/v1/organization', { accountLinkInMails: true }))
  const email = `${organization.slug}@acme.example`
  const deal = await givenDeal(api, { prices: [FEE], customer: { email } })
  const url = accountUrl(site.config, {
    organizationId: organization.id,
    customerId: deal.customerId,
  })
  const page = await newPage({ viewport: PHONE })
  await page.goto(new URL(url).pathname)
  expect(await page.content()).not.toContain(email)
  await ask(page)
  expect(await page.content()).not.toContain(email)
  await site.followUp()
  const { mail } = site.mails.find(({ to }) => to.includes(email)) ?? {}
  const link = /https?:\S+\/r\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  // A mail scanner opens the link first, without the fragment, which no request carries.
  await page.request.get(link)
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal')
  expect(page.url()).not.toContain('#')
})

test('the page of an email link says that it needs scripts', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto('/r/#nonsense')
  await page.getByText('Turn on JavaScript in your browser').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})

test('the API reference runs under its own policy', async () => {
  const page = await newPage()
  await page.goto('/docs/')
  await page
    .getByRole('heading', { level: 1, name: /Piecework/ })
    .first()
    .waitFor()
})
