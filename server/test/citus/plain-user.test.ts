import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { loadSnapshot } from '../../src/features/catalog/snapshot/load.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/id.ts'
import { createTestApp, must } from '../support/app.ts'
import { FEE, givenDeal, SINCE_JANUARY, TICKETS } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { sendInvoice } from '../support/invoice.ts'
import { runCommand } from '../support/run-command.ts'
import { dropDatabase, firstOf, onServer, withDatabase } from '../support/servers.ts'
import { createPlain, introduceNodes } from './nodes.ts'

const id = newId().replaceAll('-', '')
const ROLE = `owner_${id}`
const PASSWORD = newId()
const NAME = `owned_${id}`

/** The database as its owner reaches it. */
let url: string

beforeAll(async () => {
  const servers = inject('servers')
  await createPlain(servers, NAME)
  for (const server of servers.urls) {
    await onServer(server, [
      `create role ${ROLE} login password '${PASSWORD}'`,
      `alter database ${NAME} owner to ${ROLE}`,
    ])
  }
  const owned = new URL(withDatabase(firstOf(servers.urls), NAME))
  owned.username = ROLE
  owned.password = PASSWORD
  url = owned.href
})
afterAll(async () => {
  const servers = inject('servers')
  await dropDatabase(servers, NAME)
  for (const server of servers.urls) await onServer(server, [`drop role ${ROLE}`])
})

/** What only a superuser may (docs/scaling-out.md). */
async function prepareAsSuperuser(): Promise<void> {
  const servers = inject('servers')
  await introduceNodes(servers, NAME)
  for (const server of servers.urls) {
    await onServer(withDatabase(server, NAME), [
      `insert into pg_dist_authinfo (nodeid, rolename, authinfo)
       values (0, '${ROLE}', 'password=${PASSWORD}')`,
    ])
  }
  await onServer(withDatabase(firstOf(servers.urls), NAME), [
    `grant execute on function recover_prepared_transactions() to ${ROLE}`,
  ])
}

test('the owner of the database, who is no superuser, moves it, records and bills', async () => {
  const database = openDatabase({ url, poolSize: 10, onIdleError: () => undefined })
  await migrate(database.db)
  await loadSnapshot(database.db, new Date())
  await prepareAsSuperuser()
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
    await expectRollupsToAddUp(t)
  } finally {
    await t.close()
  }
})

test('what each node does is for a superuser where the guide says so, and else for the owner', async () => {
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
