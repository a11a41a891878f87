import { expect, test } from 'vitest'
import { createApi, createTestOrganization, must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { MARCH, sendInvoice } from '../support/invoice.ts'
import { givenMember } from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-05-15T12:00:00Z') })

/** A picture of one pixel. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function givenMail() {
  const { id, secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  await must(api.patch('/v1/organization', { logo: LOGO }))
  const deal = await givenDeal(api, { prices: [FEE] })
  await sendInvoice(api, await deal.generate(MARCH))
  const { results } = await must(api.get('/v1/emails'))
  return { id, api, secretKey, url: `/v1/emails/${results[0].id}/document` }
}

/** Requests like a frame: with the cookie, and without our headers. */
const openFrame = (url: string, cookie: string) => t.app.inject({ url, headers: { cookie } })

test('a mail is shown as a document that may run and load nothing, with its logo in it', async () => {
  const { id, url } = await givenMail()
  const { browser } = await givenMember(t, { role: 'member', organizationId: id })
  const answer = await openFrame(`${url}?organization=${id}`, browser.cookie())
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  const policy = String(answer.headers['content-security-policy']).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining([
      'sandbox allow-popups allow-popups-to-escape-sandbox',
      "default-src 'none'",
      "frame-ancestors 'self'",
    ]),
  )
  expect(policy.join()).not.toContain('script')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toContain(LOGO)
  expect(answer.body).not.toContain('cid:')
  // Its links open outside the frame.
  expect(answer.body).toContain('<base target="_blank">')
})

test('only who may read captured mail sees it, and only of an own organization', async () => {
  const { id, secretKey, url } = await givenMail()
  const { id: otherId } = await createTestOrganization(t.dependencies)
  const { browser: viewer } = await givenMember(t, { role: 'viewer', organizationId: id })
  const { browser: stranger } = await givenMember(t, { role: 'owner', organizationId: otherId })
  const statusOf = async (organization: string, cookie: string) =>
    (await openFrame(`${url}?organization=${organization}`, cookie)).statusCode
  expect(await statusOf(id, viewer.cookie())).toBe(403)
  expect(await statusOf(id, stranger.cookie())).toBe(404)
  expect(await statusOf(otherId, stranger.cookie())).toBe(404)
  expect((await t.app.inject({ url })).statusCode).toBe(401)
  const own = await t.app.inject({ url, headers: { 'x-api-key': secretKey } })
  expect(own.statusCode).toBe(200)
})

test('an organization in the URL is accepted for documents only', async () => {
  const { id, url } = await givenMail()
  const { browser } = await givenMember(t, { role: 'member', organizationId: id })
  const list = await openFrame(`/v1/emails?organization=${id}`, browser.cookie())
  expect(list.statusCode).toBe(400)
  expect((await openFrame(url, browser.cookie())).statusCode).toBe(400)
})
