import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../server/test/support/database.ts'
import { useOpened } from '../../../server/test/support/use-app.ts'
import { atHome } from '../support/at-home.ts'
import { countClicks } from '../support/count-clicks.ts'
import { PASSWORD } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { startService } from '../support/start-service.ts'
import { useBrowser } from '../support/use-browser.ts'

/** A service as an operator starts it, with an empty database and no mail server. */
const site = useOpened(async () => {
  const database = await createEmptyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-web-'))
  const service = await startService({ dataDir, env: { DATABASE_URL: database.url } })
  return {
    ...service,
    close: async () => {
      await service.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
})
const { newPage } = useBrowser(site)

const DECLINED = '4000 0000 0000 0002'
const ACCEPTED = '4242 4242 4242 4242'

/** The largest number of clicks from the printed link to a paid invoice. */
const CLICKS_MAX = 18

test('a new user reaches a paid invoice and its margin using only the screens', async () => {
  const began = performance.now()
  // The click counter is injected into every document, including an email, which blocks scripts.
  const page = await newPage({ tolerates: /Blocked script execution in '[^']+\/document/ })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clicks = await countClicks(page)

  await page.goto(site.setupLink)
  await setUp(page)
  await recordTheFirstEvent(page)
  await makeAPlan(page)
  await subscribe(page)
  await sendAnInvoice(page)
  await payByTheMail(page)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(`From the link to a paid invoice: ${seconds} s and ${clicks()} clicks\n`)
  expect(clicks()).toBeLessThanOrEqual(CLICKS_MAX)

  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await figure(page, 'Earned').getByText('$0.90').waitFor()
  await figure(page, 'Cost').getByText('$0.0065').waitFor()
  await figure(page, 'Margin').getByText('99.3%').waitFor()
  // The last stage is open; after it is hidden, the first steps do not return.
  await page.getByRole('button', { name: /^Go live/, expanded: true }).waitFor()
  await button(page, 'Hide').click()
  await gettingStarted(page).waitFor({ state: 'hidden' })
  await page.reload()
  await figure(page, 'Earned').waitFor()
  await gettingStarted(page).waitFor({ state: 'hidden' })
})

async function setUp(page: Page) {
  await page.getByLabel('Organization').fill('Acme Robotics')
  await page.getByLabel('Your name').fill('Ann Lee')
  await page.getByLabel('Email').fill('ann@acme.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Create account').click()
  await atHome(page, 'Acme Robotics')
}

/** Copies the command, which already has a key, and runs it in a terminal. */
async function recordTheFirstEvent(page: Page) {
  await page.getByText('Waiting for the first event').waitFor()
  await button(page, 'Copy').click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  await promisify(execFile)('sh', ['-c', command])
  await page.getByText('Event received: ticket-resolved for acme').waitFor()
  await page.getByText('$0.0065').first().waitFor()
}

async function makeAPlan(page: Page) {
  await page.getByRole('link', { name: 'What would it earn?' }).click()
  await page.getByLabel('Name').fill('Growth')
  await page.getByText('support-agent is selected because it is your only agent').waitFor()
  await button(page, 'Create plan').click()
  await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
  // The only signal is preselected, and the preview shows what the recorded work would earn.
  await page.getByText('It would earn $0.90 and cost you $0.0065.').waitFor()
  await page.getByRole('status').filter({ hasText: '1 price is not saved' }).waitFor()
  await button(page, 'Save').click()
  await page.getByText('Prices saved').waitFor()
}

/** The customer, the plan and its agent are preselected. */
async function subscribe(page: Page) {
  await page.getByRole('link', { name: 'Subscribe a customer' }).click()
  const preview = page.getByRole('complementary', { name: 'Preview of the subscription' })
  await preview.getByText('$0.90').first().waitFor()
  await button(page, 'Create subscription').click()
  await page.getByRole('heading', { level: 1, name: 'Growth' }).waitFor()
}

async function sendAnInvoice(page: Page) {
  await goHome(page)
  await button(page, 'Generate invoice').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Total due').waitFor()
  await button(page, 'Generate draft').click()
  await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
  await settled(page)
  await button(page, 'Send').click()
  await dialog.getByLabel('To').fill('billing@customer.test')
  await button(page, 'Send invoice').click()
  await dialog.waitFor({ state: 'hidden' })
}

async function payByTheMail(page: Page) {
  await goHome(page)
  await button(page, 'Open the email').click()
  const [customer] = await Promise.all([
    page.context().waitForEvent('page'),
    page.frameLocator('iframe').getByRole('link', { name: /pay/i }).first().click(),
  ])
  await payWith(customer, DECLINED)
  await customer
    .getByRole('alert')
    .getByText(/declined/i)
    .waitFor()
  await payWith(customer, ACCEPTED)
  await customer
    .getByText(/thank you|paid/i)
    .first()
    .waitFor()
  await customer.close()
}

async function payWith(customer: Page, number: string) {
  await customer.getByLabel('Card number').fill(number)
  await customer.getByLabel('Expires').fill('12/40')
  await customer.getByLabel('Security code').fill('123')
  await customer.getByLabel('Name on card').fill('Ada Byron')
  await customer.getByRole('button', { name: /^Pay / }).click()
}

async function goHome(page: Page) {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Home', exact: true }).waitFor()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const gettingStarted = (page: Page) => page.getByRole('heading', { name: 'Getting started' })
const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
