import { afterEach, beforeAll, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { llm, times, unknownModel } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'
import { isLastNode, nodesOf, setAway } from './away-node.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })

/** Names of customers by the node of their events. */
let customers: { away: string[]; here: string[] }

beforeAll(async () => {
  const names = times(24, (n) => `customer-${n}`)
  await must(t.api.record(...names.map((customerExternalId) => llm({ customerExternalId }))))
  const { rows } = await t.database.pool.query<{ id: string; name: string }>(
    'select id, external_id as name from customers order by external_id',
  )
  const nodes = await nodesOf(t.database.pool, ...rows.map(({ id }) => id))
  const isAway = (at: number) => isLastNode(nodes[at])
  customers = {
    away: rows.filter((_, at) => isAway(at)).map(({ name }) => name),
    here: rows.filter((_, at) => !isAway(at)).map(({ name }) => name),
  }
  expect(Math.min(customers.away.length, customers.here.length)).toBeGreaterThan(2)
})

afterEach(() => setAway(t.database, false))

let used = 0
/** Returns a record per customer, each with an unused idempotency key. */
const recordsOf = (names: readonly string[], record = llm) =>
  names.map((customerExternalId) => {
    used += 1
    return record({ customerExternalId, idempotencyKey: `key-${used}` })
  })

test('while a node is down, other nodes record usage, and it recovers automatically', async () => {
  const late = recordsOf(customers.away)
  await setAway(t.database, true)
  const refused = t.api.record(...late)
  // More than one batch, sequentially, while the other node's lane retries.
  for (let batch = 0; batch < 5; batch += 1) {
    const { status, body } = await t.api.record(...recordsOf(customers.here))
    expect([status, body.successful]).toEqual([200, customers.here.length])
  }
  const uncosted = await t.api.record(...recordsOf(customers.here, unknownModel))
  expect(uncosted.body.results.failed.map(({ stored }: { stored: boolean }) => stored)).toEqual(
    customers.here.map(() => true),
  )
  expect((await t.app.inject('/readyz')).statusCode).toBe(200)
  const { status, headers } = await refused
  expect(status).toBe(503)
  expect(headers['retry-after']).toBeDefined()

  await setAway(t.database, false)
  await eventually(async () => {
    const again = await t.api.record(...late)
    expect([again.status, again.body.successful]).toEqual([200, late.length])
  })
  const { rows } = await t.database.pool.query(
    'select count(*)::int as count from usage_events where idempotency_hash is not null',
  )
  expect(rows).toEqual([{ count: late.length + 6 * customers.here.length }])
})

test('of a batch over all nodes, each record is answered for itself', async () => {
  await setAway(t.database, true)
  const records = recordsOf([...customers.here, ...customers.away])
  const { status, body } = await t.api.record(...records)
  expect([status, body.successful]).toEqual([200, customers.here.length])
  const failed = body.results.failed.map(
    ({
      record,
      stored,
      code,
    }: {
      record: { customerExternalId: string }
      stored: boolean
      code: string
    }) => {
      expect([stored, code]).toEqual([false, 'INTERNAL_ERROR'])
      return record.customerExternalId
    },
  )
  expect(failed.sort()).toEqual([...customers.away].sort())
  await setAway(t.database, false)
  await eventually(async () => {
    // Stored records are acknowledged again, and nothing is stored twice.
    expect((await t.api.record(...records)).body.successful).toBe(records.length)
  })
})
