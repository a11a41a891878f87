import { beforeEach, expect, test } from 'vitest'
import { startSmtpServer } from '../../src/features/emails/test-support.ts'
import { createTestApp, createTestOrganization } from '../support/app.ts'
import { unique } from '../support/given.ts'
import {
  type Browser,
  createBrowser,
  givenMember,
  givenPerson,
  PASSWORD,
  signInAs,
} from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date()
const t = useTestApp({ now: () => now })
let organizationId: string
let owner: Browser
beforeEach(async () => {
  now = new Date()
  organizationId = (await createTestOrganization(t.dependencies)).id
  owner = (await givenMember(t, { role: 'owner', organizationId })).browser
})

const address = () => `${unique('invited')}@acme.test`
const bob = { name: 'Bob Ray', password: PASSWORD }

async function invited(email = address(), role = 'member') {
  const { status, body } = await owner.post('/v1/invitations', { email, role })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const token = String(body.url).split('/').at(-1) ?? ''
  const link = `/v1/invitation-links/${token}`
  return { email, id: body.id as string, token, link, url: body.url as string, body }
}

test('without a mail server the link is returned once, and is on no list', async () => {
  const { body, token, url, email } = await invited()
  expect(body).toMatchObject({ delivery: 'link', status: 'pending', email, role: 'member' })
  expect(url).toBe(`${t.config.publicUrl}/invitation/${token}`)
  const list = await owner.get('/v1/invitations')
  expect(list.body).toMatchObject({ totalResults: 1, results: [{ email, status: 'pending' }] })
  expect(JSON.stringify(list.body)).not.toContain(token)
  const { rows } = await t.database.pool.query(
    'select row_to_json(invitations)::text as text from invitations',
  )
  for (const { text } of rows) expect(text).not.toContain(token)
})

test('an invited person sees the inviter and the role, joins, and is signed in', async () => {
  const { email, link } = await invited()
  const browser = createBrowser(t, { organization: organizationId })
  expect(await browser.get(link)).toMatchObject({
    status: 200,
    body: {
      status: 'pending',
      organization: { name: 'Test organization' },
      inviter: { name: 'Ann Lee' },
      email,
      role: 'member',
      hasAccount: false,
    },
  })
  const accepted = await browser.post(`${link}/accept`, bob)
  expect(accepted).toMatchObject({ status: 200, body: { organization: { id: organizationId } } })
  expect((await browser.get('/v1/session')).body).toMatchObject({
    person: { email, name: 'Bob Ray' },
    memberships: [{ role: 'member', organization: { id: organizationId } }],
  })
  expect((await browser.post('/v1/agents', { name: 'A', agentCode: 'a' })).status).toBe(201)
  expect((await browser.get(link)).body).toMatchObject({ status: 'accepted', hasAccount: true })
  const { rows } = await t.database.pool.query(
    `select path, status from audit_log where organization_id = $1 and path like '%/accept'`,
    [organizationId],
  )
  expect(rows).toEqual([{ path: '/v1/invitation-links/[token]/accept', status: 200 }])
})

test('a person with an account joins with it', async () => {
  const person = await givenPerson(t)
  const { link } = await invited(person.email.toUpperCase(), 'admin')
  expect((await createBrowser(t).get(link)).body.hasAccount).toBe(true)
  expect(await createBrowser(t).post(`${link}/accept`, bob)).toMatchObject({
    status: 409,
    body: { code: 'sign_in_first' },
  })
  const browser = await signInAs(t, person)
  expect((await browser.post(`${link}/accept`, {})).status).toBe(200)
  expect((await browser.get('/v1/session')).body.memberships).toMatchObject([{ role: 'admin' }])
})

test('every refusal states its reason and creates no member', async () => {
  const [used, withdrawn, expired, another] = [
    await invited(),
    await invited(),
    await invited(),
    await invited(),
  ]
  const accept = ({ link }: { link: string }, browser = createBrowser(t)) =>
    browser.post(`${link}/accept`, bob)
  expect((await accept(used)).status).toBe(200)
  expect((await owner.delete(`/v1/invitations/${withdrawn.id}`)).status).toBe(204)
  expect(await accept(used)).toMatchObject({ status: 409, body: { code: 'invitation_used' } })
  expect(await accept(withdrawn)).toMatchObject({
    status: 409,
    body: { code: 'invitation_withdrawn' },
  })
  const stranger = await signInAs(t, await givenPerson(t))
  const refused = await accept(another, stranger)
  expect(refused).toMatchObject({ status: 409, body: { code: 'invitation_for_another' } })
  expect(refused.body.message).toContain(another.email)
  now = new Date(now.getTime() + 8 * 86_400_000)
  expect(await accept(expired)).toMatchObject({ status: 409, body: { code: 'invitation_expired' } })
  expect((await createBrowser(t).get(expired.link)).body.status).toBe('expired')
  const unknown = { link: `/v1/invitation-links/${'a'.repeat(43)}` }
  expect((await accept(unknown)).status).toBe(404)
  expect((await createBrowser(t).get(unknown.link)).status).toBe(404)
  const { rows } = await t.database.pool.query(
    'select role from members where organization_id = $1 order by role',
    [organizationId],
  )
  expect(rows).toEqual([{ role: 'member' }, { role: 'owner' }])
})

test('of twenty concurrent acceptances one succeeds, with one account', async () => {
  const { link, email } = await invited()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => createBrowser(t).post(`${link}/accept`, bob)),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  for (const { status, body } of answers) {
    if (status !== 200) expect([status, body.code]).toEqual([409, 'invitation_used'])
  }
  const { rows } = await t.database.pool.query(
    `select count(distinct users.id)::int as users, count(accounts.id)::int as accounts,
       count(members.id)::int as members
     from users left join accounts on accounts.user_id = users.id
     left join members on members.user_id = users.id where email = $1`,
    [email],
  )
  expect(rows).toEqual([{ users: 1, accounts: 1, members: 1 }])
})

test('of a concurrent acceptance and withdrawal, one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, link } = await invited()
    const [accepted, withdrawn] = await Promise.all([
      createBrowser(t).post(`${link}/accept`, bob),
      owner.delete(`/v1/invitations/${id}`),
    ])
    expect([accepted.status, withdrawn.status].toSorted()).toEqual(
      accepted.status === 200 ? [200, 409] : [204, 409],
    )
  }
})

test('an address has one open invitation, even after ten concurrent requests', async () => {
  const email = address()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => owner.post('/v1/invitations', { email, role: 'viewer' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_invited')
  await t.database.pool.query('update invitations set expires_at = $1 where email = $2', [
    now,
    email,
  ])
  expect((await owner.post('/v1/invitations', { email, role: 'viewer' })).status).toBe(201)
  const list = await owner.get('/v1/invitations?status=pending')
  expect(list.body.totalResults).toBe(1)
})

test('an invitation is sent again with another link; the previous one is invalid', async () => {
  const before = await invited()
  const again = await owner.post(`/v1/invitations/${before.id}/resend`)
  expect(again).toMatchObject({ status: 200, body: { delivery: 'link', id: before.id } })
  expect(again.body.url).not.toBe(before.url)
  expect((await createBrowser(t).get(before.link)).status).toBe(404)
  const link = `/v1/invitation-links/${again.body.url.split('/').at(-1)}`
  expect((await createBrowser(t).post(`${link}/accept`, bob)).status).toBe(200)
  const refused = await owner.post(`/v1/invitations/${before.id}/resend`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'invitation_used' } })
  const email = before.email
  expect(await owner.post('/v1/invitations', { email, role: 'viewer' })).toMatchObject({
    status: 409,
    body: { code: 'already_member' },
  })
})

test('an invitation ends when its inviter may no longer invite to its role', async () => {
  const admin = await givenMember(t, { role: 'admin', organizationId })
  const email = address()
  const sent = await admin.browser.post('/v1/invitations', { email, role: 'admin' })
  const link = `/v1/invitation-links/${sent.body.url.split('/').at(-1)}`
  const { results } = (await owner.get('/v1/members')).body
  const { id } = results.find(({ userId }: { userId: string }) => userId === admin.userId)
  expect((await owner.patch(`/v1/members/${id}`, { role: 'member' })).status).toBe(200)
  expect(await createBrowser(t).post(`${link}/accept`, bob)).toMatchObject({
    status: 409,
    body: { code: 'invitation_withdrawn' },
  })
  const withdrawn = await owner.get('/v1/invitations?status=withdrawn')
  expect(withdrawn.body.results).toMatchObject([{ email, status: 'withdrawn' }])
  expect((await owner.post('/v1/invitations', { email, role: 'viewer' })).status).toBe(201)
})

test('admins invite up to admin', async () => {
  const admin = await givenMember(t, { role: 'admin', organizationId })
  const invitation = { email: address(), role: 'owner' }
  expect(await admin.browser.post('/v1/invitations', invitation)).toMatchObject({
    status: 403,
    body: { code: 'role_too_low', message: 'Only owners can add and remove owners' },
  })
  const { id } = await invited(address(), 'owner')
  expect((await admin.browser.post(`/v1/invitations/${id}/resend`)).status).toBe(403)
  expect((await admin.browser.delete(`/v1/invitations/${id}`)).status).toBe(403)
})

test('the joining person cannot choose role, address or organization', async () => {
  const { link } = await invited()
  for (const more of [{ role: 'owner' }, { email: 'c@acme.test' }, { organizationId: 'x' }]) {
    const answer = await createBrowser(t).post(`${link}/accept`, { ...bob, ...more })
    expect(answer).toMatchObject({ status: 400, body: { code: 'unknown_field' } })
  }
  const missing = await createBrowser(t).post(`${link}/accept`, {})
  expect(missing).toMatchObject({ status: 400, body: { code: 'missing_field', param: 'name' } })
})

test('with a mail server the link is sent to the address only', async () => {
  const smtp = await startSmtpServer()
  const mailFrom = { name: 'Acme', address: 'invoices@acme.test' }
  const config = { smtpUrl: smtp.url, mailFrom, mailLimit: 2 }
  const mailing = await createTestApp({ config })
  try {
    const { browser } = await givenMember(mailing, { role: 'owner' })
    const email = address()
    const sent = await browser.post('/v1/invitations', { email, role: 'member' })
    expect(sent).toMatchObject({ status: 201, body: { delivery: 'mailed', url: null } })
    const [received] = smtp.received
    expect(received?.to).toEqual([email])
    const [url = ''] = /http\S+\/invitation\/[\w-]{43}/.exec(received?.mail.text ?? '') ?? []
    expect(received?.mail.html).toContain(url)
    expect((await mailing.api.get('/v1/emails')).body.totalResults).toBe(0)
    const link = `/v1/invitation-links/${url.split('/').at(-1)}`
    expect((await createBrowser(mailing).post(`${link}/accept`, bob)).status).toBe(200)
    const refused = { email: 'refused@acme.test', role: 'member' }
    expect(await browser.post('/v1/invitations', refused)).toMatchObject({
      status: 201,
      body: { delivery: 'failed', url: expect.stringContaining('/invitation/') },
    })
    const third = await browser.post('/v1/invitations', { email: address(), role: 'member' })
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  } finally {
    await mailing.close()
    await smtp.close()
  }
})
