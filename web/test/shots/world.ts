import assert from 'node:assert/strict'
import { bill } from './billed-world.ts'
import { limit } from './control-world.ts'
import { prepay } from './credit-world.ts'
import { reject } from './rejected-world.ts'
import { trace } from './traced-world.ts'
import { listen } from './webhook-world.ts'

const PASSWORD = 'a long password'
export const OWNER = { name: 'Ann Lee', email: 'ann@acme.example', password: PASSWORD }

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Calls the service as one of its pages does, and keeps the cookie. */
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

/** Creates the first owner; returns the slug of the organization. */
export async function setUp({ origin, setupLink }: { origin: string; setupLink: string }) {
  const token = new URL(setupLink).searchParams.get('token')
  const caller = createCaller(origin)
  await caller.post('/v1/setup', { ...OWNER, token, organizationName: 'Acme Robotics' })
  const { memberships } = await caller.get('/v1/session')
  const slug: string = memberships[0].organization.slug
  return { slug, cookie: caller.cookie() }
}

/** Signs in as the owner of an organization. */
export async function signIn(origin: string, slug: string) {
  const owner = createCaller(origin, slug)
  await owner.post('/v1/auth/sign-in', { email: OWNER.email, password: PASSWORD })
  return owner
}

/** Returns the cookie of a customer who has just followed a portal link. */
export async function visitPortal(origin: string, slug: string, customerExternalId: string) {
  const owner = await signIn(origin, slug)
  const { url } = await owner.post('/v1/portal-sessions', { customerExternalId })
  const { headers } = await fetch(url, { redirect: 'manual' })
  const [cookie = ''] = headers.getSetCookie()
  assert.equal(headers.get('location'), '/portal')
  return cookie.split(';', 1)[0] ?? ''
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

/**
 * Fills a month of a small team: members, invitations, keys and events. Returns a viewer's cookie
 * and an invitation link.
 */
export async function fill(origin: string, slug: string, receiver?: string) {
  const owner = await signIn(origin, slug)
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
  if (receiver !== undefined) await listen(owner, receiver)
  await record(origin, worker.key)
  await trace(origin, worker.key)
  await owner.post('/v1/attribution-rules', {
    ...{ attribute: 'tenant.id', operator: 'present', target: 'customer' },
  })
  await bill(owner)
  await reject(owner)
  for (const rate of COST_RATES) await owner.post('/v1/cost-rates', rate)
  await owner.post('/v1/cost-allocations', {
    ...{ modelProvider: 'in-house', model: 'our-own-model', amount: '1800', note: 'Rent of gpu-2' },
  })
  const days = { from: '2026-01-01', to: new Date().toISOString() }
  const run = await owner.post('/v1/repricing-runs', { ...days, reason: 'Volume of 2026' })
  await owner.post(`/v1/repricing-runs/${run.id}/cancel`, {})
  await owner.post('/v1/repricing-runs', { ...days, modelProvider: 'openai' })
  await limit(owner)
  await prepay(owner)
  await owner.post('/v1/tax-rates', { name: 'VAT', description: 'Germany', percentage: 19 })
  await owner.post('/v1/tax-rates', { name: 'Sales tax', percentage: '7.775', isDefault: true })
  return { viewer, invitation: new URL(link).pathname }
}

const COST_RATES = [
  { modelProvider: 'anthropic', percentOff: '12.5', note: 'Contract 2026-114' },
  { modelProvider: 'openai', model: 'gpt-4o', serviceTier: 'batch', percentOff: '50' },
  {
    modelProvider: 'in-house',
    model: 'support-tuned-8b',
    inputCost: '0.2',
    outputCost: '0.6',
    effectiveFrom: '2026-01-01',
  },
  { modelProvider: 'openai', model: 'gpt-4o', percentOff: '20', note: 'Volume of 2026' },
]

const MODELS = [
  ['gpt-4o', 'openai'],
  ['claude-sonnet-4', 'anthropic'],
  ['gpt-4o-our-tune', 'openai'],
  ['our-own-model', 'in-house'],
] as const
const CUSTOMERS = ['northwind', 'initech', 'a-customer-with-a-rather-long-external-id', 'globex']
const SIGNALS = ['ticket-resolved', 'call-answered', 'document-read']
const RECORDS = 60
const STEP_MS = 11 * 60 * 60_000

/** Records a month of jobs; every seventh uses a model without a price. */
async function record(origin: string, key: string): Promise<void> {
  const records = Array.from({ length: RECORDS }, (_, index) => {
    const [model, modelProvider] =
      MODELS[index % 7 === 0 ? 2 + (index % 2) : index % 2] ?? MODELS[0]
    return {
      customerExternalId: CUSTOMERS[index % CUSTOMERS.length],
      agentCode: index % 3 === 0 ? 'voice-agent' : 'support-agent',
      signalName: SIGNALS[index % SIGNALS.length],
      model,
      modelProvider,
      inputTokens: 1_200 * (1 + (index % 5)),
      cacheReadTokens: index % 4 === 0 ? 800 : 0,
      outputTokens: 350,
      runId: `run-${index % 9}`,
      ...(index % 3 === 0 && { reportedCostUsd: 0.0071 + index / 10_000 }),
      idempotencyKey: `job-${index}`,
      metadata: { ticket: 4_000 + index, language: 'en', tags: ['billing', 'refund'] },
      usageDate: new Date(Date.now() - index * STEP_MS).toISOString(),
    }
  })
  const answer = await fetch(`${origin}/v1/usage/record`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
  assert(answer.ok, await answer.text())
}
