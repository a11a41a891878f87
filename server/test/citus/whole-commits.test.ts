import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { lockBillingContext } from '../../src/features/billing/context/billing-context.ts'
import { makeDraft } from '../../src/features/billing/drafts/draft.ts'
import { chooseWindow } from '../../src/features/billing/window.ts'
import { deliverEmails } from '../../src/features/emails/deliver.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { rebuildRollups } from '../../src/features/usage/rebuild-rollups.ts'
import { newId } from '../../src/platform/id.ts'
import { type Deal, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { sendInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'
import { tellOf } from './heard-event.ts'
import { givenPreparedRow } from './prepared-row.ts'
import { losableTables } from './watch-commits.ts'

const t = useTestApp({})

let deal: Deal
beforeAll(async () => {
  deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
})

/**
 * Returns the commands that the coordinator sends to nodes for a transaction, without the
 * statements themselves.
 */
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

test('the coordinator commits only after the customer’s node has prepared', async () => {
  // Proves that the workaround is needed.
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

/** Simulates a killed node: everything that its sessions had not prepared is lost. */
async function loseSessionsOfNodes(): Promise<void> {
  const { rows } = await t.database.pool.query<{ result: string }>(
    `select result from run_command_on_workers($$
       select count(pg_terminate_backend(pid)) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and application_name like 'citus_internal%'$$)`,
  )
  expect(rows.some(({ result }) => Number(result) > 0)).toBe(true)
}

test('a draft whose node is lost before the commit fails and uses no number', async () => {
  const { customerId, subscriptionId } = deal
  const key = { organizationId: t.organization.id, customerId, subscriptionId }
  const moment = { now: new Date(), businessNow: new Date() }
  const making = t.dependencies.db.transaction().execute(async (tx) => {
    const billing = await lockBillingContext(tx, key)
    const made = await makeDraft(tx, billing, chooseWindow(billing, {}, moment.businessNow), moment)
    await loseSessionsOfNodes()
    return made
  })
  await expect(making).rejects.toThrow()
  for (const table of ['invoices', 'invoice_lines', 'invoice_counters']) {
    const { rowCount } = await t.database.pool.query(
      `select from ${table} where organization_id = $1`,
      [key.organizationId],
    )
    expect(rowCount, table).toBe(0)
  }
})

/** Commits a transaction that queries a customer's node and then inserts a row there. */
async function commitCopy(answer: string): Promise<void> {
  const { customerId } = deal
  const client = await t.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from subscriptions where customer_id = $1', [customerId])
    await client.query(
      `insert into uncosted_services (customer_id, event_id, provider, model, organization_id,
         usage_date, reason)
       select $1, event, 'p', 'm', $2, now(), 'unknown_model' from unnest($3::uuid[]) as event ${answer}`,
      [customerId, t.organization.id, [newId()]],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

// `losable-rows.ts` asserts it after each of these tests.
test('a transaction that Citus may commit without some of its rows is detected', async () => {
  await commitCopy('returning 1')
  expect(losableTables()).toEqual([])
  await commitCopy('')
  expect(losableTables()).toEqual(['uncosted_services'])
})

/**
 * Creates usage that the coordinator has committed and the node still holds prepared; returns a
 * function that tells if it is visible.
 */
async function givenHiddenUsage(): Promise<() => Promise<boolean>> {
  const { customerId } = deal
  const row = await givenPreparedRow(t.database, customerId)
  const isShown = async () => {
    const { rows } = await t.database.pool.query(
      'select from usage_events where customer_id = $1 and id = $2',
      [customerId, row.event.id],
    )
    return rows.length === 1
  }
  await row.prepareCommitted()
  // Citus resolves prepared transactions periodically, perhaps just now.
  return (await isShown()) ? givenHiddenUsage() : isShown
}

test('a consumer sees the data of its event, even while the node still holds it prepared', async () => {
  const isShown = await givenHiddenUsage()
  const found: boolean[] = []
  await tellOf(t, deal.customerId, async () => void found.push(await isShown()))
  expect(found).toEqual([true])
})

test('a mail is sent with the data committed together with it', async () => {
  const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
  await deal.use('ticket', 1, '2026-01-10T00:00:00Z')
  await sendInvoice(t.api, await deal.generate(window))
  const isShown = await givenHiddenUsage()
  const found: boolean[] = []
  const attachmentsOf = async () => {
    found.push(await isShown())
    return []
  }
  await deliverEmails({ ...t.dependencies, attachmentsOf }, new Date())
  expect(found).toEqual([true])
})

test('sums of a month are closed once all of its usage is visible', async () => {
  await deal.use('ticket', 1, '2026-01-11T00:00:00Z')
  const isShown = await givenHiddenUsage()
  await closeSums(t.dependencies, new Date())
  expect(await isShown()).toBe(true)
})

test('sums are made again from all usage that was committed', async () => {
  const isShown = await givenHiddenUsage()
  await rebuildRollups(t.database.db, { organizationId: t.organization.id, customerId: undefined })
  expect(await isShown()).toBe(true)
})

test('a month is marked as closed only when its sums are visible on every node', async () => {
  const { pool } = t.database
  // More than one event per row of sums; otherwise no sums are kept.
  for (const day of ['03', '04', '05', '06'])
    await deal.use('ticket', 1, `2026-03-${day}T00:00:00Z`)
  await pool.query('create table seen_when_ready (start date, sums text, seen bigint)')
  await pool.query(`create function see_when_ready() returns trigger language plpgsql as $$
    begin
      insert into seen_when_ready select new.start, new.sums, sum(result::bigint)
        from run_command_on_shards(new.sums, 'select count(*) from %s');
      return null;
    end $$`)
  await pool.query(`create trigger see_when_ready after update on closed_sums for each row
    when (new.state = 'ready' and new.sums = 'usage_months') execute function see_when_ready()`)
  await closeSums({ ...t.dependencies, saving: { rows: 1, events: 1 } }, new Date())
  const { rows } = await pool.query('select seen > 0 as "isSeen" from seen_when_ready')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows[0]).toEqual({ isSeen: true })
})
