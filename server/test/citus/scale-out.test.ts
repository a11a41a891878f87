import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createTestApp, must, type TestApp } from '../support/app.ts'
import { cleanUpOnExit } from '../support/clean-up-on-exit.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { sendInvoice } from '../support/invoice.ts'
import { programEnv } from '../support/program-env.ts'
import { onServer, withDatabase } from '../support/servers.ts'
import { llm, times, unknownModel } from '../support/usage.ts'
import { eventually } from '../support/waiting.ts'
import { tellOf } from './heard-event.ts'
import { introduceNodes } from './nodes.ts'
import { givenFilledDatabase } from './plain-database.ts'
import { STORED_KEYS, startWriters } from './start-writer.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')

let t: TestApp
let name: string
let invoiceId: string
beforeAll(async () => {
  const database = await givenFilledDatabase(inject('servers'))
  name = database.name
  t = await createTestApp({ database })
  await fill()
})
afterAll(() => t.close())

/** Creates a billed customer, and others with existing events, some of them uncosted. */
async function fill(): Promise<void> {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
  const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
  const invoice = await sendInvoice(t.api, await deal.generate(window))
  invoiceId = invoice.id
  for (let batch = 0; batch < 20; batch += 1) {
    const records = times(100, (n) => {
      const record = n % 10 === 0 ? unknownModel : llm
      return record({
        customerExternalId: `customer-${n % 40}`,
        usageDate: `2026-01-${10 + batch}`,
      })
    })
    await must(t.api.record(...records))
  }
  // Events recorded a while ago are compared row by row.
  await t.database.pool.query(`update usage_events set created_at = now() - interval '1 hour'`)
}

/** Runs the command to its end, or kills it at a message or when a promise resolves. */
async function run(args: string[], killAt?: RegExp | Promise<void>) {
  const child = spawn(process.execPath, [CLI, 'scale-out', ...args], {
    env: programEnv({ DATABASE_URL: t.database.url }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (killAt instanceof RegExp && killAt.test(output)) child.kill('SIGKILL')
  })
  if (killAt instanceof Promise) void killAt.then(() => child.kill('SIGKILL'))
  const [errors, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, signal, output, errors }
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  return (await t.database.pool.query(query)).rows
}

const foreignKeys = () =>
  rowsOf(`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as is
    from pg_constraint join app.placement on name = conrelid::regclass::text
    where contype = 'f' order by 1, 2`)
const untouched = () =>
  rowsOf(`select (select count(*) from pg_dist_partition) as moved, to_regclass('app.scale_out_before'),
      (select setconfig from pg_db_role_setting
       where setdatabase = (select oid from pg_database where datname = current_database()))`)

test('names every missing requirement and changes nothing', async () => {
  expect((await run([])).errors).toMatch(
    /The extension is not in this database: run create extension/,
  )
  await t.database.pool.query('create extension citus')
  const { code, errors } = await run([])
  expect(code).toBe(1)
  expect(errors).toMatch(/citus_set_coordinator_host/)
  expect(errors).toMatch(/citus_add_node/)
  expect(await untouched()).toEqual([{ moved: '0', to_regclass: null, setconfig: null }])
  await t.database.pool.query('drop extension citus')
})

test('a dry run prints each step, and changes nothing', async () => {
  await introduceNodes(inject('servers'), name)
  const before = await untouched()
  const { code, output, errors } = await run(['--dry-run', '--nodes', '3'])
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain(`set citus.shard_count = '6'`)
  expect(output).toContain(`select create_reference_table('public."organizations"');`)
  expect(output.indexOf('create_reference_table')).toBeGreaterThan(output.indexOf('lock table'))
  expect(await untouched()).toEqual(before)
})

test('names foreign objects on the tables before anything moves', async () => {
  await t.database.pool.query(
    'create table public.notes (id uuid constraint of_customer references customers)',
  )
  const before = await untouched()
  const { code, errors } = await run([])
  await t.database.pool.query('drop table public.notes')
  expect(code).toBe(1)
  expect(errors).toContain('drop it first: alter table notes drop constraint of_customer')
  expect(await untouched()).toEqual(before)
})

test('an error of the database is reported without a stack and with the next step', async () => {
  await t.database.pool.query('create table public.child () inherits (coupons)')
  const { code, errors } = await run([])
  await t.database.pool.query('drop table public.child')
  expect(code).toBe(1)
  expect(errors).toMatch(/^coupons is not a regular, foreign or partitioned table\n/)
  expect(errors).toContain('Run scale-out again when this is fixed')
  expect(errors).not.toContain('    at ')
})

test('the status of tables that have not moved yet says what to run', async () => {
  const { code, output, errors } = await run(['status'])
  expect([code, output]).toEqual([1, ''])
  expect(errors).toContain('not on the nodes yet: run piecework scale-out')
  expect(errors).not.toContain('    at ')
})

/** Runs the work while a node does not answer the first request of the shutdown. */
async function withHangingNode(work: (hangs: Promise<void>) => Promise<void>): Promise<void> {
  const url = withDatabase(inject('servers').urls.at(-1) ?? '', name)
  const [holder, watcher] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([holder.connect(), watcher.connect()])
  // Creating a table waits for another transaction that creates one of that name.
  await holder.query('set citus.enable_ddl_propagation = off')
  await holder.query('begin')
  await holder.query('create table public.organizations ()')
  const waiting = () =>
    watcher.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  const untilHanging = async () => {
    await expect.poll(waiting, { timeout: 120_000 }).toMatchObject({ rowCount: 1 })
  }
  try {
    await work(untilHanging())
    await eventually(() => rowsOf('update customers set name = name returning id'))
  } finally {
    await Promise.all([holder.end(), watcher.end()])
  }
}

test('stopping the command while a node hangs unblocks waiting writers', async () => {
  await withHangingNode(async (hangs) => {
    expect((await run(['--online-above', '100000'], hangs)).signal).toBe('SIGKILL')
  })
})

test('a command whose session is terminated says so and unblocks waiting writers', async () => {
  await withHangingNode(async (hangs) => {
    const running = run(['--online-above', '100000'])
    await hangs
    const ended = await rowsOf(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'piecework scale-out'`,
    )
    expect(ended).toHaveLength(1)
    const { code, errors } = await running
    expect(code).toBe(1)
    expect(errors).toMatch(/^PostgreSQL at \S+ cannot be reached \(.*administrator/)
    expect(errors).not.toContain('    at ')
  })
})

/**
 * Runs the work during a long read, such as a backup. Only the cleanup of local copies waits for
 * it.
 */
async function withLongReader<T>(work: () => Promise<T>): Promise<T> {
  const reader = new pg.Client(t.database.url)
  await reader.connect()
  await reader.query('begin')
  await reader.query('select count(*) from customers')
  const [{ pid } = {}] = (await reader.query('select pg_backend_pid() as pid')).rows
  const done = work()
  const tidying = () =>
    rowsOf(`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))
      and query like 'select truncate_local_data%'`)
  try {
    await expect.poll(tidying, { interval: 20, timeout: 300_000 }).toHaveLength(1)
    await must(t.api.get('/v1/customers'))
  } finally {
    await reader.end()
  }
  return done
}

test('a filled database moves during recording, also when the command is killed and run again', async () => {
  const keys = await foreignKeys()
  const invoice = await must(t.api.get(`/v1/invoices/${invoiceId}`))
  const [{ count: before } = {}] = await rowsOf('select count(*)::int from usage_events')
  const writers = startWriters(t.api, 3)

  const args = ['--online-above', '0']
  for (const said of [
    /moved while the service went on/,
    /usage_events: moved/,
    /their writers wait/,
  ]) {
    expect((await run(args, said)).signal).toBe('SIGKILL')
    const heard = vi.fn()
    await tellOf(t, invoice.customerId, heard)
    expect(heard).toHaveBeenCalled()
  }
  const { code, output, errors } = await withLongReader(() => run(args))
  expect([errors, code]).toEqual(['', 0])
  expect(output).toMatch(/\d+ tables: moved while their writers waited, [\d.]+ s/)
  expect(output).toContain(`usage_events: the ${before} rows from before`)
  expect(output).toMatch(/\d+ tables are where they belong\n$/)

  const acknowledged = await writers.stop()
  expect(acknowledged.length).toBeGreaterThan(100)
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  const stored = await rowsOf(STORED_KEYS)
  expect(stored.map(({ key }) => String(key)).sort()).toEqual(acknowledged.sort())
  await expectRollupsToAddUp(t)
  expect(await foreignKeys()).toEqual(keys)
  expect(await must(t.api.get(`/v1/invoices/${invoiceId}`))).toEqual(invoice)
})

test('every table is where the registry says, with the shards of a customer on one node', async () => {
  const [found] = await rowsOf(
    `select count(*)::int as wrong from app.placement left join pg_dist_partition
       on logicalrelid = to_regclass('public.' || quote_ident(name))
     where kind <> case when partmethod = 'h' then 'distributed'
       when partmethod = 'n' and repmodel = 't' then 'reference' else 'local' end`,
  )
  expect(found).toEqual({ wrong: 0 })
  const groups = await rowsOf(
    `select distinct colocationid from pg_dist_partition where partmethod = 'h'`,
  )
  expect(groups).toHaveLength(1)
  const joined = await rowsOf(
    `select name from app.placement where kind = 'local' and not exists (select from pg_trigger
       where tgrelid = to_regclass('public.' || quote_ident(name)) and tgname = name || '_two_phases')
     order by name`,
  )
  expect(joined).toEqual([{ name: 'migrations' }, { name: 'migrations_lock' }])
  // Local copies that remained would take up space permanently.
  const [left] = await rowsOf(
    `select coalesce(sum(pg_relation_size(logicalrelid)), 0)::int as bytes from pg_dist_partition`,
  )
  expect(left).toEqual({ bytes: 0 })
})

test('a finished move is reported as complete', async () => {
  const { code, output } = await run([])
  expect(code).toBe(0)
  expect(output).toMatch(/^every table is where it belongs already\n/)
})

test('isolating a customer does not affect tables created later', async () => {
  const [settings] = await untouched()
  const [customer] = await rowsOf('select id from customers order by id limit 1')
  await rowsOf(
    `select isolate_tenant_to_new_shard('usage_events', '${customer?.id}', 'CASCADE', 'block_writes')`,
  )
  expect((await run([])).code).toBe(0)
  expect(await untouched()).toEqual([settings])
  const later = new pg.Client(t.database.url)
  await later.connect()
  await later.query('create table later (customer_id uuid primary key)')
  await later.query(`select app.place('later', 'distributed', 'customer_id')`)
  const groups = await later.query(
    `select distinct colocationid from pg_dist_partition where partmethod = 'h'`,
  )
  expect(groups.rowCount).toBe(1)
  await later.query('drop table later')
  await later.query(`delete from app.placement where name = 'later'`)
  await later.end()
})

test('a number of nodes that does not match the existing shards is refused', async () => {
  const { code, errors } = await run(['--nodes', '7'])
  expect(code).toBe(1)
  expect(errors).toContain('have 4 shards, and --nodes 7 would be 14')
  expect((await run(['--nodes', '2', '--dry-run'])).code).toBe(0)
})

test('a node that does not answer is named, and nothing is changed', async () => {
  const away = inject('servers').urls.at(-1) ?? ''
  const before = await untouched()
  await onServer(away, [
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  ])
  const { code, errors } = await run([])
  const status = await run(['status'])
  await onServer(away, [`alter database ${name} with allow_connections true`])
  expect(code).toBe(1)
  expect(errors).toContain(`${new URL(away).host} does not answer`)
  expect(status.code).toBe(1)
  expect(status.output).toMatch(new RegExp(`${new URL(away).host} +\\d+ +not known +not known`))
  expect(status.errors).toMatch(/no answer\. Start it again/)
  expect(status.errors).not.toContain('    at ')
  expect(await untouched()).toEqual(before)
})

test('the status lists the data of each node and the busiest customers', async () => {
  const { code, output, errors } = await run(['status'])
  expect([code, errors]).toEqual([0, ''])
  for (const url of inject('servers').urls) expect(output).toContain(new URL(url).host)
  expect(output).toMatch(/^NODE +SHARDS +EVENTS +MIB\n/)
  expect(output).toMatch(/CUSTOMER +EVENTS OF 30 DAYS +SHARE +NODE +NAME\n/)
  const [{ count } = {}] = await rowsOf('select count(*)::int from usage_events')
  const events = [...output.matchAll(/^\S+:\d+ +\d+ +(\d+) /gm)].map(([, n]) => Number(n))
  expect(events.reduce((sum, n) => sum + n, 0)).toBe(count)
})
