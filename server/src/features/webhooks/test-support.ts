import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { type Api, must, type TestApp } from '../../../test/support/app.ts'
import { newId } from '../../platform/id.ts'
import { appendAnnouncements, type NewAnnouncement } from './announcements/append.ts'
import { runWebhookLane } from './sending/lane.ts'

export type Received = {
  id: string
  type: string
  headers: IncomingHttpHeaders
  body: string
  at: number
}

type Respond = (response: ServerResponse, received: Received) => void

const accept: Respond = (response) => response.end('ok')

/** A receiver on this machine, which accepts everything unless told otherwise. */
export async function startReceiver(initial: Respond = accept) {
  const received: Received[] = []
  let respond = initial
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const { headers } = request
      const { type } = JSON.parse(body)
      const one = { id: String(headers['webhook-id']), type, headers, body, at: Date.now() }
      received.push(one)
      respond(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    respondWith: (next: Respond) => {
      respond = next
    },
    /** Closes all connections, and refuses new ones for a time. */
    interrupt: (milliseconds: number) => {
      server.closeAllConnections()
      server.close(() => setTimeout(() => server.listen(port, '127.0.0.1'), milliseconds))
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Verifies a delivery as a receiver does, and returns its content. */
export function verify(secret: string, { headers, body }: Received) {
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Webhook(secret).verify(body, Object.fromEntries(named))
}

/** Runs the lane of this app until it is stopped. */
export function startLane(t: TestApp, changes: Partial<TestApp['dependencies']> = {}) {
  const stopping = new AbortController()
  const lane = runWebhookLane({ ...t.dependencies, ...changes, random: () => 0 }, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await lane
    },
  }
}

export async function givenEndpoint(api: Api, url: string, more: object = {}) {
  return must(api.post('/v1/webhook-endpoints', { url, ...more }))
}

/** Announces several changes of an organization in one transaction, and returns their ids. */
export async function givenAnnouncements(
  { dependencies: { db, now } }: TestApp,
  organizationId: string,
  changes: readonly Partial<NewAnnouncement>[],
): Promise<string[]> {
  const announcements = changes.map((changed) => ({
    id: newId(),
    organizationId,
    customerId: null,
    customerExternalId: null,
    type: 'coupon.created' as const,
    objectId: newId(),
    version: 1,
    data: '{}',
    happenedAt: now(),
    ...changed,
  }))
  await db.transaction().execute((tx) => appendAnnouncements(tx, announcements, now()))
  return announcements.map(({ id }) => id)
}

/** Gives an announcement and its deliveries a type that only a newer version knows. */
export async function renameType({ database: { pool } }: TestApp, id: string | undefined) {
  await pool.query(`update announcements set type = 'future.happened' where id = $1`, [id])
  await pool.query(
    `update webhook_deliveries set type = 'future.happened' where announcement_id = $1`,
    [id],
  )
}
