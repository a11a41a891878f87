import { expect, onTestFinished, test } from 'vitest'
import { ALL_CHECKS } from '../../src/features/analytics/reconciliation/reconciliation.ts'
import { runChecks } from '../../src/features/books/run-checks.ts'
import { loadSnapshot } from '../../src/features/catalog/snapshot/load.ts'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { type Api, createApi, createTestApp, must, type TestApp } from '../support/app.ts'
import { type Deal, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { type Invoice, readInvoice, sendInvoice } from '../support/invoice.ts'
import { copyDatabase, firstOf, onServer, withDatabase } from '../support/servers.ts'
import { countEvents, llm, times } from '../support/usage.ts'
import { eventually } from '../support/waiting.ts'
import { startCluster } from './cluster.ts'
import { prepareNodes } from './nodes.ts'
import { backUpNodes, restoreNodes, untilArchived } from './one-point.ts'

// External nodes, in containers or elsewhere, must not be stopped by tests.
const { CITUS_PROGRAMS = '' } = process.env
const testWithNodes = test.runIf(CITUS_PROGRAMS !== '')

const NAME = 'one_point'
const POINT = '2026-12-01'
const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }

async function openApp(url: string): Promise<TestApp> {
  const database = openDatabase({ url, poolSize: 10, onIdleError: () => undefined })
  await migrate(database.db)
  await loadSnapshot(database.db, new Date())
  return createTestApp({ database: { ...database, url } })
}

/** Creates a January draft for a new customer. */
async function givenDraft(api: Api): Promise<Invoice> {
  const deal: Deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
  return deal.generate(JANUARY)
}

type Phase = 'before' | 'meanwhile' | 'after'
type Written = {
  idempotencyKey: string
  customerExternalId: string
  began: Phase
  acknowledged: Phase
}

/** Records batches for customers of all nodes and notes when each was sent and acknowledged. */
function startWriter(api: Api, phase: () => Phase) {
  const written: Written[] = []
  let isStopped = false
  const write = async () => {
    for (let batch = 0; !isStopped; batch += 1) {
      const records = times(10, (n) => ({
        idempotencyKey: `${batch}-${n}`,
        customerExternalId: `writer-${n}`,
        began: phase(),
        acknowledged: phase(),
      }))
      await must(api.record(...records.map(recordOf)))
      written.push(...records.map((record) => ({ ...record, acknowledged: phase() })))
    }
  }
  const ended = write()
  return {
    written,
    stop: async () => {
      isStopped = true
      await ended
    },
  }
}

const recordOf = ({ idempotencyKey, customerExternalId }: Written) =>
  llm({ idempotencyKey, customerExternalId })

async function keysIn({ database }: TestApp): Promise<Set<string>> {
  const { rows } = await database.pool.query<{ key: string }>(
    `select payload::json ->> 'idempotencyKey' as key from usage_events
     where idempotency_hash is not null`,
  )
  return new Set(rows.map(({ key }) => key))
}

testWithNodes(
  'all nodes go back to one point: all of before is there whole, nothing of later, and the service goes on',
  async () => {
    const cluster = await startCluster(CITUS_PROGRAMS, { isArchived: true })
    onTestFinished(() => cluster.stop())
    const servers = await prepareNodes(cluster.nodes.map(({ url }) => url))
    await copyDatabase(servers, { name: NAME, template: servers.empty })
    const t = await openApp(withDatabase(firstOf(servers.urls), NAME))
    const { api, organization } = t
    const early = await sendInvoice(api, await givenDraft(api))
    const backups = await backUpNodes(cluster, CITUS_PROGRAMS)

    let phase: Phase = 'before'
    const writer = startWriter(api, () => phase)
    const before = await sendInvoice(api, await givenDraft(api))
    const drafts: Invoice[] = []
    while (drafts.length < 6) drafts.push(await givenDraft(api))
    await eventually(() => expect(writer.written.length).toBeGreaterThan(200))
    phase = 'meanwhile'
    const sending = Promise.all(drafts.map((draft) => sendInvoice(api, draft)))
    await t.database.pool.query('select citus_create_restore_point($1)', [POINT])
    phase = 'after'
    await sending
    const late = await sendInvoice(api, await givenDraft(api))
    const isLate = ({ began }: Written) => began === 'after'
    await eventually(() => expect(writer.written.filter(isLate).length).toBeGreaterThan(50))
    await writer.stop()
    await Promise.all(cluster.nodes.map(untilArchived))
    const eventsBefore = await countEvents(t.database.pool)
    await t.close()
    await Promise.all(cluster.nodes.map(({ stop }) => stop()))

    const restored = await restoreNodes(backups, POINT)
    onTestFinished(() => restored.stop())
    const url = withDatabase(firstOf(restored.nodes).url, NAME)
    await giveNewAddresses(url, { from: cluster.nodes, to: restored.nodes })
    const r = await openApp(url)
    const again = createApi(r.app, organization.secretKey)

    const stored = await keysIn(r)
    const had = writer.written.filter(({ acknowledged }) => acknowledged === 'before')
    expect(had.filter(({ idempotencyKey }) => !stored.has(idempotencyKey))).toEqual([])
    const lost = writer.written.filter(isLate)
    expect(lost.filter(({ idempotencyKey }) => stored.has(idempotencyKey))).toEqual([])
    expect(await countEvents(r.database.pool)).toBeLessThan(eventsBefore)
    await expectRollupsToAddUp(r)
    for (const invoice of [early, before]) {
      expect(await readInvoice(again, invoice.id)).toEqual(invoice)
    }
    expect((await again.get(`/v1/invoices/${late.id}`)).status).toBe(404)
    await expectWhole(r, organization.id)
    expect(await preparedIn(r)).toEqual([])

    // Sending everything again stores what is missing, and nothing twice.
    for (let first = 0; first < writer.written.length; first += 100) {
      await must(again.record(...writer.written.slice(first, first + 100).map(recordOf)))
    }
    expect(await keysIn(r)).toEqual(new Set(writer.written.map((one) => one.idempotencyKey)))
    const next = await sendInvoice(again, await givenDraft(again))
    expect(next.invoiceNumber).not.toBe(before.invoiceNumber)
    await expectRollupsToAddUp(r)
    await expectWhole(r, organization.id)
    await r.close()
  },
  1_200_000,
)

type Moved = { from: readonly { url: string }[]; to: readonly { url: string }[] }

/** Tells the coordinator the new addresses of all nodes, including its own. */
async function giveNewAddresses(url: string, { from, to }: Moved): Promise<void> {
  const statements = from.map((old, n) => {
    const { hostname, port } = new URL(to[n]?.url ?? '')
    return `select citus_update_node(nodeid, '${hostname}', ${port}) from pg_dist_node
      where nodeport = ${new URL(old.url).port}`
  })
  await onServer(url, statements)
}

/** Asserts that the data on nodes and coordinator agree: sums, invoice numbers and mails. */
async function expectWhole({ dependencies, database }: TestApp, organizationId: string) {
  const everything = { customerId: undefined, window: undefined, limit: 10 }
  const results = await runChecks(dependencies.db, {
    organizationId,
    checks: ALL_CHECKS,
    ...everything,
  })
  expect(results.flatMap(({ differences }) => differences)).toEqual([])
  const { rows } = await database.pool.query(
    `with issued as materialized (
       select id, invoice_number as number from invoices where status <> 'draft'
     ), mailed as materialized (
       select invoice_id as id from emails where kind = 'invoice'
     )
     select issued.number, mailed.id from issued full join mailed using (id)
     where issued.id is null or mailed.id is null
     union all
     select number, null from issued group by number having count(*) > 1`,
  )
  expect(rows).toEqual([])
}

/** Resolves prepared transactions and returns the remaining ones. */
async function preparedIn({ database }: TestApp): Promise<unknown[]> {
  await database.pool.query('select recover_prepared_transactions()')
  const { rows } = await database.pool.query(
    `select result from run_command_on_all_nodes('select count(*) from pg_prepared_xacts')
     where result <> '0'`,
  )
  return rows
}
