import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSmtpServer } from '../../src/features/emails/test-support.ts'
import { makeResetLink } from '../../src/features/sessions/reset-link.ts'
import { createTestApp } from '../support/app.ts'
import { createBrowser, givenPerson, PASSWORD, signInAs } from '../support/people.ts'
import { useOpened } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'

const mailFrom = { name: 'Acme', address: 'invoices@acme.test' }
const NEW_PASSWORD = 'another long password'

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

const forgot = (email: string) => createBrowser(t).post('/v1/auth/forgot-password', { email })
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

test('an unknown address is answered like a known one, and gets nothing', async () => {
  const { email } = await givenPerson(t)
  const [known, unknown] = [await forgot(email), await forgot('nobody@acme.test')]
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  await eventually(async () => expect(linkTo(email)).toHaveLength(1))
  expect(linkTo('nobody@acme.test')).toEqual([])
})

test('nobody is flooded with links', async () => {
  const { email } = await givenPerson(t)
  const statuses = []
  for (let index = 0; index < 12; index += 1) statuses.push((await forgot(email)).status)
  expect(statuses).toEqual([...Array(10).fill(204), 429, 429])
})

test('of ten uses of a link at once, one counts', async () => {
  const { email } = await givenPerson(t)
  const token = new URL(await makeResetLink(t.dependencies.db, t.config, email)).searchParams.get(
    'token',
  )
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => reset(token ?? '', `password number ${index}`)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(409)])
  const won = answers.findIndex(({ status }) => status === 204)
  const password = `password number ${won}`
  expect((await createBrowser(t).post('/v1/auth/sign-in', { email, password })).status).toBe(204)
})

test('a link that is an hour old is worth nothing', async () => {
  const { email } = await givenPerson(t)
  const url = new URL(await makeResetLink(t.dependencies.db, t.config, email))
  await t.database.pool.query(`update verifications set expires_at = now() - interval '1 second'`)
  expect(await reset(url.searchParams.get('token') ?? '')).toMatchObject({ status: 409 })
})

test('no link is among the e-mails, in the data folder or in the database', async () => {
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
