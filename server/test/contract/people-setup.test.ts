import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { findOrMakeSetupToken } from '../../src/features/setup/token.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createBrowser, givenPerson, PASSWORD } from '../support/people.ts'

const owner = { name: 'Ann Lee', email: 'Ann@Acme.test', password: PASSWORD }

/** Returns the token that the service prints on start. */
async function givenToken({ dependencies }: TestApp): Promise<string> {
  return (await findOrMakeSetupToken(dependencies.db, new Date())) ?? ''
}

const withApp = (work: (t: TestApp) => Promise<void>) => async () => {
  const t = await createTestApp()
  try {
    await work(t)
  } finally {
    await t.close()
  }
}

test(
  'the printed link creates an owner of every organization, once, and signs in',
  withApp(async (t) => {
    const token = await givenToken(t)
    const browser = createBrowser(t)
    expect((await browser.get('/v1/setup')).body).toEqual({
      isOpen: true,
      environment: 'test',
      sendsMail: false,
    })
    const sent = { ...owner, token, organizationName: 'Acme' }
    expect((await browser.post('/v1/setup', sent)).status).toBe(204)
    const session = await browser.get('/v1/session')
    expect(session.body).toMatchObject({
      person: { email: 'ann@acme.test', name: 'Ann Lee' },
      memberships: [
        { role: 'owner', organization: { id: t.organization.id, name: 'Acme', slug: 'acme' } },
      ],
    })
    expect((await browser.get('/v1/setup')).body.isOpen).toBe(false)
    const again = { ...sent, email: 'bob@acme.test' }
    expect(await createBrowser(t).post('/v1/setup', again)).toMatchObject({
      status: 409,
      body: { code: 'already_set_up' },
    })
  }),
)

test(
  'a wrong token sets nothing up',
  withApp(async (t) => {
    const answer = await createBrowser(t).post('/v1/setup', { ...owner, token: 'a guess' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'setup_token_wrong' } })
    expect((await createBrowser(t).get('/v1/setup')).body.isOpen).toBe(true)
  }),
)

test(
  'of three concurrent set-ups in two processes, one succeeds',
  withApp(async (t) => {
    const other = await createTestApp({ database: { ...t.database, close: async () => undefined } })
    try {
      const token = await givenToken(t)
      const answers = await Promise.all(
        [t, other, t].map((one, index) =>
          createBrowser(one).post('/v1/setup', { ...owner, token, email: `p${index}@acme.test` }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
      const { rows } = await t.database.pool.query('select id from users')
      expect(rows).toHaveLength(1)
    } finally {
      await other.close()
    }
  }),
)

test(
  'the token is random: neither the secret of the service nor another database reveals it',
  withApp(async (t) => {
    const token = await givenToken(t)
    expect(token).toMatch(/^[\w-]{43}$/)
    const derived = createHmac('sha256', t.config.secret)
      .update('piecework set-up')
      .digest('base64url')
    expect(await createBrowser(t).post('/v1/setup', { ...owner, token: derived })).toMatchObject({
      status: 403,
      body: { code: 'setup_token_wrong' },
    })
    const other = await createTestApp()
    try {
      expect(await givenToken(other)).not.toBe(token)
    } finally {
      await other.close()
    }
  }),
)

test(
  'every start of every process prints the same token until there is an owner, then none',
  withApp(async (t) => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => givenToken(t)))
    const [token = ''] = tokens
    expect(new Set(tokens)).toEqual(new Set([token]))
    const rowsLeft = async () =>
      (await t.database.pool.query('select * from setup_tokens')).rowCount
    expect(await rowsLeft()).toBe(1)
    expect((await createBrowser(t).post('/v1/setup', { ...owner, token })).status).toBe(204)
    expect(await rowsLeft()).toBe(0)
    expect(await findOrMakeSetupToken(t.dependencies.db, new Date())).toBeUndefined()
    expect(await rowsLeft()).toBe(0)
  }),
)

test(
  'without a token in the database nothing is set up',
  withApp(async (t) => {
    for (const token of ['undefined', 'null', '0']) {
      expect(await createBrowser(t).post('/v1/setup', { ...owner, token })).toMatchObject({
        status: 403,
        body: { code: 'setup_token_wrong' },
      })
    }
  }),
)

test(
  'the link is useless once an account exists',
  withApp(async (t) => {
    const token = await givenToken(t)
    await givenPerson(t)
    const answer = await createBrowser(t).post('/v1/setup', { ...owner, token })
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_set_up' } })
  }),
)

test(
  'the fields of a set-up are checked by name, and no other is accepted',
  withApp(async (t) => {
    const token = await givenToken(t)
    const send = (body: object) => createBrowser(t).post('/v1/setup', { ...owner, token, ...body })
    for (const [body, param] of [
      [{ password: 'short' }, 'password'],
      [{ email: 'ann@localhost' }, 'email'],
      [{ name: ' ' }, 'name'],
      [{ role: 'owner' }, 'role'],
      [{ emailVerified: true }, 'emailVerified'],
    ] as const) {
      expect(await send(body), param).toMatchObject({ status: 400, body: { param } })
    }
  }),
)
