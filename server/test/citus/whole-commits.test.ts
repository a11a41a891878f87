import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { consume } from '../../src/features/outbox/consume.ts'
import type { Handlers } from '../../src/features/outbox/consumers.ts'
import { outbox } from '../../src/features/outbox/outbox.ts'
import { newId } from '../../src/platform/id.ts'
import { createLog } from '../../src/platform/log.ts'
import { type Deal, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { useTestApp } from '../support/use-app.ts'
import { givenPreparedRow } from './prepared-row.ts'

const t = useTestApp({})

let deal: Deal
beforeAll(async () => {
  deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
})

/** What the coordinator says to nodes while it runs statements in a transaction, but for their own. */
async function commandsOf(...statements: string[]): Promise<string[]> {
  const client = new pg.Client(t.database.url)
  const said: string[] = []
  client.on('notice', ({ message = '' }) => said.push(message))
  await client.connect()
  try {
    await client.query('set citus.log_remote_commands = on')
    for (const statement of ['begin', ...statements, 'commit']) await client.query(statement)
  } finally {
    await client.end()
  }
  return said.flatMap((one) => /^issuing (PREPARE|COMMIT PREPARED|COMMIT$)/.exec(one)?.[1] ?? [])
}

const ofCustomer = () =>
  `update subscriptions set version = version + 1 where customer_id = '${deal.customerId}'`

test('what the coordinator keeps is committed only after what the node of a customer has prepared', async () => {
  // That Citus needs to be told so.
  expect(await commandsOf(ofCustomer())).toEqual(['COMMIT'])
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select name from app.placement
     where kind = 'local' and name not in ('migrations', 'migrations_lock') order by name`,
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { name } of rows) {
    const local = `delete from ${name} where false`
    for (const both of [
      [ofCustomer(), local],
      [local, local, ofCustomer()],
    ]) {
      expect(await commandsOf(...both), name).toEqual(['PREPARE', 'COMMIT PREPARED'])
    }
    expect(await commandsOf(local), name).toEqual([])
  }
})

test('who hears of an event finds what it tells of, also while its node still holds that prepared', async () => {
  const { db } = t.dependencies
  const { customerId } = deal
  const row = await givenPreparedRow(t.database, customerId)
  const count = async () => {
    const { rows } = await t.database.pool.query(
      'select count(*)::int as count from usage_events where customer_id = $1 and id = $2',
      [customerId, row.event.id],
    )
    return rows[0].count
  }
  await row.prepare()
  await row.commit()
  expect(await count()).toBe(0)
  const now = new Date()
  const times = { now, businessNow: now }
  const organizationId = t.organization.id
  const event = { type: 'payment.succeeded', organizationId, customerId, id: newId() } as const
  await db.transaction().execute((tx) => outbox(tx, event, times))
  const found: number[] = []
  const handlers = { notices: async () => void found.push(await count()) } as unknown as Handlers
  const deps = { db, log: createLog('silent'), now: () => now }
  await consume(deps, handlers, { consumer: 'notices', organizationId, now })
  expect(found).toEqual([1])
})
