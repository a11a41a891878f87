import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { notWritten } from '../../src/features/audit-log/service.ts'
import { startSmtpServer } from '../../src/features/emails/test-support.ts'
import { makeResetLink } from '../../src/features/sessions/reset/reset-link.ts'
import { createTestApp } from '../support/app.ts'
import { createBrowser, givenPerson, PASSWORD, signInAs } from '../support/people.ts'
import { useOpened } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'

const mailFrom = { name: 'Acme', address: 'invoices@acme.test' }
const NEW_PASSWORD = 'another long password'
const RIGHT = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }

const t = useOpened(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-people-'))
  const smtp = await startSmtpServer()
  const app = await createTestApp({ config: { smtpUrl: smtp.url, mailFrom, dataDir } })
  const close = async () => {
    await app.close()
    await smtp.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...app, dataDir, received: smtp.received, close }
})

const forgot = (email: string, remoteAddress = '192.0.2.1') =>
  createBrowser(t, { remoteAddress }).post('/v1/auth/forgot-password', { email })
/** Returns the token of a link created by the command line. */
const tokenFor = async ({ userId }: { userId: string }) =>
  new URL(
    await makeResetLink(t.dependencies.db, { ...t.config, userId }, new Date()),
  ).searchParams.get('token') ?? ''
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  createBrowser(t).post('/v1/auth/reset-password', { token, newPassword })
const linkTo = (email: string) =>
  t.received
    .filter(({ to }) => to.includes(email))
    .map(({ mail }) => /\/reset-password\?token=(\S+)/.exec(mail.text ?? '')?.[1] ?? '')

test('a link to choose another password goes to its owner, works once, and ends all sessions', async () => {
  const person = await givenPerson(t)
  const browser = await signInAs(t, person)
  expect((await forgot(person.email.toUpperCase())).status).toBe(204)
  const [token = ''] = await eventually(async () => {
    const links = linkTo(person.email)
    expect(links).toHaveLength(1)
    return links
  })
  expect((await reset(token)).status).toBe(204)
  expect((await browser.get('/v1/session')).status).toBe(401)
  const { email } = person
  const sign = (password: string) => createBrowser(t).post('/v1/auth/sign-in', { email, password })
  expect((await sign(PASSWORD)).status).toBe(401)
  expect((await sign(NEW_PASSWORD)).status).toBe(204)
  for (const used of [token, 'no such link']) {
    expect(await reset(used)).toMatchObject({ status: 409, body: { code: 'link_expired' } })
  }
})

test('the audit log has the link and the reset, and nothing of an unknown address', async () => {
  const person = await givenPerson(t, { role: 'owner', organizationId: t.organization.id })
  const logged = async () => {
    const { rows } = await t.database.pool.query(
      `select path, status from audit_log where organization_id = $1 and path like '%-password'
       order by requested_at, id`,
      [t.organization.id],
    )
    return rows
  }
  await forgot('stranger@acme.test')
  await forgot(person.email)
  const link = { path: '/v1/auth/forgot-password', status: 204 }
  await eventually(async () => expect(await logged()).toEqual([link]))
  expect((await reset('no such link')).status).toBe(409)
  expect((await reset(await tokenFor(person))).status).toBe(204)
  const done = { path: '/v1/auth/reset-password', status: 204 }
  await eventually(async () => expect(await logged()).toEqual([link, done]))
})

test('a reset is not answered 503 after it used up its link, even if the log cannot be written', async () => {
  const person = await givenPerson(t, { role: 'owner', organizationId: t.organization.id })
  const token = await tokenFor(person)
  const write = vi.spyOn(t.dependencies.auditLog, 'write').mockRejectedValueOnce(notWritten())
  onTestFinished(() => write.mockRestore())
  expect((await reset(token)).status).toBe(204)
})

test('an unknown address is answered like a known one, and gets nothing', async () => {
  const { email } = await givenPerson(t)
  const [known, unknown] = [await forgot(email), await forgot('nobody@acme.test')]
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  await eventually(async () => expect(linkTo(email)).toHaveLength(1))
  expect(linkTo('nobody@acme.test')).toEqual([])
})

test('a reset ends every other link of the account, and no link of another one', async () => {
  const [person, other] = [await givenPerson(t), await givenPerson(t)]
  const [older, newer, latest] = [
    await tokenFor(person),
    await tokenFor(person),
    await tokenFor(person),
  ]
  const otherToken = await tokenFor(other)
  expect((await reset(newer)).status).toBe(204)
  for (const token of [older, latest]) {
    expect(await reset(token)).toMatchObject({ status: 409, body: { code: 'link_expired' } })
  }
  expect((await reset(otherToken)).status).toBe(204)
})

test('a change of the password ends every link of the account, and a wrong one ends none', async () => {
  const person = await givenPerson(t)
  const browser = await signInAs(t, person)
  const open = await tokenFor(person)
  const wrong = { currentPassword: 'a wrong one', newPassword: NEW_PASSWORD }
  expect((await browser.post('/v1/auth/change-password', wrong)).status).toBe(409)
  expect((await reset(open, PASSWORD)).status).toBe(204)
  const again = await signInAs(t, person)
  const token = await tokenFor(person)
  expect((await again.post('/v1/auth/change-password', RIGHT)).status).toBe(204)
  expect(await reset(token)).toMatchObject({ status: 409, body: { code: 'link_expired' } })
})

/**
 * Makes deletes or updates of a table fail while `look` runs, like a database that fails midway.
 */
async function whileFailing(change: 'delete' | 'update', table: string, look: () => Promise<void>) {
  const { pool } = t.database
  await pool.query(`create function fail() returns trigger language plpgsql
    as $$ begin raise exception 'gone'; end $$`)
  await pool.query(`create trigger fail before ${change} on ${table} execute function fail()`)
  try {
    await look()
  } finally {
    await pool.query('drop function fail() cascade')
  }
}

test('no link outlives a change of the password that fails at any step', async () => {
  const person = await givenPerson(t)
  const { email } = person
  const sign = (password: string) => createBrowser(t).post('/v1/auth/sign-in', { email, password })
  const browser = await signInAs(t, person)
  const token = await tokenFor(person)
  await whileFailing('delete', 'verifications', async () => {
    expect((await browser.post('/v1/auth/change-password', RIGHT)).status).toBe(500)
  })
  expect((await sign(NEW_PASSWORD)).status).toBe(401)
  expect((await sign(PASSWORD)).status).toBe(204)
  await whileFailing('update', 'accounts', async () => {
    expect((await browser.post('/v1/auth/change-password', RIGHT)).status).toBe(500)
  })
  expect((await sign(PASSWORD)).status).toBe(204)
  expect((await reset(token)).status).toBe(409)
  expect((await browser.post('/v1/auth/change-password', RIGHT)).status).toBe(204)
  expect((await sign(NEW_PASSWORD)).status).toBe(204)
})

test('of several links of an account used concurrently, one succeeds', async () => {
  const person = await givenPerson(t)
  const tokens = await Promise.all(Array.from({ length: 8 }, () => tokenFor(person)))
  const answers = await Promise.all(
    tokens.map((token, index) => reset(token, `password no ${index}`)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(7).fill(409)])
  const { email } = person
  const password = `password no ${answers.findIndex(({ status }) => status === 204)}`
  expect((await createBrowser(t).post('/v1/auth/sign-in', { email, password })).status).toBe(204)
})

/** Returns the number of mails to an account after all pending requests. */
async function mailsOf(email: string): Promise<number> {
  await t.dependencies.signIn.forgotten.close()
  return linkTo(email).length
}

test('strangers cannot block a reset, and an account gets at most five mails a day', async () => {
  const person = await givenPerson(t)
  const { email } = person
  const home = '198.51.100.7'
  await signInAs(t, person, { remoteAddress: home })
  for (let index = 0; index < 40; index += 1) {
    expect((await forgot(email, `203.0.113.${index}`)).status).toBe(204)
  }
  expect(await mailsOf(email)).toBe(3)
  for (let index = 0; index < 4; index += 1) expect((await forgot(email, home)).status).toBe(204)
  expect(await mailsOf(email)).toBe(5)
  await t.database.pool.query(
    `update reset_mails set created_at = created_at - interval '25 hours'`,
  )
  expect((await forgot(email, '203.0.113.99')).status).toBe(204)
  expect(await mailsOf(email)).toBe(6)
})

test('one network takes two of the mails that unknown networks share', async () => {
  const { email } = await givenPerson(t)
  for (let index = 0; index < 5; index += 1) await forgot(email, '203.0.113.50')
  expect(await mailsOf(email)).toBe(2)
  await forgot(email, '203.0.113.51')
  expect(await mailsOf(email)).toBe(3)
})

test('concurrent requests send no additional mail', async () => {
  const { email } = await givenPerson(t)
  await Promise.all(Array.from({ length: 30 }, (_, index) => forgot(email, `203.0.113.${index}`)))
  expect(await mailsOf(email)).toBe(3)
})

test('a network that asks too often is refused with a delay, even for an unknown address', async () => {
  const { email } = await givenPerson(t)
  for (const [address, remoteAddress] of [
    [email, '203.0.113.201'],
    ['nobody@acme.test', '203.0.113.202'],
  ] as const) {
    const answers = []
    for (let index = 0; index < 12; index += 1) answers.push(await forgot(address, remoteAddress))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(204), 429, 429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('of twenty concurrent uses of a link, one succeeds, and the others find it used', async () => {
  const person = await givenPerson(t)
  const { email } = person
  const token = await tokenFor(person)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => reset(token, `password number ${index}`)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(409)])
  for (const { status, body } of answers) {
    if (status === 409) expect(body.code).toBe('link_expired')
  }
  const won = answers.findIndex(({ status }) => status === 204)
  const password = `password number ${won}`
  expect((await createBrowser(t).post('/v1/auth/sign-in', { email, password })).status).toBe(204)
})

test('a link expires after an hour', async () => {
  const token = await tokenFor(await givenPerson(t))
  await t.database.pool.query(`update verifications set expires_at = now() - interval '1 second'`)
  expect(await reset(token)).toMatchObject({ status: 409 })
})

test('no link is among the emails, in the data folder or in the database', async () => {
  const { email } = await givenPerson(t)
  await forgot(email)
  const [token = ''] = await eventually(async () => {
    const links = linkTo(email)
    expect(links).toHaveLength(1)
    return links
  })
  expect(token.length).toBeGreaterThanOrEqual(24)
  expect((await t.api.get('/v1/emails')).body.totalResults).toBe(0)
  expect(await readdir(t.dataDir)).not.toContain('mail')
  const { rows } = await t.database.pool.query(
    'select row_to_json(verifications)::text as text from verifications',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toContain(token)
})
