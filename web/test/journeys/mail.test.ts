import { beforeAll, expect, test } from 'vitest'
import { FEE, givenDeal } from '../../../server/test/support/deal.ts'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { givenOrganization, givenSignedIn, type Organization } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const HOSTILE = 'Acme </title><script>globalThis.hasRun = true</script>'

let organization: Organization
let number: string
beforeAll(async () => {
  const given = await givenOrganization(site, HOSTILE)
  organization = given.organization
  const deal = await givenDeal(given.api, {
    prices: [FEE],
    subscription: { startDate: '2026-03-01' },
  })
  const window = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }
  number = (await sendInvoice(given.api, await deal.generate(window))).invoiceNumber
})

async function openMail(role: 'member' | 'viewer') {
  const { cookie, api } = await givenSignedIn(site, { role, organizationId: organization.id })
  // The frame blocks scripts, and the browser reports those that a hostile name tries to run.
  const page = await newPage({ cookie, tolerates: /Blocked script execution/ })
  await page.goto(`/o/${organization.slug}/developers/mail`)
  await settled(page)
  return { page, api }
}

test('an email is shown as its recipient sees it, in a frame without scripts', async () => {
  const { page } = await openMail('member')
  await page.getByRole('button', { name: /^Invoice / }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText(number).first().waitFor()
  expect(await frame.locator('body').evaluate((body) => getComputedStyle(body).margin)).toBe('0px')
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
})

test('an invoice is mailed again, once', async () => {
  const { page, api } = await openMail('member')
  await page.getByRole('button', { name: /^Send again to/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/^The invoice is on its way to/).waitFor()
  expect((await api.get('/v1/emails')).body.totalResults).toBe(2)
})

test('a viewer sees which roles may read mails, and is refused by the service, too', async () => {
  const { page, api } = await openMail('viewer')
  await page.getByText('Only members, admins and owners can read captured mail').waitFor()
  expect((await api.get('/v1/emails')).status).toBe(403)
})
