import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { createTestApp, must, type TestApp } from '../support/app.ts'
import { FEE, givenDeal, SINCE_JANUARY, TICKETS } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { runCommand } from '../support/run-command.ts'
import { firstOf, onServer, type Servers } from '../support/servers.ts'
import { llm, times, unknownModel } from '../support/usage.ts'
import { introduceNodes } from './nodes.ts'
import { givenFilledDatabase } from './plain-database.ts'
import { STORED_KEYS, startWriters } from './start-writer.ts'

/** A coordinator and one worker, both of which hold customers. */
let servers: Servers
let t: TestApp
/** Fixed while tables move: new events must not look as if they had been there before. */
let now: Date | undefined

beforeAll(async () => {
  const all = inject('servers')
  servers = { ...all, urls: all.urls.slice(0, 2) }
  const database = await givenFilledDatabase(servers)
  t = await createTestApp({ database, now: () => now ?? new Date() })
  const records = times(80, (n) =>
    (n % 10 === 0 ? unknownModel : llm)({ customerExternalId: `customer-${n % 40}` }),
  )
  await must(t.api.record(...records))
  await introduceNodes(servers, database.name)
  await letCoordinatorTakeShards(true)
})
afterAll(() => t.close())

const scaleOut = (...args: string[]) => runCommand(t.database.url, 'scale-out', ...args)

async function letCoordinatorTakeShards(may: boolean): Promise<void> {
  const { hostname, port } = new URL(firstOf(servers.urls))
  await onServer(t.database.url, [
    `select citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', ${may})`,
  ])
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  return (await t.database.pool.query(query)).rows
}

/** Counts the event shards of each node, the coordinator first. */
const shardsOf = () =>
  rowsOf(`select count(shard)::int as shards from pg_dist_node node
    left join citus_shards shard on shard.nodename = node.nodename and shard.nodeport = node.nodeport
      and table_name = 'usage_events'::regclass
    group by node.groupid order by node.groupid`)

test('refuses to move tables during writes while the coordinator takes shards, and says what to do', async () => {
  for (const args of [['--dry-run'], []]) {
    const { code, output, errors } = await scaleOut('--online-above', '0', ...args)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toContain('shouldhaveshards')
  }
  expect(await rowsOf('select from pg_dist_partition')).toEqual([])
})

test('the tables move in one stop, and both nodes have customers', async () => {
  const writers = startWriters(t.api, 2)
  const { code, output, errors } = await scaleOut()
  expect([code, errors]).toEqual([0, ''])
  expect(output).toMatch(/tables are where they belong\n$/)
  expect(await shardsOf()).toEqual([{ shards: 2 }, { shards: 2 }])
  const acknowledged = await writers.stop()
  const stored = await rowsOf(STORED_KEYS)
  expect(stored.map(({ key }) => String(key)).sort()).toEqual(acknowledged.sort())
})

test('customers of both nodes are recorded and billed', async () => {
  const writers = startWriters(t.api, 2, 2)
  now = new Date('2026-03-15T00:00:00Z')
  const deals = []
  for (let n = 0; n < 8; n += 1) {
    const deal = await givenDeal(t.api, {
      prices: [FEE, TICKETS],
      customer: { externalId: `billed-${n}` },
      subscription: SINCE_JANUARY,
    })
    await deal.use('ticket', 10, '2026-03-10T00:00:00Z')
    deals.push(deal)
  }
  const april = new Date('2026-04-03T00:00:00Z')
  now = april
  await runBilling(t.dependencies, { now: april, allBut: [] })
  await t.followUp()
  await writers.stop()
  for (const { customerId } of deals) {
    const { data } = await must(t.api.get(`/v1/invoices?customerId=${customerId}`))
    expect(data.length).toBeGreaterThan(0)
  }
  const nodes = await rowsOf(
    `select distinct get_shard_id_for_distribution_column('usage_events', id) from customers
     where id = any('{${deals.map(({ customerId }) => customerId)}}')`,
  )
  expect(nodes.length).toBeGreaterThan(1)
  await expectRollupsToAddUp(t)
})

test('the status counts the events of both', async () => {
  const { code, output, errors } = await scaleOut('status')
  expect([code, errors]).toEqual([0, ''])
  const nodes = [...output.matchAll(/^(\S+:\d+) +(\d+) +(\d+) /gm)]
  expect(nodes.map(([, node]) => node).sort()).toEqual(
    servers.urls.map((url) => new URL(url).host).sort(),
  )
  for (const [, , shards, events] of nodes) {
    expect(Number(shards)).toBeGreaterThan(1)
    expect(Number(events)).toBeGreaterThan(0)
  }
  const [{ count } = {}] = await rowsOf('select count(*)::int from usage_events')
  expect(nodes.reduce((sum, [, , , events]) => sum + Number(events), 0)).toBe(count)
})

test('a customer of the coordinator moves to the worker, and one of the worker to it, while they are recorded', async () => {
  const writers = startWriters(t.api, 2, 4)
  const [{ nodes } = {}] = await rowsOf(
    `select array_agg(id) as nodes from (
       select distinct on (groupid) customers.id from customers
       join pg_dist_placement on shardid = get_shard_id_for_distribution_column('usage_events', id)
       where external_id like 'customer-%' order by groupid, external_id) as ours`,
  )
  expect(nodes).toHaveLength(2)
  for (const id of nodes as string[]) {
    const { code, errors } = await scaleOut('isolate', id)
    expect([code, errors]).toEqual([0, ''])
  }
  await writers.stop()
  await expectRollupsToAddUp(t)
})
