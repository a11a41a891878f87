import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { givenCustomer } from '../../../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { eventually } from '../../../../test/support/waiting.ts'
import { newId } from '../../../platform/id.ts'
import { givenEndpoint } from '../test-support.ts'
import { type Claim, claimTargets, deleteDueOrphans, releaseTarget } from './queries.ts'
import { createRecorder, type Recorded } from './recorder.ts'
import type { OutgoingRequest, Requester } from './request.ts'
import { type SendDeps, sendToTarget } from './send-to-target.ts'

const t = useTestApp()
const { api, organization } = useOrganizationPerTest(t)

const now = () => new Date()

const ACCEPTED = {
  result: 'answered' as const,
  status: 200,
  retryAfter: null,
  response: 'ok',
  error: null,
}
const accepting: Requester = { post: async () => ACCEPTED, close: () => undefined }

/** Creates an endpoint with this many deliveries that are due, and claims it. */
async function claimed(deliveries: number): Promise<Claim> {
  const { id } = await givenEndpoint(api, 'https://acme.example/hooks')
  for (let n = 0; n < deliveries; n += 1) await givenCustomer(api)
  await t.followUp()
  const claims = await claimTargets(t.dependencies.db, newId(), now())
  const claim = claims.find(({ endpointId }) => endpointId === id)
  if (!claim) throw new Error('the endpoint was not claimed')
  return claim
}

const send = (claim: Claim, changes: Partial<SendDeps>) =>
  sendToTarget(
    {
      ...t.dependencies,
      now,
      random: () => 0,
      requester: accepting,
      recorder: createRecorder({ ...t.dependencies, now }),
      countAttempt: () => undefined,
      ...changes,
    },
    claim,
    new AbortController().signal,
  )

/** Counts what is posted; the first posts do `meanwhile`, and last longer than a state is used. */
function slowly(meanwhile: () => Promise<unknown>) {
  const posted: OutgoingRequest[] = []
  let changed: Promise<unknown> | undefined
  const post: Requester['post'] = async (request) => {
    posted.push(request)
    changed ??= meanwhile().then(() => sleep(1_100))
    await changed
    return ACCEPTED
  }
  return { posted, requester: { ...accepting, post } }
}

test('an outcome that cannot be stored ends the sending with that error', async () => {
  const sending = await claimed(4)
  const lost = new Error('the connection was lost')
  let posts = 0
  const requester = {
    ...accepting,
    post: async () => {
      posts += 1
      await setImmediate()
      return ACCEPTED
    },
  }
  const recorder = { record: () => Promise.reject(lost) }
  await expect(send(sending, { requester, recorder })).rejects.toBe(lost)
  expect(posts).toBeLessThan(4)
})

test('a delivery that is added during a request is sent at the same time', async () => {
  const sending = await claimed(1)
  const answers: (() => void)[] = []
  const post = () =>
    new Promise<typeof ACCEPTED>((resolve) => answers.push(() => resolve(ACCEPTED)))
  const sent = send(sending, { requester: { ...accepting, post } })
  await eventually(() => expect(answers).toHaveLength(1))
  await givenCustomer(api)
  await t.followUp()
  await eventually(() => expect(answers).toHaveLength(2))
  for (const answer of answers) answer()
  await sent
})

test.each([
  ['disabled', (path: string) => api.patch(path, { status: 'disabled' })],
  ['deleted', (path: string) => api.delete(path)],
])('nothing more is sent to an endpoint that was %s, however much was read', async (_, change) => {
  const claim = await claimed(6)
  const { posted, requester } = slowly(() => change(`/v1/webhook-endpoints/${claim.endpointId}`))
  await send(claim, { requester })
  expect(posted).toHaveLength(2)
})

test('a new URL and a new secret are used from the next request on', async () => {
  const claim = await claimed(6)
  const path = `/v1/webhook-endpoints/${claim.endpointId}`
  let secret = ''
  const { posted, requester } = slowly(async () => {
    await must(api.patch(path, { url: 'https://acme.example/other' }))
    secret = (await must(api.post(`${path}/rotate-secret`, { overlapHours: 0 }))).secret
  })
  await send(claim, { requester })
  expect(posted).toHaveLength(6)
  const later = posted.slice(2)
  expect(new Set(later.map(({ url }) => url))).toEqual(new Set(['https://acme.example/other']))
  for (const { body, headers } of later) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'customer.created' })
  }
})

test('a process that was frozen until its claim ended does not continue', async () => {
  const claim = await claimed(6)
  const { posted, requester } = slowly(async () => {
    await t.database.pool.query(`update webhook_endpoints set claimed_until = now()`)
    await claimTargets(t.dependencies.db, newId(), now())
  })
  await send(claim, { requester })
  expect(posted).toHaveLength(2)
})

test('a 410 or a failure of the former URL says nothing about the new one', async () => {
  const claim = await claimed(2)
  const path = `/v1/webhook-endpoints/${claim.endpointId}`
  const statuses = [410, 500]
  const post = async () => {
    const status = statuses.shift() ?? 200
    await must(api.patch(path, { url: 'https://acme.example/other' }))
    return { ...ACCEPTED, status }
  }
  await send(claim, { requester: { ...accepting, post } })
  expect(await must(api.get(path))).toMatchObject({ status: 'enabled', failingSince: null })
})

test('an outcome is stored once if the answer to its COMMIT is lost', async () => {
  const claim = await claimed(1)
  const outcomes: Recorded[] = []
  const lost = new Error('the connection was lost')
  const record = (outcome: Recorded) => {
    outcomes.push(outcome)
    return Promise.reject(lost)
  }
  await expect(send(claim, { recorder: { record } })).rejects.toBe(lost)
  const [outcome] = outcomes
  if (!outcome) throw new Error('nothing was sent')
  const { announcementId, endpointId } = outcome
  const path = `/v1/webhook-endpoints/${endpointId}/deliveries/${announcementId}`
  const { db } = t.dependencies
  const begin = db.transaction.bind(db)
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      await execute(work)
      expect(await must(api.get(path))).toMatchObject({ status: 'succeeded', attempts: 1 })
      // It is sent again before the recorder tries again.
      await must(api.post(`/v1/announcements/${announcementId}/resend`, {}))
      throw lost
    }
    return builder
  })
  await createRecorder({ ...t.dependencies, now }).record(outcome)
  const detail = await must(api.get(path))
  expect(detail).toMatchObject({ status: 'pending', attempts: 0 })
  expect(detail.attemptList).toHaveLength(1)
})

test('new deliveries are looked for ever more rarely while a request is open', async () => {
  const claim = await claimed(1)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const post = () => sleep(3_000).then(() => ACCEPTED)
  const db = t.dependencies.db.withPlugin(counting)
  await send(claim, { db, requester: { ...accepting, post } })
  expect(statements).toBeLessThan(10)
})

test('deliveries without an announcement are deleted when nothing else is due', async () => {
  const claim = await claimed(1)
  const { db } = t.dependencies
  await db.deleteFrom('announcements').where('organizationId', '=', organization.id).execute()
  expect(await send(claim, {})).toBe(0)
  await deleteDueOrphans(db, claim.endpointId, now())
  await releaseTarget(db, claim)
  const claims = await claimTargets(db, newId(), now())
  expect(claims.map(({ endpointId }) => endpointId)).not.toContain(claim.endpointId)
})
