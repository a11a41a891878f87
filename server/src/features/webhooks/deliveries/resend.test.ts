import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { eventually } from '../../../../test/support/waiting.ts'
import { givenEndpoint, startLane, startReceiver } from '../test-support.ts'

const now = new Date()
const t = useTestApp({ now: () => now })
const { api } = useOrganizationPerTest(t)
const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

/** Starts two processes that send to a new endpoint, and sends a test to it. */
async function givenDelivery(...respond: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...respond)
  const lanes = [startLane(t), startLane(t)]
  opened.push(receiver, ...lanes.map(({ stop }) => ({ close: stop })))
  const { id: endpointId } = await givenEndpoint(api, receiver.url)
  const { id } = await must(api.post(`/v1/webhook-endpoints/${endpointId}/test`, undefined))
  const path = `/v1/webhook-endpoints/${endpointId}`
  return {
    ...receiver,
    delivery: () => must(api.get(`${path}/deliveries/${id}`)),
    resend: () => must(api.post(`/v1/announcements/${id}/resend`, {})),
    replay: () => must(api.post(`${path}/replay`, { from: '2020-01-01' })),
  }
}

/** Holds answers until they are released. */
function holding() {
  const held: ServerResponse[] = []
  return { held, respond: (response: ServerResponse) => void held.push(response) }
}

test('a delivery that waits is sent now and keeps its attempts; a replay leaves it', async () => {
  const { received, respondWith, delivery, resend, replay } = await givenDelivery((response) =>
    response.writeHead(503, { 'retry-after': '3600' }).end(),
  )
  await eventually(async () => expect(await delivery()).toMatchObject({ attempts: 1 }))
  const waiting = await delivery()
  expect(Date.parse(waiting.nextAttemptAt) - now.getTime()).toBeGreaterThanOrEqual(3_600_000)
  expect(await replay()).toEqual({ deliveries: 0 })
  expect(await delivery()).toEqual(waiting)

  expect(await resend()).toEqual({ deliveries: 1 })
  await eventually(async () => expect(await delivery()).toMatchObject({ attempts: 2 }))
  respondWith((response) => response.end())
  expect(await resend()).toEqual({ deliveries: 1 })
  await eventually(async () => {
    expect(await delivery()).toMatchObject({ status: 'succeeded', attempts: 3 })
  })
  expect(new Set(received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
  expect(received).toHaveLength(3)

  expect(await resend()).toEqual({ deliveries: 1 })
  await eventually(async () => {
    expect(await delivery()).toMatchObject({ status: 'succeeded', attempts: 1 })
  })
  expect(received).toHaveLength(4)
})

test.each([200, 500])('a delivery that is being answered with %i is sent once', async (status) => {
  const { held, respond } = holding()
  const { received, delivery, resend } = await givenDelivery(respond)
  await eventually(() => expect(held).toHaveLength(1))
  const asked = await Promise.all([resend(), resend(), resend()])
  expect(asked).toEqual(Array(3).fill({ deliveries: 1 }))
  held[0]?.writeHead(status).end()
  const after = status === 200 ? 'succeeded' : 'pending'
  await eventually(async () => {
    expect(await delivery()).toMatchObject({ status: after, attempts: 1 })
  })
  // Long enough for another round of the lanes.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(received).toHaveLength(1)
  expect((await delivery()).attemptList).toHaveLength(1)
})

test('a delivery with its last attempt under way ends with it, and starts anew after that', async () => {
  const { held, respond } = holding()
  const { received, respondWith, delivery, resend } = await givenDelivery((response) =>
    response.writeHead(500).end(),
  )
  for (let attempts = 1; attempts < 10; attempts += 1) {
    await eventually(async () => expect(await delivery()).toMatchObject({ attempts }))
    if (attempts === 9) respondWith(respond)
    await resend()
  }
  await eventually(() => expect(held).toHaveLength(1))
  await resend()
  held[0]?.writeHead(500).end()
  await eventually(async () => {
    expect(await delivery()).toMatchObject({ status: 'failed', attempts: 10 })
  })
  expect(received).toHaveLength(10)
  respondWith((response) => response.end())
  await resend()
  await eventually(async () => {
    expect(await delivery()).toMatchObject({ status: 'succeeded', attempts: 1 })
  })
})
