import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../server/test/support/waiting.ts'
import { atHome } from '../support/at-home.ts'
import { scanLink } from '../support/mail-scanner.ts'
import { givenOrganization, givenSignedIn, type Organization, PASSWORD } from '../support/people.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const NEW_PASSWORD = 'another long password'

let organization: Organization
beforeAll(async () => {
  organization = (await givenOrganization(site, 'Acme Robotics')).organization
})

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

async function askForLink(page: Page, email: string): Promise<string> {
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await title(page, 'Forgot your password?').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await title(page, 'Check your email').waitFor()
  return (await page.getByRole('main').innerText()).replaceAll(email, 'ADDRESS')
}

const linkFor = (email: string) =>
  eventually(() => {
    const mail = site.mails.findLast(({ to }) => to.includes(email))
    const [link] = /http\S+\/reset-password\?token=\S+/.exec(mail?.mail.text ?? '') ?? []
    if (link === undefined) throw new Error(`no link for ${email}`)
    return link
  })

async function choosePassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
}

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('an emailed link sets a new password once, and a mail scanner does not use it up', async () => {
  const person = await givenSignedIn(site, { role: 'member', organizationId: organization.id })
  const page = await newPage()
  await askForLink(page, person.email)
  const link = await linkFor(person.email)
  await scanLink(link)

  await page.goto(link)
  await choosePassword(page, 'short')
  await page
    .getByText(/at least 10 characters|10 or more/i)
    .nth(1)
    .waitFor()
  await choosePassword(page, NEW_PASSWORD)
  await title(page, 'Sign in').waitFor()
  await page.getByText('Your password has been changed').waitFor()

  await signIn(page, person.email, PASSWORD)
  await page.getByRole('alert').waitFor()
  await signIn(page, person.email, NEW_PASSWORD)
  await atHome(page, organization.name)
  // The reset ends sessions that were opened with the old password.
  expect((await person.api.get('/v1/session')).status).toBe(401)

  const again = await newPage()
  await again.goto(link)
  await choosePassword(again, NEW_PASSWORD)
  await again
    .getByRole('alert')
    .filter({ hasText: /expired|used/ })
    .waitFor()
})

test('the response does not reveal whether an account exists', async () => {
  const person = await givenSignedIn(site, { role: 'member', organizationId: organization.id })
  const known = await askForLink(await newPage(), person.email)
  await linkFor(person.email)
  const unknown = await askForLink(await newPage(), 'nobody@acme.test')
  expect(unknown).toBe(known)
  expect(site.mails.filter(({ to }) => to.includes('nobody@acme.test'))).toEqual([])
})

test('a truncated link shows an error and offers a new one', async () => {
  const page = await newPage()
  await page.goto('/reset-password?token=cut')
  await choosePassword(page, NEW_PASSWORD)
  await page.getByRole('alert').waitFor()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await title(page, 'Forgot your password?').waitFor()
})
