import { expect, test } from 'vitest'
import { givenCustomer, unique } from '../support/given.ts'
import { createBrowser, givenMember } from '../support/people.ts'
import { followLink, givenPortal, givenPortalLink } from '../support/portal.ts'
import { moveClock } from '../support/test-clock.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date()
const t = useTestApp({ now: () => now })

/** Creates one of each credential, and returns the statuses of requests that use them. */
async function givenEverything() {
  const customer = await givenCustomer(t.api)
  const portal = await givenPortal(t, t.api, customer.id)
  const link = await givenPortalLink(t.api, customer.id)
  const owner = await givenMember(t, { role: 'owner', organizationId: t.organization.id })
  const email = `${unique('invited')}@acme.test`
  const { body } = await owner.browser.post('/v1/invitations', { email, role: 'member' })
  const invitation = `/v1/invitation-links/${String(body.url).split('/').at(-1)}`
  return async () => ({
    visit: (await portal.get('/v1/portal/session')).status,
    link: (await followLink(t, link.token)).location,
    session: (await owner.browser.get('/v1/agents')).status,
    invitation: (await createBrowser(t).get(invitation)).body.status,
  })
}

test('links, visits, sessions and invitations outlive a year of the test clock', async () => {
  const use = await givenEverything()
  await moveClock(t.api, new Date(now.getTime() + 365 * 86_400_000).toISOString())
  expect(await use()).toEqual({
    visit: 200,
    link: '/portal',
    session: 200,
    invitation: 'pending',
  })
})

test('links, visits, sessions and invitations expire in real time', async () => {
  const use = await givenEverything()
  now = new Date(now.getTime() + 365 * 86_400_000)
  const { link, ...others } = await use()
  expect(others).toEqual({ visit: 401, session: 401, invitation: 'expired' })
  expect(link).not.toBe('/portal')
})
