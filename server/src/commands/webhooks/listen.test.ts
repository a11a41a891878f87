import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { givenCustomer } from '../../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../../test/support/use-app.ts'
import { eventually } from '../../../test/support/waiting.ts'
import { startReceiver, verify } from '../../features/webhooks/test-support.ts'
import { type Listen, listen } from './listen.ts'

const t = useTestApp()
const { api, organization } = useOrganizationPerTest(t)

let url = ''
beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
})

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function receiver(...respond: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...respond)
  opened.push(started)
  return started
}

/** Starts the command and waits until it listens. */
async function startListening(forward: string, options: Partial<Listen> = {}) {
  const lines: string[] = []
  const stopping = new AbortController()
  const done = listen({
    url,
    apiKey: organization.secretKey,
    forward,
    types: undefined,
    secret: undefined,
    signal: stopping.signal,
    print: (line) => lines.push(line),
    ...options,
  })
  opened.push({
    close: async () => {
      stopping.abort()
      await done
    },
  })
  const isListening = eventually(() => expect(lines.length).toBeGreaterThanOrEqual(2))
  await Promise.race([isListening, done])
  return lines
}

async function announce(): Promise<string> {
  const { id } = await givenCustomer(api)
  await t.followUp()
  return id
}

test('forwards what is announced from now on, signed, in order and once', async () => {
  await announce()
  const { url: forward, received } = await receiver()
  const lines = await startListening(forward)
  const ids = [await announce(), await announce(), await announce()]
  await eventually(() => expect(received).toHaveLength(3))
  const secret = lines[1]?.replace('Signing secret: ', '') ?? ''
  const messages = received.map((one) => verify(secret, one))
  expect(messages.map((one) => (one as { customerId: string }).customerId)).toEqual(ids)
  await eventually(() => expect(lines).toHaveLength(5))
  expect(lines[2]).toMatch(/^customer\.created [0-9a-f-]{36}: 200 in \d+ ms$/)
})

test('forwards only the chosen types, with the given secret', async () => {
  const { url: forward, received } = await receiver()
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  await startListening(forward, { types: ['customer.deleted'], secret })
  const id = await announce()
  await api.delete(`/v1/customers/${id}`)
  await t.followUp()
  await eventually(() => expect(received).toHaveLength(1))
  expect(verify(secret, received[0] ?? expect.fail())).toMatchObject({ type: 'customer.deleted' })
})

test('goes on after a receiver that refuses or hangs up', async () => {
  const {
    url: forward,
    received,
    respondWith,
  } = await receiver((response) => {
    response.statusCode = 500
    response.end()
  })
  const lines = await startListening(forward)
  await announce()
  await eventually(() => expect(received).toHaveLength(1))
  respondWith((response) => response.destroy())
  await announce()
  await eventually(() => expect(lines).toHaveLength(4))
  expect(lines[2]).toMatch(/: 500 in/)
  expect(lines[3]).toMatch(/: no answer \(/)
  respondWith((response) => response.end())
  await announce()
  await eventually(() => expect(lines[4]).toMatch(/: 200 in/))
})

test('a wrong key ends the command with the reason', async () => {
  const { signal } = new AbortController()
  const asked = { url, forward: url, types: undefined, secret: undefined, signal, print: () => {} }
  await expect(listen({ ...asked, apiKey: 'pw_sk_wrong' })).rejects.toThrow(/answered 401/)
})
