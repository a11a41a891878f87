import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startLane,
  startReceiver,
  verify,
} from '../../../server/src/features/webhooks/test-support.ts'
import { must } from '../../../server/test/support/app.ts'
import {
  givenOrganization,
  givenSignedIn,
  type Organization,
  type SignedIn,
} from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let organization: Organization
let owner: SignedIn
let lane: ReturnType<typeof startLane>
beforeAll(async () => {
  ;({ organization, owner } = await givenOrganization(site, 'Acme Robotics'))
  lane = startLane(site)
})
afterAll(async () => {
  await lane.stop()
  await Promise.all(receivers.map(({ close }) => close()))
})

const receivers: Awaited<ReturnType<typeof startReceiver>>[] = []
/** Starts a receiver of its own for a test, because endpoints of other tests are retried. */
async function givenReceiver(respond: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(respond)
  receivers.push(receiver)
  return receiver
}

async function open({ cookie }: SignedIn, path: string) {
  const page = await newPage({ cookie })
  await page.goto(`/o/${organization.slug}/${path}`)
  await settled(page)
  return page
}

test('an endpoint is added, its secret verifies a test, and the test is sent again', async () => {
  const receiver = await givenReceiver((response) => response.end('{"received":true}'))
  const page = await open(owner, 'developers/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('https://10.0.0.1/')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await dialog.getByText('which is not a public address').waitFor()
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByLabel('All types').uncheck()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await dialog.getByText('Choose at least one type').waitFor()
  await dialog.getByLabel('Search types').fill('paid in full')
  await dialog.getByLabel('invoice.paid').check()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()

  await dialog.getByLabel('I have stored it').check()
  const [secret = ''] = /\bwhsec_\S+/.exec(await dialog.innerText()) ?? []
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Send test' }).click()
  const panel = page.getByRole('dialog', { name: 'webhook.test' })
  await panel.getByText('Succeeded').waitFor()
  await panel.getByText('"received": true').waitFor()
  expect(receiver.received).toHaveLength(1)
  const [first] = receiver.received
  if (!first) throw new Error('nothing was received')
  expect(verify(secret, first)).toMatchObject({ type: 'webhook.test' })
  await panel.getByText(first.id, { exact: true }).first().waitFor()

  receiver.respondWith((response) => response.writeHead(503).end('out of order'))
  await panel.getByRole('button', { name: 'Resend' }).click()
  await panel.getByText('out of order').waitFor()
  expect(receiver.received.map(({ id, body }) => `${id} ${body}`)).toEqual([
    `${first.id} ${first.body}`,
    `${first.id} ${first.body}`,
  ])
  await panel.getByRole('button', { name: 'Close' }).click()
  const row = page.getByRole('row').filter({ hasText: 'webhook.test' })
  await row.getByText('503').waitFor()
  await row.getByText('Pending').waitFor()

  // Its retry is sent at once when somebody asks for it.
  receiver.respondWith((response) => response.end('{"received":true}'))
  await row.getByRole('link', { name: 'webhook.test' }).click()
  await panel.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('It is sent now').waitFor()
  await panel.getByText('Succeeded').waitFor()
})

test('an endpoint that answered 410 is listed on Home and enabled again; a viewer may not', async () => {
  const receiver = await givenReceiver((response) => response.writeHead(410).end())
  const { id } = await must(owner.api.post('/v1/webhook-endpoints', { url: receiver.url }))
  await must(owner.api.post(`/v1/webhook-endpoints/${id}/test`))
  await expect
    .poll(async () => (await owner.api.get(`/v1/webhook-endpoints/${id}`)).body.disabledReason)
    .toBe('gone')

  const viewer = await givenSignedIn(site, { role: 'viewer', organizationId: organization.id })
  const seen = await open(viewer, `developers/webhooks/${id}`)
  const refused = seen.getByRole('button', { name: 'Enable' })
  expect(await refused.getAttribute('aria-description')).toBe(
    'Only admins and owners can manage webhook endpoints',
  )

  const page = await open(owner, 'home')
  const attention = page
    .getByRole('listitem')
    .filter({ hasText: '1 webhook endpoint was disabled' })
  await attention.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('row').filter({ hasText: '410' }).getByRole('link').click()
  await page.getByText('because it answered 410 Gone').waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('because it answered 410 Gone').waitFor({ state: 'hidden' })
  expect((await owner.api.get(`/v1/webhook-endpoints/${id}`)).body.status).toBe('enabled')
})

test('a live list of deliveries shows new ones, with the object and its announcement', async () => {
  const receiver = await givenReceiver((response) => response.end('ok'))
  const { id } = await must(owner.api.post('/v1/webhook-endpoints', { url: receiver.url }))
  const page = await open(owner, `developers/webhooks/${id}`)
  await page.getByText('Nothing was sent to this endpoint yet').waitFor()
  await page.getByRole('switch', { name: 'Live' }).check({ force: true })
  await must(owner.api.post(`/v1/webhook-endpoints/${id}/test`))
  await page.getByRole('row').filter({ hasText: 'webhook.test' }).getByText('Succeeded').waitFor()
  await page.goto(`/o/${organization.slug}/developers/announcements?type=webhook.test`)
  await page.getByRole('row').nth(1).getByRole('link', { name: 'webhook.test' }).click()
  const panel = page.getByRole('dialog', { name: 'webhook.test' })
  await panel.getByText('Answer: 200').waitFor()
  await panel.getByText(`"endpointId": "${id}"`).waitFor()
  await panel.getByRole('button', { name: 'Next row' }).click()
  await panel.getByText(`"endpointId": "${id}"`).waitFor({ state: 'hidden' })
  await panel.getByRole('button', { name: 'Previous row' }).click()
  await panel.getByText(`"endpointId": "${id}"`).waitFor()
})

test('a replay begins at a time of day, and deliveries are opened one after the other', async () => {
  const receiver = await givenReceiver((response) => response.end('ok'))
  const { id } = await must(owner.api.post('/v1/webhook-endpoints', { url: receiver.url }))
  for (let n = 0; n < 2; n += 1) await must(owner.api.post(`/v1/webhook-endpoints/${id}/test`))
  await expect.poll(() => receiver.received.length).toBe(2)
  const page = await open(owner, `developers/webhooks/${id}`)
  const replay = async (fromTime: string) => {
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Replay' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('From time').fill(fromTime)
    await dialog.getByLabel('Only failed deliveries').uncheck()
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await replay('23:59')
  await page.getByText('Nothing in this range is to be sent again').waitFor()
  await replay('00:00')
  await page.getByText('2 deliveries are sent again').waitFor()
  await expect.poll(() => receiver.received.length).toBe(4)

  const [last, first] = receiver.received
    .map((one) => one.id)
    .sort()
    .toReversed()
    .slice(1, 3)
  await page.getByRole('row').nth(1).getByRole('link', { name: 'webhook.test' }).click()
  const panel = page.getByRole('dialog', { name: 'webhook.test' })
  await panel
    .getByText(last ?? '', { exact: true })
    .first()
    .waitFor()
  await panel.getByRole('button', { name: 'Next row' }).click()
  await panel
    .getByText(first ?? '', { exact: true })
    .first()
    .waitFor()
})
