import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createBrowser } from '../support/people.ts'
import type { Request } from '../support/requests.ts'
import type { ExampleWorld } from './example-world.ts'

type Made = { request: Request; browser?: ReturnType<typeof createBrowser> }

/** Requests of signed-in people, and of callers without an account, by operation. */
export const PEOPLE_REQUESTS: Record<
  string,
  (w: ExampleWorld, t: TestApp) => Promise<Made> | Made
> = {
  updateAccount: () => ({ request: { body: { name: 'Ann Lee' } } }),
  updateMember: async ({ owner }) => {
    const { body } = await owner.browser.get('/v1/members')
    return { request: { path: { memberId: body.results[0].id }, body: { role: 'owner' } } }
  },
  createInvitation: () => ({ request: { body: { email: 'bob@initech.example', role: 'member' } } }),
  resendInvitation: async (world) => ({
    request: { path: { invitationId: (await invite(world, 'carol')).id } },
  }),
  listInvitations: async (world) => {
    await invite(world, 'dan')
    return { request: {} }
  },
  readInvitationLink: async (world, t) => ({
    request: { path: { token: (await invite(world, 'eve')).token } },
    browser: createBrowser(t),
  }),
  acceptInvitation: async (world, t) => ({
    request: {
      path: { token: (await invite(world, 'bob')).token },
      body: { name: 'Bob Ray', password: 'a long password' },
    },
    browser: createBrowser(t),
  }),
  renameOrganizationSlug: () => ({ request: { body: { slug: 'initech' } } }),
  createApiKey: () => ({ request: { body: { name: 'Worker', type: 'secret', scope: 'record' } } }),
}

async function invite(
  { owner }: ExampleWorld,
  name: string,
): Promise<{ id: string; token: string }> {
  const invitation = { email: `${name}@initech.example`, role: 'member' }
  const { status, body } = await owner.browser.post('/v1/invitations', invitation)
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.id, token: String(body.url).split('/').at(-1) ?? '' }
}
