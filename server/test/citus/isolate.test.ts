import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/id.ts'
import { must } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { runCommand } from '../support/run-command.ts'
import { llm, times } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { STORED_KEYS, startWriters } from './start-writer.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })

const isolate = (...args: string[]) => runCommand(t.database.url, 'scale-out', 'isolate', ...args)

/** The customer with the most recorded usage, and one without further usage. */
let ids: string[]
beforeAll(async () => {
  const records = times(40, (n) => llm({ customerExternalId: `customer-${n}` }))
  await must(t.api.record(...records))
  const { rows } = await t.database.pool.query<{ id: string }>(
    'select id from customers order by external_id limit 2',
  )
  ids = rows.map(({ id }) => id)
})

/** Returns the node of a customer's events, and whether their shard holds no other customer. */
async function placeOf(id: string) {
  const { rows } = await t.database.pool.query<{ node: string; isAlone: boolean }>(
    `select nodename || ':' || nodeport as node, shardminvalue = shardmaxvalue as "isAlone"
     from citus_shards join pg_dist_shard using (shardid)
     where shardid = get_shard_id_for_distribution_column('usage_events', $1::uuid)`,
    [id],
  )
  return rows[0]
}

test('a customer moves to an isolated shard on another node during recording', async () => {
  const writers = startWriters(t.api, 3)
  for (const id of ids) {
    const before = await placeOf(id)
    const plan = await isolate(id, '--dry-run')
    expect(plan.output).toMatch(/^select citus_split_shard_by_split_points\(.*;\n$/)
    expect(await placeOf(id)).toEqual(before)
    const { code, output, errors } = await isolate(id)
    expect([code, errors]).toEqual([0, ''])
    const after = await placeOf(id)
    expect(after?.isAlone).toBe(true)
    expect(after?.node).not.toBe(before?.node)
    expect(output).toContain(`${id} has a shard of its own on ${after?.node}\n`)
  }
  const acknowledged = await writers.stop()
  expect(acknowledged.length).toBeGreaterThan(100)
  const { rows } = await t.database.pool.query(STORED_KEYS)
  expect(rows.map(({ key }) => String(key)).sort()).toEqual(acknowledged.sort())
})

test('an isolated customer, an unusable node and an unknown customer change nothing', async () => {
  const [id = ''] = ids
  const before = await placeOf(id)
  expect(await isolate(id)).toMatchObject({
    code: 0,
    output: `${id} has a shard of its own already\n`,
  })
  const { rows } = await t.database.pool.query<{ id: string }>(
    'select id from customers order by external_id offset 2 limit 1',
  )
  const other = rows[0]?.id ?? ''
  const its = await placeOf(other)
  const there = await isolate(other, '--to', its?.node ?? '')
  expect([there.code, there.errors]).toEqual([1, expect.stringContaining('--to names another')])
  for (const nobody of [newId(), 'nobody']) {
    const { code, errors } = await isolate(nobody)
    expect([code, errors]).toEqual([1, `${nobody} is not among the customers\n`])
  }
  expect([await placeOf(id), await placeOf(other)]).toEqual([before, its])
})
