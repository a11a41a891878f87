import { runMigrations } from 'graphile-worker'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changeFacts } from '../../../test/support/change-facts.ts'
import { givenInvoice } from '../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { VERSION } from '../../platform/program/version.ts'
import { buildWorkerApp } from '../../worker-app.ts'
import { noteJobFinish } from './job-finishes.ts'

const TOKEN = 'a token for the metrics'
const MINUTE = 60_000

const startedAt = new Date('2026-03-10T12:00:00Z')
let at = startedAt
const t = useTestApp({ config: { metricsToken: TOKEN }, now: () => at })

const read = async () => {
  const { body } = await t.app.inject('/metrics')
  return body.split('\n').filter((line) => line.startsWith('piecework_'))
}

test('reports jobs, mails, invoices, payments and the catalog, at most a minute late', async () => {
  await read()
  const { pool } = t.database
  await runMigrations({ connectionString: t.database.url })
  await pool.query(
    `select graphile_worker.add_job('billing.run', run_at := $1::timestamptz - interval '90 seconds')`,
    [at],
  )
  const invoice = await givenInvoice(t, { status: 'overdue' })
  await pool.query(
    `insert into emails (id, organization_id, customer_id, kind, status, message_id, to_address,
       cc_addresses, subject, html_body, text_body, attempts, next_attempt_at, created_at)
     select gen_random_uuid(), $1, $2, 'invoice', status, status, 'a@b.test', '{}', 's', 'h', 't', 1,
       $3, $3 from unnest(array['queued', 'queued', 'failed', 'sent']) as status`,
    [invoice.organizationId, invoice.customerId, at],
  )
  await pool.query(
    `insert into payments (customer_id, id, organization_id, invoice_id, method, status, amount,
       amount_refunded, currency, created_at, updated_at)
     values ($1, $2, $3, $2, 'card', 'pending', 1, 0, 'USD', $4, $4)`,
    [invoice.customerId, invoice.id, invoice.organizationId, at],
  )
  await pool.query(
    `insert into outbox_tasks
       (consumer, event_id, organization_id, object_id, attempts, next_attempt_at, created_at)
     values ('receipts', $1, $2, $1, 0, $3, $3)`,
    [invoice.id, invoice.organizationId, at],
  )
  await pool.query('delete from earning_marks')
  await pool.query('delete from earning_sweeps')
  await pool.query(
    `insert into earning_sweeps (organization_id, id, marked_at) values ($1, $1, $2)`,
    [invoice.organizationId, at],
  )
  await pool.query(
    `insert into trace_runs (organization_id, trace_id, run_id, first_received_at, last_received_at,
       due_at, span_count, open_span_count, open_call_count, has_root)
     select $1, $1, 'run', $2, $2, $2, 1, 1, 0, true`,
    [invoice.organizationId, at],
  )
  await pool.query(
    `insert into trace_records (organization_id, trace_id, number, record, created_at, due_at)
     values ($1, $1, 0, '{}', $2, $2), ($1, $1, 1, '{}', $2, null)`,
    [invoice.organizationId, at],
  )
  t.dependencies.mailBreaker.fail(at)
  at = new Date(at.getTime() + MINUTE)
  await read()
  await expect
    .poll(read)
    .toEqual(
      expect.arrayContaining([
        'piecework_jobs{task="billing.run",state="waiting"} 1',
        'piecework_jobs{task="billing.run",state="failed"} 0',
        'piecework_job_oldest_seconds{task="billing.run"} 150',
        'piecework_emails{state="queued"} 2',
        'piecework_emails{state="failed"} 1',
        'piecework_email_oldest_seconds 60',
        'piecework_mail_server_down 1',
        'piecework_traces_due 2',
        'piecework_traces_oldest_seconds 60',
        'piecework_trace_records_refused 1',
        'piecework_outbox_tasks{consumer="receipts"} 1',
        'piecework_outbox_tasks{consumer="notices"} 0',
        'piecework_outbox_oldest_seconds{consumer="receipts"} 60',
        'piecework_stale_earnings_changes 1',
        'piecework_stale_earnings_oldest_seconds 60',
        'piecework_invoices{status="overdue"} 1',
        'piecework_payments{kind="payment",status="pending"} 1',
        'piecework_payment_pending_oldest_seconds{kind="payment"} 60',
        'piecework_payment_pending_oldest_seconds{kind="refund"} 0',
        `piecework_build_info{version="${VERSION}",node="${process.versions.node}"} 1`,
      ]),
    )
})

test('metrics are cached: repeated reads run no query', async () => {
  await read()
  await changeFacts(t.database.pool, `update invoices set version = version + 1, status = 'void'`)
  for (let times = 0; times < 50; times += 1) await read()
  expect(await read()).toContain('piecework_invoices{status="overdue"} 1')
})

test('without a worker, a process says for how long no periodic job has finished', async () => {
  await t.database.pool.query('delete from job_finishes')
  at = new Date(at.getTime() + MINUTE)
  await read()
  const seconds = async (task: string) => {
    const line = (await read()).find((one) =>
      one.startsWith(`piecework_job_since_finished_seconds{task="${task}"}`),
    )
    return Number(line?.split(' ').at(-1))
  }
  const since = (at.getTime() - startedAt.getTime()) / 1_000
  await expect.poll(() => seconds('billing.run')).toBe(since)
  at = new Date(at.getTime() + 60 * MINUTE)
  await expect.poll(() => seconds('billing.run')).toBe(since + 3_600)
  // Of two processes that finish the job, the later finish counts, in whatever order they report
  // it.
  await noteJobFinish(t.dependencies.db, 'billing.run', new Date(at.getTime() - 5_000))
  await noteJobFinish(t.dependencies.db, 'billing.run', new Date(at.getTime() - 9_000))
  at = new Date(at.getTime() + MINUTE)
  await read()
  await expect.poll(() => seconds('billing.run')).toBe(65)
  expect(await seconds('payments.retry')).toBe(since + 3_660)
})

describe('authorization of the metrics', () => {
  const ask = async (from: string, headers: Record<string, string> = {}) =>
    (await t.app.inject({ url: '/metrics', remoteAddress: from, headers })).statusCode

  test.each([
    ['this machine', '127.0.0.1', {}, 200],
    ['this machine by IPv6', '::1', {}, 200],
    ['another one', '192.0.2.7', {}, 401],
    ['another one, by a proxy here', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 401],
    ['who brings the token', '192.0.2.7', { authorization: `Bearer ${TOKEN}` }, 200],
    ['who brings another', '192.0.2.7', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['who brings none', '192.0.2.7', { authorization: 'Bearer ' }, 401],
  ])('%s', async (_, from, headers, status) => {
    expect(await ask(from, headers)).toBe(status)
  })
})

test('a worker answers /healthz, /readyz and /metrics, and nothing else', async () => {
  const app = await buildWorkerApp(t.dependencies)
  onTestFinished(() => app.close())
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    expect((await app.inject(url)).statusCode, url).toBe(200)
  }
  expect((await app.inject('/metrics')).body).toContain('piecework_jobs')
  expect((await app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })).statusCode).toBe(401)
  expect((await app.inject('/v1/verify')).statusCode).toBe(404)
})
