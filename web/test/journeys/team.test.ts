import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../server/test/support/waiting.ts'
import { atHome } from '../support/at-home.ts'
import { scanLink } from '../support/mail-scanner.ts'
import {
  givenOrganization,
  givenSignedIn,
  type Organization,
  PASSWORD,
  type SignedIn,
} from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let organization: Organization
let owner: SignedIn
beforeEach(async () => {
  const given = await givenOrganization(site, 'Acme Robotics')
  organization = given.organization
  owner = given.owner
})

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const team = () => `/o/${organization.slug}/settings/team`

async function openTeam(person: SignedIn): Promise<Page> {
  const page = await newPage({ cookie: person.cookie })
  await page.goto(team())
  await settled(page)
  return page
}

async function invite(page: Page, email: string, role: string) {
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel(role).check()
  await dialog.getByRole('button', { name: 'Invite' }).click()
}

const linkFor = (email: string) =>
  eventually(() => {
    const mail = site.mails.findLast(({ to }) => to.includes(email))
    const [link] = /http\S+\/invitation\/\S+/.exec(mail?.mail.text ?? '') ?? []
    if (link === undefined) throw new Error(`no link for ${email}`)
    return link
  })

test('an invitation shows its details before any input, and is accepted after a mail scanner opened it', async () => {
  const page = await openTeam(owner)
  await invite(page, 'new.person@acme.test', 'Member')
  const row = page.getByRole('row').filter({ hasText: 'new.person@acme.test' })
  await row.getByText('Pending').waitFor()

  const guest = await newPage()
  const link = await linkFor('new.person@acme.test')
  await scanLink(link)
  await guest.goto(link)
  await title(guest, 'Join Acme Robotics').waitFor()
  const shown = await guest.getByRole('main').innerText()
  expect(shown).toContain(owner.name)
  expect(shown).toContain('new.person@acme.test')
  expect(shown).toContain('Member')
  await guest.getByLabel('Your name').fill('New Person')
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Create account and join' }).click()
  await atHome(guest, 'Acme Robotics')
  expect(new URL(guest.url()).pathname).toBe(`/o/${organization.slug}/home`)

  await page.reload()
  await row.getByText('Accepted').waitFor()
  const again = await newPage()
  await again.goto(link)
  await title(again, 'This invitation has already been accepted').waitFor()
})

test('a withdrawn link and an unknown one each show a message', async () => {
  const page = await openTeam(owner)
  await invite(page, 'too.late@acme.test', 'Viewer')
  const link = await linkFor('too.late@acme.test')
  await page.getByRole('button', { name: 'Withdraw the invitation of too.late@acme.test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).click()
  const row = page.getByRole('row').filter({ hasText: 'too.late@acme.test' })
  await row.getByText('Withdrawn').waitFor()

  const guest = await newPage()
  await guest.goto(link)
  await title(guest, 'This invitation was withdrawn').waitFor()
  await guest.goto('/invitation/guessed')
  await title(guest, 'Invitation not found').waitFor()
})

test('another signed-in user sees who the invitation is for', async () => {
  const page = await openTeam(owner)
  await invite(page, 'somebody@acme.test', 'Viewer')
  await page.goto(await linkFor('somebody@acme.test'))
  await title(page, 'Join Acme Robotics').waitFor()
  const shown = await page.getByRole('main').innerText()
  expect(shown).toContain(owner.email)
  expect(shown).toContain('somebody@acme.test')
  expect(await page.getByRole('button', { name: /join/i }).count()).toBe(0)
})

test('a viewer is denied by the page, which names the permitted roles, and by the API', async () => {
  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId: organization.id })
  const page = await newPage({ cookie: viewer.cookie })
  await page.goto(`/o/${organization.slug}/home`)
  await settled(page)
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Team' }).count()).toBe(0)
  for (const path of ['/v1/members', '/v1/invitations']) {
    expect((await viewer.api.get(path)).status, path).toBe(403)
  }
  const invitation = { email: 'friend@evil.test', role: 'owner' }
  expect((await viewer.api.post('/v1/invitations', invitation)).status).toBe(403)
  await page.goto(team())
  await page
    .getByText(/Only admins and owners can/)
    .first()
    .waitFor()
})

test('a removed member loses access immediately', async () => {
  const member = await givenSignedIn(site, { role: 'admin', organizationId: organization.id })
  const theirs = await openTeam(member)
  expect((await member.api.get('/v1/members')).status).toBe(200)
  const { body } = await owner.api.get('/v1/members?limit=100')
  const { id } = body.results.find(({ email }: { email: string }) => email === member.email)
  expect((await owner.api.delete(`/v1/members/${id}`)).status).toBe(204)

  expect((await member.api.get('/v1/members')).status).toBe(404)
  await theirs.reload()
  await title(theirs, 'Page not found').waitFor()
})

test('a member is removed by name, and a changed role applies immediately', async () => {
  const member = await givenSignedIn(site, { role: 'viewer', organizationId: organization.id })
  const page = await openTeam(owner)
  const row = page.getByRole('row').filter({ hasText: member.email })
  await row.getByLabel(`Role of ${member.name}`).selectOption('Admin')
  await expect.poll(async () => (await member.api.get('/v1/members')).status).toBe(200)
  await row.getByRole('button', { name: `Remove ${member.name}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${member.name}` })
    .click()
  await row.waitFor({ state: 'hidden' })
  expect((await member.api.get('/v1/members')).status).toBe(404)
})

test('the last owner stays', async () => {
  const page = await openTeam(owner)
  await page.getByRole('button', { name: 'Leave Acme Robotics' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Leave Acme Robotics' }).click()
  await dialog.getByRole('alert').waitFor()
  expect((await owner.api.get('/v1/members')).status).toBe(200)
})
