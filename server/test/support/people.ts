import type { Role } from '../../src/features/auth/permissions.ts'
import { addMember } from '../../src/features/members/join.ts'
import { passwordHash } from '../../src/features/sessions/passwords/password.ts'
import { createUser, signInEmail } from '../../src/features/sessions/users.ts'
import { newId } from '../../src/platform/id.ts'
import type { TestApp } from './app.ts'
import { unique } from './given.ts'

type Server = Pick<TestApp, 'app' | 'config'>
type Sent = {
  /** Null sends no origin. */
  origin?: string | null
  cookie?: string
  organization?: string
  headers?: Record<string, string>
  remoteAddress?: string
}

export const PASSWORD = 'a long password'

/** Computed once, because a hash is slow by design. */
let hash: Promise<string> | undefined

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Calls the app as one of its own pages does. */
export function createBrowser({ app, config }: Server, sent: Sent = {}) {
  const { origin = config.publicUrl, organization, remoteAddress } = sent
  let { cookie } = sent
  const call = async (method: Method, url: string, body?: unknown) => {
    const response = await app.inject({
      method,
      url,
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
      headers: {
        ...(origin === null || method === 'GET' ? {} : { origin }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(organization === undefined ? {} : { 'x-piecework-organization': organization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // Required there.
        ...(method === 'POST' && url.endsWith('/top-ups') && { 'idempotency-key': newId() }),
        ...sent.headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const [set] = [response.headers['set-cookie'] ?? []].flat()
    if (set !== undefined) cookie = set.split(';', 1)[0] ?? ''
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' || !isJson ? undefined : JSON.parse(response.body),
    }
  }
  return {
    call,
    get: (url: string) => call('GET', url),
    post: (url: string, body?: unknown) => call('POST', url, body),
    patch: (url: string, body: unknown) => call('PATCH', url, body),
    delete: (url: string) => call('DELETE', url),
    /** Returns the current cookie. */
    cookie: () => cookie ?? '',
  }
}

export type Browser = ReturnType<typeof createBrowser>

export type Person = { userId: string; email: string; name: string }

/** Creates a person with an account, and with a role in an organization if given. */
export async function givenPerson(
  { dependencies }: Pick<TestApp, 'dependencies'>,
  { role, organizationId, email = `${unique('person')}@acme.test` }: GivenPerson = {},
): Promise<Person> {
  const name = 'Ann Lee'
  hash ??= passwordHash(PASSWORD)
  const user = { name, email: signInEmail(email), hash: await hash }
  const now = new Date()
  const userId = await dependencies.db.transaction().execute(async (tx) => {
    const id = await createUser(tx, user, now)
    if (id === undefined) throw new Error(`${email} has an account`)
    if (organizationId)
      await addMember(tx, { organizationId, userId: id, role: role ?? 'owner' }, now)
    return id
  })
  return { userId, email: user.email, name }
}

type GivenPerson = { role?: Role; organizationId?: string; email?: string }

/** Signs in and returns a browser with the session cookie. */
export async function signInAs(
  t: Server,
  { email }: { email: string },
  sent: Sent = {},
): Promise<Browser> {
  const browser = createBrowser(t, sent)
  const { status, body } = await browser.post('/v1/auth/sign-in', { email, password: PASSWORD })
  if (status !== 204) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`)
  return browser
}

/** Creates a member of the app's organization, or of the given one, and signs in there. */
export async function givenMember(
  t: TestApp,
  { role, organizationId = t.organization.id }: { role: Role; organizationId?: string },
) {
  const person = await givenPerson(t, { role, organizationId })
  return { ...person, browser: await signInAs(t, person, { organization: organizationId }) }
}
