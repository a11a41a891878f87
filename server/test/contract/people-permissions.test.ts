import { expect, test } from 'vitest'
import { mayRole, ROLES, type Role } from '../../src/features/auth/permissions.ts'
import { createTestOrganization } from '../support/app.ts'
import { givenDeal } from '../support/deal.ts'
import { documentedRoutes } from '../support/openapi.ts'
import {
  type Browser,
  createBrowser,
  givenMember,
  givenPerson,
  signInAs,
} from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()
const routes = documentedRoutes().filter(({ callers }) => callers?.endsWith('members'))

/**
 * Exceptions to the general rule: reading is for all roles, deleting for admins, the rest for
 * members.
 */
const EXCEPTIONS: Record<string, Role> = {
  'POST /v1/cost-rates': 'admin',
  'POST /v1/cost-allocations': 'admin',
  'POST /v1/cost-allocations/{allocationId}/end': 'admin',
  // Removes a mark that members may set again.
  'DELETE /v1/pricing-plans/{planId}/included-signals/{signalId}': 'member',
  'DELETE /v1/test-clock': 'member',
  // Removes what members may add again.
  'DELETE /v1/subscriptions/{subscriptionId}/plan-change': 'member',
  'POST /v1/demo': 'admin',
  'POST /v1/usage/estimate': 'viewer',
  'POST /v1/attribution-rules/preview': 'viewer',
  'POST /v1/customers/{customerId}/outcome-comparisons': 'viewer',
  'POST /v1/attribution-rules/{ruleId}/apply': 'admin',
  'POST /v1/runs/{runId}/assign': 'admin',
  'POST /v1/members/leave': 'viewer',
  'GET /v1/portal-sessions': 'member',
  'GET /v1/portal-sessions/{sessionId}': 'member',
  'DELETE /v1/portal-sessions/{sessionId}': 'member',
  'GET /v1/emails': 'member',
  'GET /v1/emails/{emailId}': 'member',
  'GET /v1/emails/{emailId}/document': 'member',
  'GET /v1/invoices/{invoiceId}/mail': 'member',
  'GET /v1/invoices/{invoiceId}/mail/document': 'member',
  'PATCH /v1/organization': 'admin',
  'PATCH /v1/organization/slug': 'owner',
  'POST /v1/tax-rates': 'admin',
  'PATCH /v1/tax-rates/{taxRateId}': 'admin',
  'POST /v1/webhook-endpoints': 'admin',
  'PATCH /v1/webhook-endpoints/{endpointId}': 'admin',
  'DELETE /v1/webhook-endpoints/{endpointId}': 'admin',
  'POST /v1/webhook-endpoints/{endpointId}/rotate-secret': 'admin',
  'POST /v1/webhook-endpoints/{endpointId}/test': 'admin',
  'POST /v1/webhook-endpoints/{endpointId}/replay': 'admin',
  'POST /v1/announcements/{announcementId}/resend': 'admin',
  'POST /v1/budgets': 'admin',
  'PATCH /v1/budgets/{budgetId}': 'admin',
  'POST /v1/repricing-runs': 'admin',
  'POST /v1/repricing-runs/preview': 'admin',
  'POST /v1/repricing-runs/{runId}/cancel': 'admin',
  'POST /v1/repricing-runs/{runId}/reverse': 'admin',
  'POST /v1/events/{eventId}/amend': 'admin',
  'POST /v1/events/{eventId}/void': 'admin',
  'POST /v1/events/amend': 'admin',
  'POST /v1/events/void': 'admin',
  'POST /v1/events/{eventId}/rejection': 'admin',
  'POST /v1/events/{eventId}/rejection/withdraw': 'admin',
  'POST /v1/events/rejection': 'admin',
  'POST /v1/runs/{runId}/rejection': 'admin',
  'POST /v1/rejection-requests/{rejectionRequestId}/accept': 'admin',
  'POST /v1/rejection-requests/{rejectionRequestId}/decline': 'admin',
  'POST /v1/events/corrections': 'admin',
  'POST /v1/events/corrections/preview': 'admin',
  'POST /v1/invoices/{invoiceId}/void': 'admin',
  'POST /v1/invoices/{invoiceId}/payments/{paymentId}/refund': 'admin',
  'POST /v1/customers/{customerId}/credit-payouts': 'admin',
  'POST /v1/customers/{customerId}/credit-grants': 'admin',
  'POST /v1/customers/{customerId}/credit-grants/{grantId}/expire': 'admin',
}

/** Members, keys and the audit log are for admins, whatever the method. */
const FOR_ADMINS = /^\w+ \/v1\/(members|invitations|api-keys|audit-log)/

function lowestRole({ name, method }: { name: string; method: string }): Role {
  const exception = EXCEPTIONS[name]
  if (exception) return exception
  if (FOR_ADMINS.test(name) || method === 'DELETE') return 'admin'
  return method === 'GET' ? 'viewer' : 'member'
}

test('every route for signed-in people names the required permission', () => {
  expect(routes.filter(({ permission }) => typeof permission !== 'string')).toEqual([])
  expect(routes.length).toBeGreaterThan(80)
})

test('routes without a permission are for owners only', () => {
  expect(ROLES.filter((role) => mayRole(role, undefined))).toEqual(['owner'])
})

const urlOf = (path: string) => path.replace(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')

test.each(ROLES)('%s may call the routes of the design and no others', async (role) => {
  const { browser } = await givenMember(t, { role })
  const own = { cookie: browser.cookie(), organization: t.organization.id }
  for (const route of routes) {
    // Leaving would end the test.
    if (route.name === 'POST /v1/members/leave') continue
    const { status, body } = await createBrowser(t, own).call(
      route.method,
      urlOf(route.path),
      route.method === 'GET' || route.method === 'DELETE' ? undefined : {},
    )
    const isRefused = body?.code === 'role_too_low'
    const may = ROLES.indexOf(role) >= ROLES.indexOf(lowestRole(route))
    expect(isRefused, `${route.name}: ${status} ${JSON.stringify(body)}`).toBe(!may)
    if (isRefused) expect(status).toBe(403)
  }
})

test('a refusal names the required role', async () => {
  const { browser } = await givenMember(t, { role: 'member' })
  const answer = await browser.post(`/v1/invoices/${t.organization.id}/void`, {})
  expect(answer.body.message).toBe('Only admins and owners can void invoices')
})

test("another organization's slug and id are answered like unknown ones", async () => {
  const other = await createTestOrganization(t.dependencies)
  const { rows } = await t.database.pool.query('select slug from organizations where id = $1', [
    other.id,
  ])
  const { browser } = await givenMember(t, { role: 'owner' })
  const answers = []
  for (const organization of [other.id, rows[0].slug, crypto.randomUUID(), 'no-such-slug']) {
    const at = createBrowser(t, { cookie: browser.cookie(), organization })
    const { status, body } = await at.get('/v1/customers')
    answers.push({ status, ...body, requestId: '' })
  }
  expect(answers[0]).toMatchObject({ status: 404, message: 'Organization not found' })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('a person of two organizations has in each the role that they have there', async () => {
  const other = await createTestOrganization(t.dependencies)
  const person = await givenPerson(t, { role: 'viewer', organizationId: t.organization.id })
  await t.database.pool.query(
    `insert into members (id, organization_id, user_id, role, created_at, updated_at)
     values ($1, $2, $3, 'owner', now(), now())`,
    [crypto.randomUUID(), other.id, person.userId],
  )
  const cookie = (await signInAs(t, person)).cookie()
  const at = (organization: string) => createBrowser(t, { cookie, organization })
  const agent = { name: 'A', agentCode: 'two' }
  expect((await at(t.organization.id).post('/v1/agents', agent)).status).toBe(403)
  expect((await at(other.id).post('/v1/agents', agent)).status).toBe(201)
  expect((await at(t.organization.id).get('/v1/agents')).body.totalResults).toBe(0)
  expect((await at(other.id).get('/v1/agents')).body.totalResults).toBe(1)
})

const changeName = (browser: Browser, id: string) =>
  browser.patch(`/v1/subscriptions/${id}`, { name: 'New name' })

test('the audit log and the history of a subscription name the person who acted', async () => {
  const { subscriptionId } = await givenDeal(t.api)
  const { browser, userId } = await givenMember(t, { role: 'member' })
  expect((await changeName(browser, subscriptionId)).status).toBe(200)
  const history = await browser.get(`/v1/subscriptions/${subscriptionId}/changelog`)
  expect(history.body.results[0].actor).toBe(`user:${userId}`)
  expect(history.body.results[0].actorName).toEqual(expect.any(String))
  const viewer = await givenMember(t, { role: 'viewer' })
  expect((await changeName(viewer.browser, subscriptionId)).status).toBe(403)
  const { rows } = await t.database.pool.query(
    `select actor_id, method, status, organization_id from audit_log
     where actor_kind = 'user' and method = 'PATCH' and actor_id = any($1) order by requested_at`,
    [[userId, viewer.userId]],
  )
  const organization_id = t.organization.id
  expect(rows).toEqual([
    { actor_id: userId, method: 'PATCH', status: 200, organization_id },
    { actor_id: viewer.userId, method: 'PATCH', status: 403, organization_id },
  ])
})
