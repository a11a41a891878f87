import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { givenCustomer } from '../../../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { eventually } from '../../../../test/support/waiting.ts'
import { newId } from '../../../platform/id.ts'
import { givenEndpoint } from '../test-support.ts'
import { claimTargets, deleteDueOrphans, releaseTarget, type Target } from './queries.ts'
import { createRecorder } from './recorder.ts'
import type { Requester } from './request.ts'
import { type SendDeps, sendToTarget } from './send-to-target.ts'

const t = useTestApp()
const { api } = useOrganizationPerTest(t)

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
async function claimed(deliveries: number): Promise<{ target: Target; senderId: string }> {
  const { id } = await givenEndpoint(api, 'https://acme.example/hooks')
  for (let n = 0; n < deliveries; n += 1) await givenCustomer(api)
  await t.followUp()
  const senderId = newId()
  const leaseEnd = new Date(Date.now() + 60_000)
  const targets = await claimTargets(t.dependencies.db, { senderId, leaseEnd }, new Date())
  const target = targets.find((one) => one.id === id)
  if (!target) throw new Error('the endpoint was not claimed')
  return { target, senderId }
}

const send = (sending: { target: Target; senderId: string }, changes: Partial<SendDeps>) =>
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
    { ...sending, signal: new AbortController().signal },
  )

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

test('deliveries without an announcement are deleted when nothing else is due', async () => {
  const { target, senderId } = await claimed(1)
  const { db } = t.dependencies
  await db.deleteFrom('announcements').where('organizationId', '=', target.organizationId).execute()
  expect(await send({ target, senderId }, {})).toBe(0)
  await deleteDueOrphans(db, target.id, now())
  await releaseTarget(db, target.id, senderId)
  const leaseEnd = new Date(Date.now() + 60_000)
  const targets = await claimTargets(db, { senderId, leaseEnd }, now())
  expect(targets.map(({ id }) => id)).not.toContain(target.id)
})
