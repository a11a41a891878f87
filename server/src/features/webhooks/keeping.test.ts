import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { must } from '../../../test/support/app.ts'
import { givenCustomer } from '../../../test/support/given.ts'
import { givenMember } from '../../../test/support/people.ts'
import { useOrganizationPerTest, useTestApp } from '../../../test/support/use-app.ts'
import { MARGIN_MS } from './announcements/kept.ts'
import { pruneAnnouncements } from './announcements/prune.ts'
import { endDeliveries } from './deliveries/end-deliveries.ts'
import { repeatDeliveries } from './deliveries/queries.ts'
import { disableEndpoint } from './endpoints/queries.ts'
import { queueNotices } from './notices/queries.ts'
import { tellManagers } from './notices/tell-managers.ts'
import { givenEndpoint } from './test-support.ts'

const now = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => now })
const { api, organization } = useOrganizationPerTest(t)
const DAY_MS = 86_400_000
const later = (days: number) => new Date(now.getTime() + days * DAY_MS)

test('announcements are deleted with their deliveries after the days that are set', async () => {
  const { id } = await givenEndpoint(api, 'https://acme.example/hooks')
  await givenCustomer(api)
  await t.followUp()
  const { db } = t.dependencies
  const kept = async () => ({
    announcements: (await must(api.get('/v1/announcements'))).totalResults,
    deliveries: (await must(api.get(`/v1/webhook-endpoints/${id}/deliveries`))).totalResults,
  })
  await t.database.pool.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null`,
  )
  const end = later(30).getTime() + MARGIN_MS
  await pruneAnnouncements(db, 30, new Date(end))
  expect(await kept()).toEqual({ announcements: 1, deliveries: 1 })
  await pruneAnnouncements(db, 30, new Date(end + 1))
  expect(await kept()).toEqual({ announcements: 0, deliveries: 0 })
})

test('an old announcement that is sent again is kept, and a week at most', async () => {
  const { id } = await givenEndpoint(api, 'https://acme.example/hooks')
  const { db } = t.dependencies
  await givenCustomer(api)
  await t.followUp()
  const [{ id: announcementId }] = (await must(api.get('/v1/announcements'))).results
  const kept = async () =>
    (await api.get(`/v1/webhook-endpoints/${id}/deliveries/${announcementId}`)).status
  await pruneAnnouncements(db, 30, later(31))
  expect(await kept()).toBe(200)
  await pruneAnnouncements(db, 30, later(38))
  expect(await kept()).toBe(404)
})

test('a replay of announcements that are pruned at the same time leaves no orphans', async () => {
  const { id } = await givenEndpoint(api, 'https://acme.example/hooks')
  for (let n = 0; n < 20; n += 1) await givenCustomer(api)
  await t.followUp()
  const { pool } = t.database
  await pool.query(`update webhook_deliveries set status = 'failed', next_attempt_at = null`)
  const replay = () => api.post(`/v1/webhook-endpoints/${id}/replay`, { from: '2020-01-01' })
  const prune = () => pruneAnnouncements(t.dependencies.db, 30, later(31))
  await Promise.all([replay(), prune(), replay(), prune()])
  const { rows } = await pool.query(
    `select from webhook_deliveries
     where announcement_id not in (select id from announcements)`,
  )
  expect(rows).toEqual([])
})

test('a replay waits for no delivery whose outcome is being stored', async () => {
  const { id } = await givenEndpoint(api, 'https://acme.example/hooks')
  for (let n = 0; n < 3; n += 1) await givenCustomer(api)
  await t.followUp()
  const { pool } = t.database
  await pool.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null
     where position = (select max(position) from webhook_deliveries where endpoint_id = $1)`,
    [id],
  )
  const storing = await pool.connect()
  try {
    await storing.query('begin')
    await storing.query(
      `select from webhook_deliveries where endpoint_id = $1 and status = 'pending' for update`,
      [id],
    )
    for (const repeats of ['failed', 'ended'] as const) {
      const range = { organizationId: organization.id, endpointId: id, repeats }
      const replayed = t.dependencies.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '500ms'`.execute(tx)
        return repeatDeliveries(tx, range, now)
      })
      expect(await replayed).toBe(repeats === 'failed' ? 1 : 0)
    }
  } finally {
    storing.release(true)
  }
})

test('deliveries that wait end if their endpoint is disabled or deleted, and no others', async () => {
  const path = '/v1/webhook-endpoints'
  const { id: disabled } = await givenEndpoint(api, 'https://acme.example/disabled')
  const { id: deleted } = await givenEndpoint(api, 'https://acme.example/deleted')
  const { id: enabled } = await givenEndpoint(api, 'https://acme.example/enabled')
  await givenCustomer(api)
  await t.followUp()
  await must(api.patch(`${path}/${disabled}`, { status: 'disabled' }))
  await api.delete(`${path}/${deleted}`)
  await endDeliveries(t.dependencies.db)
  const [{ id }] = (await must(api.get('/v1/announcements'))).results
  const { results } = await must(api.get(`/v1/announcements/${id}/deliveries`))
  const statuses = results.map((one: { endpointId: string; status: string }) => [
    one.endpointId,
    one.status,
  ])
  expect(Object.fromEntries(statuses)).toEqual({
    [disabled]: 'failed',
    [deleted]: 'failed',
    [enabled]: 'pending',
  })
})

const mailFolder = () => join(t.config.dataDir, 'mail')
async function mails() {
  const files = await readdir(mailFolder()).catch(() => [])
  const texts = await Promise.all(files.map((file) => readFile(join(mailFolder(), file), 'utf8')))
  return texts.filter((text) => text.includes('A webhook endpoint was disabled'))
}

async function disable(id: string) {
  const key = { organizationId: organization.id, id }
  await t.dependencies.db.transaction().execute(async (tx) => {
    await disableEndpoint(tx, key, { reason: 'gone', now })
    await queueNotices(tx, key, now)
  })
}

test('owners and admins are told each time that the service disables an endpoint', async () => {
  const organizationId = organization.id
  const owner = await givenMember(t, { role: 'owner', organizationId })
  await givenMember(t, { role: 'viewer', organizationId })
  const { id } = await givenEndpoint(api, 'https://acme.example/disabled')
  await givenEndpoint(api, 'https://acme.example/enabled')
  const before = (await mails()).length
  await disable(id)
  await tellManagers(t.dependencies)
  await tellManagers(t.dependencies)
  const told = await mails()
  expect(told.length - before).toBe(1)
  expect(told.join()).toContain(owner.email)
  // Long lines of a message are broken.
  const text = told.join().replaceAll(/=\r?\n/g, '')
  expect(text).toContain(`/developers/webhooks/${id}`)
  await must(api.patch(`/v1/webhook-endpoints/${id}`, { status: 'enabled' }))
  await disable(id)
  await tellManagers(t.dependencies)
  expect((await mails()).length - before).toBe(2)
})

test('a mailbox that cannot be reached neither blocks nor repeats the emails of others', async () => {
  const organizationId = organization.id
  const people = [
    await givenMember(t, { role: 'owner', organizationId }),
    await givenMember(t, { role: 'admin', organizationId }),
  ]
  const [broken, working] = people.map(({ email }) => email)
  const { id } = await givenEndpoint(api, 'https://acme.example/disabled')
  await disable(id)
  const sent: string[] = []
  const { mailer } = t.dependencies
  const send: typeof mailer.send = async ({ to }) => {
    sent.push(to)
    if (to === broken) throw new Error('greylisted')
    return { outcome: 'sent', refusedCopies: [] }
  }
  const tell = (at: Date) =>
    tellManagers({ ...t.dependencies, mailer: { ...mailer, send }, now: () => at })
  await tell(now)
  await tell(now)
  expect(sent.toSorted()).toEqual([broken, working].toSorted())
  await tell(new Date(now.getTime() + 61_000))
  expect(sent.slice(2)).toEqual([broken])
})
