import { expect, test } from 'vitest'
import { setupToken } from '../../src/features/setup/token.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createBrowser, givenPerson, PASSWORD } from '../support/people.ts'

const owner = { name: 'Ann Lee', email: 'Ann@Acme.test', password: PASSWORD }

const withApp = (work: (t: TestApp) => Promise<void>) => async () => {
  const t = await createTestApp()
  try {
    await work(t)
  } finally {
    await t.close()
  }
}

test(
  'the printed link makes an owner of all there is, once, who is signed in',
  withApp(async (t) => {
    const token = setupToken(t.config.secret)
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
  'of three set-ups at once, in two processes, one wins',
  withApp(async (t) => {
    const other = await createTestApp({ database: { ...t.database, close: async () => undefined } })
    try {
      const token = setupToken(t.config.secret)
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
  'once somebody can sign in, the link is of no use',
  withApp(async (t) => {
    await givenPerson(t)
    const token = setupToken(t.config.secret)
    const answer = await createBrowser(t).post('/v1/setup', { ...owner, token })
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_set_up' } })
  }),
)

test(
  'the fields of a set-up are checked by name, and none more is taken',
  withApp(async (t) => {
    const token = setupToken(t.config.secret)
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
