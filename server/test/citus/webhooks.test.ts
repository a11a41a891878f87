import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { publishEvent } from '../../src/features/outbox/outbox.ts'
import {
  givenEndpoint,
  startLane,
  startReceiver,
} from '../../src/features/webhooks/test-support.ts'
import { must } from '../support/app.ts'
import { givenCustomer } from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'
import { isLastNode, nodesOf, setAway } from './away-node.ts'

const t = useTestApp({})

/** Ids of customers by the node of their rows. */
let customers: { away: string[]; here: string[] }

beforeAll(async () => {
  const ids: string[] = []
  for (let n = 0; n < 24; n += 1) ids.push((await givenCustomer(t.api)).id)
  await t.followUp()
  const nodes = await nodesOf(t.database.pool, ...ids)
  customers = {
    away: ids.filter((_, at) => isLastNode(nodes[at])),
    here: ids.filter((_, at) => !isLastNode(nodes[at])),
  }
  expect(Math.min(customers.away.length, customers.here.length)).toBeGreaterThan(2)
})

afterEach(() => setAway(t.database, false))

/** Starts a receiver of changed customers, and a process that sends to it. */
async function givenReceiver() {
  const receiver = await startReceiver()
  const { id } = await givenEndpoint(t.api, receiver.url, { types: ['customer.updated'] })
  const lane = startLane(t)
  onTestFinished(async () => {
    await lane.stop()
    await receiver.close()
    await t.api.delete(`/v1/webhook-endpoints/${id}`)
  })
  const heard = () => receiver.received.map(({ body }) => JSON.parse(body).customerId).sort()
  return { ...receiver, heard, path: `/v1/webhook-endpoints/${id}/deliveries?limit=100` }
}

/** Writes only to the coordinator: the customers themselves are on every node. */
async function publishChanges(customerIds: readonly string[]): Promise<void> {
  const now = new Date()
  const organizationId = t.organization.id
  await t.dependencies.db.transaction().execute(async (tx) => {
    for (const customerId of customerIds) {
      const event = {
        type: 'customer.updated',
        organizationId,
        customerId,
        id: customerId,
      } as const
      await publishEvent(tx, event, { now, businessNow: now })
    }
  })
}

test('endpoints, deliveries and the feed are on the coordinator alone', async () => {
  const { rows } = await t.database.pool.query<{ name: string; kind: string }>(
    `select name, kind from app.placement
     where name like 'webhook%' or name like 'announce%' order by name`,
  )
  expect(rows.map(({ name, kind }) => [name, kind])).toEqual(
    [
      'announced_models',
      'announced_prices',
      'announcements',
      'webhook_attempts',
      'webhook_deliveries',
      'webhook_endpoints',
      'webhook_notices',
    ].map((name) => [name, 'local']),
  )
  const moved = await t.database.pool.query(
    'select from pg_dist_partition where logicalrelid::text = any($1)',
    [rows.map(({ name }) => name)],
  )
  expect(moved.rowCount).toBe(0)
})

test('changes of the customers of every node are delivered once, and are in the feed', async () => {
  const { heard, received, path } = await givenReceiver()
  const ids = [...customers.away, ...customers.here].sort()
  for (const id of ids) await must(t.api.patch(`/v1/customers/${id}`, { name: 'Changed' }))
  await t.followUp()
  await eventually(() => expect(heard()).toEqual(ids))
  await eventually(async () => {
    const { results, totalResults } = await must(t.api.get(path))
    expect(totalResults).toBe(ids.length)
    expect(new Set(results.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['succeeded']),
    )
  })
  const { results } = await must(t.api.get('/v1/announcements?type=customer.updated&limit=100'))
  expect(results.map(({ id }: { id: string }) => id).sort()).toEqual(
    received.map(({ id }) => id).sort(),
  )
})

test('while a node is down, changes of the others are delivered; the rest follows', async () => {
  const { heard } = await givenReceiver()
  await setAway(t.database, true)
  await publishChanges([...customers.away, ...customers.here])
  await t.followUp()
  await eventually(() => expect(heard()).toEqual(customers.here.toSorted()))
  await setAway(t.database, false)
  await eventually(async () => {
    // A failed task waits a minute or longer.
    await t.followUp(new Date(Date.now() + 3_600_000))
    expect(heard()).toEqual([...customers.away, ...customers.here].sort())
  })
})
