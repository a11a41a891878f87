import assert from 'node:assert/strict'

const PASSWORD = 'a long password'
export const OWNER = { name: 'Ann Lee', email: 'ann@acme.example', password: PASSWORD }

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Calls the service as a page of its own does, and keeps the cookie. */
export function createCaller(origin: string, organization?: string) {
  let cookie: string | undefined
  const call = async (method: Method, path: string, body?: unknown) => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        origin,
        ...(cookie === undefined ? {} : { cookie }),
        ...(organization === undefined ? {} : { 'x-piecework-organization': organization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const [set] = answer.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';', 1)[0]
    const text = await answer.text()
    assert(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    patch: (path: string, body: unknown) => call('PATCH', path, body),
    delete: (path: string) => call('DELETE', path),
    cookie: () => cookie ?? '',
  }
}

/** Makes the first owner, and returns where the organization is. */
export async function setUp({ origin, setupLink }: { origin: string; setupLink: string }) {
  const token = new URL(setupLink).searchParams.get('token')
  const caller = createCaller(origin)
  await caller.post('/v1/setup', { ...OWNER, token, organizationName: 'Acme Robotics' })
  const { memberships } = await caller.get('/v1/session')
  const slug: string = memberships[0].organization.slug
  return { slug, cookie: caller.cookie() }
}

const INVITED = [
  ['ben.okafor@acme.example', 'Ben Okafor', 'admin'],
  ['chiara.de.luca@acme.example', 'Chiara De Luca', 'member'],
  ['dmitri@auditors.example', 'Dmitri Volkov', 'viewer'],
] as const
const WAITING = [
  ['eva.lindqvist@acme.example', 'member'],
  ['finance-and-controlling@subsidiary.acme.example', 'viewer'],
] as const

/** A month of a small team: people, invitations, keys, events. Returns a viewer's cookie and a link. */
export async function fill(origin: string, slug: string) {
  const owner = createCaller(origin, slug)
  await owner.post('/v1/auth/sign-in', { email: OWNER.email, password: PASSWORD })
  let viewer = ''
  for (const [email, name, role] of INVITED) {
    const { url } = await owner.post('/v1/invitations', { email, role })
    const guest = createCaller(origin)
    const path = new URL(url).pathname.replace('/invitation/', '/v1/invitation-links/')
    await guest.post(`${path}/accept`, { name, password: PASSWORD })
    viewer = guest.cookie()
  }
  let link = ''
  for (const [email, role] of WAITING) {
    link = (await owner.post('/v1/invitations', { email, role })).url
  }
  const { id: withdrawn } = await owner.post('/v1/invitations', {
    email: 'old@acme.example',
    role: 'member',
  })
  await owner.delete(`/v1/invitations/${withdrawn}`)
  const worker = await owner.post('/v1/api-keys', {
    name: 'support worker',
    type: 'secret',
    scope: 'record',
  })
  await owner.post('/v1/api-keys', { name: 'Website', type: 'publishable' })
  const old = await owner.post('/v1/api-keys', { name: 'billing export, old', type: 'secret' })
  await owner.delete(`/v1/api-keys/${old.id}`)
  await record(origin, worker.key)
  return { viewer, invitation: new URL(link).pathname }
}

async function record(origin: string, key: string): Promise<void> {
  const records = ['gpt-4o', 'claude-sonnet-4', 'our-own-model'].map((model, index) => ({
    customerExternalId: ['northwind', 'initech', 'a-customer-with-a-rather-long-external-id'][
      index
    ],
    agentCode: 'support-agent',
    signalName: 'ticket-resolved',
    model,
    modelProvider: ['openai', 'anthropic', 'in-house'][index],
    inputTokens: 1_200 * (index + 1),
    outputTokens: 350,
  }))
  const answer = await fetch(`${origin}/v1/usage/record`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
  assert(answer.ok, await answer.text())
}
