import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenPerson } from '../../../server/test/support/people.ts'
import { atHome } from '../support/at-home.ts'
import { givenOrganization, givenSignedIn, type Organization, PASSWORD } from '../support/people.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let organization: Organization
beforeAll(async () => {
  organization = (await givenOrganization(site, 'Acme Robotics')).organization
})

const anOwner = () => givenSignedIn(site, { role: 'owner', organizationId: organization.id })
const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

async function fillIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('signing in', () => {
  test('needs no mouse, and leads to the home of the organization', async () => {
    const { email } = await anOwner()
    const page = await newPage()
    await page.goto('/')
    await title(page, 'Sign in').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await atHome(page, organization.name)
    expect(new URL(page.url()).pathname).toBe(`/o/${organization.slug}/home`)
  })

  test('comes back to the page that was asked for', async () => {
    const { email } = await anOwner()
    const page = await newPage()
    await page.goto('/account')
    await title(page, 'Sign in').waitFor()
    await fillIn(page, { email, password: PASSWORD })
    await title(page, 'Account').waitFor()
    expect(new URL(page.url()).pathname).toBe('/account')
  })

  test.each(['https://evil.example/', '//evil.example/', '/\\evil.example'])(
    'never leads to another site, such as %s',
    async (to) => {
      const { email } = await anOwner()
      const page = await newPage()
      await page.goto(`/sign-in?to=${encodeURIComponent(to)}`)
      await fillIn(page, { email, password: PASSWORD })
      await atHome(page, organization.name)
      expect(page.url()).toBe(`${site.origin}/o/${organization.slug}/home`)
    },
  )

  test('with a wrong password shows a generic error, and keeps the input', async () => {
    const { email } = await anOwner()
    const page = await newPage()
    await page.goto('/sign-in')
    await fillIn(page, { email, password: 'not the password' })
    const said = await page.getByRole('alert').innerText()
    await fillIn(page, { email: 'nobody@acme.test', password: 'not the password' })
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nobody@acme.test')
    expect(await page.getByRole('alert').innerText()).toBe(said)
  })

  test('with many wrong passwords is throttled, and shows for how long', async () => {
    const { email } = await anOwner()
    const guess = { email, password: 'not the password' }
    const answers = []
    for (let tried = 0; tried < 12; tried += 1) {
      answers.push((await signInByApi(guess)).status)
    }
    expect(answers).toContain(429)
    const page = await newPage()
    await page.goto('/sign-in')
    await fillIn(page, { email, password: PASSWORD })
    await page.getByRole('alert').filter({ hasText: 'Too many attempts' }).waitFor()
    expect(await page.getByRole('alert').innerText()).toMatch(/\d/)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
  })
})

const signInByApi = (body: { email: string; password: string }) =>
  fetch(`${site.origin}/v1/auth/sign-in`, {
    method: 'POST',
    headers: { origin: site.origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('a session', () => {
  test('that ended elsewhere leads to sign-in, and back to the same page', async () => {
    const { email, cookie, api } = await anOwner()
    const page = await newPage({ cookie })
    await page.goto('/account')
    await title(page, 'Account').waitFor()
    expect((await api.post('/v1/auth/sign-out')).status).toBe(204)
    await page.getByLabel('Your name').fill('Ann Lee, again')
    await page.getByRole('button', { name: 'Save name' }).click()
    await title(page, 'Sign in').waitFor()
    await fillIn(page, { email, password: PASSWORD })
    await title(page, 'Account').waitFor()
  })

  test('ends after signing out, also in another tab and for Back', async () => {
    const { name, cookie } = await anOwner()
    const page = await newPage({ cookie })
    await page.goto(`/o/${organization.slug}/home`)
    await atHome(page, organization.name)
    await page.getByRole('button', { name: `${name}: account and theme` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await title(page, 'Sign in').waitFor()
    await page.goBack()
    await title(page, 'Sign in').waitFor()
    const beside = await page.context().newPage()
    await beside.goto('/account')
    await title(beside, 'Sign in').waitFor()
  })

  test('without any organization shows what to do', async () => {
    const { email } = await givenPerson(site)
    const page = await newPage()
    await page.goto('/sign-in')
    await fillIn(page, { email, password: PASSWORD })
    await title(page, 'You are not a member of any organization').waitFor()
  })
})
