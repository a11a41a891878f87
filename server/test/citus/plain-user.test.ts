import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { loadSnapshot } from '../../src/features/catalog/snapshot/load.ts'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/id.ts'
import { createTestApp, must } from '../support/app.ts'
import { FEE, givenDeal, SINCE_JANUARY, TICKETS } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { sendInvoice } from '../support/invoice.ts'
import { runCommand } from '../support/run-command.ts'
import { dropDatabase, firstOf, onServer, withDatabase } from '../support/servers.ts'
import { isNode, nodesOf, setAway } from './away-node.ts'
import { createPlain, introduceNodes } from './nodes.ts'

const id = newId().replaceAll('-', '')
const ROLE = `owner_${id}`
const PASSWORD = newId()
const NAME = `owned_${id}`
const EMPTY = `empty_${id}`

/** URL of the database for its owner. */
let url: string

beforeAll(async () => {
  const servers = inject('servers')
  await createPlain(servers, NAME)
  await createPlain(servers, EMPTY)
  for (const server of servers.urls) {
    await onServer(server, [
      `create role ${ROLE} login password '${PASSWORD}'`,
      `alter database ${NAME} owner to ${ROLE}`,
      `alter database ${EMPTY} owner to ${ROLE}`,
    ])
  }
  url = ownedUrl(NAME)
})

function ownedUrl(name: string): string {
  const owned = new URL(withDatabase(firstOf(inject('servers').urls), name))
  owned.username = ROLE
  owned.password = PASSWORD
  return owned.href
}

afterAll(async () => {
  const servers = inject('servers')
  await dropDatabase(servers, NAME)
  await dropDatabase(servers, EMPTY)
  for (const server of servers.urls) await onServer(server, [`drop role ${ROLE}`])
})

/** Runs the steps that need a superuser (docs/scaling-out.md). */
async function prepareAsSuperuser(name: string): Promise<void> {
  const servers = inject('servers')
  await introduceNodes(servers, name)
  for (const server of servers.urls) {
    await onServer(withDatabase(server, name), [
      `insert into pg_dist_authinfo (nodeid, rolename, authinfo)
       values (0, '${ROLE}', 'password=${PASSWORD}')`,
    ])
  }
  await onServer(withDatabase(firstOf(servers.urls), name), [
    `grant execute on function recover_prepared_transactions() to ${ROLE}`,
  ])
}

test('an owner without superuser rights creates the tables of an empty database on the nodes', async () => {
  await prepareAsSuperuser(EMPTY)
  const database = openDatabase({ url: ownedUrl(EMPTY), poolSize: 2, onIdleError: () => undefined })
  try {
    // Several processes may start concurrently.
    await Promise.all([migrate(database.db), migrate(database.db)])
    const { rows } = await database.pool.query(
      `select (select count(*)::int from pg_dist_partition where partmethod = 'h') > 30 as moved,
         (select count(*)::int from pg_proc where proname like 'owner\\_%') as left`,
    )
    expect(rows).toEqual([{ moved: true, left: 0 }])
  } finally {
    await database.close()
  }
})

test('an owner without superuser rights moves the database, records and bills', async () => {
  const database = openDatabase({ url, poolSize: 10, onIdleError: () => undefined })
  await migrate(database.db)
  await loadSnapshot(database.db, new Date())
  await prepareAsSuperuser(NAME)
  const { code, output, errors } = await runCommand(url, 'scale-out', '--online-above', '0')
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain('tables are where they belong')
  await database.pool.query('select recover_prepared_transactions()')

  let now = new Date('2026-03-15T00:00:00Z')
  const t = await createTestApp({ database: { ...database, url }, now: () => now })
  try {
    const deal = await givenDeal(t.api, { prices: [FEE, TICKETS], subscription: SINCE_JANUARY })
    await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
    const january = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
    await sendInvoice(t.api, await deal.generate(january))
    now = new Date('2026-04-03T00:00:00Z')
    await runBilling(t.dependencies, { now, allBut: [] })
    await t.followUp()
    const { data } = await must(t.api.get('/v1/invoices'))
    expect(data).toHaveLength(2)
    const [whose] = await nodesOf(database.pool, deal.customerId)
    const another = inject('servers').urls.find((node, at) => at > 0 && !isNode(node, whose))
    await setAway({ url }, true, another)
    expect((await t.api.get(`/v1/invoices/${data[0].id}`)).status).toBe(200)
    await setAway({ url }, false, another)
    await expectRollupsToAddUp(t)
  } finally {
    await t.close()
  }
})

test('node statements need a superuser only where the guide says so', async () => {
  const { hostname, port } = new URL(inject('servers').urls.at(-1) ?? '')
  const node = `'${hostname}', ${port}`
  const owner = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  const ask = (call: string) => owner.pool.query(`select ${call}`)
  try {
    for (const call of [
      `citus_add_node(${node})`,
      `citus_drain_node(${node})`,
      `citus_remove_node(${node})`,
      `citus_update_node(1, ${node})`,
      `citus_create_restore_point('a point')`,
    ]) {
      await expect(ask(call), call).rejects.toThrow(/permission denied|operation is not allowed/)
    }
    const { rows } = await ask(`id from customers limit 1`)
    await ask(`citus_rebalance_start()`)
    await ask(`* from citus_rebalance_status()`)
    const isolated = await runCommand(url, 'scale-out', 'isolate', rows[0]?.id)
    expect(isolated).toMatchObject({ code: 0, errors: '' })
  } finally {
    await owner.close()
  }
})
