import { afterEach, expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { eventually } from '../../../../test/support/waiting.ts'
import { givenEndpoint, startLane, startReceiver } from '../test-support.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Time that the service sees. Only the time of requests is real. */
let now = new Date()
const t = useTestApp({ now: () => now })
const { api } = useOrganizationPerTest(t)
const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  now = new Date()
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function givenReceiver(...respond: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...respond)
  opened.push(receiver)
  const { id } = await givenEndpoint(api, receiver.url)
  const path = `/v1/webhook-endpoints/${id}`
  return {
    ...receiver,
    endpoint: () => must(api.get(path)),
    /** Announces a test, and returns how its delivery is read. */
    announce: async () => {
      const { id: announcementId } = await must(api.post(`${path}/test`, undefined))
      return () => must(api.get(`${path}/deliveries/${announcementId}`))
    },
  }
}

/** Starts the lane of this process, without the jitter of retries. */
function givenLane() {
  const lane = startLane(t)
  opened.push({ close: lane.stop })
}

const refuse: Parameters<typeof startReceiver>[0] = (response) => response.writeHead(500).end()

/** What the guide promises. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]

test('a receiver that answers 500 for a day gets everything after it', async () => {
  const { received, respondWith, endpoint, announce } = await givenReceiver(refuse)
  givenLane()
  const startedAt = now
  const first = await announce()
  const failed = async (attempts: number, delayMs: number) => {
    const nextAttemptAt = new Date(now.getTime() + delayMs)
    await eventually(async () => {
      const waiting = { status: 'pending', attempts, nextAttemptAt: nextAttemptAt.toISOString() }
      expect(await first()).toMatchObject(waiting)
    })
    return nextAttemptAt
  }
  for (const [n, delayMs] of DELAYS_MS.slice(0, 6).entries()) now = await failed(n + 1, delayMs)
  // 17 hours and 35 minutes have passed.
  const next = await failed(7, 14 * HOUR_MS)
  const second = await announce()
  await eventually(async () => expect(await second()).toMatchObject({ attempts: 1 }))
  expect(await endpoint()).toMatchObject({
    status: 'enabled',
    failingSince: startedAt.toISOString(),
    waiting: 2,
  })

  now = new Date(startedAt.getTime() + DAY_MS)
  respondWith((response) => response.end())
  await eventually(async () => {
    expect(await second()).toMatchObject({ status: 'succeeded', attempts: 2 })
  })
  expect(await first()).toMatchObject({ attempts: 7, nextAttemptAt: next.toISOString() })
  now = next
  await eventually(async () => {
    expect(await first()).toMatchObject({ status: 'succeeded', attempts: 8 })
  })
  await eventually(async () => {
    expect(await endpoint()).toMatchObject({ status: 'enabled', failingSince: null, waiting: 0 })
  })
  expect(received).toHaveLength(10)
  expect(new Set(received.map(({ id, body }) => `${id} ${body}`)).size).toBe(2)
  expect((await must(api.get('/v1/attention'))).disabledWebhooks).toBe(0)
})

test('a delivery ends after ten attempts over three days', async () => {
  const { received, endpoint, announce } = await givenReceiver(refuse)
  givenLane()
  const startedAt = now
  const delivery = await announce()
  for (const [n, delayMs] of DELAYS_MS.entries()) {
    await eventually(async () => expect(await delivery()).toMatchObject({ attempts: n + 1 }))
    now = new Date(now.getTime() + delayMs)
  }
  await eventually(async () => {
    expect(await delivery()).toMatchObject({ status: 'failed', attempts: 10, nextAttemptAt: null })
  })
  expect(received).toHaveLength(10)
  expect(Math.floor((now.getTime() - startedAt.getTime()) / DAY_MS)).toBe(3)
  expect(await endpoint()).toMatchObject({ status: 'enabled', waiting: 0 })
})

test('an answer after 14 seconds counts, one after 16 does not, and nobody waits for them', async () => {
  const after = (seconds: number) =>
    givenReceiver((response) => void setTimeout(() => response.end('late'), seconds * SECOND_MS))
  const [slow, tooSlow, fast] = [await after(14), await after(16), await after(0)]
  const deliveries = [await slow.announce(), await tooSlow.announce(), await fast.announce()]
  const states = async () => {
    const found = await Promise.all(deliveries.map((read) => read()))
    return found.map(({ status, attempts, attemptList }) => ({
      status,
      attempts,
      result: attemptList[0]?.result,
    }))
  }
  const waiting = { status: 'pending', attempts: 0, result: undefined }
  const succeeded = { status: 'succeeded', attempts: 1, result: 'succeeded' }
  givenLane()
  await eventually(async () => expect(await states()).toEqual([waiting, waiting, succeeded]))
  const timedOut = { status: 'pending', attempts: 1, result: 'timed_out' }
  await eventually(async () => expect(await states()).toEqual([succeeded, timedOut, succeeded]))
  const [{ attemptList }] = await Promise.all(deliveries.map((read) => read()))
  expect(attemptList[0].durationMs).toBeGreaterThanOrEqual(13_900)
  expect(slow.received).toHaveLength(1)
})
